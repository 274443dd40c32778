import { compileStars, type Wildcard } from '../wildcard.ts'

/** Characters that no program name in a text holds: with the first `g++` is a name, with the second `EXEC:rm` has one. */
const SEPARATORS = [/[\s"'`;|&(){}<>=,!$\\]+/, /[^\w./-]+/]

/** The beginning of `${X:-word}`, in which a word stands. */
const DEFAULT_VALUE = /\$\{\w*:?[-+=?]/g
const EXPANSION = /\{(?=[^{}]*\})[^{}]*,[^{}]*\}|\$\{[^{}]*\}|\$'[^']*'|\$\w+|\$[@*#?!-]|\[[^\][]*\]|\?/g
/** Taken only where no other expansion is left: the names in it would be lost with it. */
const SUBSTITUTION = /\$\([^()]*\)|`[^`]*`/g
const MAX_NESTED_EXPANSIONS = 8

/** Tells whether a text may name the program, as it stands, behind quotes and escapes, or with expansions in the name. */
export function namedIn(name: string): Wildcard {
  const isName = compileStars(name)
  const fits = (piece: string) =>
    isName(piece) ||
    (piece.includes('/') && isName(programName(piece))) ||
    (/^-\w{2}/.test(piece) &&
      [2, 3, 4].some((from) => isName(piece.slice(from)) || isName(programName(piece.slice(from)))))
  return (raw) => {
    const text = raw.replace(DEFAULT_VALUE, ' ')
    return (
      SEPARATORS.some((separator) => pieces(text, separator).some(fits)) ||
      (/["'\\$`*?[{]/.test(raw) &&
        [text, raw, decodeEscapes(text)].some((each) => isAssembled(each, name, fits)))
    )
  }
}

export function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Tests for one of `lasts` behind the first match of `first`; a regular expression with both takes quadratic time. */
export function inOrder(first: RegExp, lasts: readonly string[]): Pick<RegExp, 'test'> {
  return {
    test: (text) => {
      const from = text.search(first)
      return from !== -1 && lasts.some((last) => text.lastIndexOf(last) > from)
    },
  }
}

/** Each once: a long text repeats few of them. */
function pieces(text: string, separator: RegExp): readonly string[] {
  return [...new Set(text.split(separator))]
}

function isAssembled(text: string, name: string, fits: Wildcard): boolean {
  let rest = text
  for (let round = 0; round <= MAX_NESTED_EXPANSIONS; round++) {
    const unquoted = rest.replace(/\$?["']|\\\n?/g, '')
    if (pieces(unquoted, SEPARATORS[0] as RegExp).some((piece) => fits(piece) || isShapeOf(name, piece)))
      return true
    const shorter = withoutExpansions(rest)
    if (shorter === rest) return false
    rest = shorter
  }
  return false
}

function withoutExpansions(text: string): string {
  const shorter = text.replace(EXPANSION, '*')
  return shorter === text ? text.replace(SUBSTITUTION, '*') : shorter
}

/** `*` alone fits everything and says nothing. */
function isShapeOf(name: string, piece: string): boolean {
  const shape = programName(piece).replace(/^.*:/, '')
  return shape.includes('*') && /\w/.test(shape) && compileStars(shape.toLowerCase())(name.toLowerCase())
}

/** The escapes that `printf`, `echo -e` and most languages know. */
function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return ''
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|0?([0-7]{1,3})|[abefnrtv])/g,
    (_, hex, unicode, octal) => {
      const code = octal === undefined ? parseInt(hex ?? unicode ?? '20', 16) : parseInt(octal, 8)
      return String.fromCharCode(code)
    },
  )
}
