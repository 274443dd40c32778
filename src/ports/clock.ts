/** Time has one door: `now` for timestamps, `elapsed` (monotonic milliseconds) for every duration. */
export type Clock = {
  now(): number
  elapsed(): number
  /** Milliseconds since this call began. For a process that serves one call: since the process began. */
  age(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed, age: () => process.uptime() * 1_000 }

/** The clock of one call of a process that serves many. `began`: what `elapsed` was then; it counts alike in all processes. */
export function clockSince(began: number): Clock {
  return { ...systemClock, age: () => elapsed() - began }
}

/** The first use of `performance` loads a dozen modules of Node, about 3 % of a bare start; `hrtime` is there already. */
function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
