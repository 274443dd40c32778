type Follower = () => void

const followers = new WeakMap<AbortSignal, Set<Follower>>()

/**
 * Calls `follower` when the signal aborts, at once if it has; the returned function ends that. All followers of a signal
 * share one listener: Node takes more than ten on one signal for a leak, and remembers every result of `AbortSignal.any`
 * as long as the signal lives.
 */
export function follow(signal: AbortSignal, follower: Follower): () => void {
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
