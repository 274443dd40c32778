import { isObject, parseProblem, quote, type JsonObject } from '../_families/claude/shape.ts'
import { unreadablePart } from './readable.ts'

/** What a key may hold. All but a flag may be null; a list is a closed set of words. */
type Kind = 'text' | 'flag' | 'any' | readonly string[] | Shape

type Shape = { readonly keys: Readonly<Record<string, Kind>>; readonly required?: string }

const UNIVERSAL = {
  continue: 'flag',
  stopReason: 'text',
  suppressOutput: 'flag',
  systemMessage: 'text',
} as const

/** Names that `hookEventName` may have, whichever event it is. */
const NAMES: readonly string[] = [
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
  'SubagentStop',
  'Stop',
]

function specific(keys: Shape['keys']): Shape {
  return { keys: { hookEventName: NAMES, ...keys }, required: 'hookEventName' }
}

const BLOCK = { decision: ['block'], reason: 'text' } as const
const CONTEXT = { hookSpecificOutput: specific({ additionalContext: 'text' }) }

const RESULT: Shape = {
  keys: {
    behavior: ['allow', 'deny'],
    updatedInput: 'any',
    updatedPermissions: 'any',
    message: 'text',
    interrupt: 'flag',
  },
  required: 'behavior',
}

const SHAPES: Readonly<Record<string, Shape['keys']>> = {
  PreToolUse: {
    ...UNIVERSAL,
    decision: ['approve', 'block'],
    reason: 'text',
    hookSpecificOutput: specific({
      permissionDecision: ['allow', 'deny', 'ask'],
      permissionDecisionReason: 'text',
      updatedInput: 'any',
      additionalContext: 'text',
    }),
  },
  PermissionRequest: { ...UNIVERSAL, hookSpecificOutput: specific({ decision: RESULT }) },
  PostToolUse: {
    ...UNIVERSAL,
    ...BLOCK,
    hookSpecificOutput: specific({ additionalContext: 'text', updatedMCPToolOutput: 'any' }),
  },
  UserPromptSubmit: { ...UNIVERSAL, ...BLOCK, ...CONTEXT },
  SessionStart: { ...UNIVERSAL, ...CONTEXT },
  SubagentStart: { ...UNIVERSAL, ...CONTEXT },
  PreCompact: UNIVERSAL,
  PostCompact: UNIVERSAL,
  Stop: { ...UNIVERSAL, ...BLOCK },
  SubagentStop: { ...UNIVERSAL, ...BLOCK },
  Interrupt: { systemMessage: 'text' },
}

export type ParsedOutput = { readonly output: JsonObject } | { readonly problem: string }

/** Reads a document of one event as strictly as Codex: one key too many makes all of it void. */
export function parseOutput(text: string, event: string): ParsedOutput {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `it is not JSON: ${parseProblem(error)}` }
  }
  if (!isObject(value)) return { problem: `it is ${quote(value)}, not an object` }
  const keys = Object.hasOwn(SHAPES, event) ? SHAPES[event] : undefined
  const problem = unreadablePart(text, value) ?? shapeProblem(value, { keys: keys ?? FALLBACK }, '')
  return problem === undefined ? { output: withoutNull(value) } : { problem }
}

/** For an event of another host, which no file of Codex can name: what its documents have in common. */
const FALLBACK: Shape['keys'] = { ...UNIVERSAL, ...BLOCK, ...CONTEXT }

function shapeProblem(value: unknown, { keys, required }: Shape, path: string): string | undefined {
  if (!isObject(value)) return `"${path}" is ${quote(value)}, not an object`
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`)
  if (required !== undefined && value[required] === undefined) return `"${at(required)}" is missing`
  for (const [key, each] of Object.entries(value)) {
    const kind = Object.hasOwn(keys, key) ? keys[key] : undefined
    const problem =
      kind === undefined ? unknownKey(at(key)) : kindProblem(each, kind, at(key), key === required)
    if (problem !== undefined) return problem
  }
  return undefined
}

function unknownKey(path: string): string {
  return `it has the key "${path}", which is not read on this event`
}

function kindProblem(value: unknown, kind: Kind, path: string, isRequired: boolean): string | undefined {
  if (kind === 'flag') return typeof value === 'boolean' ? undefined : wrong(path, 'true or false', value)
  if (kind === 'any' || (value === null && !isRequired)) return undefined
  if (kind === 'text') return typeof value === 'string' ? undefined : wrong(path, 'a string', value)
  if (!isWords(kind)) return shapeProblem(value, kind, path)
  return kind.includes(value as string)
    ? undefined
    : wrong(path, kind.map((word) => `"${word}"`).join(' or '), value)
}

function isWords(kind: readonly string[] | Shape): kind is readonly string[] {
  return Array.isArray(kind)
}

function wrong(path: string, expected: string, got: unknown): string {
  return `"${path}" is ${quote(got)}, not ${expected}`
}

/** Null counts as absent, also inside the parts that only this event has. */
function withoutNull(value: JsonObject): JsonObject {
  const present = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(
    present.map(([key, each]) => [key, NESTED.has(key) && isObject(each) ? withoutNull(each) : each]),
  )
}

const NESTED: ReadonlySet<string> = new Set(['hookSpecificOutput', 'decision'])
