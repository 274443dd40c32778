import type { HandlerSpec, Hook, OnFailure, Owner, Scope, Source, Start } from '../../../core/hook.ts'
import { matchAll } from '../../../core/matcher.ts'
import { issue, warning, type Issue, type Place } from '../../../core/issue.ts'
import { misfit, misspelt } from '../../../core/misfit.ts'
import { eventSpec, type HandlerType } from './events.ts'
import { fillPlaceholders } from './placeholders.ts'
import { failureCanBlock, notTaken, remarks } from './remarks.ts'
import { at, isObject, shapeIssue, type JsonObject } from './shape.ts'
import { unknownKeys } from './unknown-keys.ts'
import { HANDLER_FIELDS, REQUIRED_FIELDS, type Check, type HandlerWire } from './wire.ts'

export type GroupOptions = {
  readonly event: string
  /** Dialect of the file the group stands in, and the wire its hooks speak. */
  readonly dialect: string
  readonly wire: string
  readonly file: string
  readonly scope: Scope
  /** Path of keys to the group. */
  readonly pointer: readonly (string | number)[]
  /** For handlers that do not say. */
  readonly onFailure: OnFailure
  readonly detach: boolean
  /** Id of the handler at this place of the group's `hooks`. */
  readonly id: (index: number) => string
  /** Stands for `${CLAUDE_PROJECT_DIR}` in exec form, where no shell expands it. */
  readonly projectDir?: string
  /** The plugin, skill or agent that brings the group. */
  readonly owner?: Owner
}

export type HandlerReading = { readonly hook?: Hook; readonly issues: readonly Issue[] }

/** Accepted by the host without a word in its reference. */
const UNDOCUMENTED = ['rewakeMessage', 'rewakeSummary', 'cloud']

const MAX_TIMEOUT_MS = 86_400_000

/** Model handlers have their own defaults, whatever the event. */
const MODEL_TIMEOUT_MS: Readonly<Partial<Record<HandlerType, number>>> = { prompt: 30_000, agent: 60_000 }

/** One entry of a group's `hooks`: a hook, or what is wrong with it. */
export function readHandler(value: unknown, index: number, options: GroupOptions): HandlerReading {
  const place: Place = { file: options.file, pointer: [...options.pointer, 'hooks', index] }
  if (!isObject(value))
    return { issues: [shapeIssue(place, { name: 'A handler', expected: 'an object', got: value })] }
  const type = readType(value, place)
  if (typeof type !== 'string') return { issues: [type] }
  const wrong = checkFields(value, type, place)
  if (wrong.length > 0) return { issues: wrong }
  const wire = value as HandlerWire
  const hook = makeHook(wire, type, { place, id: options.id(index), options })
  const known = ['type', ...UNDOCUMENTED, ...Object.keys(HANDLER_FIELDS[type])]
  return {
    hook,
    issues: [
      ...unknownKeys(value, known, place),
      ...remarks(wire, type, { place, event: options.event }),
      ...unfilled(hook.handler, place),
    ],
  }
}

function unfilled(handler: HandlerSpec, place: Place): readonly Issue[] {
  if (handler.type !== 'unsupported') return []
  return [warning('hook.placeholder', place, `The hook cannot run: ${handler.why}.`)]
}

type Making = { readonly place: Place; readonly id: string; readonly options: GroupOptions }

function makeHook(wire: HandlerWire, type: HandlerType, { place, id, options }: Making): Hook {
  const { event } = options
  return {
    id,
    event,
    matcher: matchAll,
    handler: readSpec(wire, type, options),
    dialect: options.dialect,
    wire: options.wire,
    source: sourceOf(place, options),
    timeoutMs: readTimeout(wire, type, event),
    onFailure: readOnFailure(wire, options),
    guard: false,
    detach: options.detach,
    stopOnDeny: false,
    mode: modeOf(wire),
    dedup: dedupKey(wire, type, options.owner),
    ...(wire.if !== undefined && { condition: wire.if }),
    ...(wire.statusMessage !== undefined && { statusMessage: wire.statusMessage }),
    ...(!eventSpec(event).handlers.includes(type) && { disabled: notTaken(type, event) }),
  }
}

function sourceOf(place: Place, { file, scope, owner }: GroupOptions): Source {
  return { file, pointer: place.pointer ?? [], scope, ...(owner !== undefined && { owner }) }
}

