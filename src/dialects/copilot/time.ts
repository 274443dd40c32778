/** A moment in ISO 8601, with or without a fraction of a second. Without a time zone it would be no moment. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** Returns Unix milliseconds for a moment in ISO 8601; anything else stays as it is. Finer fractions are cut off. */
export function toMilliseconds(timestamp: unknown): unknown {
  if (typeof timestamp !== 'string' || !MOMENT.test(timestamp)) return timestamp
  const at = Date.parse(timestamp)
  return Number.isNaN(at) ? timestamp : at
}

/** Returns ISO 8601 with milliseconds for a number of milliseconds or a moment; anything else stays as it is. */
export function toIso(timestamp: unknown): unknown {
  const at = toMilliseconds(timestamp)
  return typeof at === 'number' && Number.isFinite(new Date(at).getTime())
    ? new Date(at).toISOString()
    : timestamp
}
