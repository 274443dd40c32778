import { localTime } from './local-time.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A time as a clock on the wall shows it, to the minute: `2026-11-18 14:05`. */
export function localMinute(at: number): string {
  const { day, time } = localTime(new Date(at).toISOString())
  return `${day} ${time.slice(0, 5)}`
}

/** How long until then, in the largest unit that is not far off: `in 90 minutes`, `in 2 days`. */
export function fromNow(at: number, now: number): string {
  const left = Math.max(0, at - now)
  const [unit, length] = UNITS.find(([, each]) => left >= 2 * each || left === each) ?? ['minute', 60_000]
  const count = Math.round(left / length)
  if (count === 0) return 'in less than a minute'
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`
}

/** `until 2026-11-18 14:05 (in 1 hour)`, or that only the person ends it. */
export function untilWords(until: number | undefined, now: number): string {
  return until === undefined ? 'until you enable it' : `until ${localMinute(until)} (${fromNow(until, now)})`
}
