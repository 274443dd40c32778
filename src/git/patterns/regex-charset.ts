import type { RegexDialect } from './regex-reader.ts'

/*
 * Operators on sets stay apart until they are emitted. Classes of `v` mode have them, but Node 20 matches wrong text
 * with them: /(?:1(?![^\n]))+/v finds a match in "1#".
 */
export type CharSet =
  /** The inside of a class in `u` mode, without classes of its own. */
  | { readonly kind: 'members'; readonly body: string }
  | { readonly kind: 'not'; readonly set: CharSet }
  | { readonly kind: 'union'; readonly parts: readonly CharSet[] }
  /** In both, and in the left one only. */
  | { readonly kind: 'common' | 'rest'; readonly left: CharSet; readonly right: CharSet }

export function members(body: string): CharSet {
  return { kind: 'members', body }
}

export function notIn(set: CharSet): CharSet {
  return { kind: 'not', set }
}

/** Letters and digits as they are, everything else by number: nothing is left that could mean something. */

export function codePoint(point: number): string {
  const character = String.fromCodePoint(point)
  return /[0-9A-Za-z]/.test(character) ? character : `\\u{${point.toString(16)}}`
}

export function codeRange(from: number, to: number): string {
  return `${codePoint(from)}-${codePoint(to)}`
}

const RUST_WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}'

/** `\d`, `\w`, `\s`: Unicode on names of files, ASCII on bytes. */
const SHORTHANDS: Readonly<Record<RegexDialect, Readonly<Record<string, string>>>> = {
  path: { d: '\\p{Nd}', w: RUST_WORD, s: '\\p{White_Space}', h: '0-9A-Fa-f' },
  bytes: { d: '0-9', w: '0-9A-Za-z_', s: ' \\t\\n\\r\\f\\v' },
}

export function shorthand(letter: string, dialect: RegexDialect): CharSet | undefined {
  const body = SHORTHANDS[dialect][letter.toLowerCase()]
  if (body === undefined) return undefined
  return letter === letter.toLowerCase() ? members(body) : notIn(members(body))
}

export function wordSet(dialect: RegexDialect): string {
  return `[${SHORTHANDS[dialect]['w'] as string}]`
}

/** `[[:alpha:]]` and its like are ASCII in Rust. */
export const POSIX_SETS: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\0-\\x7f',
  blank: '\\t ',
  cntrl: '\\0-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
}

/** Rust reads names of properties without regard to case, spaces, `_` and `-`; JavaScript wants its own spelling. */
export function propertySet(name: string): string | undefined {
  const [key, value] = name.split(/[=:]/)
  const spellings = spellingsOf(value ?? (key as string))
  const prefixes = value === undefined ? ['', 'gc=', 'sc='] : prefixesOf(key as string)
  const candidates = prefixes.flatMap((prefix) => spellings.map((spelling) => `\\p{${prefix}${spelling}}`))
  return candidates.find(compiles)
}

function prefixesOf(key: string): readonly string[] {
  const loose = key.toLowerCase().replaceAll(/[\s_-]/g, '')
  const prefix = {
    gc: 'gc=',
    generalcategory: 'gc=',
    sc: 'sc=',
    script: 'sc=',
    scx: 'scx=',
    scriptextensions: 'scx=',
  }[loose]
  return prefix === undefined ? [] : [prefix]
}

function spellingsOf(name: string): readonly string[] {
  const words = name.trim().split(/[\s_-]+/)
  const titled = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
  return [name, titled.join('_'), titled.join(''), name.toUpperCase()]
}

function compiles(code: string): boolean {
  try {
    return new RegExp(code, 'u').source !== ''
  } catch {
    return false
  }
}
