const HOURS = /^([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)$/

/** Whether the hours of the option `quiet` can be read. */
export function areHours(text: string): boolean {
  return text === '' || HOURS.test(text.trim())
}

/** Whether a moment lies within such hours, which may go over midnight. */
export function isQuiet(text: string, now: Date): boolean {
  const [whole, ...parts] = HOURS.exec(text.trim()) ?? []
  if (whole === undefined) return false
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number)
  const at = now.getHours() * 60 + now.getMinutes()
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return from <= to ? at >= from && at < to : at >= from || at < to
}
