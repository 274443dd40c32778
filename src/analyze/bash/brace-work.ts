/** Characters that the parser may look at for braces: a few milliseconds. */
const MOST = 1_000_000

/**
 * True when unbash 6.0.3 would take long over the braces of a text: for every `{` of a word it looks for the end of the
 * expansion, up to the end of the word. Code in here-documents has many braces too, which close soon; so the looks are
 * added up as the parser would make them, and where substitutions let it look on, the rest of the text is added.
 */
export function hasCostlyBraces(text: string): boolean {
  let work = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    work += lookFrom(text, at)
    if (work > MOST) return true
  }
  return false
}

const [OPEN, CLOSE, BACKSLASH, PAREN, DOLLAR] = ['{', '}', '\\', '(', '$'].map((char) => char.charCodeAt(0))
const ENDS = codesOf(' \t\n|&;')
const QUOTES = codesOf('\'"`')
/** Before `(`: a substitution, or a pattern such as `@(a|b)`. */
const OPENERS = codesOf('$<>@!?*+')

function codesOf(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)))
}

/** Characters that are looked at for the `{` at a place. */
function lookFrom(text: string, start: number): number {
  if (/[\s}]/.test(text[start + 1] ?? ' ')) return 1
  let depth = 1
  let at = start + 1
  for (; at < text.length && at - start < MOST; at++) {
    const code = text.charCodeAt(at)
    // Letters and digits say nothing.
    if (code > 63 && code < 91) continue
    if (code > 96 && code < 123) continue
    if (code === OPEN) depth += 1
    else if (code === CLOSE && --depth === 0) break
    else if (ENDS.has(code)) break
    else if (code === BACKSLASH) at += 1
    else if (QUOTES.has(code)) at = endOf(text, at + 1, text[at] ?? '')
    else if (code === PAREN && OPENERS.has(text.charCodeAt(at - 1))) return text.length - start
    else if (code === DOLLAR && text.charCodeAt(at + 1) === OPEN) at = endOf(text, at + 2, '}')
  }
  return at - start
}

function endOf(text: string, from: number, close: string): number {
  const end = text.indexOf(close, from)
  return end === -1 ? text.length : end
}
