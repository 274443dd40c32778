/** Characters of one message, so that a long one leaves room for the others. */
const MAX_CHARACTERS = 20_000
const MAX_DEPTH = 8

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
  return KNOWN_ROLES.has(roleOf(line, body)) && contentOf(body) !== undefined ? line : undefined
}

const KNOWN_ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'tool', 'developer'])

type Part = Readonly<Record<string, unknown>>
type Budget = { characters: number }

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
  const content = contentOf(body)
  const role = roleOf(message, body).slice(0, 40)
  if (content === undefined) return { role, value: bounded(message, budget) }
  if (typeof content === 'string') return { role, text: cutText(content, budget) }
  const parts = content.slice(0, MAX_PARTS).map((block) => describeBlock(block, budget))
  const [only, another] = parts
  if (only !== undefined && another === undefined && typeof only['text'] === 'string')
    return { role, text: only['text'] }
  return { role, content: parts }
}

const MAX_PARTS = 200

/** Agent SDKs and transcripts put the message into another object. */
function bodyOf(message: Part): Part {
  const inner = message['message'] ?? message['payload']
  return isObject(inner) ? inner : message
}

function roleOf(message: Part, body: Part): string {
  const role = body['role'] ?? message['role'] ?? message['type']
  return typeof role === 'string' ? role : 'unknown'
}

function contentOf(body: Part): string | readonly unknown[] | undefined {
  const content = body['content'] ?? body['parts'] ?? body['text']
  const calls = Array.isArray(body['tool_calls']) ? (body['tool_calls'] as unknown[]) : []
  if (typeof content === 'string' && calls.length === 0) return content
  const blocks = Array.isArray(content) ? (content as unknown[]) : []
  const all = [...(typeof content === 'string' && content !== '' ? [content] : blocks), ...calls]
  return all.length === 0 && !Array.isArray(content) ? undefined : all
}

function describeBlock(block: unknown, budget: Budget): Part {
  if (typeof block === 'string') return { text: cutText(block, budget) }
  if (!isObject(block)) return { value: bounded(block, budget) }
  const { type } = block
  if (typeof type === 'string' && LEFT_OUT.test(type)) return { omitted: type.slice(0, 40) }
  if (isObject(block['function'])) return describeCall(block['function'], 'arguments', budget)
  if (type === 'tool_use' || type === 'function_call')
    return describeCall(block, type === 'tool_use' ? 'input' : 'arguments', budget)
  if (type === 'tool_result') return describeResult(block, budget)
  const { text } = block
  const isText = type === undefined || (typeof type === 'string' && /(^|_)text$/.test(type))
  return typeof text === 'string' && isText
    ? { text: cutText(text, budget) }
    : (bounded(block, budget) as Part)
}

/** Bytes and thoughts, which are not what was said. */
const LEFT_OUT = /image|audio|document|file|thinking|reasoning/

function describeCall(call: Part, input: string, budget: Budget): Part {
  return { call: bounded(call['name'], budget), input: bounded(call[input], budget) }
}

function describeResult(block: Part, budget: Budget): Part {
  const { content } = block
  const result = Array.isArray(content)
    ? content.slice(0, MAX_PARTS).map((part) => describeBlock(part, budget))
    : bounded(content, budget)
  return { result, ...(block['is_error'] === true && { error: true }) }
}

/** A copy of plain values that stays within the budget, whatever it is a copy of. */
function bounded(value: unknown, budget: Budget, depth = 0): unknown {
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return undefined
  budget.characters -= 2
  if (depth >= MAX_DEPTH || budget.characters <= 0) return CUT
  if (Array.isArray(value)) return boundedList(value, budget, depth)
  return Object.fromEntries(boundedEntries(value as Part, budget, depth))
}

const CUT = '…'

function boundedList(list: readonly unknown[], budget: Budget, depth: number): readonly unknown[] {
  const kept: unknown[] = []
  for (const each of list) {
    if (kept.length >= MAX_PARTS || budget.characters <= 0) return [...kept, CUT]
    kept.push(bounded(each, budget, depth + 1) ?? null)
  }
  return kept
}

function boundedEntries(object: Part, budget: Budget, depth: number): readonly [string, unknown][] {
  const kept: [string, unknown][] = []
  // Not `Object.entries`: of an object with a million keys only the first are looked at.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue
    if (kept.length >= MAX_PARTS || budget.characters <= 0) return [...kept, [CUT, CUT]]
    budget.characters -= key.length
    kept.push([key.slice(0, 200), bounded(object[key], budget, depth + 1)])
  }
  return kept
}

/** The beginning and the end of a text that is too long. */
function cutText(text: string, budget: Budget): string {
  const room = Math.max(0, budget.characters)
  budget.characters -= text.length
  if (text.length <= room) return text
  const half = Math.floor(room / 2)
  const left = ` … ${text.length - 2 * half} characters left out … `
  return `${text.slice(0, half)}${left}${half === 0 ? '' : text.slice(-half)}`
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
