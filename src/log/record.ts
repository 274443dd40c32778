import type { Answer } from '../core/decision.ts'
import type { FailureClass, Note, Outcome } from '../core/outcome.ts'
import type { Plan, SkipReason } from '../core/plan.ts'
import type { Hook } from '../core/hook.ts'
import type { Verdict } from '../core/decision.ts'

export type HookClass = 'ok' | 'deny' | 'ask' | 'rewrite' | 'context' | FailureClass

/** One run as the log keeps it: structure, never content. */
export type RunRecord = {
  readonly v: 1
  readonly id: string
  readonly at: string
  readonly ms: number
  readonly host: string
  readonly event: string
  readonly project: string
  readonly session?: string
  readonly tool?: string
  readonly decision: string
  readonly hooks: readonly HookRecord[]
  readonly skipped: readonly { readonly id: string; readonly because: SkipReason }[]
  readonly lost: readonly string[]
  readonly issues: readonly string[]
}

export type HookRecord = {
  readonly id: string
  /** Name of the pack that it belongs to. Absent: none. */
  readonly pack?: string
  readonly class: HookClass
  readonly ms: number
  readonly exit?: number
  readonly signal?: string
  /** Set when it looked again, at the input another hook had rewritten. */
  readonly pass?: 2
  /** Processes it left behind, and what became of them. */
  readonly leftovers?: 'terminated' | 'left'
  readonly note?: Note
}

export type RunFacts = {
  readonly plan: Plan
  readonly results: readonly {
    readonly hook: Hook
    readonly outcome: Outcome
    readonly answer: Answer
    readonly pass?: 2
  }[]
  readonly verdict: Verdict
  readonly ms: number
}

export function recordOf(id: string, { plan, results, verdict, ms }: RunFacts): RunRecord {
  const { event } = plan
  return {
    v: 1,
    id,
    at: new Date(event.at).toISOString(),
    ms: round(ms),
    host: event.host,
    event: event.name,
    project: event.projectDir,
    ...(event.sessionId !== undefined && { session: event.sessionId }),
    ...(event.tool !== undefined && { tool: event.tool.name }),
    decision: verdict.decision,
    hooks: results.map(hookRecord),
    skipped: plan.skipped.map(({ hook, because }) => ({ id: hook.id, because })),
    lost: verdict.lost.map((lost) => lost.what),
    issues: verdict.issues.map((problem) => problem.code),
  }
}

export function classOf(answer: Answer): HookClass {
  if (answer.failure !== undefined) return answer.failure
  if (answer.decision === 'deny' || answer.decision === 'ask') return answer.decision
  const kinds = new Set(answer.effects.map((effect) => effect.kind))
  if (kinds.has('rewrite-input') || kinds.has('rewrite-output')) return 'rewrite'
  return kinds.has('add-context') ? 'context' : 'ok'
}

function hookRecord({ hook, outcome, answer, pass }: RunFacts['results'][number]): HookRecord {
  const exited = outcome.kind === 'exited' ? outcome : undefined
  const note = outcome.kind === 'answered' || outcome.kind === 'failed' ? outcome.note : undefined
  return {
    id: hook.id,
    ...(hook.handler.type === 'pack' && { pack: `hookwright/${hook.handler.name}` }),
    class: classOf(answer),
    ms: round(outcome.ms),
    ...(exited?.code != null && !exited.isCodeUnknown && { exit: exited.code }),
    ...(exited?.signal !== undefined && { signal: exited.signal }),
    ...(pass !== undefined && { pass }),
    ...(exited?.leftovers !== undefined && { leftovers: exited.leftovers }),
    ...(note !== undefined && { note }),
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
