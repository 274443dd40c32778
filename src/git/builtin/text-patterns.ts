import { issue, type Issue } from '../../core/issue.ts'
import { compileRegex, isRegex } from '../patterns/regex-compile.ts'
import { isPlainPath } from '../contracts/paths.ts'

export type Match = { readonly start: number; readonly text: string }

/** Patterns to look for in text in which a byte that is no UTF-8 is half a surrogate pair, as in names of files. */
export type TextPatterns = {
  test(text: string): boolean
  /** The first match of any; of two that start together, that of the earlier pattern. */
  find(text: string): Match | undefined
}

export type PatternFlags = { readonly ignoreCase: boolean; readonly multiline: boolean }

export function compileTextPatterns(
  hook: string,
  patterns: readonly string[],
  { ignoreCase, multiline }: PatternFlags,
): TextPatterns | Issue {
  const regexes: RegExp[] = []
  for (const pattern of patterns) {
    const regex = compileRegex(pattern, { dialect: 'path', ignoreCase, multiline, dotAll: multiline })
    if (!isRegex(regex)) {
      const message = `The pattern "${pattern}" of hook "${hook}" is no regular expression: ${regex.message}`
      return issue('git.builtin.pattern', { hook }, message, regex.hint)
    }
    regexes.push(regex)
  }
  return searchFor(regexes)
}

function searchFor(plain: readonly RegExp[]): TextPatterns {
  let careful: readonly RegExp[] | undefined
  const regexesFor = (text: string): readonly RegExp[] => {
    if (isPlainPath(text)) return plain
    careful ??= plain.map(withoutStrayBytes)
    return careful
  }
  return {
    test: (text) => regexesFor(text).some((regex) => regex.test(text)),
    find(text) {
      let first: Match | undefined
      for (const regex of regexesFor(text)) {
        const match = regex.exec(text)
        if (match && (!first || match.index < first.start)) first = { start: match.index, text: match[0] }
      }
      return first
    },
  }
}

const NOT_STRAY = String.raw`(?![\uDC80-\uDCFF])`
/** What an expression is made of: an escape, the start of a look-around or group, or one character. */
const TOKEN = /\\(?:[upP]\{[^}]*\}|.)|\(\?(?:<?[=!]|:)|[^]/gu

/** The same, but no set of characters takes a stray byte; what anchors look at stays as it is. */
function withoutStrayBytes(regex: RegExp): RegExp {
  let source = ''
  let depth = 0
  const groups: boolean[] = []
  for (const [token] of regex.source.matchAll(TOKEN)) {
    const isLook = groups.includes(true)
    if (depth === 0 && token.startsWith('(')) groups.push(/[=!]$/.test(token))
    if (depth === 0 && token === ')') groups.pop()
    if (depth === 0 && !isLook && (token === '[' || token === '.')) source += `(?:${NOT_STRAY}`
    source += token
    if (token === '[') depth += 1
    if (token === ']') depth -= 1
    if (depth === 0 && !isLook && (token === ']' || token === '.')) source += ')'
  }
  return new RegExp(source, regex.flags)
}
