import { serve } from '../../daemon/serve.ts'
import type { End } from '../../daemon/records.ts'
import { work, type WorkerCall } from '../../daemon/worker.ts'
import { limits } from '../../engine/limits.ts'
import { createModulePool } from '../../handlers/module-pool.ts'
import { startResident } from '../../process/resident.ts'
import { endCall, resourcesBefore } from '../between-calls.ts'
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
/** For tests, which do not wait so long; only a daemon in the foreground has variables of its caller. */
const IDLE_VARIABLE = 'HOOKWRIGHT_TEST_IDLE_MS'

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
    idleMs: Number(env.variables[IDLE_VARIABLE] ?? IDLE_MS),
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
export async function workHere({ env }: Invocation): Promise<number> {
  const { gitCalls } = await import('./git-calls.ts')
  const callable = [{ words: ['run'], spec: runSpec }, ...gitCalls]
  const modules = createModulePool(limits.moduleWorkers)
  let isLast = false
  return work({
    script: ownProgram().script,
    variables: env.variables,
    async answer(call) {
      const answered = await answerCall(call, { callable, modules })
      isLast = answered !== 'decline' && isUnfinished(call, answered)
      return answered
    },
    begin() {
      const before = resourcesBefore()
      return async () => (await endCall(before, modules.waiting)) === 'clean' && !isLast
    },
  })
}

/**
 * True for a run of git hooks that was interrupted or could not be done. It may have left changes set aside, which the
 * next run brings back when the process that left them is gone.
 */
function isUnfinished({ request }: WorkerCall, { exitCode }: End): boolean {
  return request.args[0] === 'git' && exitCode !== 0 && exitCode !== 1
}
