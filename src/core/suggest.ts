/** The known name that `name` was probably meant to be. Upper and lower case count as equal. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  if (wanted.length > LONGEST) return undefined
  let best: string | undefined
  let allowed = allowance(wanted.length)
  for (const each of known) {
    const edits = distance(wanted, each.toLowerCase(), allowed)
    if (edits > allowed) continue
    best = each
    allowed = edits - 1
  }
  return best
}

/** As a hint, ready to be shown. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = suggest(name, known)
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

/** No name of ours comes near; comparing is quadratic in the length. */
const LONGEST = 80

/** One slip in a short word, more in a long one. */
function allowance(length: number): number {
  return length <= 3 ? 1 : Math.max(2, Math.floor(length / 4))
}

/** Rows of one comparison, kept: a hostile file has a hundred thousand names to compare. */
const ROWS: readonly number[][] = [[], [], []]

/**
 * Edits between two words, where swapping two neighbours is one edit. Only what stays within `limit` is worked out; the
 * rest counts as one more.
 */
function distance(a: string, b: string, limit: number): number {
  const over = limit + 1
  if (Math.abs(a.length - b.length) > limit) return over
  let [before, row, next] = ROWS as [number[], number[], number[]]
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - limit), Math.min(b.length, i + limit)]
    let least = (next[from - 1] = from === 1 ? i : over)
    for (let j = from; j <= to; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let edits = at(row, j - 1) + (isSame ? 0 : 1)
      edits = Math.min(edits, at(next, j - 1) + 1, j === i + limit ? over : at(row, j) + 1)
      if (a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        edits = Math.min(edits, at(before, j - 2) + 1)
      next[j] = edits
      if (edits < least) least = edits
    }
    if (least > limit) return over
    ;[before, row, next] = [row, next, before]
  }
  return at(row, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
