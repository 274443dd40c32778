import { bounded, cutText, isObject, type Budget, type Part } from './bounded-copy.ts'
import { describeParts } from './message-part.ts'
import { unreadKeys } from './unread-keys.ts'

/** Characters of one message, so that a long one leaves room for the others. */
const MAX_CHARACTERS = 20_000

/**
 * One message as a line of JSON with its number. Programs and hosts have many shapes of messages, and whoever wrote one
 * may be hostile: nothing in it can end the line or look like another message, and no shape makes this throw.
 */
export function messageLine(message: unknown, n: number): string {
  return JSON.stringify({ n, ...readable(message) })
}

/** Returns the line when it is a message of a transcript, undefined when it is something else. */
export function transcriptMessage(line: unknown): unknown {
  if (!isObject(line)) return undefined
  const body = bodyOf(line)
  return KNOWN_ROLES.has(roleOf(line, body)) && contentOf(line, body) !== undefined ? line : undefined
}

const KNOWN_ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'developer'])

function readable(message: unknown): Part {
  try {
    return describe(message, { characters: MAX_CHARACTERS }) ?? HIDDEN
  } catch {
    return HIDDEN
  }
}

const HIDDEN: Part = { role: 'unknown', text: '(cannot be shown)' }

function describe(message: unknown, budget: Budget): Part | undefined {
  if (typeof message === 'string') return { role: 'unknown', text: cutText(message, budget) }
  if (!isObject(message)) return undefined
  const body = bodyOf(message)
  const content = contentOf(message, body)
  const role = roleOf(message, body).slice(0, 40)
  if (content === undefined) return { role, value: bounded(message, budget) }
  const unread = unreadKeys(body, READ)
  return { role, ...describeContent(content, budget), ...(unread.length > 0 && { unread }) }
}

function describeContent(content: readonly unknown[] | '', budget: Budget): Part {
  if (content === '') return { text: '' }
  const parts = describeParts(content, budget)
  const [only, another] = parts
  const isText = another === undefined && only !== undefined && Object.keys(only).join() === 'text'
  return isText ? only : { content: parts }
}

/** Agent SDKs and transcripts put the message into another object. */
function bodyOf(message: Part): Part {
  const inner = message['message'] ?? message['payload']
  return isObject(inner) ? inner : message
}

function roleOf(message: Part, body: Part): string {
  const role = body['role'] ?? message['role'] ?? message['type']
  return typeof role === 'string' ? role : 'unknown'
}

/** Where programs and providers put what was said, and then the calls beside it. */
const SAID = ['content', 'parts', 'text']
const CALLS = ['tool_calls', 'toolCalls', 'calls', 'toolInvocations', 'function_call', 'functionCall']
const READ: ReadonlySet<string> = new Set(['role', 'type', ...SAID, ...CALLS])

/** Returns all parts of a message; an empty text when it says nothing, undefined when it has no place for words. */
function contentOf(message: Part, body: Part): readonly unknown[] | '' | undefined {
  const objects = body === message ? [body] : [body, message]
  const found = [...SAID, ...CALLS].flatMap((key) => objects.map((object) => object[key]))
  const parts = found.flatMap(partsOf)
  if (parts.length > 0) return parts
  if (found.includes('')) return ''
  return found.some((value) => Array.isArray(value)) ? [] : undefined
}

function partsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? (value as readonly unknown[]) : [value]
}
