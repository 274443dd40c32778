/** A signal for one call. `drop` must be called when the call is over. */
export type OwnSignal = { readonly signal: AbortSignal; drop(): void }

/**
 * Calls that follow one signal of a caller. They share a listener: Node warns of more than ten on one signal, and
 * `AbortSignal.any` keeps a little memory for every call as long as the caller's signal lives.
 */
type Followers = { readonly calls: Set<AbortController>; readonly onAbort: () => void }

const followed = new WeakMap<AbortSignal, Followers>()

/** Returns a signal that aborts with the caller's, or never when there is none. */
export function ownSignal(callers?: AbortSignal): OwnSignal {
  const own = new AbortController()
  if (callers === undefined) return { signal: own.signal, drop: () => {} }
  if (callers.aborted) own.abort(callers.reason)
  const { calls, onAbort } = followed.get(callers) ?? follow(callers)
  calls.add(own)
  return {
    signal: own.signal,
    drop() {
      calls.delete(own)
      if (calls.size > 0 || followed.get(callers)?.calls !== calls) return
      followed.delete(callers)
      callers.removeEventListener('abort', onAbort)
    },
  }
}

function follow(callers: AbortSignal): Followers {
  const calls = new Set<AbortController>()
  const onAbort = (): void => calls.forEach((call) => call.abort(callers.reason))
  callers.addEventListener('abort', onAbort)
  const followers = { calls, onAbort }
  followed.set(callers, followers)
  return followers
}
