/** An escape, a range of letters, or a letter. */
const PIECES =
  /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[pP]\{[^}]*\}|[pP]?.)|\(\?<[^>]*>|\[|\]|([A-Za-z])-([A-Za-z])|[A-Za-z]/gs

/** Returns a regular expression that matches ASCII letters in either case, for hosts that can ask for it in its text. */
export function foldCase(source: string): string {
  let isClass = false
  return source.replace(PIECES, (piece: string, from: string | undefined, to: string | undefined) => {
    if (piece === '[' || piece === ']') isClass = piece === '['
    if (piece.length > 1 && from === undefined) return piece
    if (from !== undefined && to !== undefined) return isClass ? bothRanges(from, to) : bothLetters(from, to)
    return /[A-Za-z]/.test(piece) ? both(piece, isClass) : piece
  })
}

function both(letter: string, isClass: boolean): string {
  const pair = `${letter.toLowerCase()}${letter.toUpperCase()}`
  return isClass ? pair : `[${pair}]`
}

/** Outside of a class a hyphen is a hyphen. */
function bothLetters(from: string, to: string): string {
  return `${both(from, false)}-${both(to, false)}`
}

function bothRanges(from: string, to: string): string {
  const lower = `${from.toLowerCase()}-${to.toLowerCase()}`
  return from.toLowerCase() <= to.toLowerCase() ? `${lower}${lower.toUpperCase()}` : `${from}-${to}`
}
