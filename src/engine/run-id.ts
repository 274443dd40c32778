/** Short, sortable by time, and unlikely to meet its twin in one log. */
export function idAt(at: number): string {
  return `${at.toString(36)}${Math.floor(Math.random() * 46_656)
    .toString(36)
    .padStart(3, '0')}`
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Ids of one engine's runs: when and where they began, and a count. A number becomes a text only for every 36th, because
 * a run without hooks takes less than a microsecond.
 */
export function createRunIds(now: () => number): () => string {
  let first: string | undefined
  let begin = ''
  let count = 0
  return () => {
    if (first === undefined) return (first = idAt(now()))
    const digit = count % DIGITS.length
    if (digit === 0) begin = `${first}-${(count / DIGITS.length).toString(36)}`
    count += 1
    return begin + DIGITS.charAt(digit)
  }
}
