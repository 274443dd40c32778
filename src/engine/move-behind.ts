import { noAnswer, type Answer, type LateAnswer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { withWarnings } from '../core/failure.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import { isLong } from '../core/long-text.ts'
import type { Outcome } from '../core/outcome.ts'
import { distrustLate } from '../core/swapped.ts'
import type { HookSide } from '../dialects/dialect.ts'
import type { ExecuteContext } from './execute-context.ts'
import type { Leash } from './leash.ts'
import type { KeepText } from './long-texts.ts'

/** A step that is under way and goes on after its event. */
export type Moving = {
  readonly hook: Hook
  readonly side: HookSide
  readonly context: ExecuteContext
  readonly done: Promise<Outcome>
  readonly leash: Leash
  readonly free: () => void
  /** What its event is told about it. */
  readonly issues: readonly Issue[]
}

/** Hands a step to the registry of background hooks; its event goes on without it. */
export function adopt(
  mode: 'background' | 'rewake' | 'declared',
  { hook, side, context: { event, parts, report, runId }, done, leash, free, issues }: Moving,
): Outcome {
  parts.background.adopt({
    hook,
    event,
    runId,
    mode,
    done,
    free,
    cancel: () => leash.abort('host'),
    read: async (outcome) => {
      const late = await readLateAnswer(hook, side, { event, outcome, keep: parts.keepText })
      report?.finished(outcome, late.answer, 'late')
      return late
    },
  })
  return { kind: 'backgrounded', ms: 0, ...(issues.length > 0 && { warnings: issues }) }
}

/** What a hook has said that ended in the background, fit to be passed on. */
export async function readLateAnswer(
  hook: Hook,
  side: HookSide,
  { event, outcome, keep }: { readonly event: Event; readonly outcome: Outcome; readonly keep: KeepText },
): Promise<LateAnswer> {
  const late = outcome.swapped
    ? { answer: distrustLate(hook, outcome.swapped) }
    : readLate(hook, side, { event, outcome })
  return { ...late, answer: await shortened(withWarnings(late.answer, outcome), hook, { side, keep }) }
}

function readLate(
  hook: Hook,
  { asides }: HookSide,
  { event, outcome }: { event: Event; outcome: Outcome },
): LateAnswer {
  try {
    return asides?.decodeLate(hook, event, outcome) ?? { answer: noAnswer }
  } catch (error) {
    const problem = issue(
      'step.broke',
      { hook: hook.id },
      `Its late answer could not be read: ${String(error)}`,
    )
    return { answer: { ...noAnswer, failure: 'crash', issues: [problem] } }
  }
}

/** Returns the answer with no text longer than the hook's wire passes on. */
export async function shortened(
  answer: Answer,
  hook: Hook,
  { side: { textCaps: caps }, keep }: { readonly side: HookSide; readonly keep: KeepText },
): Promise<Answer> {
  if (caps === undefined || !answer.effects.some((effect) => isLong(effect, caps))) return answer
  const { shortenAnswer } = await import('./long-texts.ts')
  return shortenAnswer(answer, hook.id, { caps, keep })
}
