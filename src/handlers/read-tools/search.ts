import { createContext, Script } from 'node:vm'
import { BOUNDS, Refused } from './tool.ts'

/** The numbers of the lines that match, from 0; or `slow` when the time was up. */
export type Search = (text: string, timeoutMs: number) => readonly number[] | 'slow'

/**
 * A model's regular expression can take exponential time, and JavaScript cannot interrupt one. A script of
 * `node:vm` can be: its timeout ends it in the middle of a match. Only texts go in and only a text comes out.
 */
export function createSearch(pattern: string): Search {
  if (pattern.length > BOUNDS.patternCharacters) throw new Refused('The pattern is too long.')
  checkPattern(pattern)
  const sandbox = { pattern, text: '', most: BOUNDS.lineCharacters }
  const context = createContext(sandbox, { codeGeneration: { strings: false, wasm: false } })
  return (text, timeoutMs) => {
    sandbox.text = text
    try {
      const found: unknown = SCRIPT.runInContext(context, { timeout: Math.max(1, Math.ceil(timeoutMs)) })
      return JSON.parse(String(found)) as number[]
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'slow'
      // What is valid can still be too much, such as nested counts.
      throw new Refused('The pattern cannot be run.')
    }
  }
}

const SCRIPT = new Script(`{
  const regex = new RegExp(pattern)
  const found = []
  text.split('\\n').forEach((line, at) => { if (regex.test(line.slice(0, most))) found.push(at) })
  JSON.stringify(found)
}`)

function checkPattern(pattern: string): void {
  try {
    RegExp(pattern)
  } catch {
    throw new Refused(`"${pattern.slice(0, 100)}" is no valid regular expression of JavaScript.`)
  }
}
