import type { Effect, Lost, Verdict } from './decision.ts'

/** True when the call will not happen, so that nothing may be said about its input. */
export function isRefused({ decision, effects }: Pick<Verdict, 'decision' | 'effects'>): boolean {
  return decision === 'deny' || effects.some(deniesPermission)
}

/**
 * Returns the verdict of a refused call without any rewrite of its input, and says in `lost` whose rewrites those were.
 * A host that read only the rewrite would run the call.
 */
export function withoutRewrites(verdict: Verdict): Verdict {
  const lost = lostRewrites(verdict)
  const effects = verdict.effects.some(isRewrite)
    ? verdict.effects.filter((effect) => !isRewrite(effect))
    : verdict.effects
  if (lost.length === 0 && effects === verdict.effects) return verdict
  return { ...verdict, effects, lost: [...verdict.lost, ...lost] }
}

/** A second look only decides, so its rewrites are not listed here. */
function lostRewrites({ answers, lost }: Verdict): readonly Lost[] {
  return answers
    .filter(({ answer, pass }) => pass === undefined && answer.effects.some(isRewrite))
    .filter(({ hook }) => !lost.some((one) => one.what === 'rewrite-input' && one.hook === hook))
    .map(({ hook }): Lost => ({ what: 'rewrite-input', why: 'a call that is refused has no input', hook }))
}

function deniesPermission(effect: Effect): boolean {
  return effect.kind === 'permission-result' && effect.behavior === 'deny'
}

function isRewrite({ kind }: Effect): boolean {
  return kind === 'rewrite-input'
}
