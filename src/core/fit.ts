import type { Decision, Effect, EffectKind, Lost, Verdict } from './decision.ts'
import { isRefused, withoutGrants } from './refused.ts'

/** What a host can act on for one event. */
export type Honours = {
  readonly decisions: readonly Decision[]
  readonly effects: readonly EffectKind[]
  /** The wire whose native fields the host understands. */
  readonly wire: string
}

/** The same verdict in terms the host can honour; what it cannot is said in `lost`, never dropped. */
export function fit(verdict: Verdict, honours: Honours, options: { readonly headless: boolean }): Verdict {
  if (verdict.decision === 'none' && verdict.effects.length === 0) return verdict
  const decision = fitDecision(verdict.decision, honours, options)
  const effects = verdict.effects.filter((effect) => canHonour(effect, honours))
  const fitted = {
    ...verdict,
    decision,
    effects,
    lost: [...verdict.lost, ...lostDecision(verdict.decision, decision), ...lostEffects(verdict, honours)],
  }
  return settleGrants(fitted)
}

/** The same for a program that can honour all of a verdict; only a question needs somebody who answers. */
export function fitProgram(verdict: Verdict, { headless }: { readonly headless: boolean }): Verdict {
  return settleGrants(headless ? refuseQuestions(verdict) : verdict)
}

/** A deferred call is asked about again when it is resumed, with its original input. */
function settleGrants(verdict: Verdict): Verdict {
  return isRefused(verdict) || verdict.decision === 'defer' ? withoutGrants(verdict) : verdict
}

/** Nobody can answer a question, so it becomes a deny; everything else stays. */
export function refuseQuestions(verdict: Verdict): Verdict {
  if (verdict.decision !== 'ask') return verdict
  const lost = [...verdict.lost, ...lostDecision('ask', 'deny')]
  return withoutGrants({ ...verdict, decision: 'deny', lost })
}

/** The next stricter decision the host knows; with none left the host cannot be held back here. */
function fitDecision(
  wanted: Decision,
  { decisions }: Honours,
  { headless }: { headless: boolean },
): Decision {
  if (wanted === 'none' || wanted === 'deny') return decisions.includes(wanted) ? wanted : 'none'
  if (wanted === 'allow') return decisions.includes('allow') ? 'allow' : 'none'
  const ladder: Decision[] = wanted === 'defer' ? ['defer', 'ask', 'deny'] : ['ask', 'deny']
  const steps = headless ? ladder.filter((step) => step !== 'ask') : ladder
  return steps.find((step) => decisions.includes(step)) ?? 'none'
}

/** An allow that turns into none takes nothing from anybody: the host decides as it would have. */
function lostDecision(wanted: Decision, got: Decision): Lost[] {
  if (wanted === got || wanted === 'allow' || wanted === 'none') return []
  const why = got === 'none' ? 'the host does not wait for an answer here' : `the host gets ${got} instead`
  return [{ what: wanted, why }]
}

function canHonour(effect: Effect, { effects, wire }: Honours): boolean {
  return effects.includes(effect.kind) && (effect.kind !== 'native' || effect.wire === wire)
}

/** Effects count once: the second look only decides, and what was lost before is said already. */
function lostEffects(verdict: Verdict, honours: Honours): Lost[] {
  const first = verdict.answers.filter(({ pass }) => pass === undefined)
  return first.flatMap(({ hook, answer }) =>
    answer.effects
      .filter((effect) => !canHonour(effect, honours))
      .filter(({ kind }) => !verdict.lost.some((lost) => lost.what === kind && lost.hook === hook))
      .map((effect): Lost => ({ what: effect.kind, why: whyLost(effect), hook }))
      .filter(isFirst),
  )
}

/** A hook that asks for the same thing twice has lost it once. */
function isFirst({ what, why }: Lost, index: number, all: readonly Lost[]): boolean {
  return all.findIndex((other) => other.what === what && other.why === why) === index
}

function whyLost(effect: Effect): string {
  if (effect.kind === 'native') return `only ${effect.wire} understands "${effect.field}"`
  return 'the host has no place for it here'
}
