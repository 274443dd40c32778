import type { FunctionHandler, Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import { didYouMean } from '../core/suggest.ts'
import { limits } from '../engine/limits.ts'
import { systemEnv } from '../ports/env.ts'
import { systemFiles } from '../ports/files.ts'
import { AUDIENCE, readAudience } from './audience.ts'
import { checkMcp, type Names } from './check-mcp.ts'
import type { EngineOptions } from './engine.ts'
import type { SessionDefaults } from './engine.ts'
import { readAgent } from './event-parts.ts'
import type { FunctionHookOptions, SessionCheck, SessionCheckOptions } from './function-hooks.ts'
import type { SdkHooks } from './hook-reply.ts'
import { isObject, refuseNoFunction, refuseNoText, refuseUnknown, shown } from '../core/argument.ts'
import type { FrontmatterOptions, SessionHookOptions } from './session-hooks.ts'
import { checkProfile, checkSources } from './sources.ts'

/** A mistake in the calling program throws where it is made; one that is passed over is a hook that never runs. */
export function checkEngineOptions(options: EngineOptions): void {
  refuseUnknown('createEngine', options, ENGINE)
  const { cwd = systemEnv().cwd, sources = [], profile } = options
  if (!isFolder(cwd)) throw new TypeError(`The cwd ${shown(cwd)} is not a directory.`)
  checkSources(sources, cwd)
  checkProfile(profile)
  checkCount('maxProcesses', options)
  checkCount('maxBackground', options)
  checkAsyncTimeout(options)
  checkStopCap(options)
  checkTrustProject(options)
  checkSelfGuard(options)
  checkMcp(options.mcp)
  for (const name of FUNCTIONS)
    if (options[name] !== undefined) refuseNoFunction(`The \`${name}\` of createEngine`, options[name])
}

const FUNCTIONS = ['model', 'onProgress', 'askUser', 'asks'] as const

function checkCount(name: 'maxProcesses' | 'maxBackground', { [name]: value }: EngineOptions): void {
  const { least, most } = limits[name]
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return
  throw new TypeError(
    `The ${name} of createEngine is ${shown(value)}; accepted: a whole number from ${least} to ${most}.`,
  )
}

function checkAsyncTimeout({ maxAsyncTimeoutMs: value }: EngineOptions): void {
  const most = limits.maxAsyncTimeoutMs
  if (value === undefined || (value >= 1 && value <= most)) return
  throw new TypeError(
    `The maxAsyncTimeoutMs of createEngine is ${shown(value)}; accepted: milliseconds from 1 to ${most}.`,
  )
}

function checkStopCap({ stopCap: value }: EngineOptions): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return
  throw new TypeError(
    `The stopCap of createEngine is ${shown(value)}; accepted: a whole number from 1, or 0 for no end.`,
  )
}

/** A digest is a text; any other value that counts as true in JavaScript would read as a consent. */
function checkTrustProject({ trustProject: value }: EngineOptions): void {
  if (value === undefined || typeof value === 'boolean' || (typeof value === 'string' && value !== '')) return
  throw new TypeError(
    `The trustProject of createEngine is ${shown(value)}; accepted: true, false, or the digest of the hooks as a text.`,
  )
}

function checkSelfGuard({ selfGuard: value }: EngineOptions): void {
  if (value === undefined || typeof value === 'boolean') return
  throw new TypeError(`The selfGuard of createEngine is ${shown(value)}; accepted: true or false.`)
}

const ENGINE: Names<EngineOptions> = {
  cwd: true,
  sources: true,
  profile: true,
  plugins: true,
  settings: true,
  managedSettings: true,
  trustProject: true,
  onProgress: true,
  model: true,
  mcp: true,
  askUser: true,
  asks: true,
  selfGuard: true,
  stopCap: true,
  env: true,
  maxProcesses: true,
  maxBackground: true,
  maxAsyncTimeoutMs: true,
}

const FUNCTION_HOOK: Names<FunctionHookOptions> = {
  ...AUDIENCE,
  matcher: true,
  id: true,
  timeoutMs: true,
  onFailure: true,
  once: true,
  onSuccess: true,
  statusMessage: true,
}

const CHECK: Names<SessionCheckOptions> = {
  ...AUDIENCE,
  matcher: true,
  id: true,
  timeoutMs: true,
  onSuccess: true,
  message: true,
}

const SESSION: Names<SessionHookOptions> = { ...AUDIENCE, name: true, onSuccess: true }

const FRONTMATTER: Names<FrontmatterOptions> = { ...SESSION, kind: true, isMain: true }

export function checkSessionHooks(options: SessionHookOptions): void {
  refuseUnknown('addHooks', options, SESSION)
  readAudience(options)
}

export function checkFrontmatter(options: FrontmatterOptions): void {
  refuseUnknown('addFrontmatter', options, FRONTMATTER)
  const { kind } = options as { kind: unknown }
  if (kind !== 'skill' && kind !== 'agent')
    throw new TypeError(`The \`kind\` of addFrontmatter must be "skill" or "agent", not ${shown(kind)}.`)
  if (kind === 'agent' && !options.isMain && typeof readAudience(options)?.audience.agent !== 'object')
    throw new TypeError('The hooks of an agent see that agent alone: say its `agentId`, or `isMain: true`.')
  readAudience(options)
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

const SESSION_DEFAULTS: Names<SessionDefaults> = {
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
  refuseUnknown('session', defaults, SESSION_DEFAULTS)
  readAgent(defaults.agent, 'a session')
  const { fields = {} } = defaults as { fields?: unknown }
  if (!isObject(fields))
    throw new TypeError(`The \`fields\` of a session must be an object, not ${shown(fields)}.`)
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

function isFolder(path: unknown): boolean {
  return typeof path === 'string' && systemFiles.kind(path) === 'directory'
}
