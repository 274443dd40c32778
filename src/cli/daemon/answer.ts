import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stateDir } from '../../config/places.ts'
import type { Request } from '../../daemon/request.ts'
import type { Answered, WorkerCall } from '../../daemon/worker.ts'
import { FOLDER } from '../../daemon/endpoint.ts'
import { clockSince, systemClock } from '../../ports/clock.ts'
import { systemEnv, type Env } from '../../ports/env.ts'
import { isFileProblem, systemFiles } from '../../ports/files.ts'
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
  { request, caller, tell, isWhole }: WorkerCall,
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
    ...(isWhole && { isWhole: true as const }),
    out(text) {
      tell('out', text)
      return undefined
    },
    err: (text) => tell('err', text),
    deliver(delivery) {
      const isLost = caller.stdoutIsNull && delivery.stdout !== ''
      answered = isLost ? { ...delivery, ...delivery.spare, stdout: '' } : delivery
    },
    readInput: inputReader(request, env),
  }
  const run = await command.load()
  const exitCode = await run({ args, io, env, clock })
  if (request.stdin.kind === 'file') rmSync(request.stdin.path, { force: true })
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

/** A payload that is too long for the launcher's variables lies in a file of the state folder, and is removed. */
function inputReader({ stdin }: Request, env: Env): Io['readInput'] {
  if (stdin.kind === 'bytes') return () => stdin.bytes
  const folder = join(stateDir(env), FOLDER)
  return (maxBytes) => {
    const { path } = stdin
    if (dirname(path) !== folder || !basename(path).startsWith('payload.'))
      throw new Error('The file of the payload is not in the folder of the daemon.')
    const bytes = systemFiles.readBytes(path, maxBytes)
    if (isFileProblem(bytes)) {
      if (bytes.problem === 'too-large') return 'too-large'
      throw new Error(`The file of the payload cannot be read: ${bytes.problem}.`)
    }
    return bytes ?? new Uint8Array()
  }
}
