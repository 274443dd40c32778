import { readString, type Quoting } from './strings.ts'
import type { Token } from './token.ts'

/** Code taken apart. */
export type Tokens = {
  readonly tokens: readonly Token[]
  /** False: a string or comment has no end, so that what stands behind it may have been misread. */
  readonly isWhole: boolean
}

const NAME = /[A-Za-z_$@\u0080-\uffff][\w$\u0080-\uffff]*/y
const LISP_NAME = /[A-Za-z_$@][\w.:/!?*<>=+-]*/y
const NUMBER = /\d[\w.]*/y

/** Takes code apart in one pass. */
export function readTokens(code: string, quoting: Quoting): Tokens {
  const tokens: Token[] = []
  let at = 0
  while (at < code.length) {
    const char = code[at] as string
    if (/[ \t\r]/.test(char)) {
      at++
      continue
    }
    const comment = endOfComment(code, at, quoting)
    if (comment !== undefined) {
      if (comment > code.length) return { tokens, isWhole: false }
      at = comment
      continue
    }
    const string = readString(code, at, quoting, tokens.at(-1))
    if (string !== undefined) {
      tokens.push(string.token)
      if (!string.isWhole) return { tokens, isWhole: false }
      at = string.end
      continue
    }
    const token = readPlain(code, at, quoting)
    tokens.push(token)
    at += token.text.length
  }
  return { tokens, isWhole: true }
}

function endOfComment(code: string, at: number, { comment, blocks }: Quoting): number | undefined {
  if (blocks && code.startsWith('/*', at)) {
    const end = code.indexOf('*/', at + 2)
    return end === -1 ? code.length + 1 : end + 2
  }
  if (!comment.some((mark) => code.startsWith(mark, at)) || /[\w$]/.test(code[at - 1] ?? '')) return undefined
  const end = code.indexOf('\n', at)
  return end === -1 ? code.length : end
}

function readPlain(code: string, at: number, { isLisp }: Quoting): Token {
  for (const [kind, pattern] of [
    ['name', isLisp === true ? LISP_NAME : NAME],
    ['number', NUMBER],
  ] as const) {
    pattern.lastIndex = at
    const [text] = pattern.exec(code) ?? []
    if (text !== undefined) return { kind, text, known: true }
  }
  return { kind: 'mark', text: code[at] as string, known: true }
}
