import type { GlobToken } from './glob-parse.ts'
import { codePoint, codeRange } from './regex-charset.ts'

const FOLDERS = { start: '(?:/?|.*/)', end: '/.*', middle: '(?:/|/.*/)' } as const

/** The regex of a whole path, for the flags `s` and `u`. */
export function emitGlob(tokens: readonly GlobToken[]): string {
  const [only] = tokens
  if (tokens.length === 1 && only?.kind === 'folders' && only.place === 'start') return '.*'
  return emitTokens(tokens)
}

function emitTokens(tokens: readonly GlobToken[]): string {
  return tokens.map(emitToken).join('')
}

function emitToken(token: GlobToken): string {
  switch (token.kind) {
    case 'byte':
      return codePoint(token.byte)
    case 'any':
      return '.'
    case 'star':
      return '.*'
    case 'folders':
      return FOLDERS[token.place]
    case 'class':
      return `[${token.negated ? '^' : ''}${token.ranges.map(([from, to]) => codeRange(from, to)).join('')}]`
    case 'choice':
      return emitChoice(token.options)
  }
}

/** globset leaves empty options out: `{a,}b` is `ab` only. */
function emitChoice(options: readonly (readonly GlobToken[])[]): string {
  const codes = options.map(emitTokens).filter((code) => code !== '')
  return codes.length === 0 ? '' : `(?:${codes.join('|')})`
}
