import type { Declaration } from '../../dialect.ts'
import { readObject } from './read-object.ts'

/** How long a hook may go on that declares itself async and does not say. */
const DEFAULT_MS = 15_000

/** A hook's first line of stdout, when it says that the hook goes on in the background. */
export function readDeclaration(line: string): Declaration | undefined {
  // Every output passes here while its hook runs, and hardly any is a declaration.
  const value = line.includes('"async"') ? readObject(line) : undefined
  if (value?.['async'] !== true) return undefined
  const { asyncTimeout: said } = value as { asyncTimeout?: unknown }
  const isUsable = typeof said === 'number' && Number.isFinite(said) && said > 0
  const decides = Object.hasOwn(value, 'decision') || Object.hasOwn(value, 'hookSpecificOutput')
  return { timeoutMs: isUsable ? said : DEFAULT_MS, ...(decides && { decides }) }
}

/** The answer of a hook that has declared itself async: the first further line that is an object without `async`. */
export function lateLine(stdout: string): string | undefined {
  return answerAmong(linesOf(stdout).slice(1))
}

/** The first of some lines that is an answer. */
export function answerAmong(lines: readonly string[]): string | undefined {
  const found = lines.find((line) => {
    const value = readObject(line)
    return value !== undefined && !Object.hasOwn(value, 'async')
  })
  return found?.trim()
}

/** Lines from the first that is not empty. */
export function linesOf(stdout: string): readonly string[] {
  return stdout
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\n')
}
