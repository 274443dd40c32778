import { idAt } from '../../engine/run-id.ts'
import { appendRun } from '../../log/store.ts'
import { cancelled } from '../../git/contracts/interrupted.ts'
import { gitRecord } from '../../git/run/record.ts'
import type { GitRunEnd, GitRunRequest } from '../../git/run/request.ts'
import { runGitHooks } from '../../git/run/run.ts'
import { trackRun, type Track } from '../../git/run/track.ts'
import { systemClock } from '../../ports/clock.ts'
import { within } from '../../process/deadline.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { watchInterruption, type Interruption } from '../signals.ts'
import { gatedGround } from './ground.ts'
import { stateFor } from './state.ts'
import { issueText } from './issues.ts'
import { reportJson } from './json.ts'
import { runRequest } from './request.ts'
import { useScratch } from './scratch-use.ts'
import { createScreen, screenOptions, type ScreenOptions } from './screen.ts'

/** `hookwright git run`. All it reads and writes outside the repository is in the invocation, so one process may call it often. */
export async function run(invocation: Invocation): Promise<number> {
  return runRequested(runRequest(invocation.args, invocation.env), invocation)
}

/** A second Ctrl-C ends a run that has not put the user's changes back by then; the next run does it. */
const PATIENCE_MS = 10_000

/** A run from request to exit code, shown and recorded. */
export async function runRequested(request: GitRunRequest, invocation: Invocation): Promise<number> {
  const { args, io, env } = invocation
  const options = screenOptions(args, { io, variables: env.variables })
  const track = trackRun(createScreen(io, options), systemClock)
  const startedAt = systemClock.elapsed()
  const interruption = watchInterruption(invocation.signal, async () => {
    const isEnded = await within(
      ended.then(() => {}),
      PATIENCE_MS,
    )
    if (!isEnded) record({ end: givenUp(systemClock.elapsed() - startedAt), track, request, env })
  })
  const ended = runUntilEnd({ request, invocation, interruption, options, track })
  return ended
}

type Watched = {
  readonly request: GitRunRequest
  readonly invocation: Invocation
  readonly interruption: Interruption
  readonly options: ScreenOptions
  readonly track: Track
}

async function runUntilEnd({ request, invocation, interruption, options, track }: Watched): Promise<number> {
  const { io, env } = invocation
  const ground = gatedGround(env, request.cwd, interruption.signal)
  const leaveScratch = useScratch(ground.scratchDir)
  let end: GitRunEnd
  try {
    end = await runGitHooks(request, ground, track.observer)
    record({ end, track, request, env })
  } finally {
    interruption.stop()
    leaveScratch()
  }
  if (options.isJson) io.out(jsonText(reportJson(end)))
  for (const problem of end.problems) io.err(issueText(problem, options))
  return end.exitCode
}

/** The result of a run that was given up before it ended. */
function givenUp(ms: number): GitRunEnd {
  return { exitCode: 130, problems: [cancelled()], projects: [], ms }
}

type Recorded = {
  readonly end: GitRunEnd
  readonly track: Track
  readonly request: GitRunRequest
  readonly env: Invocation['env']
}

/** A run that had nothing to do is not recorded. A log that cannot be written changes no result. */
function record({ end, track, request: { cwd, isDryRun }, env }: Recorded): void {
  const isFound = end.root !== undefined || end.exitCode === 130
  if (isDryRun || !isFound || end.projects.length + end.problems.length === 0) return
  const at = systemClock.now() - end.ms
  const facts = { end, reached: track.reached(), at: new Date(at), cwd }
  appendRun(stateFor(env, end.root ?? cwd), gitRecord(idAt(Math.floor(at)), facts))
}
