import type { FailureClass } from './outcome.ts'
import type { Issue } from './issue.ts'

/** From weakest to strictest: the order is the precedence. */
export const DECISIONS = ['none', 'allow', 'ask', 'defer', 'deny'] as const
/**
 * What a hook or a verdict says about the action, from weakest to strictest: `none` leaves it to the host, `allow`
 * skips the host's own question, `ask` wants a person to decide, `defer` wants it answered later, `deny` forbids it.
 * The strictest of all hooks stands.
 */
export type Decision = (typeof DECISIONS)[number]

/** One thing that a hook asks for besides its decision. `kind` says which, and which other properties there are. */
export type Effect =
  | {
      /** Text for the model, added to its next request. */
      readonly kind: 'add-context'
      /** The text as the model gets it. */
      readonly text: string
    }
  | {
      /** Another input for the tool call. Lost when the verdict is `deny` or `defer`. */
      readonly kind: 'rewrite-input'
      /** The whole new input of the tool, by argument name. */
      readonly input: Readonly<Record<string, unknown>>
    }
  | {
      /** Another result of the tool, for the model to see in place of the real one. */
      readonly kind: 'rewrite-output'
      /** The whole new result. */
      readonly output: unknown
    }
  | {
      /** Text for the user; the model does not see it. */
      readonly kind: 'message'
      /** The text as the user gets it. */
      readonly text: string
    }
  | {
      /** Ends the turn, whatever the decision is: the model is not asked again. */
      readonly kind: 'stop'
      /** Why, for the user. Absent: the hook gave no reason. */
      readonly reason?: string
    }
  | {
      /** The turn that was about to end goes on with this text, as feedback and not as an error. */
      readonly kind: 'keep-going'
      /** What the model is told to do next. */
      readonly text: string
    }
  | {
      /** The model may try the denied tool call again (`PermissionDenied`). */
      readonly kind: 'retry'
    }
  | {
      /** Answers a permission request in place of the user (`PermissionRequest`). */
      readonly kind: 'permission-result'
      /** `allow` grants the request, `deny` refuses it. */
      readonly behavior: 'allow' | 'deny'
      /** Changes of permission rules to apply with an `allow`, in the form of the host. */
      readonly permissions?: readonly unknown[]
      /** Why it is refused, for the model. */
      readonly message?: string
      /** True: a refusal also ends the turn. Default: false. */
      readonly interrupt?: boolean
    }
  | {
      /** Answers a question of an MCP server in place of the user (`Elicitation`, `ElicitationResult`). */
      readonly kind: 'elicitation-reply'
      /** `accept` sends `content`, `decline` says no, `cancel` dismisses the question. */
      readonly action: 'accept' | 'decline' | 'cancel'
      /** The values of the form, by field; only with `accept`. */
      readonly content?: Readonly<Record<string, unknown>>
    }
  | {
      /** Files that are to be watched; a change of one fires `FileChanged`. */
      readonly kind: 'watch-paths'
      /** Absolute paths. They take the place of those that were asked for before. */
      readonly paths: readonly string[]
    }
  | {
      /** The first prompt of a session that was started without one (`SessionStart`). */
      readonly kind: 'initial-message'
      /** The prompt. */
      readonly text: string
    }
  | {
      /** Changes a run or a turn before it starts (events `run:…`). */
      readonly kind: 'patch'
      /** The prompt to use instead. Absent: unchanged. */
      readonly prompt?: string
      /** The model to use instead. Absent: unchanged. */
      readonly model?: string
      /** Attachments to add, in the form of the host. Absent: none. */
      readonly attachments?: readonly unknown[]
      /** Entries to merge into the metadata of the run. Absent: none. */
      readonly metadata?: Readonly<Record<string, unknown>>
    }
  | {
      /** Variables for the later commands of the session. */
      readonly kind: 'session-env'
      /** Values by name of the variable. */
      readonly variables: Readonly<Record<string, string>>
    }
  | {
      /** The worktree that a hook has made (`WorktreeCreate`). */
      readonly kind: 'worktree-path'
      /** Absolute path of the worktree. */
      readonly path: string
    }
  | {
      /** An output field that only hosts of one wire understand; lost on every other. */
      readonly kind: 'native'
      /** Name of that wire, as in `Hook.wire`. */
      readonly wire: string
      /** Name of the field in the output. */
      readonly field: string
      /** Its value, unchanged. */
      readonly value: unknown
    }

