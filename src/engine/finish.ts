import { announce, approvalIssues } from '../core/announce.ts'
import type { Verdict } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { fit, fitProgram } from '../core/fit.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Plan, Skip } from '../core/plan.ts'
import { escapeUnseen } from '../core/unseen.ts'
import type { Dialect, EventSpec } from '../dialects/dialect.ts'
import { eventSpec } from '../dialects/event-spec.ts'
import { canCarryLate, withLateAnswers } from '../late/carry.ts'
import { fitTexts } from './fit-texts.ts'
import type { ApprovalLook } from './approval-look.ts'
import type { DispatchOptions, EngineParts } from './parts.ts'
import type { Planning } from './planning.ts'
import type { Roster } from './roster.ts'
import type { Ran } from './run-plan.ts'
import type { StepResult } from './runner.ts'

export type Finishing = {
  readonly plan: Plan
  readonly stages: {
    readonly parts: EngineParts
    readonly planning: Pick<Planning, 'plan'>
    readonly settle: Roster['settle']
  }
  readonly options: DispatchOptions
  /** Undefined when the plan has no steps. */
  readonly ran: Ran | undefined
  /** What was found about approved hooks; undefined when there was nothing to look at. */
  readonly look?: ApprovalLook | undefined
}

export type Finished = { readonly verdict: Verdict; readonly results: readonly StepResult[] }

/**
 * Everything that changes a verdict after `decide`, in this order:
 *
 * 1. a second look: rules and guards see the input that will really be used;
 * 2. the cap: a turn that hooks kept from ending too often ends;
 * 3. issues of the run, of the event and of hooks that wait for approval;
 * 4. the fit: what the host can honour here; the rest is in `lost`;
 * 5. announcements to the user: hooks that failed or were skipped;
 * 6. late answers of background hooks, on events that show them to model and user;
 * 7. texts that are longer than the host takes.
 *
 * Mostly nothing has to be waited for, and then no promise is made.
 */
export function finish(decided: Verdict, finishing: Finishing): Finished | Promise<Finished> {
  const { ran } = finishing
  if (ran === undefined) return finishSeen({ verdict: decided, results: NONE }, finishing)
  if (!isRewritten(decided)) return finishSeen({ verdict: decided, results: ran.results }, finishing)
  const { planning } = finishing.stages
  return ran.stage
    .lookAgain(decided, { ...ran, plan: planning.plan })
    .then((seen) => finishSeen(seen, finishing))
}

const NONE: readonly never[] = Object.freeze([])

function isRewritten({ decision, effects }: Verdict): boolean {
  return decision !== 'deny' && effects.some((effect) => effect.kind === 'rewrite-input')
}

function finishSeen({ verdict, results }: Finished, finishing: Finishing): Finished | Promise<Finished> {
  const { parts } = finishing.stages
  const { event } = finishing.plan
  const host = parts.host(event.host)
  const spec = host && eventSpec(host, event)
  const seen = { host, spec }
  const capped = capStops(verdict, event, parts)
  const told = withIssues(capped, issuesOf(results, finishing, seen))
  const fitted = fitHost(told, finishing, seen)
  const whole = withLate(fitted, event, { spec, takeLate: parts.takeLate })
  const short = fitTexts(whole, host, parts.keepText)
  return short instanceof Promise
    ? short.then((shortened) => ({ verdict: shortened, results }))
    : { verdict: short, results }
}

function capStops(verdict: Verdict, event: Event, { stopCap, traits }: EngineParts): Verdict {
  return stopCap !== undefined && traits(event.name).endsTurn ? stopCap.apply(event, verdict) : verdict
}

type Host = { readonly host: Dialect | undefined; readonly spec: EventSpec | undefined }

function issuesOf(
  results: readonly StepResult[],
  { plan, stages, ran, look }: Finishing,
  { host, spec }: Host,
): readonly Issue[] {
  const { event, skipped } = plan
  const settled = ran === undefined ? NONE : stages.settle(event, results)
  const unknown = host !== undefined && spec === undefined ? [unknownEvent(event, host)] : NONE
  const approvals = skipped.length === 0 ? NONE : approvalIssues(skipped, stages.parts.review)
  return joined(
    joined(joined(ran?.issues ?? NONE, settled), joined(look?.issues ?? NONE, approvals)),
    joined(unknown, event.issues ?? NONE),
  )
}

/** Mostly nothing is to be told, and then nothing is made. */
function joined(first: readonly Issue[], second: readonly Issue[]): readonly Issue[] {
  if (second.length === 0) return first
  return first.length === 0 ? second : [...first, ...second]
}

/** A newer host may have more events; nothing in a config file can be about them yet. */
function unknownEvent({ name }: Event, { title }: Dialect): Issue {
  const problem = `"${escapeUnseen(name)}" is not an event of ${title} that this version knows, so no hook ran.`
  return warning('event.unknown', {}, problem)
}

function withIssues(verdict: Verdict, issues: readonly Issue[]): Verdict {
  return issues.length === 0 ? verdict : { ...verdict, issues: [...verdict.issues, ...issues] }
}

function fitHost(
  verdict: Verdict,
  { plan, stages: { parts }, options: { headless = false }, look }: Finishing,
  { host, spec }: Host,
): Verdict {
  const messages = look?.messages(unheard(plan)) ?? NONE
  look?.settle(host === undefined || spec?.effects.includes('message') === true)
  if (host === undefined) return fitProgram(verdict, { headless })
  if (spec === undefined) return verdict
  const { wire, rewriteCall } = host
  const honours = { ...spec, wire, ...(rewriteCall && { rewriteCall }) }
  const fitted = fit(verdict, honours, { headless, event: plan.event })
  const told = look?.isRemembered ? messages : undefined
  return announce(fitted, plan, { effects: spec.effects, review: parts.review, told })
}

/** What was left out, but for hooks that speak by their failure policy or by a question. */
function unheard({ skipped, steps }: Plan): readonly Skip[] {
  return skipped.length === 0
    ? NONE
    : skipped.filter((skip) => !steps.some(({ hook }) => hook.id === skip.hook.id))
}

/** Late answers wait until an event of their session can show them to the model and to the user. */
function withLate(
  verdict: Verdict,
  { sessionId }: Event,
  { spec, takeLate }: { readonly spec: EventSpec | undefined; readonly takeLate: EngineParts['takeLate'] },
): Verdict {
  if (takeLate === undefined || sessionId === undefined || !canCarryLate(spec?.effects ?? NONE))
    return verdict
  try {
    return withLateAnswers(verdict, takeLate(sessionId))
  } catch (error) {
    // The verdict was reached, and must not be lost to what comes after it.
    return withIssues(verdict, [unreadLate(error)])
  }
}

function unreadLate(error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error)
  return warning('late.unread', {}, `What background hooks have said could not be read: ${why}`)
}
