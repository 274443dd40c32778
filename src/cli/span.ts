const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a time such as 30m, 1h or 2d; undefined when it is none, or longer than a year. */
export function parseSpan(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? []
  const length = Number(amount) * (UNITS[unit] ?? Number.NaN)
  return length > 0 && length <= 366 * 86_400_000 ? length : undefined
}
