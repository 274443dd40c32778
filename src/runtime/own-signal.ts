import { follow } from '../core/follow-signal.ts'

/** A signal for one call. `drop` must be called when the call is over. */
export type OwnSignal = { readonly signal: AbortSignal; drop(): void }

/** Returns a signal that aborts with the caller's, or never when there is none. */
export function ownSignal(callers?: AbortSignal): OwnSignal {
  const own = new AbortController()
  const drop = callers === undefined ? () => {} : follow(callers, () => own.abort(callers.reason))
  return { signal: own.signal, drop }
}
