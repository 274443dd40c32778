/** Time has one door: `now` for timestamps, `elapsed` (monotonic milliseconds) for every duration. */
export type Clock = { now(): number; elapsed(): number }

export const systemClock: Clock = { now: () => Date.now(), elapsed }

/** The first use of `performance` loads a dozen modules of Node, about 3 % of a bare start; `hrtime` is there already. */
function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
