/** A compiled pattern; the test never throws and takes linear time. */
export type Wildcard = (text: string) => boolean

/** The `*` pattern of shell rules: a final ` *` or `:*` also matches the bare prefix, and nothing longer without a space. */
export function compileWildcard(pattern: string): Wildcard {
  const spaced = pattern.replace(/:\*$/, ' *')
  const whole = compileStars(spaced)
  if (!spaced.endsWith(' *')) return whole
  const bare = spaced.slice(0, -2)
  if (bare === '') return () => true
  const prefix = compileStars(bare)
  return (text) => prefix(text) || whole(text)
}

/** `*` stands for any characters, `\*` for a star; everything else is literal. */
export function compileStars(pattern: string): Wildcard {
  const [first = '', ...rest] = splitStars(pattern)
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (text.length < first.length + last.length) return false
    return (
      text.startsWith(first) &&
      text.endsWith(last) &&
      inOrder(rest, text, [first.length, text.length - last.length])
    )
  }
}

/** Taking each piece at its first place is enough: no backtracking can find a match this misses. */
function inOrder(pieces: readonly string[], text: string, [start, end]: readonly [number, number]): boolean {
  let from = start
  for (const piece of pieces) {
    const at = text.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return from <= end
}

function splitStars(pattern: string): string[] {
  return pattern.split(/(?<!\\)\*+/).map((piece) => piece.replaceAll('\\*', '*'))
}

const STAR = Symbol('*')
const MAX_STEPS = 200_000

/** True when a text exists that fits both patterns, and where it would take too long to say. */
export function overlaps(one: string, other: string): boolean {
  const [left, right] = [toSymbols(one), toSymbols(other)]
  if (left.length * right.length > MAX_STEPS) return true
  // Row by row: whether the first symbols of one and of the other have a text in common.
  const leadingStars = right.findIndex((symbol) => symbol !== STAR)
  let row = [true, ...right.map((_, at) => leadingStars === -1 || at < leadingStars)]
  for (const symbol of left) {
    const next = [symbol === STAR && row[0] === true]
    for (const [at, against] of right.entries()) {
      if (symbol === STAR || against === STAR) next.push(next[at] === true || row[at + 1] === true)
      else next.push(row[at] === true && symbol === against)
    }
    row = next
  }
  return row.at(-1) === true
}

function toSymbols(pattern: string): readonly (string | typeof STAR)[] {
  return splitStars(pattern).flatMap((piece, at) => (at === 0 ? piece.split('') : [STAR, ...piece.split('')]))
}
