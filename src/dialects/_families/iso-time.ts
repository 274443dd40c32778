/** Returns a moment in ISO 8601 with milliseconds; undefined for a number that is not a moment. */
export function isoTime(milliseconds: number): string | undefined {
  const moment = new Date(milliseconds)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
