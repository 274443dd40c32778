import {
  emptyVerdict,
  strictest,
  type Answer,
  type Decision,
  type Effect,
  type EffectKind,
  type Verdict,
} from './decision.ts'
import type { Event } from './event.ts'
import type { Hook } from './hook.ts'
import { notice, warning, type Issue } from './issue.ts'
import { isRefused, withoutGrants } from './refused.ts'
import { composeRewrites, sameInput, type Input, type Rewrite, type RewriteRule } from './rewrite.ts'

export type Answered = { readonly hook: Hook; readonly answer: Answer }

/** Answers heard so far. Merging only concatenates and takes the strictest, so it is associative. */
export type Stance = {
  readonly decision: Decision
  readonly reasons: readonly { readonly decision: Decision; readonly text: string }[]
  readonly effects: readonly Effect[]
  readonly rewrites: readonly Rewrite[]
  readonly issues: readonly Issue[]
}

export type DecideRules = {
  readonly event: Event
  /** Dialect of the calling host. */
  readonly host: string
  readonly rewriteRule: (dialect: string) => RewriteRule
  /** Whether a hook comes from inside the project. */
  readonly ofProject: (hook: Hook) => boolean
  /** Of which the hooks of a dialect have one voice: the last that speaks. */
  readonly lastOnly?: (dialect: string) => readonly Voice[]
}

/** A decision, or a kind of effect. */
export type Voice = 'decision' | EffectKind

export const noStance: Stance = { decision: 'none', reasons: [], effects: [], rewrites: [], issues: [] }

const NOTHING_REWRITTEN: ReturnType<typeof composeRewrites> = { issues: [] }

/** Combines answers, given in configuration order, into one verdict. */
export function decide(answered: readonly Answered[], rules: DecideRules): Verdict {
  const first = answered[0]
  if (first === undefined) return emptyVerdict
  const isAlone = answered.length === 1 || rules.lastOnly === undefined
  const heard = isAlone ? answered : keepLast(answered, rules.lastOnly)
  const stance =
    answered.length === 1
      ? stanceOf(first, rules)
      : forgiveFailures(heard)
          .map((one) => stanceOf(one, rules))
          .reduce(merge)
  const isRewritten = !isRefused(stance)
  const composed =
    isRewritten && stance.rewrites.length > 0
      ? composeRewrites(rules.event.tool?.input ?? {}, stance.rewrites)
      : NOTHING_REWRITTEN
  const reason = joinReasons(stance)
  const verdict: Verdict = {
    decision: stance.decision,
    ...(reason !== undefined && { reason }),
    effects:
      composed.input === undefined
        ? stance.effects
        : [...stance.effects, { kind: 'rewrite-input', input: composed.input }],
    answers: answered.map(({ hook, answer }) => ({ hook: hook.id, answer })),
    issues: composed.issues.length === 0 ? stance.issues : [...stance.issues, ...composed.issues],
    lost: [],
  }
  return isRewritten ? verdict : withoutGrants(verdict)
}

/**
 * Some hosts let a later hook overrule an earlier one instead of adding up. What one hook says about several parts of a
 * call adds up everywhere.
 */
function keepLast(
  answered: readonly Answered[],
  lastOnly: (dialect: string) => readonly Voice[],
): readonly Answered[] {
  return answered.map(({ hook, answer }, index) => {
    const later = answered
      .slice(index + 1)
      .filter((one) => one.hook.dialect === hook.dialect && one.hook !== hook)
    const lost = lastOnly(hook.dialect).filter((voice) => later.some((one) => speaks(one.answer, voice)))
    if (lost.length === 0) return { hook, answer }
    const { reason, ...rest } = answer
    const isOverruled = lost.includes('decision')
    return {
      hook,
      answer: {
        ...rest,
        ...(!isOverruled && reason !== undefined && { reason }),
        decision: isOverruled ? 'none' : answer.decision,
        effects: answer.effects.filter(({ kind }) => !lost.includes(kind)),
      },
    }
  })
}

function speaks({ decision, effects }: Answer, voice: Voice): boolean {
  return voice === 'decision' ? decision !== 'none' : effects.some(({ kind }) => kind === voice)
}

/** Where hooks do the host's work, one that has done it is enough: that another failed to is no veto. */
function forgiveFailures(answered: readonly Answered[]): readonly Answered[] {
  if (answered.length === 1 || !answered.some(hasMadeWorktree)) return answered
  return answered.map(({ hook, answer: { reason, ...rest } }) => {
    if (rest.failure === undefined)
      return { hook, answer: { ...rest, ...(reason !== undefined && { reason }) } }
    return { hook, answer: { ...rest, decision: 'none' } }
  })
}

function hasMadeWorktree({ answer }: Answered): boolean {
  return answer.decision !== 'deny' && answer.effects.some(({ kind }) => kind === 'worktree-path')
}

export function merge(a: Stance, b: Stance): Stance {
  return {
    decision: strictest(a.decision, b.decision),
    reasons: join(a.reasons, b.reasons),
    effects: join(a.effects, b.effects),
    rewrites: join(a.rewrites, b.rewrites),
    issues: join(a.issues, b.issues),
  }
}

export function stanceOf({ hook, answer }: Answered, rules: DecideRules): Stance {
  const withheld = withholdAllow(hook, answer, rules)
  const isGone = withheld !== undefined && answer.decision === 'allow'
  const decision = isGone ? 'none' : answer.decision
  const issues = withheld ? [...answer.issues, withheld] : answer.issues
  const reason = reasonOf(hook, answer)
  return {
    decision,
    reasons: reason === undefined || isGone ? noStance.reasons : [{ decision, text: reason }],
    effects:
      answer.effects.length === 0
        ? noStance.effects
        : answer.effects.filter(
            (effect) => effect.kind !== 'rewrite-input' && !(withheld && isGrant(effect)),
          ),
    rewrites: answer.effects.length === 0 ? noStance.rewrites : rewritesOf(hook, answer, rules),
    issues,
  }
}

