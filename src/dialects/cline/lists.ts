import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { quoteWord } from '../../shells/argv.ts'

/**
 * Returns every command line of a call, from all keys that the tool may read: which of them it takes is not known, and a
 * guard must see what may run.
 */
function commandsOf({ commands, command, cmd }: JsonObject): readonly string[] {
  const listed = Array.isArray(commands) ? commands : [commands]
  return [...listed, command, cmd].flatMap((each) => lineOf(each) ?? [])
}

/**
 * Returns the commands of a call as one script, undefined when there are none: a condition looks at every command of a
 * script. A line that may go on in the next one is given to a shell by itself, because the host runs each on its own: a
 * quote that one leaves open does not reach the others.
 */
export function scriptOf(given: JsonObject): string | undefined {
  const lines = commandsOf(given)
  if (lines.length < 2) return lines[0]
  return lines.map((line) => (isOpen(line) ? `sh -c ${quoteWord(line)}` : line)).join('\n')
}

/** True also for lines that are complete but have more in them than words and whole quotes. */
function isOpen(line: string): boolean {
  return /['"`\\(){}]|<</.test(line.replaceAll(WHOLE, ''))
}

/** An escaped character, and quotes in which nothing is put in place of a text. */
const WHOLE = /\\[^]|'[^']*'|"(?:[^"\\`$]|\\[^]|\$(?![({]))*"/g

/** A text, or a program with its arguments. What is neither is shown as JSON, so that it does not look like nothing. */
function lineOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (!isObject(value) || typeof value['command'] !== 'string') return JSON.stringify(value)
  const { command, args } = value
  const words = Array.isArray(args) ? args.map(wordOf) : []
  return [command, ...words].join(' ')
}

/** Quoted only where it must be: guards look for texts such as `git push`. */
function wordOf(value: unknown): string {
  const word = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word)
}

/** Returns the texts of a list under any of these keys; its items are texts, or objects with the text under `inner`. */
export function listOf(given: JsonObject, keys: readonly string[], inner: string): readonly string[] {
  const items = keys.flatMap((key) =>
    Array.isArray(given[key]) ? (given[key] as readonly unknown[]) : [given[key]],
  )
  return items.flatMap((item) => {
    const text = isObject(item) ? item[inner] : item
    return typeof text === 'string' ? text : []
  })
}
