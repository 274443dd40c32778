import { idAt } from '../../engine/run-id.ts'
import { appendRun } from '../../log/store.ts'
import { gitRecord } from '../../git/run/record.ts'
import type { GitRunEnd, GitRunRequest } from '../../git/run/request.ts'
import { runGitHooks } from '../../git/run/run.ts'
import { systemClock } from '../../ports/clock.ts'
import { removeAllScratch } from '../../ports/scratch.ts'
import { within } from '../../process/deadline.ts'
import type { Invocation } from '../command.ts'
import { watchSignals, type Interruption } from '../signals.ts'
import { stateFor, systemGround } from './ground.ts'
import { issueText } from './issues.ts'
import { reportJson } from './json.ts'
import { pinnedGate } from './pinned.ts'
import { runRequest } from './request.ts'
import { createScreen, screenOptions } from './screen.ts'

/** `hookwright git run`. */
export async function run(invocation: Invocation): Promise<number> {
  return runRequested(runRequest(invocation.args, invocation.env), invocation)
}

/** A second Ctrl-C ends a run that has not put the user's changes back by then; the next run does it. */
const PATIENCE_MS = 10_000

/** A run from request to exit code, shown and recorded. */
export async function runRequested(request: GitRunRequest, invocation: Invocation): Promise<number> {
  const interruption = watchSignals(async () => {
    await within(
      ended.then(() => {}),
      PATIENCE_MS,
    )
  })
  const ended = runUntilEnd(request, { invocation, interruption })
  return ended
}

type Watched = { readonly invocation: Invocation; readonly interruption: Interruption }

async function runUntilEnd(
  request: GitRunRequest,
  { invocation: { args, io, env }, interruption }: Watched,
): Promise<number> {
  const ground = { ...systemGround(env, interruption.signal), refuse: pinnedGate(env, request.cwd) }
  const options = screenOptions(args, { io, variables: env.variables })
  const end = await runGitHooks(request, ground, createScreen(io, options))
  interruption.stop()
  removeAllScratch(ground.scratchDir)
  if (options.isJson) io.out(`${JSON.stringify(reportJson(end))}\n`)
  for (const problem of end.problems) io.err(issueText(problem, options))
  if (end.root !== undefined && !request.isDryRun) record(end, env)
  return end.exitCode
}

/** A log that cannot be written changes no result. */
function record(end: GitRunEnd, env: Invocation['env']): void {
  if (end.root === undefined || end.projects.length === 0) return
  const at = systemClock.now() - end.ms
  appendRun(stateFor(env, end.root), gitRecord(idAt(Math.floor(at)), end, new Date(at)))
}
