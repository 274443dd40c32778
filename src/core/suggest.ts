/** The known name that `name` was probably meant to be. Upper and lower case count as equal. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  if (wanted.length > LONGEST) return undefined
  let best: { readonly name: string; readonly edits: number } | undefined
  for (const each of known) {
    const edits = distance(wanted, each.toLowerCase())
    if (edits < (best?.edits ?? Infinity)) best = { name: each, edits }
  }
  return best !== undefined && best.edits <= allowance(wanted.length) ? best.name : undefined
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

/** Edits between two words, where swapping two neighbours is one edit. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1))
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
