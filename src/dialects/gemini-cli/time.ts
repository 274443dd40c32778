/** Returns Unix milliseconds for a moment as the host writes it; anything else stays as it is. */
export function toMilliseconds(timestamp: unknown): unknown {
  if (typeof timestamp !== 'string') return timestamp
  const at = Date.parse(timestamp)
  return !Number.isNaN(at) && new Date(at).toISOString() === timestamp ? at : timestamp
}

/** Returns a number of milliseconds as the host writes a moment; anything else stays as it is. */
export function toIso(timestamp: unknown): unknown {
  const isMoment = typeof timestamp === 'number' && Number.isFinite(new Date(timestamp).getTime())
  return isMoment ? new Date(timestamp).toISOString() : timestamp
}