/** The first pass, and the input it ended with. */
export type Rewritten = {
  readonly input: Input
  readonly answered: readonly Answered[]
  readonly rules: DecideRules
}

/**
 * A second look at the rewritten input by rules and guards: only their decisions count, since their
 * effects were heard in the first pass, and one more rewrite would leave nobody to look at it.
 */
export function decideAgain(first: Verdict, guards: Verdict, rewritten: Rewritten): Verdict {
  const heard = {
    ...first,
    answers: [...first.answers, ...guards.answers.map((one) => ({ ...one, pass: 2 as const }))],
    issues: join(first.issues, guards.issues),
  }
  if (
    guards.effects.some(
      (effect) => effect.kind === 'rewrite-input' && !sameInput(effect.input, rewritten.input),
    )
  ) {
    const problem = warning(
      'rewrite.second',
      {},
      'A guard rewrote the input again after another hook had rewritten it.',
    )
    const issues = [...heard.issues, problem]
    return withoutGrants({ ...heard, decision: 'deny', reason: problem.message, issues })
  }
  if (guards.decision === 'none') return keepAllow(heard, rewritten)
  const decision = strictest(first.decision, guards.decision)
  const reason = decision === guards.decision ? guards.reason : first.reason
  const verdict = { ...heard, decision, ...(reason !== undefined && { reason }) }
  return isRefused(verdict) ? withoutGrants(verdict) : verdict
}

/**
 * An allow was given for one input; with another it stands only when a hook allowed what it made itself. Hooks of the
 * host's own files mean what they mean to that host, which passes on both.
 */
function keepAllow(verdict: Verdict, { input, answered, rules }: Rewritten): Verdict {
  if (verdict.decision !== 'allow' || sameInput(rules.event.tool?.input ?? {}, input)) return verdict
  const allowed = answered.filter((one) => stanceOf(one, rules).decision === 'allow')
  if (allowed.some(({ hook, answer }) => hook.dialect === rules.host || hasMade(answer, input)))
    return verdict
  const { reason: _, ...rest } = verdict
  const dropped = dropAllow(
    allowed.map(({ hook }) => hook.id),
    answered.filter(({ answer }) => answer.effects.some(isRewrite)).map(({ hook }) => hook.id),
  )
  return {
    ...rest,
    decision: 'none',
    effects: verdict.effects.filter((effect) => !isGrant(effect)),
    issues: [...verdict.issues, dropped],
  }
}

function hasMade({ effects }: Answer, input: Input): boolean {
  return effects.some((effect) => effect.kind === 'rewrite-input' && sameInput(effect.input, input))
}

function dropAllow(allowed: readonly string[], rewrote: readonly string[]): Issue {
  const [hook = ''] = allowed
  return notice(
    'allow.dropped',
    { hook },
    `The allow of ${named(allowed)} was not passed on: it was given for the input before ${named(rewrote)} rewrote it.`,
    'Let the hook that rewrites allow what it makes, or mark the one that allows with `guard: true`.',
  )
}

function named(ids: readonly string[]): string {
  return `${ids.length === 1 ? 'hook' : 'hooks'} ${ids.join(', ')}`
}

/** A project cannot grant itself permission through another host's eyes; only the host's own dialect may. */
function withholdAllow(hook: Hook, answer: Answer, rules: DecideRules): Issue | undefined {
  if (hook.dialect === rules.host || !grants(answer)) return undefined
  if (!rules.ofProject(hook)) return undefined
  const { scope } = hook.source
  return notice(
    'allow.withheld',
    { hook: hook.id },
    `The allow of ${scope} hook ${hook.id} was not passed on: a project file cannot approve calls.`,
    'Move the hook to your user file to let it approve.',
  )
}

/** True for a yes in any form. */
export function grants({ decision, effects }: Answer): boolean {
  return decision === 'allow' || effects.some(isGrant)
}

export function isGrant(effect: Effect): boolean {
  return effect.kind === 'permission-result' && effect.behavior === 'allow'
}

function isRewrite({ kind }: Effect): boolean {
  return kind === 'rewrite-input'
}

function reasonOf(hook: Hook, answer: Answer): string | undefined {
  if (answer.reason !== undefined && answer.reason !== '') return answer.reason
  return answer.decision === 'deny' ? `Denied by hook ${hook.id}` : undefined
}

function rewritesOf(hook: Hook, answer: Answer, rules: DecideRules): readonly Rewrite[] {
  if (answer.decision === 'deny' || answer.decision === 'defer') return noStance.rewrites
  return answer.effects.flatMap((effect) =>
    effect.kind === 'rewrite-input'
      ? { hook: hook.id, input: effect.input, rule: rules.rewriteRule(hook.dialect) }
      : [],
  )
}

function joinReasons(stance: Stance): string | undefined {
  const [only, another] = stance.reasons
  if (only === undefined) return undefined
  if (another === undefined) return only.decision === stance.decision ? only.text : undefined
  const texts = stance.reasons
    .filter((reason) => reason.decision === stance.decision)
    .map((reason) => reason.text)
  return texts.length === 0 ? undefined : [...new Set(texts)].join('\n')
}

function join<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0) return b
  return b.length === 0 ? a : [...a, ...b]
}
