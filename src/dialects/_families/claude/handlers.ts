import type { HandlerSpec, Hook, OnFailure, Owner, Scope, Source, Start } from '../../../core/hook.ts'
import { matchAll } from '../../../core/matcher.ts'
import { issue, warning, type Issue, type Place } from '../../../core/issue.ts'
import { misfit, misspelt } from '../../../core/misfit.ts'
import type { ClaudeEventSpec, HandlerType } from './event-spec.ts'
import { fillPlaceholders } from './placeholders.ts'
import { hostTitle, type HookContract, type TimeoutUnit } from './profile.ts'
import { failureCanBlock, notTaken, remarks } from './remarks.ts'
import { at, isObject, shapeIssue, type JsonObject } from './shape.ts'
import { unknownKeys } from './unknown-keys.ts'
import { handlerFields, HANDLER_TYPES, REQUIRED_FIELDS, type Check, type HandlerWire } from './wire.ts'

export type GroupOptions = {
  /** The host's own name of it. */
  readonly event: string
  /** By whose rules the group is read. */
  readonly contract: HookContract
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
  /** What the placeholder of the project stands for in exec form, where no shell expands it. */
  readonly projectDir?: string
  /** The plugin, skill or agent that brings the group. */
  readonly owner?: Owner
  /** What the dialect wrote down about the group. */
  readonly note?: string
}

export type HandlerReading = { readonly hook?: Hook; readonly issues: readonly Issue[] }

const MAX_TIMEOUT_MS = 86_400_000
const MIXED_FROM = 1_000

/** Model handlers have their own defaults, whatever the event. */
const MODEL_TIMEOUT_MS: Readonly<Partial<Record<HandlerType, number>>> = { prompt: 30_000, agent: 60_000 }

/** Options of a group, with the row of its event. */
type HandlerOptions = GroupOptions & { readonly spec: ClaudeEventSpec }

/** One entry of a group's `hooks`: a hook, or what is wrong with it. */
export function readHandler(value: unknown, index: number, options: HandlerOptions): HandlerReading {
  const place: Place = { file: options.file, pointer: [...options.pointer, 'hooks', index] }
  if (!isObject(value))
    return { issues: [shapeIssue(place, { name: 'A handler', expected: 'an object', got: value })] }
  const type = readType(value, place)
  if (typeof type !== 'string') return { issues: [type] }
  const { contract, spec } = options
  const fields = handlerFields(type, unitOf(type, contract), contract.configForm?.handlerKeys?.[type])
  const wrong = checkFields(value, type, { fields, place })
  if (wrong.length > 0) return { issues: wrong }
  const wire = withKnownKeys(value, fields)
  const note = contract.configForm?.readHandler?.(value).note ?? options.note
  const hook = makeHook(wire, type, {
    place,
    id: options.id(index),
    options: { ...options, ...(note && { note }) },
  })
  const keys = ['type', ...(contract.quietKeys ?? []), ...Object.keys(fields)]
  const host = hostTitle(contract)
  return {
    hook,
    issues: [
      ...unknownKeys(value, keys, { place, host }),
      ...remarks(wire, type, { place, spec, host }),
      ...unfilled(hook.handler, place),
    ],
  }
}

/** Keys that the host does not read are ignored: a condition that it ignores must not keep a guard from running. */
function withKnownKeys(value: JsonObject, fields: Readonly<Record<string, Check>>): HandlerWire {
  const read = Object.entries(value).filter(([key]) => key === 'type' || Object.hasOwn(fields, key))
  return Object.fromEntries(read) as HandlerWire
}

function unitOf(type: HandlerType, { timeoutUnit = 'seconds' }: HookContract): TimeoutUnit {
  return typeof timeoutUnit === 'string' ? timeoutUnit : (timeoutUnit[type] ?? 'seconds')
}

