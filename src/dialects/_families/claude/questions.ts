import type { Event } from '../../../core/event.ts'
import type { Question } from '../../../core/question.ts'
import { readObject } from './read-object.ts'
import { isObject } from './shape.ts'
import { clean, head } from './text.ts'

const SUMMARY_CHARACTERS = 120

/** A line of stdout, when it asks the user something. */
export function readQuestion(line: string): Question | undefined {
  const value = readObject(line)
  if (value === undefined) return undefined
  const { prompt: id, message, options } = value as QuestionWire
  if (typeof id !== 'string' || typeof message !== 'string' || !Array.isArray(options)) return undefined
  const read = options.map(readOption)
  return read.every((option) => option !== undefined) ? { id, message, options: read } : undefined
}

/** The line the hook reads. */
export function writeReply({ id }: Question, key: string): string {
  return JSON.stringify({ prompt_response: id, selected: key })
}

/** stdout without the requests that were answered; every copy of one goes, as the host compares texts. */
export function withoutQuestions(stdout: string, lines: readonly string[]): string {
  if (lines.length === 0) return stdout
  const asked = new Set(lines.map((line) => line.trim()))
  return stdout
    .split('\n')
    .filter((line) => !asked.has(line.trim()))
    .join('\n')
}

/** What the tool is about to do, on one line, for the person who is asked. */
export function summarise({ name, tool }: Event): string | undefined {
  if (tool === undefined || !SUMMARISED.has(name)) return undefined
  const field = TELLING.find((each) => typeof tool.input[each] === 'string' && tool.input[each] !== '')
  const text = field === undefined ? JSON.stringify(tool.input) : String(tool.input[field])
  return shorten(clean(text).replaceAll(/\s+/g, ' ').trim())
}

const SUMMARISED: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest'])

/** The field that says most about a call, the first that is there. */
const TELLING = ['command', 'file_path', 'notebook_path', 'url', 'pattern', 'query', 'skill', 'description']

type QuestionWire = { readonly prompt?: unknown; readonly message?: unknown; readonly options?: unknown }

function readOption(value: unknown): Question['options'][number] | undefined {
  if (!isObject(value)) return undefined
  const { key, label, description } = value
  if (typeof key !== 'string' || typeof label !== 'string') return undefined
  return { key, label, ...(typeof description === 'string' && { description }) }
}

function shorten(text: string): string {
  return text.length <= SUMMARY_CHARACTERS ? text : `${head(text, SUMMARY_CHARACTERS - 1)}…`
}
