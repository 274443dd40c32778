/** The middle and the slow end of a list of times, in milliseconds. */
export type Times = { readonly runs: number; readonly p50Ms: number; readonly p95Ms: number }

/** The value that so many percent of the values do not exceed (nearest rank); undefined for none. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
}

/** Undefined when nothing was measured. */
export function timesOf(values: readonly number[]): Times | undefined {
  const [p50, p95] = [percentile(values, 50), percentile(values, 95)]
  if (p50 === undefined || p95 === undefined) return undefined
  return { runs: values.length, p50Ms: tenth(p50), p95Ms: tenth(p95) }
}

/** Where the time of one hook goes, in milliseconds and in percent of all three. */
export type Parts = {
  readonly spawnMs: number
  readonly engineMs: number
  readonly hookMs: number
  readonly share: { readonly spawn: number; readonly engine: number; readonly hook: number }
}

type Measured = {
  /** Middle of the whole step. */
  readonly stepMs: number
  /** Middle of an empty program that is started the same way; 0 for what starts none. */
  readonly spawnMs: number
  /** Middle of what the engine adds to the event. */
  readonly engineMs: number
}

/** An empty program may by chance take longer than the hook: nothing is left for the hook then, and never less. */
export function partsOf({ stepMs, spawnMs, engineMs }: Measured): Parts {
  const spawn = Math.min(spawnMs, stepMs)
  const hook = stepMs - spawn
  const whole = stepMs + engineMs
  const of = (ms: number): number => (whole === 0 ? 0 : Math.round((ms / whole) * 100))
  return {
    spawnMs: tenth(spawn),
    engineMs: tenth(engineMs),
    hookMs: tenth(hook),
    share: { spawn: of(spawn), engine: of(engineMs), hook: of(hook) },
  }
}

export function tenth(ms: number): number {
  return Math.round(ms * 10) / 10
}
