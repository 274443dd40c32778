/** One signal for several, until it is dropped. */
export type JoinedSignal = { readonly signal: AbortSignal; drop(): void }

/**
 * Like `AbortSignal.any`, whose results Node 20 never forgets: a signal that outlives many runs would remember all of
 * them. With one signal nothing is made.
 */
export function joinSignals(...all: readonly (AbortSignal | undefined)[]): JoinedSignal {
  const signals = all.filter((signal) => signal !== undefined)
  const [first, second] = signals
  if (first !== undefined && second === undefined) return { signal: first, drop: () => {} }
  const controller = new AbortController()
  const drops = signals.map((signal) => follow(signal, () => controller.abort(signal.reason)))
  return { signal: controller.signal, drop: () => drops.forEach((drop) => drop()) }
}

type Follower = () => void

/** One listener for all followers: Node takes more than ten on the caller's signal for a leak. */
const followers = new WeakMap<AbortSignal, Set<Follower>>()

function follow(signal: AbortSignal, follower: Follower): () => void {
  if (signal.aborted) follower()
  const all = followers.get(signal) ?? gather(signal)
  all.add(follower)
  return () => {
    if (!all.delete(follower) || all.size > 0) return
    followers.delete(signal)
    signal.removeEventListener('abort', tellFollowers)
  }
}

function gather(signal: AbortSignal): Set<Follower> {
  const all = new Set<Follower>()
  followers.set(signal, all)
  signal.addEventListener('abort', tellFollowers)
  return all
}

function tellFollowers(this: AbortSignal): void {
  followers.get(this)?.forEach((tell) => tell())
}
