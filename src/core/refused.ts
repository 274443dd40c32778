import type { Effect, EffectKind, Lost, Verdict } from './decision.ts'

/** True when the call will not happen, so that nothing may be said about its input. */
export function isRefused({ decision, effects }: Pick<Verdict, 'decision' | 'effects'>): boolean {
  return decision === 'deny' || effects.some(deniesPermission)
}

/**
 * Returns the verdict of a refused call without any rewrite of its input and without any yes, and says in `lost` whose
 * those were. A host or program that read only such an effect would run the call.
 */
export function withoutGrants(verdict: Verdict): Verdict {
  // Mostly there is none, and every deny passes here twice.
  if (!verdict.effects.some(isGrant) && !verdict.answers.some(hasGrant)) return verdict
  const lost = lostGrants(verdict)
  const effects = verdict.effects.some(isGrant)
    ? verdict.effects.filter((effect) => !isGrant(effect))
    : verdict.effects
  if (lost.length === 0 && effects === verdict.effects) return verdict
  return { ...verdict, effects, lost: [...verdict.lost, ...lost] }
}

/** Effects that presuppose that the call happens, and why a refusal takes them. */
const GRANTS: Partial<Readonly<Record<EffectKind, string>>> = {
  'rewrite-input': 'a call that is refused has no input',
  'permission-result': 'a request that is refused grants nothing',
  'elicitation-reply': 'a request that is refused has no answer',
}

/** A hook that asks for the same thing twice has lost it once. A second look only decides, so its effects are not listed. */
function lostGrants({ answers, lost }: Verdict): readonly Lost[] {
  return answers
    .filter(({ pass }) => pass === undefined)
    .flatMap(({ hook, answer }) => {
      const kinds = new Set(answer.effects.filter(isGrant).map(({ kind }) => kind))
      return [...kinds].map((what): Lost => ({ what, why: GRANTS[what] ?? '', hook }))
    })
    .filter(({ what, hook }) => !lost.some((one) => one.what === what && one.hook === hook))
}

function hasGrant({ answer }: Verdict['answers'][number]): boolean {
  return answer.effects.some(isGrant)
}

function isGrant(effect: Effect): boolean {
  if (effect.kind === 'permission-result') return effect.behavior === 'allow'
  if (effect.kind === 'elicitation-reply') return effect.action === 'accept'
  return effect.kind === 'rewrite-input'
}

function deniesPermission(effect: Effect): boolean {
  return effect.kind === 'permission-result' && effect.behavior === 'deny'
}
