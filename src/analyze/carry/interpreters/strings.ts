import { decodeEscapes } from '../flows/escapes.ts'
import type { Token } from './token.ts'

/** How a language writes strings and comments. */
export type Quoting = {
  /** Beginnings of comments that reach to the end of the line. */
  readonly comment: readonly string[]
  /** True: there are comments between `/*` and its counterpart. */
  readonly blocks: boolean
  /** Characters around strings. */
  readonly quotes: string
  /** Strings of these quotes have parts that are only known at run time where this fits. */
  readonly fills?: Readonly<Record<string, RegExp>>
  /** Text between back-ticks: a string, or a command that runs. */
  readonly ticks?: 'string' | 'command'
  /** True: three quotes begin a string of several lines, and letters in front of a string change its meaning. */
  readonly isPython?: true
  /** Names may hold dashes and other marks. */
  readonly isLisp?: true
  /** Words in front of a bracket that begin a string (`q`, `qq`, `%q`), or a command (`qx`, `%x`). */
  readonly bracketed?: RegExp
  /** True: `/` may begin a pattern. */
  readonly patterns?: true
  /** True: `[[` begins a string. */
  readonly long?: true
}

type Found = { readonly token: Token; readonly end: number; readonly isWhole: boolean }

/** Stands for a part that is only known at run time; a shell that reads the text takes it for such a part, too. */
const FILLED = '$VALUE'

/** Reads the string that begins here; undefined when none does. */
export function readString(
  code: string,
  at: number,
  quoting: Quoting,
  before: Token | undefined,
): Found | undefined {
  if (quoting.isPython) return readPython(code, at)
  if (quoting.bracketed !== undefined) {
    const found = readBracketed(code, at, quoting.bracketed)
    if (found !== undefined) return found
  }
  const char = code[at] as string
  if (quoting.long && code.startsWith('[[', at)) return until(code, at + 2, ']]', 'string')
  if (char === '`' && quoting.ticks !== undefined)
    return readQuoted(code, at, '`', quoting.ticks, quoting.fills?.['`'])
  if (quoting.quotes.includes(char)) return readQuoted(code, at, char, 'string', quoting.fills?.[char])
  return quoting.patterns && char === '/' && mayBeginPattern(before) ? skipPattern(code, at) : undefined
}

function readQuoted(
  code: string,
  at: number,
  quote: string,
  kind: 'string' | 'command',
  fills: RegExp | undefined,
): Found {
  let end = at + 1
  while (end < code.length && code[end] !== quote) end += code[end] === '\\' ? 2 : 1
  return stringFrom(code.slice(at + 1, end), end + 1, kind, end < code.length, fills)
}

function until(code: string, from: number, mark: string, kind: 'string' | 'command', fills?: RegExp): Found {
  const end = code.indexOf(mark, from)
  return stringFrom(
    code.slice(from, end === -1 ? code.length : end),
    end + mark.length,
    kind,
    end !== -1,
    fills,
  )
}

function stringFrom(
  raw: string,
  end: number,
  kind: 'string' | 'command',
  isWhole: boolean,
  fills: RegExp | undefined,
  isRaw = false,
): Found {
  const text = isRaw ? raw : decodeEscapes(raw)
  const filled = fills === undefined ? text : text.replace(fills, FILLED)
  return { token: { kind, text: filled, known: filled === text }, end, isWhole }
}

const PYTHON_STRING = /([rbuftRBUFT]{0,2})("""|'''|"|')/y
const PYTHON_FILL = /\{[^{}]*\}/g

function readPython(code: string, at: number): Found | undefined {
  if (/\w/.test(code[at - 1] ?? '') && /\w/.test(code[at] ?? '')) return undefined
  PYTHON_STRING.lastIndex = at
  const [written, prefix = '', quote = ''] = PYTHON_STRING.exec(code) ?? []
  if (written === undefined) return undefined
  let end = at + written.length
  while (end < code.length && !code.startsWith(quote, end)) end += code[end] === '\\' ? 2 : 1
  const raw = code.slice(at + written.length, end)
  return stringFrom(
    raw,
    end + quote.length,
    'string',
    end < code.length,
    /f/i.test(prefix) ? PYTHON_FILL : undefined,
    /r/i.test(prefix),
  )
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const DOLLAR = /[$@]\w+|[$#]\{[^{}]*\}/g

/** `qx{...}`, `%x(...)`, `q/.../`. */
function readBracketed(code: string, at: number, words: RegExp): Found | undefined {
  if (/[\w$@%]/.test(code[at - 1] ?? '')) return undefined
  words.lastIndex = at
  const [written, word = ''] = words.exec(code) ?? []
  if (written === undefined) return undefined
  const open = written.at(-1) as string
  const close = PAIRS[open] ?? open
  let depth = 1
  let end = at + written.length
  for (; end < code.length; end++) {
    if (code[end] === '\\') end++
    else if (code[end] === close && --depth === 0) break
    else if (code[end] === open && close !== open) depth++
  }
  const kind = word.endsWith('x') ? 'command' : 'string'
  return stringFrom(code.slice(at + written.length, end), end + 1, kind, end < code.length, DOLLAR)
}

/** A pattern stands where a value may begin; behind a value, `/` divides. */
function mayBeginPattern(before: Token | undefined): boolean {
  if (before === undefined) return true
  if (before.kind === 'mark') return !/[)\]}]/.test(before.text)
  return (
    before.kind === 'name' &&
    /^(?:return|typeof|case|if|unless|and|or|not|split|grep|map|when)$/.test(before.text)
  )
}

/** A pattern is a value without text. */
function skipPattern(code: string, at: number): Found | undefined {
  let end = at + 1
  let isClass = false
  for (; end < code.length && code[end] !== '\n'; end++) {
    if (code[end] === '\\') end++
    else if (code[end] === '[') isClass = true
    else if (code[end] === ']') isClass = false
    else if (code[end] === '/' && !isClass) break
  }
  if (code[end] !== '/') return undefined
  return { token: { kind: 'number', text: '//', known: true }, end: end + 1, isWhole: true }
}
