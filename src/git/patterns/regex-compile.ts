import { Buffer } from 'node:buffer'
import type { PatternProblem } from './problem.ts'
import { emitRegex } from './regex-emit.ts'
import { parseRegex } from './regex-parse.ts'
import type { RegexDialect, RegexFlags } from './regex-reader.ts'
import { NO_FLAGS } from './regex-reader.ts'
import { settle } from './regex-settle.ts'

export type RegexOptions = Partial<RegexFlags> & { readonly dialect: RegexDialect }

const MAX_LENGTH = 65_536

/**
 * A regex of a git-hook config as one of JavaScript, or why it is none. Never throws.
 * JavaScript gives no way to bound the steps of a match: a pattern like `(a+)+$` can take time without end on a text
 * that was made for it. Such a pattern is its author's own, as it is in Python.
 */
export function compileRegex(text: string, { dialect, ...flags }: RegexOptions): RegExp | PatternProblem {
  if (text.length > MAX_LENGTH) {
    return {
      message: `The pattern is longer than ${MAX_LENGTH} characters.`,
      hint: 'Use a list of globs, or several hooks.',
    }
  }
  const parsed = parseRegex(text, dialect, { ...NO_FLAGS, ...flags })
  if ('message' in parsed) return parsed
  const settled = settle(parsed.tree, parsed.groups)
  if ('message' in settled) return settled
  const emitted = emitRegex(settled, dialect)
  return 'message' in emitted ? emitted : build(emitted.source, emitted.ignoreCase ? 'sui' : 'su')
}

/** For files as latin1: every byte of the pattern's UTF-8 is a character of its own, as in Python's `re` on bytes. */
export function compileBytesRegex(text: string, flags: Partial<RegexFlags>): RegExp | PatternProblem {
  const bytes = Buffer.from(text)
  const regex = compileRegex(bytes.toString('latin1'), { ...flags, dialect: 'bytes' })
  if (isRegex(regex) || regex.offset === undefined) return regex
  const message = /[^\0-\xff]/.test(regex.message)
    ? regex.message
    : Buffer.from(regex.message, 'latin1').toString()
  return { ...regex, message, offset: bytes.subarray(0, regex.offset).toString().length }
}

export function isRegex(value: RegExp | PatternProblem): value is RegExp {
  return value instanceof RegExp
}

/** The engine judges the size of a pattern when it first runs it, as bytecode and then as code. */
function build(source: string, flags: string): RegExp | PatternProblem {
  try {
    const regex = new RegExp(source, flags)
    regex.test('')
    regex.test('')
    return regex
  } catch {
    return {
      message: 'The pattern is too large for the regex engine.',
      hint: 'Use a list of globs, or several hooks.',
    }
  }
}
