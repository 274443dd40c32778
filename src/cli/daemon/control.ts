import { setTimeout } from 'node:timers/promises'
import { askDaemon } from '../../daemon/client.ts'
import { ENDPOINT, readEndpoint } from '../../daemon/endpoint.ts'
import { claimStart, endStart, folderProblem, LOG } from '../../daemon/folder.ts'
import type { HttpStatus } from '../../daemon/http.ts'
import { readHttpPlace } from '../../daemon/http-place.ts'
import type { Env } from '../../ports/env.ts'
import type { State } from '../../ports/state.ts'
import { identify } from '../../process/identity.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { issueLine } from '../render/issue-line.ts'
import { launchDaemon } from './launch.ts'
import { findStatus, type Status } from './status.ts'
import { daemonState, launchedProgram } from './places.ts'
import { serveHere } from './resident.ts'

const START_MS = 5_000
const LOOK_MS = 20

export async function startDaemon(invocation: Invocation): Promise<number> {
  const { args, env, io } = invocation
  if (args.options.has('foreground')) return serveHere(invocation)
  const state = daemonState(env)
  const problem = folderProblem(state)
  if (problem) {
    io.err(`hookwright: ${issueLine(problem)}\n`)
    return EXIT.problem
  }
  const running = await findStatus(state)
  if (running?.program === launchedProgram(state).name) return tell(running, invocation, 'runs already')
  launchDaemon(env, state)
  const started = await untilStarted(state)
  if (started !== undefined) return tell(started, invocation, 'has started')
  io.err(
    `hookwright: The daemon did not start within ${START_MS / 1_000} s; \`hookwright daemon logs\` may say why.\n`,
  )
  return EXIT.problem
}

/** A job of CI ends soon, and what it leaves behind is in the way there, unless its agent calls through HTTP. */
export function startForLauncher(env: Env): void {
  const state = daemonState(env)
  const isJob = (env.variables['CI'] ?? '') !== '' && readHttpPlace(state) === undefined
  if (isJob || hasStarted(state) || !claimStart(state)) return
  // One may have started between the two looks; it has written its endpoint before it lets others start one.
  if (hasStarted(state)) endStart(state)
  else launchDaemon(env, state)
}

/** One may have started since this call looked for it. One that lives and does not answer gets no longer than this. */
function hasStarted(state: State): boolean {
  const endpoint = readEndpoint(state)
  if (endpoint?.program !== launchedProgram(state).name) return false
  const found = identify(endpoint.pid)
  if (found === undefined || found.isZombie) return false
  return Math.abs(Date.now() - (state.changedAt(ENDPOINT) ?? 0)) < START_MS
}

async function untilStarted(state: State): Promise<Status | undefined> {
  const { name } = launchedProgram(state)
  for (let waited = 0; waited < START_MS; waited += LOOK_MS) {
    const endpoint = readEndpoint(state)
    const status = endpoint?.program === name ? await findStatus(state) : undefined
    if (status !== undefined) return status
    await setTimeout(LOOK_MS)
  }
  return undefined
}

export async function endDaemon(invocation: Invocation): Promise<number> {
  const state = daemonState(invocation.env)
  const endpoint = readEndpoint(state)
  const status = endpoint && ((await askDaemon(endpoint, 'stop')) as Status | undefined)
  return tell(status, invocation, 'ends when its calls are answered')
}

export async function statusOf(invocation: Invocation): Promise<number> {
  return tell(await findStatus(daemonState(invocation.env)), invocation, 'runs')
}

/** Returns exit code 1 when no daemon runs. Hooks still work then: each call starts its own Node process. */
function tell(status: Status | undefined, { args, io }: Invocation, what: string): number {
  if (args.options.has('json')) io.out(jsonText({ running: status !== undefined, ...status }))
  else if (status === undefined) io.out('No daemon runs. The next call of an installed agent starts one.\n')
  else io.out(`${lines(status, what).join('\n')}\n`)
  return status === undefined ? EXIT.problem : EXIT.ok
}

function lines(
  { pid, program, uptimeMs, rssBytes, workers, load, http }: Status,
  what: string,
): readonly string[] {
  return [
    `The daemon ${what} (process ${pid}).`,
    `  program  ${program}`,
    `  up       ${Math.round(uptimeMs / 1_000)} s`,
    `  memory   ${Math.round(rssBytes / 1_048_576)} MiB, and its workers`,
    `  workers  ${workers.length}, ${load} ${load === 1 ? 'call' : 'calls'} now`,
    ...(http === undefined ? [] : [`  http     ${httpLine(http)}`]),
  ]
}

function httpLine({ port, isListening, problem }: NonNullable<HttpStatus>): string {
  return isListening ? `127.0.0.1:${port}` : `does not listen: ${problem ?? `port ${port} is being opened`}`
}

export async function logsOf({ env, io }: Invocation): Promise<number> {
  const state = daemonState(env)
  const text = state.read(LOG)
  io.out(text ?? 'The daemon has written no log yet.\n')
  return EXIT.ok
}
