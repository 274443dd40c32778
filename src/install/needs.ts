import type { Hook } from '../core/hook.ts'
import type { BridgeSpec } from '../dialects/bridge-spec.ts'
import type { Dialect, EventSpec } from '../dialects/dialect.ts'

/** One native event for which the bridge is to be registered, and how long it may take. */
export type Registration = {
  readonly event: string
  readonly isGate: boolean
  /** `--event`, for payloads that do not name it. */
  readonly nameless: boolean
  /** For `--deadline`: we answer before the host loses its patience. */
  readonly deadlineSeconds: number
  readonly timeoutSeconds: number
}

/**
 * Canonical events that are registered whether or not a hook is on them: the guard of our own files looks at tool calls
 * and prompts, and what there is to tell is told at the start of a session.
 */
const ALWAYS: ReadonlySet<string> = new Set(['SessionStart', 'PreToolUse', 'UserPromptSubmit'])

/** Timeout of a hook that says none, so that adding one does not change what is registered. */
const USUAL_SECONDS = 60
/** Between our deadline and the host's. */
const MARGIN_SECONDS = 5

type Needing = {
  readonly dialect: Dialect
  readonly spec: BridgeSpec
  readonly hooks: readonly Hook[]
  /** `--all-events`. */
  readonly isAll: boolean
}

/** Returns the events that some hook needs on a host, and those that are always needed, in the order of the host's table. */
export function registrationsOf({ dialect, spec, hooks, isAll }: Needing): readonly Registration[] {
  return Object.entries(dialect.events)
    .filter(([native]) => spec.skips?.includes(native) !== true)
    .flatMap(([native, row]) => {
      const own = hooks.filter((hook) => needs(hook, { native, row, host: dialect.name }))
      const isWanted = own.length > 0 || isUsual(row) || (isAll && row.replaces !== true)
      return isWanted ? [registrationOf(native, row, { hooks: own, spec })] : []
    })
}

/** A hook that does the host's own work in its place must be there for a reason. */
function isUsual({ event, gate, replaces }: EventSpec): boolean {
  return ALWAYS.has(event) && (gate || event === 'SessionStart') && replaces !== true
}

type At = { readonly native: string; readonly row: EventSpec; readonly host: string }

function needs({ event, native: own, dialect, disabled }: Hook, { native, row, host }: At): boolean {
  if (disabled !== undefined || event !== row.event) return false
  return own === undefined || dialect !== host || own === native
}

/** Returns how one event is registered for these hooks. */
export function registrationOf(
  event: string,
  { gate, nameless }: EventSpec,
  { hooks, spec }: { readonly hooks: readonly Hook[]; readonly spec: BridgeSpec },
): Registration {
  const waited = hooks.filter(({ mode }) => mode === 'wait').map(({ timeoutMs }) => timeoutMs / 1_000)
  const longest = Math.ceil(Math.max(USUAL_SECONDS, ...waited))
  const most = spec.longestTimeout?.(event) ?? Infinity
  const timeoutSeconds = Math.min(longest + MARGIN_SECONDS, most)
  const margin = Math.min(MARGIN_SECONDS, Math.max(1, Math.floor(timeoutSeconds / 4)))
  return {
    event,
    isGate: gate,
    nameless: nameless === true,
    deadlineSeconds: timeoutSeconds - margin,
    timeoutSeconds,
  }
}
