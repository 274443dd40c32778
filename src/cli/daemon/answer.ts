import type { Request } from '../../daemon/request.ts'
import type { Answered, WorkerCall } from '../../daemon/worker.ts'
import { clockSince, systemClock } from '../../ports/clock.ts'
import { systemEnv } from '../../ports/env.ts'
import { parseArgs, type ParsedArgs } from '../args.ts'
import type { CommandSpec } from '../command.ts'
import { commonTo } from '../common-options.ts'
import { isMade } from '../host-call.ts'
import { systemIo, type Io } from '../io.ts'

/**
 * Answers a call in the caller's place, as the command line would. What needs a terminal, or is wrong in the command
 * line, is left to the caller: nothing has happened by then.
 */
export async function answerCall(
  { request, caller, tell }: WorkerCall,
  command: CommandSpec,
): Promise<Answered> {
  const clock = clockSince(systemClock.elapsed())
  const env = systemEnv()
  const args = readArgs(request, command)
  if (args === undefined) return 'decline'
  let answered: Answered | undefined
  const io: Io = {
    ...systemIo(env.variables),
    watched: false,
    shown: false,
    out(text) {
      tell('out', text)
      return undefined
    },
    err: (text) => tell('err', text),
    deliver(delivery) {
      const isLost = caller.stdoutIsNull && delivery.stdout !== ''
      answered = isLost ? { ...delivery, ...delivery.spare, stdout: '' } : delivery
    },
    readInput: (maxBytes) => (request.stdin.length > maxBytes ? 'too-large' : request.stdin),
  }
  const run = await command.load()
  const exitCode = await run({ args, io, env, clock })
  return answered ?? { stdout: '', stderr: '', exitCode, spare: { stderr: '', exitCode } }
}

function readArgs({ args: words }: Request, command: CommandSpec): ParsedArgs | undefined {
  if (words[0] !== command.name) return undefined
  try {
    const args = parseArgs(words.slice(1), [...command.options, ...commonTo(command)])
    const isOther = OTHERS.some((name) => args.options.has(name)) || isMade(args)
    return isOther || args.positionals.length > command.positionals ? undefined : args
  } catch {
    return undefined
  }
}

/** Asked for by people and programs, not by hosts. */
const OTHERS = ['help', 'json', 'color']
