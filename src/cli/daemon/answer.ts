import type { Request } from '../../daemon/request.ts'
import type { Caller } from '../../daemon/caller.ts'
import type { Answered, WorkerCall } from '../../daemon/worker.ts'
import { clockSince, systemClock } from '../../ports/clock.ts'
import { systemEnv, type Env } from '../../ports/env.ts'
import type { ModulePool } from '../../handlers/module-pool.ts'
import { carryWarnings } from '../node-warnings.ts'
import { parseArgs, type ParsedArgs } from '../args.ts'
import type { CommandSpec } from '../command.ts'
import { commonTo } from '../common-options.ts'
import { isMade } from '../host-call.ts'
import { wantsColour, widthOf, type Io } from '../io.ts'

/**
 * Answers a call in the caller's place, as the command line would. What is wrong in the command line is left to the
 * caller: nothing has happened by then.
 */
export async function answerCall(
  { request, caller, tell, isWhole }: WorkerCall,
  { callable, modules }: Answering,
): Promise<Answered> {
  const clock = clockSince(systemClock.elapsed())
  const env = systemEnv()
  const called = findCalled(request.args, callable)
  if (called === undefined) return 'decline'
  const { spec, args } = called
  if (called.isLeft?.(args, env) === true) return 'decline'
  let answered: Answered | undefined
  const io: Io = {
    ...(await terminalOf(caller, env)),
    ...(isWhole && { isWhole: true as const }),
    out(text) {
      tell('out', text)
      return undefined
    },
    err: (text) => tell('err', text),
    deliver(delivery) {
      const isLost = caller.stdout.isNull && delivery.stdout !== ''
      answered = isLost ? { ...delivery, ...delivery.spare, stdout: '' } : delivery
    },
    readInput: (maxBytes) => inputOf(request, maxBytes),
  }
  const run = await spec.load()
  const endWarnings = carryWarnings(env.variables, (text) => tell('err', text))
  const exitCode = await run({ args, io, env, clock, modules }).finally(endWarnings)
  return answered ?? { stdout: '', stderr: '', exitCode, spare: { stderr: '', exitCode } }
}

function inputOf({ stdin }: Request, maxBytes: number): ReturnType<Io['readInput']> {
  return stdin !== 'terminal' && stdin.length > maxBytes ? 'too-large' : stdin
}

export type Answering = {
  readonly callable: readonly CallableCommand[]
  /** Threads of modules, which wait for the next call that may use them. */
  readonly modules: ModulePool
}

export type CallableCommand = {
  /** The words that begin its command line. */
  readonly words: readonly string[]
  readonly spec: CommandSpec
  /** True for a call that only a process of the caller's can answer. */
  readonly isLeft?: (args: ParsedArgs, env: Env) => boolean
}

type Called = Omit<CallableCommand, 'words'> & { readonly args: ParsedArgs }

function findCalled(given: readonly string[], commands: readonly CallableCommand[]): Called | undefined {
  const command = commands.find(({ words }) => words.every((word, at) => given[at] === word))
  if (command === undefined) return undefined
  const { words, spec, isLeft } = command
  try {
    const args = parseArgs(given.slice(words.length), [...spec.options, ...commonTo(spec)])
    const isOther = OTHERS.some((name) => args.options.has(name)) || isMade(args)
    return isOther || args.positionals.length > spec.positionals
      ? undefined
      : { spec, args, ...(isLeft && { isLeft }) }
  } catch {
    return undefined
  }
}

/** Asked for by people and programs, not by hosts. */
const OTHERS = ['help', 'json', 'color']

type Terminal = Pick<Io, 'colour' | 'watched' | 'shown' | 'columns'>

/** Returns colour, width and kind of the caller's terminal, by the same rules as `systemIo` for this process. */
async function terminalOf({ stdout, stderr }: Caller, { variables }: Env): Promise<Terminal> {
  const colour = wantsColour(variables, () => stdout.isTerminal)
  const terminal = { colour, watched: stderr.isTerminal, shown: stdout.isTerminal }
  const said = widthOf(variables['COLUMNS'])
  if (said !== undefined || !stdout.isTerminal) return { ...terminal, columns: said }
  const { terminalWidth } = await import('../../ports/terminal-width.ts')
  return { ...terminal, columns: widthOf(terminalWidth(stdout.path)) }
}
