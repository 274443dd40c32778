import { serve } from '../../daemon/serve.ts'
import { work } from '../../daemon/worker.ts'
import { limits } from '../../engine/limits.ts'
import { startResident } from '../../process/resident.ts'
import { endCall } from '../between-calls.ts'
import { EXIT, type Invocation } from '../command.ts'
import { issueLine } from '../render/issue-line.ts'
import { runSpec } from '../run-spec.ts'
import { watchSignals } from '../signals.ts'
import { answerCall } from './answer.ts'
import { encodeHttp } from './http-reply.ts'
import { launchDaemon } from './launch.ts'
import { daemonState, ownProgram, residentVariables } from './places.ts'

/** Without a call for so long the daemon ends. */
const IDLE_MS = 15 * 60_000

/** The daemon itself, in this process. */
export async function serveHere({ args, env, io }: Invocation): Promise<number> {
  const state = daemonState(env)
  const { script, name } = ownProgram()
  const isForeground = args.options.has('foreground')
  let needsNext = false
  const interruption = watchSignals(() => Promise.resolve())
  const launch = {
    file: process.execPath,
    args: [script, 'daemon', 'work'],
    cwd: '/',
    env: residentVariables(env, state),
  }
  const problem = await serve({
    state,
    program: name,
    files: [process.execPath, script],
    idleMs: IDLE_MS,
    startWorker: () => startResident(launch),
    signal: interruption.signal,
    encodeHttp,
    mostPayload: limits.payloadBytes,
    startNext: () => {
      needsNext = true
      if (!isForeground) launchDaemon(env, state)
    },
    log: (text) => io.err(`${new Date().toISOString()} ${process.pid} ${text}\n`),
  })
  interruption.stop()
  // One in the foreground is started again by whoever started it, when it seems to have failed.
  if (problem === undefined) return isForeground && needsNext ? EXIT.problem : EXIT.ok
  io.err(`hookwright: ${issueLine(problem)}\n`)
  return EXIT.problem
}

/** A process that answers calls for the daemon that started it. */
export function workHere({ env }: Invocation): Promise<number> {
  return work({
    script: ownProgram().script,
    variables: env.variables,
    answer: (call) => answerCall(call, runSpec),
    tidy: async (resources) => (await endCall(resources)) === 'clean',
  })
}
