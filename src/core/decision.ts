import type { FailureClass } from './outcome.ts'
import type { Issue } from './issue.ts'

/** From weakest to strictest: the order is the precedence. */
export const DECISIONS = ['none', 'allow', 'ask', 'defer', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

export type Effect =
  | { readonly kind: 'add-context'; readonly text: string }
  | { readonly kind: 'rewrite-input'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'rewrite-output'; readonly output: unknown }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'stop'; readonly reason?: string }
  | { readonly kind: 'keep-going'; readonly text: string }
  | { readonly kind: 'retry' }
  | {
      readonly kind: 'permission-result'
      readonly behavior: 'allow' | 'deny'
      readonly permissions?: readonly unknown[]
      readonly message?: string
      readonly interrupt?: boolean
    }
  | {
      readonly kind: 'elicitation-reply'
      readonly action: 'accept' | 'decline' | 'cancel'
      readonly content?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'watch-paths'; readonly paths: readonly string[] }
  | { readonly kind: 'initial-message'; readonly text: string }
  | {
      readonly kind: 'patch'
      readonly prompt?: string
      readonly model?: string
      readonly attachments?: readonly unknown[]
      readonly metadata?: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'session-env'; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'worktree-path'; readonly path: string }
  /** An output field that only hosts of one wire understand; lost on every other. */
  | { readonly kind: 'native'; readonly wire: string; readonly field: string; readonly value: unknown }

export type EffectKind = Effect['kind']

/** What one outcome means. */
export type Answer = {
  readonly decision: Decision
  readonly reason?: string
  readonly effects: readonly Effect[]
  readonly issues: readonly Issue[]
  /** It said no where a no has no effect: nothing is blocked, and it did not succeed either. */
  readonly unheard?: true
  /** Set when the hook failed rather than answered; the decision is then its failure policy's. */
  readonly failure?: FailureClass
}

/** What the end of a background hook means: context and messages for the next turn, and what wakes the model at once. */
export type LateAnswer = { readonly answer: Answer; readonly wake?: string }

export type Lost = { readonly what: Decision | EffectKind; readonly why: string; readonly hook?: string }

/** The combined decision and effects for the event. */
export type Verdict = {
  readonly decision: Decision
  readonly reason?: string
  readonly effects: readonly Effect[]
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly answers: readonly { readonly hook: string; readonly answer: Answer; readonly pass?: 2 }[]
  readonly issues: readonly Issue[]
  /** What was asked for and the host cannot honour. */
  readonly lost: readonly Lost[]
}

/** Bytes and exit code given back to the host. */
export type Reply = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }

const RANK: Readonly<Record<Decision, number>> = { none: 0, allow: 1, ask: 2, defer: 3, deny: 4 }

export function strictest(a: Decision, b: Decision): Decision {
  return RANK[a] >= RANK[b] ? a : b
}

const NOTHING: readonly never[] = Object.freeze([])

export const noAnswer: Answer = Object.freeze({ decision: 'none', effects: NOTHING, issues: NOTHING })

export const emptyVerdict: Verdict = Object.freeze({
  decision: 'none',
  effects: NOTHING,
  answers: NOTHING,
  issues: NOTHING,
  lost: NOTHING,
})

/** Constructors for function hooks: `return deny('no force pushes')`. */
export function deny(reason?: string): Answer {
  return decided('deny', reason)
}

export function ask(reason?: string): Answer {
  return decided('ask', reason)
}

export function allow(reason?: string): Answer {
  return decided('allow', reason)
}

export function addContext(text: string): Answer {
  return { ...noAnswer, effects: [{ kind: 'add-context', text }] }
}

export function rewriteInput(input: Readonly<Record<string, unknown>>): Answer {
  return { ...noAnswer, effects: [{ kind: 'rewrite-input', input }] }
}

export function isDecision(value: unknown): value is Decision {
  return DECISIONS.includes(value as Decision)
}

const EFFECT_KINDS: Readonly<Record<EffectKind, true>> = {
  'add-context': true,
  'rewrite-input': true,
  'rewrite-output': true,
  message: true,
  stop: true,
  'keep-going': true,
  retry: true,
  'permission-result': true,
  'elicitation-reply': true,
  'watch-paths': true,
  'initial-message': true,
  patch: true,
  'session-env': true,
  'worktree-path': true,
  native: true,
}

/** By its kind; of the rest only what we look into ourselves. */
export function isEffect(value: unknown): value is Effect {
  if (!isObject(value)) return false
  const { kind, input } = value
  if (typeof kind !== 'string' || !Object.hasOwn(EFFECT_KINDS, kind)) return false
  return kind !== 'rewrite-input' || isObject(input)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function decided(decision: Decision, reason: string | undefined): Answer {
  return reason === undefined ? { ...noAnswer, decision } : { ...noAnswer, decision, reason }
}
