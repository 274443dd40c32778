import { bounded } from '../git/patterns/bounded.ts'

/** Milliseconds that one pattern may look at one text. */
const MATCH_MS = 1_000

const PATTERN = /^\/(.+)\/([dgimsuy]*)$/s

/** Why a text does not fit what was written in a case; undefined: it does. */
export function misfitOf(expected: string, text: string): string | undefined {
  const [, source, flags = ''] = PATTERN.exec(expected) ?? []
  if (source === undefined) return text.includes(expected) ? undefined : `text with ${quoted(expected)}`
  const regex = compile(source, flags.replace(/[gy]/g, ''))
  if (typeof regex === 'string') return `a pattern that is valid (${expected}: ${regex})`
  const found = bounded(() => regex.test(text), { timeoutMs: MATCH_MS })
  if (typeof found === 'string') return `a pattern that ends within ${MATCH_MS / 1_000} s (${expected})`
  return found.value ? undefined : `text that matches ${expected}`
}

/** True when the text is a pattern, which is searched for, and not compared. */
export function isPattern(expected: unknown): expected is string {
  return typeof expected === 'string' && PATTERN.test(expected)
}

function compile(source: string, flags: string): RegExp | string {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