export type EffectKind = Effect['kind']

/** What one hook said: a decision, effects and problems. */
export type Answer = {
  /** What the hook says about the action; `none` when it has no opinion. */
  readonly decision: Decision
  /** Why, for the model or the user. Absent: the hook gave no reason. */
  readonly reason?: string
  /** What the hook asks for besides. Empty: nothing. */
  readonly effects: readonly Effect[]
  /** Problems with the hook or its output. Empty: there were none. */
  readonly issues: readonly Issue[]
  /** It said no where a no has no effect: nothing is blocked, and it did not succeed either. */
  readonly unheard?: true
  /** Set when the hook failed rather than answered; the decision is then its failure policy's. */
  readonly failure?: FailureClass
}

/** What the end of a background hook means: context and messages for the next turn, and what wakes the model at once. */
export type LateAnswer = {
  /** What the hook said at its end; its decision comes too late to act on. */
  readonly answer: Answer
  /** Text that the model is woken with at once. Absent: what was said waits for the next turn. */
  readonly wake?: string
}

/** Something that a hook asked for and that the host cannot do. */
export type Lost = {
  /** The decision or the kind of effect that has no effect here. */
  readonly what: Decision | EffectKind
  /** One sentence for a person. */
  readonly why: string
  /** Id of the hook that asked. Absent: the combination of all hooks did. */
  readonly hook?: string
}

/** The combined decision and effects for the event. */
export type Verdict = {
  /** The strictest decision of all hooks; `none` when none has an opinion. */
  readonly decision: Decision
  /** Why, taken from the hooks that decided. Absent: none gave a reason. */
  readonly reason?: string
  /** What is to be done besides, in configuration order. */
  readonly effects: readonly Effect[]
  /** In configuration order; those of the second look, after a rewrite, come last. */
  readonly answers: readonly {
    /** Id of the hook. */
    readonly hook: string
    /** What this hook said. */
    readonly answer: Answer
    /** Set when the hook looked a second time, at the input another hook had rewritten. */
    readonly pass?: 2
  }[]
  /** Problems of all hooks and of the payload, for people to read. */
  readonly issues: readonly Issue[]
  /** What was asked for and the host cannot honour. */
  readonly lost: readonly Lost[]
}

/** Bytes and exit code given back to the host. */
export type Reply = {
  /** What the host reads as the answer: mostly one JSON document, sometimes nothing. */
  readonly stdout: string
  /** What the host shows to a person, or takes as the reason where the exit code refuses. */
  readonly stderr: string
  /** The exit code of the hook that the host waits for. */
  readonly exitCode: number
}

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

/**
 * Returns the answer of a function hook that forbids the action: `return deny("no force pushes")`. The model or the
 * user gets `reason`.
 */
export function deny(reason?: string): Answer {
  return decided('deny', reason)
}

/** Returns the answer of a function hook that wants a person to decide. The person sees `reason`. */
export function ask(reason?: string): Answer {
  return decided('ask', reason)
}

/**
 * Returns the answer of a function hook that permits the action without the host's own question. A stricter answer
 * of another hook stands.
 */
export function allow(reason?: string): Answer {
  return decided('allow', reason)
}

/** Returns the answer of a function hook that adds `text` to what the model sees, and decides nothing. */
export function addContext(text: string): Answer {
  return { ...noAnswer, effects: [{ kind: 'add-context', text }] }
}

/**
 * Returns the answer of a function hook that gives the tool another input: the whole input, not only what changes.
 */
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
