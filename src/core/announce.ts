import type { Effect, EffectKind, Verdict } from './decision.ts'
import type { Plan } from './plan.ts'

/** Hooks that were to run and did not, as one line; undefined when there are none. `review` is the command that shows them. */
export function skippedLine({ event, skipped }: Plan, review: string): string | undefined {
  const refused = skipped.filter(({ because }) => because === 'untrusted' || because === 'changed')
  if (refused.length === 0) return undefined
  const ids = refused.map(({ hook, because, why }) =>
    because === 'changed' ? `${hook.id} (${why})` : hook.id,
  )
  const shown = ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
  const what = refused.length === 1 ? '1 project hook' : `${refused.length} project hooks`
  return `skipped ${what} of ${event.projectDir} not approved: ${shown}; review with \`${review}\``
}

/** Adds a message for the user about every failed hook, and at the start of a session about skipped ones. */
export function announce(
  verdict: Verdict,
  plan: Plan,
  { effects, review }: { readonly effects: readonly EffectKind[]; readonly review: string },
): Verdict {
  if (!effects.includes('message')) return verdict
  const failures = verdict.answers.flatMap(({ hook, answer }) =>
    answer.failure === undefined || answer.failure === 'cancelled'
      ? []
      : `hook ${hook} failed (${answer.failure}): ${answer.issues[0]?.message ?? 'no reason is known.'}`,
  )
  const skipped = plan.event.name === 'SessionStart' ? skippedLine(plan, review) : undefined
  // A guard may fail in the same way when it looks again.
  const texts = new Set(skipped === undefined ? failures : [...failures, skipped])
  if (texts.size === 0) return verdict
  const messages = [...texts].map((text): Effect => ({ kind: 'message', text: `hookwright: ${text}` }))
  return { ...verdict, effects: [...verdict.effects, ...messages] }
}