function unfilled(handler: HandlerSpec, place: Place): readonly Issue[] {
  if (handler.type !== 'unsupported') return []
  return [warning('hook.placeholder', place, `The hook cannot run: ${handler.why}.`)]
}

type Making = { readonly place: Place; readonly id: string; readonly options: HandlerOptions }

function makeHook(wire: HandlerWire, type: HandlerType, { place, id, options }: Making): Hook {
  const { spec, contract } = options
  return {
    id,
    event: spec.event,
    matcher: matchAll,
    handler: readSpec(wire, type, options),
    dialect: options.dialect,
    wire: options.wire,
    ...(spec.native !== undefined && spec.native !== spec.event && { native: spec.native }),
    source: sourceOf(place, options),
    timeoutMs: readTimeout(wire, type, options),
    onFailure: readOnFailure(wire, options),
    guard: false,
    detach: options.detach,
    stopOnDeny: false,
    mode: modeOf(wire),
    dedup: dedupKey(wire, type, options.owner),
    ...(wire.if !== undefined && { condition: wire.if }),
    ...(options.note !== undefined && { note: options.note }),
    ...(wire.statusMessage !== undefined && { statusMessage: wire.statusMessage }),
    ...(!spec.handlers.includes(type) && { disabled: notTaken(type, spec, hostTitle(contract)) }),
  }
}

function sourceOf(place: Place, { file, scope, owner }: GroupOptions): Source {
  return { file, pointer: place.pointer ?? [], scope, ...(owner !== undefined && { owner }) }
}

function readType(value: JsonObject, place: Place): HandlerType | Issue {
  const { type } = value
  if (typeof type === 'string' && isHandlerType(type)) return type
  const known = HANDLER_TYPES
  const problem = `The type of a handler must be one of ${known.join(', ')}, not ${misspelt(type, known)}.`
  return issue('hook.type', place, problem)
}

function isHandlerType(type: string): type is HandlerType {
  return (HANDLER_TYPES as readonly string[]).includes(type)
}

type Checking = { readonly fields: Readonly<Record<string, Check>>; readonly place: Place }

function checkFields(value: JsonObject, type: HandlerType, { fields, place }: Checking): readonly Issue[] {
  const missing = REQUIRED_FIELDS[type].filter((field) => value[field] === undefined || value[field] === '')
  const wrong = Object.entries(fields).filter(
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
  const { startOf } = options.contract.configForm ?? {}
  const start = fillPlaceholders(startOf?.(wire.command ?? '') ?? readStart(wire), {
    ...options,
    placeholders: options.contract.placeholders ?? {},
  })
  return 'why' in start
    ? { type: 'unsupported', name: 'command', why: start.why }
    : { type: 'command', start, ...(wire.env && { env: wire.env }) }
}

/** The presence of `args`, even empty, selects exec form: no shell. */
function readStart({ command = '', args, shell }: HandlerWire): Start {
  if (args !== undefined) return { kind: 'argv', words: [command, ...args] }
  return { kind: 'inline', form: shell === 'powershell' ? 'pwsh-command' : 'sh-c', command }
}

function readTimeout(
  { timeout }: HandlerWire,
  type: HandlerType,
  { spec, contract }: HandlerOptions,
): number {
  const fallback = contract.timeoutsMs?.[type] ?? MODEL_TIMEOUT_MS[type] ?? spec.timeoutMs
  if (timeout === undefined || timeout === 0) return fallback
  const unit = unitOf(type, contract)
  const isMs = unit === 'milliseconds' || (unit === 'mixed' && timeout >= MIXED_FROM)
  return Math.min(Math.ceil(timeout * (isMs ? 1 : 1_000)), MAX_TIMEOUT_MS)
}

function readOnFailure(wire: HandlerWire, options: HandlerOptions): OnFailure {
  if (wire.onFailure === 'continue') return 'ignore'
  if (wire.onFailure === 'block' && failureCanBlock(wire, options.spec)) return 'deny'
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
