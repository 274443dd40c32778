import { createHash } from 'node:crypto'
import { emptyVerdict, isDecision, isEffect, type EffectKind, type Verdict } from '../core/decision.ts'
import type { Claims } from '../ports/claims.ts'

/** One action that several calls may be about: bridges in the user's and the project's file, or two events of a host. */
export type SharedAction = {
  /**
   * Returns the verdict that another call about the same action has reached. Waits for one that is under way, unless
   * this call has no id. Undefined: this call decides, and says so with `keep` or `release`.
   */
  earlier(signal: AbortSignal): Promise<Verdict | undefined>
  /** Leaves the verdict for the other calls. */
  keep(verdict: Verdict): void
  /** Lets another call decide. */
  release(): void
}

/** What two calls must have in common to be about the same action and to mean the same by a verdict. */
export type ActionIdentity = {
  readonly host: string
  /** Canonical name of the event. */
  readonly event: string
  /** What the dialect's `actionOf` returned. */
  readonly action: string
  /** The host's own name of the event, and the id of the tool call; `none` when the event is not about one. */
  readonly call: { readonly native: string; readonly useId?: string | undefined }
  /** Everything that decides which hooks run and how, the hooks included: after an edit of a hook, a new try is decided by the new hook. */
  readonly settings: readonly unknown[]
}

/**
 * The calls of a host about one action follow each other closely; a later one may be a new try after a change, by a
 * model that gives all its calls the same id. Counted to the start of this call, which may have been slow since.
 */
const FRESH_MS = 2_000
const PAUSE_MS = 10

/** `runningMs`: how long this call has been running. */
export function shareAction(identity: ActionIdentity, claims: Claims, runningMs = 0): SharedAction {
  const { host, event, action, call, settings } = identity
  const name = createHash('sha256')
    .update(JSON.stringify([host, event, action, settings]))
    .digest('hex')
  return {
    async earlier(signal) {
      for (;;) {
        const found = readVerdict(claims.result(name, FRESH_MS + runningMs), call)
        if (found !== undefined) return found
        // Without an id, the call that is under way may be another action: waiting for it would only cost time.
        if (signal.aborted || call.useId === undefined || claims.take(name)) return undefined
        await pause(signal)
      }
    },
    keep: (verdict) => claims.settle(name, JSON.stringify({ call, ...repeatable(verdict) })),
    release: () => claims.settle(name),
  }
}

type Call = ActionIdentity['call']
type Kept = Pick<Verdict, 'decision' | 'reason' | 'effects'>

/**
 * Model and user get a text once. Whatever holds the action back or changes it goes to every caller, and so do effects
 * that the first event could not carry: the second may be able to.
 */
function repeatable(verdict: Verdict): Kept {
  const { reason, effects, answers, lost } = verdict
  const isLost = (what: string): boolean => lost.some((one) => one.what === what)
  const unsaid = answers.flatMap(({ answer }) => answer.effects).filter(({ kind }) => isLost(kind))
  const decision = isLost('deny') ? 'deny' : verdict.decision
  const reasons = answers.flatMap(({ answer }) => (answer.decision === decision ? (answer.reason ?? []) : []))
  const why = reason ?? (reasons.length > 0 ? reasons.join('\n') : undefined)
  return {
    decision,
    effects: [...effects.filter(({ kind }) => REPEATED[kind]), ...unsaid],
    ...(why !== undefined && { reason: why }),
  }
}

const REPEATED: Readonly<Partial<Record<EffectKind, true>>> = {
  'rewrite-input': true,
  'rewrite-output': true,
  'permission-result': true,
  'elicitation-reply': true,
  'keep-going': true,
  stop: true,
  retry: true,
  patch: true,
}

/** Undefined for what is not a verdict about this very action: this call then decides by itself. */
function readVerdict(text: string | undefined, call: Call): Verdict | undefined {
  if (text === undefined) return undefined
  const value = parse(text) as Partial<Record<keyof Kept | 'call', unknown>> | null
  if (value === null || typeof value !== 'object' || !isDecision(value.decision)) return undefined
  const { decision, reason, effects } = value
  if (!Array.isArray(effects) || !effects.every(isEffect) || !isSame(value.call, call)) return undefined
  return { ...emptyVerdict, decision, effects, ...(typeof reason === 'string' && { reason }) }
}

/** True for two events about one action. The same event twice counts only when both calls have the same id. */
function isSame(first: unknown, { native, useId }: Call): boolean {
  const { native: other, useId: otherId } = (first ?? {}) as Partial<Call>
  return typeof other === 'string' && (other !== native || (useId !== undefined && useId === otherId))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, PAUSE_MS)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
