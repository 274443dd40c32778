/** Time has one door: `now` for timestamps, `elapsed` (monotonic milliseconds) for every duration. */
export type Clock = { now(): number; elapsed(): number }

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
