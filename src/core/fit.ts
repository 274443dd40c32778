import type { Decision, Effect, EffectKind, Lost, Verdict } from './decision.ts'
import type { Event } from './event.ts'
import { isRefused, withoutGrants } from './refused.ts'
import { sameInput } from './rewrite.ts'
import type { RewriteCall } from './rewritten.ts'

/** What a host can act on for one event. */
export type Honours = {
  readonly decisions: readonly Decision[]
  readonly effects: readonly EffectKind[]
  /** The wire whose native fields the host understands. */
  readonly wire: string
  /** The host waits to hear whether the action may happen. */
  readonly gate: boolean
  /** Absent: the host takes any input. */
  readonly rewriteCall?: RewriteCall
}

export type Fitting = {
  /** Nobody can answer a question. */
  readonly headless: boolean
  /** What would go on without any rewrite. */
  readonly event?: Pick<Event, 'tool' | 'prompt'> & Partial<Pick<Event, 'cwd'>>
}

/** The same verdict in terms the host can honour; what it cannot is said in `lost`, never dropped. */
export function fit(verdict: Verdict, honours: Honours, options: Fitting): Verdict {
  if (verdict.decision === 'none' && verdict.effects.length === 0) return verdict
  const decision = fitDecision(verdict.decision, honours, options)
  const can = (effect: Effect): boolean => whyLost(effect, honours, options) === undefined
  const effects = verdict.effects.filter(can)
  const fitted = {
    ...verdict,
    decision,
    effects,
    lost: [
      ...verdict.lost,
      ...lostDecision(verdict.decision, decision),
      ...lostEffects(verdict, honours, options),
    ],
  }
  const original = { effects: verdict.effects, honours, options }
  return settleGrants(refuseStopped(refuseOriginal(fitted, original), original))
}

/** The same for a program that can honour all of a verdict; only a question needs somebody who answers. */
export function fitProgram(verdict: Verdict, { headless }: { readonly headless: boolean }): Verdict {
  return settleGrants(headless ? refuseQuestions(verdict) : verdict)
}

/** A deferred call is asked about again when it is resumed, with its original input. */
function settleGrants(verdict: Verdict): Verdict {
  return isRefused(verdict) || verdict.decision === 'defer' ? withoutGrants(verdict) : verdict
}

type Original = {
  /** Before those were left out that the host has no place for. */
  readonly effects: readonly Effect[]
  readonly honours: Honours
  readonly options: Fitting
}

/** A hook that replaces what is to happen does not mean the original to happen. */
function refuseOriginal(fitted: Verdict, { effects, honours, options }: Original): Verdict {
  if (!honours.gate || !honours.decisions.includes('deny') || isRefused(fitted)) return fitted
  const lost = effects.find(
    (effect) => whyLost(effect, honours, options) !== undefined && replaces(effect, options.event),
  )
  if (lost === undefined) return fitted
  const losers = fitted.lost.flatMap(({ what, hook }) =>
    what === lost.kind && hook !== undefined ? hook : [],
  )
  const by = [...new Set(losers)]
  const what = lost.kind === 'patch' ? 'prompt' : 'input'
  const who = by.length === 0 ? 'A hook' : `${by.length === 1 ? 'Hook' : 'Hooks'} ${by.join(', ')}`
  const why = unmapped(lost, honours, options)
  const told = why === undefined ? ', and the host has no place for the change here.' : `: ${why}`
  const reason = `${who} changed the ${what}${told}`
  return { ...fitted, decision: 'deny', reason }
}

/** A hook that ends the turn at a prompt does not want the prompt to be sent; a host that can only deny gets a deny. */
function refuseStopped(fitted: Verdict, { effects, honours, options }: Original): Verdict {
  if (!honours.gate || !honours.decisions.includes('deny') || isRefused(fitted)) return fitted
  const stop = effects.find((effect) => effect.kind === 'stop')
  if (stop === undefined || honours.effects.includes('stop') || options.event?.prompt === undefined)
    return fitted
  return { ...fitted, decision: 'deny', reason: stop.reason ?? 'A hook ended the turn.' }
}

/** A new prompt beside a tool call replaces nothing. */
function replaces(effect: Effect, { tool, prompt }: Fitting['event'] = {}): boolean {
  if (effect.kind === 'rewrite-input') return !sameInput(tool?.input ?? {}, effect.input)
  return (
    effect.kind === 'patch' && effect.prompt !== undefined && tool === undefined && effect.prompt !== prompt
  )
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

/** Effects count once: the second look only decides, and what was lost before is said already. */
function lostEffects(verdict: Verdict, honours: Honours, options: Fitting): Lost[] {
  const first = verdict.answers.filter(({ pass }) => pass === undefined)
  return first.flatMap(({ hook, answer }) =>
    answer.effects
      .filter(({ kind }) => !verdict.lost.some((lost) => lost.what === kind && lost.hook === hook))
      .flatMap((effect): Lost | readonly [] => {
        const why = whyLost(effect, honours, options)
        return why === undefined ? [] : { what: effect.kind, why, hook }
      })
      .filter(isFirst),
  )
}

/** A hook that asks for the same thing twice has lost it once. */
function isFirst({ what, why }: Lost, index: number, all: readonly Lost[]): boolean {
  return all.findIndex((other) => other.what === what && other.why === why) === index
}

/** Undefined: the host can honour it. */
function whyLost(effect: Effect, honours: Honours, options: Fitting): string | undefined {
  if (effect.kind === 'native' && effect.wire !== honours.wire)
    return `only ${effect.wire} understands "${effect.field}"`
  if (!honours.effects.includes(effect.kind)) return 'the host has no place for it here'
  return unmapped(effect, honours, options)
}

/** Why the host's own arguments cannot express a rewrite; undefined when they can. */
function unmapped(effect: Effect, { rewriteCall }: Honours, { event }: Fitting): string | undefined {
  if (effect.kind !== 'rewrite-input' || event?.tool === undefined) return undefined
  const call = rewriteCall?.(event.tool, effect.input, event.cwd)
  return typeof call === 'string' ? call : undefined
}
