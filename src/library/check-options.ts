import type { FunctionHandler, Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import { didYouMean } from '../core/suggest.ts'
import { dialects } from '../dialects/index.ts'
import { limits } from '../engine/limits.ts'
import { systemFiles } from '../ports/files.ts'
import type { EngineOptions } from './engine.ts'
import type { SessionDefaults } from './engine-session.ts'
import type { FunctionHookOptions, SdkHooks, SessionCheck, SessionCheckOptions } from './function-hooks.ts'

/** A mistake in the calling program throws where it is made; one that is passed over is a hook that never runs. */
export function checkEngineOptions(options: EngineOptions): void {
  refuseUnknown('createEngine', options, ENGINE)
  const { cwd, sources, maxProcesses } = options as { readonly [Key in keyof EngineOptions]?: unknown }
  if (cwd !== undefined && !isFolder(cwd)) throw new TypeError(`The cwd ${shown(cwd)} is not a directory.`)
  if (sources !== undefined && !(Array.isArray(sources) && sources.every(isText)))
    throw new TypeError(`The sources must be a list of names or paths, not ${shown(sources)}.`)
  if (maxProcesses !== undefined && !isProcessCount(maxProcesses))
    throw new TypeError(
      `The maxProcesses of createEngine is ${shown(maxProcesses)}; accepted: a whole number from ${limits.maxProcesses.least} to ${limits.maxProcesses.most}.`,
    )
}

function isProcessCount(value: unknown): boolean {
  const { least, most } = limits.maxProcesses
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

export type Names<Options> = Readonly<Record<keyof Options, true>>

const ENGINE: Names<EngineOptions> = {
  cwd: true,
  sources: true,
  surface: true,
  plugins: true,
  settings: true,
  managedSettings: true,
  trustProject: true,
  onProgress: true,
  model: true,
  mcp: true,
  askUser: true,
  asks: true,
  stopCap: true,
  env: true,
  maxProcesses: true,
}

const FUNCTION_HOOK: Names<FunctionHookOptions> = {
  sessionId: true,
  agentId: true,
  matcher: true,
  id: true,
  timeoutMs: true,
  onFailure: true,
  once: true,
  onSuccess: true,
  statusMessage: true,
}

const CHECK: Names<SessionCheckOptions> = {
  matcher: true,
  id: true,
  timeoutMs: true,
  onSuccess: true,
  sessionId: true,
  message: true,
}

export function checkFunctionHook(
  event: string,
  options: FunctionHookOptions,
  handler: FunctionHandler,
): void {
  refuseNoText('The event of `on`', event)
  refuseUnknown('on', options, FUNCTION_HOOK)
  refuseNoFunction(`The handler of \`on("${event}", options, handler)\``, handler)
}

const SESSION: Names<SessionDefaults> = {
  cwd: true,
  projectDir: true,
  transcriptPath: true,
  permissionMode: true,
  agent: true,
  fields: true,
}

export function checkSessionId(sessionId: string): void {
  refuseNoText('The id of a session', sessionId)
}

export function checkSessionDefaults(defaults: SessionDefaults): void {
  refuseUnknown('session', defaults, SESSION)
}

const CHECKED = ['Stop', 'SubagentStop']

export function checkSessionCheck(event: string, options: SessionCheckOptions, check: SessionCheck): void {
  if (!CHECKED.includes(event))
    throw new TypeError(`A check runs on ${CHECKED.join(' or ')}, not on ${shown(event)}.`)
  refuseUnknown('onCheck', options, CHECK)
  refuseNoText('The `sessionId` of a check', options.sessionId)
  refuseNoText('The `message` of a check', options.message)
  refuseNoFunction(`The check of \`onCheck("${event}", options, check)\``, check)
}

export function checkCallbacks(hooks: SdkHooks): void {
  if (!isObject(hooks)) throw new TypeError(`Callbacks are lists by event, not ${shown(hooks)}.`)
  for (const [event, groups] of Object.entries<unknown>(hooks)) {
    if (!Array.isArray(groups))
      throw new TypeError(`The callbacks of ${event} must be a list of groups, not ${shown(groups)}.`)
    groups.forEach((group: unknown, index) => checkGroup(group, `${event}[${index}]`))
  }
}

function checkGroup(group: unknown, place: string): void {
  const callbacks = isObject(group) ? group['hooks'] : undefined
  if (!Array.isArray(callbacks))
    throw new TypeError(`${place}.hooks must be a list of functions, not ${shown(callbacks)}.`)
  callbacks.forEach((each: unknown, index) => refuseNoFunction(`${place}.hooks[${index}]`, each))
}

/** A program may have events of its own; one that is nearly ours would reach nobody. */
export function createEventCheck(): (input: unknown) => void {
  // On every dispatch, so one look-up is all it costs.
  const accepted = new Set(EVENTS)
  return (input) => {
    const name = isObject(input) ? input['name'] : undefined
    if (typeof name === 'string' && accepted.has(name)) return
    refuseNoText('The `name` of an event', name)
    const hint = didYouMean(name, EVENTS)
    if (hint !== undefined) throw new TypeError(`"${name}" is no known event. ${hint}`)
    if (accepted.size < MOST_NAMES) accepted.add(name)
  }
}

/** A program that makes up names without end must not fill the memory with them. */
const MOST_NAMES = 1_000

const EVENTS: readonly string[] = [
  ...new Set([...dialects.values()].flatMap(({ events }) => Object.values(events).map(({ event }) => event))),
]

type Added = { readonly hooks: readonly Hook[]; readonly issues: readonly Issue[] }

/** Settings may hold keys we know nothing of, so a misspelt one is only worth a remark. */
export function remarkOnSettings(settings: unknown, read: Added): Added {
  if (!isObject(settings) || Object.hasOwn(settings, 'hooks')) return read
  const near = Object.keys(settings).find((key) => didYouMean(key, ['hooks']) !== undefined)
  const [message, hint] =
    near === undefined
      ? ['The settings have no "hooks", so nothing was added.', 'Write them as `{ hooks: { Stop: […] } }`.']
      : [`"${near}" is no key of settings, so nothing was added.`, 'Did you mean "hooks"?']
  return { ...read, issues: [...read.issues, warning('config.unknown-key', {}, message, hint)] }
}

export function refuseUnknown(what: string, given: unknown, known: Readonly<Record<string, true>>): void {
  if (!isObject(given)) throw new TypeError(`The options of ${what} must be an object, not ${shown(given)}.`)
  const names = Object.keys(known)
  const unknown = Object.keys(given).find((key) => given[key] !== undefined && !Object.hasOwn(known, key))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, names)
  throw new TypeError(
    `"${unknown}" is not an option of ${what}; accepted: ${names.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`,
  )
}

function refuseNoFunction(what: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${what} must be a function, not ${shown(value)}.`)
}

export function refuseNoText(what: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`${what} must be a text, not ${shown(value)}.`)
}

function isFolder(path: unknown): boolean {
  return typeof path === 'string' && systemFiles.kind(path) === 'directory'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Short, whatever it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
