import { shown, SyntaxProblem } from './problem.ts'

/** A value that was read: its end, and its text where it may be a key. */
export type Lexeme = { readonly end: number; readonly value?: string }

/** What sets JSON and its relatives apart. Readers throw `SyntaxProblem`. */
export type JsonRules = {
  /** The end of space and comments that start at `at`. */
  skip(text: string, at: number): number
  string(text: string, at: number): Lexeme
  /** A key that is no string; undefined where none stands. */
  bareKey?(text: string, at: number): Lexeme | undefined
  /** The end of a number; undefined where none stands. */
  number(text: string, at: number): number | undefined
  readonly quotes: string
  readonly trailingComma: boolean
  readonly emptyText: 'accepted' | 'refused'
  readonly afterValue: 'ignored' | 'refused'
  readonly maxDepth: number
}

type Frame = { readonly close: ']' | '}'; first?: string; keys?: Set<string> }

/** Reads a text without building anything; depth costs no stack. Throws `SyntaxProblem`. */
export function checkJson(text: string, rules: JsonRules): void {
  const open: Frame[] = []
  let at = rules.skip(text, 0)
  if (at === text.length && rules.emptyText === 'accepted') return
  for (let more = true; more;) {
    at = readValue()
    more = false
    while (open.length > 0 && !more) more = readAfterValue(open.at(-1) as Frame)
  }
  if (rules.afterValue === 'ignored') return
  at = rules.skip(text, at)
  if (at < text.length) throw unexpected('after the value')

  /** The end of a scalar, or of what stands before the next value. */
  function readValue(): number {
    for (;;) {
      const mark = text[at]
      if (mark !== '[' && mark !== '{') break
      openFrame(mark)
      if (closes(open.at(-1) as Frame)) return at
      if (mark === '{') readKey()
    }
    return readScalar()
  }

  function openFrame(mark: '[' | '{'): void {
    if (open.length === rules.maxDepth) {
      throw new SyntaxProblem(`values are nested more than ${rules.maxDepth} levels deep`, at)
    }
    open.push({ close: mark === '[' ? ']' : '}' })
    at = rules.skip(text, at + 1)
  }

  function closes(frame: Frame): boolean {
    if (text[at] !== frame.close) return false
    open.pop()
    at += 1
    return true
  }

  /** True when another value follows. */
  function readAfterValue(frame: Frame): boolean {
    at = rules.skip(text, at)
    if (closes(frame)) return false
    if (text[at] !== ',') throw unexpected(`where "," or "${frame.close}" is expected`)
    const comma = at
    at = rules.skip(text, at + 1)
    if (text[at] === frame.close) {
      if (!rules.trailingComma) throw new SyntaxProblem('trailing comma', comma)
      return !closes(frame)
    }
    if (frame.close === '}') readKey()
    return true
  }

  function readKey(): void {
    const start = at
    const key = isQuote(text[at]) ? rules.string(text, at) : rules.bareKey?.(text, at)
    if (key === undefined) throw unexpected('where a key is expected')
    remember(open.at(-1) as Frame, key.value ?? '', start)
    at = rules.skip(text, key.end)
    if (text[at] !== ':') throw unexpected('where ":" is expected')
    at = rules.skip(text, at + 1)
  }

  function readScalar(): number {
    if (isQuote(text[at])) return rules.string(text, at).end
    const number = rules.number(text, at)
    if (number !== undefined) return number
    const word = WORDS.find((each) => text.startsWith(each, at))
    if (word === undefined) throw unexpected('where a value is expected')
    return at + word.length
  }

  function isQuote(mark: string | undefined): boolean {
    return mark !== undefined && rules.quotes.includes(mark)
  }

  function unexpected(where: string): SyntaxProblem {
    return new SyntaxProblem(`unexpected ${shown(text, at)} ${where}`, at)
  }
}

const WORDS = ['true', 'false', 'null']

/** Most objects of a deep text have one key, and need no set. */
function remember(frame: Frame, key: string, at: number): void {
  if (frame.first === undefined) {
    frame.first = key
    return
  }
  frame.keys ??= new Set([frame.first])
  if (frame.keys.has(key)) throw new SyntaxProblem(`duplicate key ${JSON.stringify(key)}`, at)
  frame.keys.add(key)
}
