import { grants, isGrant, type Answered } from './aggregator.ts'
import { seesWhole } from './call-parts.ts'
import type { Answer } from './decision.ts'
import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import { notice, type Issue } from './issue.ts'
import { sameInput } from './rewrite.ts'

/** Returns the answer without rewrites that do not change the part. */
export function withoutEchoes(answer: Answer, part: Event): Answer {
  const input = part.tool?.input ?? {}
  const effects = answer.effects.filter(
    (effect) => effect.kind !== 'rewrite-input' || !sameInput(effect.input, input),
  )
  return effects.length === answer.effects.length ? answer : { ...answer, effects }
}

/**
 * Returns the answers without the yes of a hook that said it about some parts of a call only: the host would take it for
 * a yes to all of them. A no about one part is a no about the call.
 */
export function withoutPartialAllows<One extends Answered>(
  answered: readonly One[],
  event: Event,
): readonly One[] {
  const count = event.tool?.parts?.length ?? 0
  if (count < 2) return answered
  return answered.map((one) => {
    const { hook, answer } = one
    if (!grants(answer) || seesWhole(hook, event)) return one
    const allowed = answered.filter((other) => other.hook === hook && grants(other.answer))
    if (allowed.length === count) return one
    // Told once for each hook.
    const issues = allowed[0] === one ? [partialAllow(hook, allowed.length, count)] : []
    return { ...one, answer: withoutAllow(answer, issues) }
  })
}

function withoutAllow({ reason, ...answer }: Answer, issues: readonly Issue[]): Answer {
  const isAllow = answer.decision === 'allow'
  return {
    ...answer,
    ...(!isAllow && reason !== undefined && { reason }),
    decision: isAllow ? 'none' : answer.decision,
    effects: answer.effects.filter((effect) => !isGrant(effect)),
    issues: [...answer.issues, ...issues],
  }
}

function partialAllow({ id }: Hook, allowed: number, count: number): Issue {
  return notice(
    'allow.partial',
    { hook: id },
    `The allow of hook ${id} was not passed on: it was given for ${allowed} of the ${count} files of the call.`,
  )
}
