import { deny } from '../core/decision.ts'
import type { FunctionHandler, Hook, OnFailure } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import { parseMatcher } from '../core/matcher.ts'
import { CANONICAL, canonicalSpec, matcherRules } from '../dialects/canonical.ts'
import { ownEvent } from '../dialects/hookwright/events.ts'
import { limits } from '../engine/limits.ts'
import type { OnSuccess } from '../engine/roster.ts'
import { readAudience, type AudienceOptions } from './audience.ts'
import { refuseMisspelt, refuseOwnEvent } from './check-event.ts'
import type { SdkGroup, SdkHooks } from './hook-reply.ts'

/** Options of a function hook. `{}` runs it for every event of its name. */
export type FunctionHookOptions = AudienceOptions & {
  /** Which subjects the hook runs for: a name, several as `Edit|Write`, or a regular expression. Default: all. */
  readonly matcher?: string
  /**
   * Stable id of the hook in messages, progress and the log; must differ from that of every other. Default: made
   * from event and position.
   */
  readonly id?: string
  /** Milliseconds, above 0 and at most 86,400,000 (a day). Default 60,000; on `SessionEnd` its budget alone. */
  readonly timeoutMs?: number
  /** What a throw or a timeout becomes. Default: ignore. */
  readonly onFailure?: 'ignore' | 'ask' | 'deny'
  /** Removed after its first success. */
  readonly once?: boolean
  /** Called after a success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
  /** Shown while the hook runs. */
  readonly statusMessage?: string
}

/** Looks at the messages of the turn that ends; false keeps the model going with `message`. */
export type SessionCheck = (
  messages: readonly unknown[],
  options: {
    /** Aborts when the result is no longer wanted: on a timeout, or when the dispatch is cancelled. */
    readonly signal: AbortSignal
  },
) => boolean | Promise<boolean>

/** Options of a check of a conversation. */
export type SessionCheckOptions = AudienceOptions & {
  /** The session that is checked. */
  readonly sessionId: string
  /** For `SubagentStop`: kinds of subagents, as a name, several as `a|b`, or a regular expression. Default: all. */
  readonly matcher?: string
  /** Stable id of the check in messages, progress and the log. Default: made from event and position. */
  readonly id?: string
  /** Milliseconds, above 0 and at most 86,400,000 (a day). Default 5,000. */
  readonly timeoutMs?: number
  /** Called after a success: not after a no, an error or a cancel. */
  readonly onSuccess?: OnSuccess
  /** What the model is told when the check fails. */
  readonly message: string
}

const DEFAULT_TIMEOUT_MS = 60_000
const CHECK_TIMEOUT_MS = 5_000

type Named = FunctionHookOptions & { readonly id: string }

/** A wrong option is a mistake in the calling program, so it throws. */
export function functionHook(event: string, options: Named, run: FunctionHandler): Hook {
  const { once, statusMessage, onFailure = 'ignore' } = options
  return {
    ...plainHook(event, { ...options, named: run }, run),
    onFailure,
    ...readAudience(options),
    ...(once && { once }),
    ...(statusMessage !== undefined && { statusMessage }),
  }
}

/** Callbacks fail as the SDK's own do: a throw goes on, a timeout may block. */
export function sdkHooks(hooks: SdkHooks, id: (event: string) => string, toInput: ToInput): readonly Hook[] {
  const byEvent: [string, readonly SdkGroup[]][] = Object.entries(hooks)
  return byEvent.flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: callbacks, timeout, onFailure }) =>
      callbacks.map((callback): Hook => {
        const options = {
          id: id(event),
          named: callback,
          timeoutMs: timeout ? timeout * 1_000 : defaultTimeout(event, canonicalSpec(event).timeoutMs),
          ...(matcher !== undefined && { matcher }),
        }
        const run: FunctionHandler = (happened, { signal }) =>
          callback(toInput(happened), happened.tool?.useId, { signal })
        return {
          ...plainHook(event, options, run),
          dialect: CANONICAL.dialect,
          onFailure: sdkPolicy(onFailure),
        }
      }),
    ),
  )
}

export type ToInput = (event: Parameters<FunctionHandler>[0]) => Readonly<Record<string, unknown>>

function sdkPolicy(onFailure: 'continue' | 'block' | undefined): OnFailure {
  return onFailure === 'block' ? 'deny' : 'native'
}

export function checkHook(
  event: string,
  options: SessionCheckOptions & { readonly id: string },
  check: SessionCheck,
): Hook {
  const { message, timeoutMs = CHECK_TIMEOUT_MS } = options
  const run: FunctionHandler = async ({ messages }, { signal }) => {
    if (messages === undefined) throw new Error('the event carries no messages to check')
    return (await check(messages, { signal })) ? undefined : deny(message)
  }
  return { ...plainHook(event, { ...options, timeoutMs, named: check }, run), ...readAudience(options) }
}

/** `named`: the program's own function, which `run` may only wrap. */
function plainHook(
  event: string,
  hook: Pick<Named, 'id' | 'matcher' | 'timeoutMs'> & { readonly named: (...given: never) => unknown },
  run: FunctionHandler,
): Hook {
  const { named } = hook
  refuseMisspelt(event)
  if (hook.matcher !== undefined) refuseOwnEvent(event)
  const timeoutMs = checkTimeout(hook.id, hook.timeoutMs ?? defaultTimeout(event, DEFAULT_TIMEOUT_MS))
  const matcher = parseMatcher(hook.matcher, matcherRules(canonicalSpec(event)), {})
  if (isIssue(matcher)) throw new TypeError(matcher.message)
  const { subject } = ownEvent(event)
  return {
    id: hook.id,
    event,
    matcher,
    ...(subject !== undefined && { subject }),
    handler: { type: 'function', run, label: labelOf(named, hook.id) },
    dialect: 'hookwright',
    wire: CANONICAL.wire,
    source: { file: '', pointer: [], scope: 'session' },
    timeoutMs,
    onFailure: 'ignore',
    guard: false,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}

/** The bundle is minified, so a name of ours would say nothing. */
function labelOf({ name }: { readonly name: unknown }, id: string): string {
  return typeof name === 'string' && name !== '' ? `function ${name}` : id
}

/** Hooks that share a budget are ended by it, so that a default of their own must not come before. */
function defaultTimeout(event: string, usual: number): number {
  return canonicalSpec(event).budgetMs === undefined ? usual : limits.maxTimeoutMs
}

function checkTimeout(id: string, timeoutMs: number): number {
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= limits.maxTimeoutMs) return timeoutMs
  throw new TypeError(
    `The timeoutMs of hook "${id}" is ${String(timeoutMs)}; accepted: a number above 0, at most ${limits.maxTimeoutMs} (a day).`,
  )
}
