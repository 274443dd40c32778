import { SyntaxProblem } from '../problem.ts'

export type TokenKind =
  | 'version'
  | 'handle'
  | 'document-start'
  | 'document-end'
  | 'end'
  | 'block-sequence'
  | 'block-mapping'
  | 'block-end'
  | '['
  | ']'
  | '{'
  | '}'
  | ','
  | '-'
  | '?'
  | ':'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'plain'
  | 'quoted'

export type Token = {
  readonly kind: TokenKind
  readonly at: number
  /** Of a scalar, an anchor or an alias, and the suffix of a tag. */
  readonly value?: string
  /** Of a tag; absent: a verbatim one. */
  readonly handle?: string
}

/** A token that is a key if a ":" follows it. */
export type SimpleKey = {
  isPossible: boolean
  readonly isRequired: boolean
  readonly token: number
  readonly at: number
  readonly line: number
  readonly column: number
}

/** `closes`: a block collection ends with it; else it only says how far values must be indented. */
type Indent = { readonly before: number; readonly closes: boolean }

export type Scan = {
  readonly text: string
  at: number
  line: number
  lineStart: number
  indent: number
  readonly indents: Indent[]
  /** The brackets that are open, and where they stand. */
  readonly brackets: { readonly mark: '[' | '{'; readonly at: number }[]
  /** One per open bracket, and one for the block outside. */
  readonly keys: (SimpleKey | undefined)[]
  mayStartKey: boolean
  /** The last token is quoted or bracketed, so a ":" may follow it without space. */
  isAfterJson: boolean
  /** The last token is a plain scalar that a comment ended. */
  isAfterComment: boolean
  readonly tokens: Token[]
  /** How many tokens the parser has taken. */
  taken: number
  hasEnded: boolean
}

export function startScan(text: string): Scan {
  return {
    text,
    at: text.startsWith('\ufeff') ? 1 : 0,
    line: 0,
    lineStart: text.startsWith('\ufeff') ? 1 : 0,
    indent: -1,
    indents: [],
    brackets: [],
    keys: [undefined],
    mayStartKey: true,
    isAfterJson: false,
    isAfterComment: false,
    tokens: [],
    taken: 0,
    hasEnded: false,
  }
}

export const TAB = 0x09
export const LF = 0x0a
export const CR = 0x0d
export const SPACE = 0x20

/** NaN, which stands for the end, is none. */
export function isBreak(code: number): boolean {
  return code === LF || code === CR
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

/** The end of the text counts too. */
export function isSpaceOrEnd(code: number): boolean {
  return code === SPACE || code === LF || code === TAB || code === CR || Number.isNaN(code)
}

export function isBreakOrEnd(code: number): boolean {
  return code === LF || code === CR || Number.isNaN(code)
}

/** `,` `[` `]` `{` `}` */
export function isFlowMark(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d
}

export function columnOf(scan: Scan): number {
  return scan.at - scan.lineStart
}

export function isInFlow(scan: Scan): boolean {
  return scan.brackets.length > 0
}

/** Past one line end: LF, CR or both. */
export function skipBreak(scan: Scan): void {
  scan.at += scan.text.charCodeAt(scan.at) === CR && scan.text.charCodeAt(scan.at + 1) === LF ? 2 : 1
  scan.line += 1
  scan.lineStart = scan.at
}

export function skipBlanks(scan: Scan): void {
  while (isBlank(scan.text.charCodeAt(scan.at))) scan.at += 1
}

/** To the end of the line, which stays. */
export function skipLine(scan: Scan): void {
  while (!isBreakOrEnd(scan.text.charCodeAt(scan.at))) scan.at += 1
}

/** `---` or `...` at the start of a line, with nothing attached. */
export function isDocumentMark(scan: Scan): boolean {
  if (scan.at !== scan.lineStart) return false
  const { text, at } = scan
  if (!text.startsWith('---', at) && !text.startsWith('...', at)) return false
  return isSpaceOrEnd(text.charCodeAt(at + 3))
}

export function push(scan: Scan, token: Token): void {
  scan.tokens.push(token)
}

export function problem(message: string, at: number): SyntaxProblem {
  return new SyntaxProblem(message, at)
}