function readType(value: JsonObject, place: Place): HandlerType | Issue {
  const { type } = value
  if (typeof type === 'string' && Object.hasOwn(HANDLER_FIELDS, type)) return type as HandlerType
  const known = Object.keys(HANDLER_FIELDS)
  const problem = `The type of a handler must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
  return issue('hook.type', place, problem)
}

function checkFields(value: JsonObject, type: HandlerType, place: Place): readonly Issue[] {
  const missing = REQUIRED_FIELDS[type].filter((field) => value[field] === undefined || value[field] === '')
  const wrong = Object.entries(HANDLER_FIELDS[type]).filter(
    ([field, check]) => value[field] !== undefined && !check.holds(value[field]),
  )
  return [
    ...missing.map((field) => issue('hook.field', place, `A ${type} handler needs "${field}".`)),
    ...wrong.map(([field, check]) => fieldIssue(at(place, field), { field, check, got: value[field] })),
  ]
}

function fieldIssue(
  place: Place,
  { field, check, got }: { field: string; check: Check; got: unknown },
): Issue {
  const found = check.words === undefined ? misfit(got, check.expected) : misspelt(got, check.words)
  return issue('hook.field', place, `"${field}" must be ${check.expected}, not ${found}.`)
}

function readSpec(wire: HandlerWire, type: HandlerType, options: GroupOptions): HandlerSpec {
  switch (type) {
    case 'command':
      return readCommand(wire, options)
    case 'http':
      return readHttp(wire)
    case 'mcp_tool':
      return readMcpTool(wire)
    case 'prompt':
    case 'agent':
      return readModel(wire, type)
  }
}

function readHttp({ url = '', headers, allowedEnvVars }: HandlerWire): HandlerSpec {
  return {
    type: 'http',
    url,
    ...(headers !== undefined && { headers }),
    ...(allowedEnvVars !== undefined && { allowedEnvVars }),
    plain: 'anywhere',
  }
}

function readMcpTool({ server = '', tool = '', input }: HandlerWire): HandlerSpec {
  return { type: 'mcp_tool', server, tool, ...(input !== undefined && { input }) }
}

/** An agent's no is feedback everywhere. */
function readModel(wire: HandlerWire, form: 'prompt' | 'agent'): HandlerSpec {
  const { prompt = '', model, continueOnBlock = false } = wire
  return {
    type: 'model',
    form,
    prompt,
    ...(model !== undefined && { model }),
    continueOnBlock: continueOnBlock || form === 'agent',
  }
}

/** A placeholder without a value must not vanish: the step fails and says why. */
function readCommand(wire: HandlerWire, options: GroupOptions): HandlerSpec {
  const start = fillPlaceholders(readStart(wire), options)
  return 'why' in start
    ? { type: 'unsupported', name: 'command', why: start.why }
    : { type: 'command', start }
}

/** The presence of `args`, even empty, selects exec form: no shell. */
function readStart({ command = '', args, shell }: HandlerWire): Start {
  if (args !== undefined) return { kind: 'argv', words: [command, ...args] }
  return { kind: 'inline', form: shell === 'powershell' ? 'pwsh-command' : 'sh-c', command }
}

function readTimeout(wire: HandlerWire, type: HandlerType, event: string): number {
  const fallback = MODEL_TIMEOUT_MS[type] ?? eventSpec(event).timeoutMs
  if (wire.timeout === undefined || wire.timeout === 0) return fallback
  return Math.min(Math.ceil(wire.timeout * 1_000), MAX_TIMEOUT_MS)
}

function readOnFailure(wire: HandlerWire, options: GroupOptions): OnFailure {
  if (wire.onFailure === 'continue') return 'ignore'
  if (wire.onFailure === 'block' && failureCanBlock(wire, options.event)) return 'deny'
  return options.onFailure
}

function modeOf({ async, asyncRewake }: HandlerWire): Hook['mode'] {
  if (asyncRewake) return 'rewake'
  return async ? 'background' : 'wait'
}

/**
 * A copy that nobody waits for is another hook, or it would take the place of a guard.
 * Timeout and status message are no part of a handler's identity. `args` is: two calls of one program
 * with different arguments are two hooks, and running one of them only would drop a guard. Equal handlers of two
 * owners, or of an owner and the settings, are two hooks too.
 */
function dedupKey(wire: HandlerWire, type: HandlerType, owner: Owner | undefined): string {
  const { shell = 'bash', command, args, url, server, tool, input, prompt } = wire
  const identity = {
    command: [
      args === undefined ? shell : 'exec',
      command,
      args,
      ...(modeOf(wire) === 'wait' ? [] : [modeOf(wire)]),
    ],
    http: [url],
    mcp_tool: [server, tool, input],
    prompt: [prompt],
    agent: [prompt],
  }[type]
  return JSON.stringify([...(owner ? [owner.root] : []), type, ...identity, wire.if ?? null])
}
