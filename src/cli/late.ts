import { emptyVerdict, type Effect } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import type { CarriedLook } from '../config/carried-look.ts'
import { openWorkspace } from '../workspace/open.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { limits } from '../engine/limits.ts'
import { readLateAnswer } from '../engine/move-behind.ts'
import { idAt } from '../engine/run-id.ts'
import type { StepResult } from '../engine/runner.ts'
import { compared } from '../engine/watch.ts'
import type { HeldProcess } from '../handlers/handler.ts'
import { lateEffects } from '../late/carry.ts'
import { recordOf } from '../log/record.ts'
import { appendRun } from '../log/store.ts'
import { systemFiles } from '../ports/files.ts'
import { systemStamps } from '../ports/stamps.ts'
import type { State } from '../ports/state.ts'
import type { Invocation } from './command.ts'
import { decode } from './host-call.ts'
import { workspaceOptions } from './workspace-options.ts'

export type LateRun = {
  readonly only: readonly string[]
  readonly dialect: Dialect
  readonly payload: Uint8Array
  readonly signal?: AbortSignal
}

export type Late = {
  readonly state: State
  readonly session: string | undefined
  readonly event: string
  readonly effects: readonly Effect[]
}

/** Runs some hooks of an event that was answered already, to their ends. Undefined when the event cannot be read. */
export async function runLate(
  invocation: Invocation,
  { only, dialect, payload, signal }: LateRun,
): Promise<Late | undefined> {
  const workspace = await openWorkspace({ ...workspaceOptions(invocation, dialect.name), only })
  const { core, state } = workspace
  const event = decode(payload, { dialect, workspace, args: invocation.args })
  if (isIssue(event)) return undefined
  const ends: StepResult[] = []
  const effects: Effect[] = []
  core.background.subscribe((change) => {
    if (change.kind === 'started') return
    effects.push(...lateEffects(change))
    ends.push({ hook: change.step.hook, outcome: change.outcome, answer: change.answer })
  })
  signal?.addEventListener('abort', () => void core.background.cancel(), { once: true })
  const ran = await core.run(event, signal && { signal })
  await core.background.settled()
  await workspace.close()
  const refused = ran.results.filter(({ outcome }) => outcome.kind !== 'backgrounded')
  appendRun(state, recordOf(ran.id, { ...ran, results: [...refused, ...ends] }))
  return { state, session: event.sessionId, event: event.name, effects }
}

/** What `run` writes to a process that goes on with a hook of its. */
export type Given = {
  readonly hook: Hook
  readonly event: Event
  readonly held: HeldProcess
  /** How the files of its approval were when they were hashed. Absent for a hook that needs none. */
  readonly watched?: CarriedLook
}

/** Goes on with a hook that runs already. First of all the hook: whatever its file says by now, it must end. */
export async function adoptHook(
  { hook, event, held, watched }: Given,
  invocation: Invocation,
  signal: AbortSignal,
): Promise<Late> {
  const { adopt } = await import('../process/spawn.ts')
  const ended = await adopt(held, { limits, signal })
  const outcome = watched === undefined ? ended : await comparedWith(watched, ended, hook)
  const workspace = await openWorkspace(workspaceOptions(invocation, event.host))
  const { state, run, clock } = workspace
  const side = await run.hookSide(hook.wire)
  const late = await readLateAnswer(hook, side, { event, outcome, keep: run.keepText })
  const facts = {
    plan: { event, steps: [], skipped: [] },
    results: [{ hook, outcome, answer: late.answer }],
    verdict: { ...emptyVerdict, issues: late.answer.issues },
    ms: outcome.ms,
  }
  appendRun(state, recordOf(idAt(clock.now()), facts))
  await workspace.close()
  return { state, session: event.sessionId, event: event.name, effects: lateEffects(late) }
}

/** Stamped by `run`, so that a change before the hand-over counts too. */
async function comparedWith(watched: CarriedLook, outcome: Outcome, hook: Hook): Promise<Outcome> {
  const { changedSinceCarried } = await import('../config/carried-look.ts')
  const disk = { stamps: systemStamps, files: systemFiles }
  return compared(outcome, hook, { changed: () => changedSinceCarried(watched, hook, disk) })
}
