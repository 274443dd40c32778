/** How a file is written: its line ends and its indentation. */
export type Layout = {
  readonly eol: string
  /** Of one level. */
  readonly unit: string
  /** Everything stands on one line, and so does what is added. */
  readonly isOneLine: boolean
  /** A space follows a comma and a colon. */
  readonly isSpaced: boolean
}

export function layoutOf(text: string): Layout {
  const isOneLine = !/[\r\n]/.test(text.trim()) && text.trim().length > 2
  return { eol: usualEol(text), unit: unitOf(text), isOneLine, isSpaced: !isOneLine || /[,:] /.test(text) }
}

/** The line end that most lines have. */
function usualEol(text: string): string {
  const windows = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  return windows > all - windows ? '\r\n' : '\n'
}

/** By the first line that is deeper than the line before, which opens something. */
function unitOf(text: string): string {
  const [, outer = '', inner = ''] = OPENING.exec(text) ?? []
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : '  '
}

const OPENING = /^\uFEFF?([ \t]*)(?:[^\s/#][^\r\n]*)?[{[:][ \t]*\r?\n([ \t]+)[^\s]/m

/** Offset of the first character of the line. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** White space at the start of the line. */
export function lineIndent(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? ''
}

/** White space before `at` on its line; undefined when something else stands there. */
export function ownIndent(text: string, at: number): string | undefined {
  const before = text.slice(lineStart(text, at), at)
  return /^[ \t]*$/.test(before) ? before : undefined
}

/** The line end at `at`, or before it; empty where there is none. */
export function eolAt(text: string, at: number): string {
  return /^\r?\n/.exec(text.slice(at, at + 2))?.[0] ?? ''
}

/** Offset of the line end before the line of `at`; undefined on the first line. */
export function eolBefore(text: string, at: number): number | undefined {
  const newline = lineStart(text, at) - 1
  if (newline < 0) return undefined
  return text[newline - 1] === '\r' ? newline - 1 : newline
}

/** Offset of the line end, or of the end of the text. */
export function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  if (newline < 0) return text.length
  return newline > at && text[newline - 1] === '\r' ? newline - 1 : newline
}
