import { follow } from './follow-signal.ts'

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
