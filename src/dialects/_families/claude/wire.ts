import type { HandlerType } from './event-spec.ts'
import type { TimeoutUnit } from './profile.ts'

/** A handler as settings files write it. */
export type HandlerWire = {
  readonly type: HandlerType
  readonly if?: string
  readonly timeout?: number
  readonly statusMessage?: string
  readonly once?: boolean
  readonly onFailure?: 'continue' | 'block'
  readonly command?: string
  readonly args?: readonly string[]
  readonly shell?: 'bash' | 'powershell'
  readonly async?: boolean
  readonly asyncRewake?: boolean
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly allowedEnvVars?: readonly string[]
  readonly server?: string
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly model?: string
  readonly continueOnBlock?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** What a hook may write to stdout. */
export type OutputWire = {
  /** False stops the agent, whatever else is decided. */
  readonly continue?: boolean
  /** Why the agent stops, for the user; with `continue: false`. */
  readonly stopReason?: string
  /** Accepted, and without effect: output of hooks is never shown by itself. */
  readonly suppressOutput?: boolean
  /** Text for the user; the model does not see it. */
  readonly systemMessage?: string
  /** Escape sequence for the terminal, such as a bell or a title; only harmless ones are passed on. */
  readonly terminalSequence?: string
  /** `block` is a no, `approve` a yes. `hookSpecificOutput` has finer decisions where the event takes them. */
  readonly decision?: 'approve' | 'block'
  /** Why, for the model; with `decision: "block"`. */
  readonly reason?: string
  readonly hookSpecificOutput?: SpecificOutputWire
  /** The hook goes on in the background; nothing more of it is read. */
  readonly async?: boolean
  /** Milliseconds that the hook may go on in the background; at most 600,000. */
  readonly asyncTimeout?: number
}

export type SpecificOutputWire = {
  readonly hookEventName: string
  readonly permissionDecision?: 'allow' | 'deny' | 'ask' | 'defer'
  readonly permissionDecisionReason?: string
  readonly additionalContext?: string
  readonly updatedInput?: Readonly<Record<string, unknown>>
  readonly updatedToolOutput?: unknown
  readonly updatedMCPToolOutput?: unknown
  readonly initialUserMessage?: string
  readonly sessionTitle?: string | undefined
  readonly watchPaths?: readonly string[]
  readonly worktreePath?: string
  readonly retry?: boolean
  readonly action?: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>>
  readonly decision?: PermissionResultWire
}

export type PermissionResultWire = {
  readonly behavior?: string
  readonly updatedInput?: Readonly<Record<string, unknown>>
  readonly updatedPermissions?: readonly unknown[]
  readonly message?: string
  readonly interrupt?: boolean
}

export type Check = {
  readonly expected: string
  readonly holds: (value: unknown) => boolean
  /** All that is accepted, where these are a few words. */
  readonly words?: readonly string[]
}

export const text: Check = { expected: 'a string', holds: (value) => typeof value === 'string' }
export const flag: Check = { expected: 'true or false', holds: (value) => typeof value === 'boolean' }
export const any: Check = { expected: 'anything', holds: () => true }
export const object: Check = {
  expected: 'an object',
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}
export const texts: Check = {
  expected: 'a list of strings',
  holds: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

export function oneOf(words: readonly string[]): Check {
  const expected = `one of ${words.map((word) => `"${word}"`).join(', ')}`
  return { expected, words, holds: (value) => typeof value === 'string' && words.includes(value) }
}

const seconds: Check = {
  expected: 'a number of seconds',
  holds: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
}
const TIMEOUTS: Readonly<Record<TimeoutUnit, Check>> = {
  seconds,
  milliseconds: { ...seconds, expected: 'a number of milliseconds' },
  mixed: { ...seconds, expected: 'a number of seconds, or of milliseconds from 1000' },
}
const textMap: Check = {
  expected: 'a map of strings',
  holds: (value) => object.holds(value) && texts.holds(Object.values(value as object)),
}

const common = { if: text, timeout: seconds, statusMessage: text, once: flag }
/** Fields that only some hosts have. */
const OTHER_FIELDS = { env: textMap }
const onFailure = oneOf(['continue', 'block'])

/** Known fields of a handler type; others are ignored, as the host ignores them. `keys`: all that the host knows. */
export function handlerFields(
  type: HandlerType,
  timeoutUnit: TimeoutUnit,
  keys?: readonly string[],
): Readonly<Record<string, Check>> {
  const all = HANDLER_FIELDS[type]
  const fields = keys === undefined ? all : chosen({ ...all, ...OTHER_FIELDS }, keys)
  return timeoutUnit === 'seconds' ? fields : { ...fields, timeout: TIMEOUTS[timeoutUnit] }
}

function chosen(
  fields: Readonly<Record<string, Check>>,
  keys: readonly string[],
): Readonly<Record<string, Check>> {
  return Object.fromEntries(keys.map((key) => [key, fields[key] ?? any]))
}

const HANDLER_FIELDS: Readonly<Record<HandlerType, Readonly<Record<string, Check>>>> = {
  command: {
    ...common,
    onFailure,
    command: text,
    args: texts,
    shell: oneOf(['bash', 'powershell']),
    async: flag,
    asyncRewake: flag,
  },
  http: { ...common, onFailure, url: text, headers: textMap, allowedEnvVars: texts },
  mcp_tool: { ...common, server: text, tool: text, input: object },
  prompt: { ...common, prompt: text, model: text, continueOnBlock: flag },
  agent: { ...common, prompt: text, model: text },
}

export const HANDLER_TYPES = Object.keys(HANDLER_FIELDS) as readonly HandlerType[]

export const REQUIRED_FIELDS: Readonly<Record<HandlerType, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
}
