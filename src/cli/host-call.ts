import { resolve } from 'node:path'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { dialectNames, findEntry, findGuest, type DialectEntry } from '../dialects/registry.ts'
import { limits } from '../engine/limits.ts'
import type { Workspace } from '../workspace/open.ts'
import { lastValue, milliseconds, UsageError, type ParsedArgs } from './args.ts'
import type { Invocation } from './command.ts'
import type { Call } from './replies.ts'

/** The dialect of the host that `--host` and `--profile` name, or of the one that calls in its name. */
export async function callingHost({ args, env }: Invocation, bytes: Uint8Array | Issue): Promise<Dialect> {
  const { entry, profile } = namedHost(args)
  const guest = isIssue(bytes) ? undefined : findGuest(entry, () => topLevelKeys(bytes), env.variables)
  return guest === undefined ? entry.load(profile) : guest.load()
}

function topLevelKeys(bytes: Uint8Array): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return new Set(typeof value === 'object' && value !== null ? Object.keys(value) : [])
  } catch {
    return new Set()
  }
}

/** What `--host` and `--profile` name. */
export function namedHost(args: ParsedArgs): {
  readonly entry: DialectEntry
  readonly profile: string | undefined
} {
  const name = lastValue(args, 'host')
  const profile = lastValue(args, 'profile')
  const entry = name === undefined ? undefined : findEntry(name)
  if (entry === undefined)
    throw new UsageError(`--host says who is calling; accepted: ${dialectNames.join(', ')}.`)
  if (profile !== undefined && entry.profiles?.includes(profile) !== true)
    throw new UsageError(`--profile is "${profile}"; ${entry.title} has no such profile.`)
  return { entry, profile }
}

/** Options that describe an event in place of a payload. */
const MADE = ['tool', 'command', 'edit', 'write', 'read', 'prompt'] as const

/** True when options describe the event. */
export function isMade(args: ParsedArgs): boolean {
  return MADE.some((name) => args.options.has(name))
}

/**
 * Returns a payload that options describe, and the call with the name of its event; undefined when there are no such
 * options. Nothing is read from stdin then.
 */
export async function madeCall(
  invocation: Invocation,
): Promise<{ readonly bytes: Uint8Array; readonly invocation: Invocation } | undefined> {
  const { args, env, io } = invocation
  const option = MADE.find((name) => args.options.has(name))
  if (option === undefined) return undefined
  if (args.positionals.length > 0 || io.holdsInput?.() === true)
    throw new UsageError(`--${option} makes the payload, and another one is given; leave one of them out.`)
  const { entry, profile } = namedHost(args)
  const dialect = await entry.load(profile)
  const { makePayload } = await import('./made-payload.ts')
  const cwd = resolve(env.cwd, lastValue(args, 'cwd') ?? '.')
  const { bytes, event } = await makePayload(args, dialect, cwd)
  const options = new Map([...args.options, ['event', [event]]])
  return { bytes, invocation: { ...invocation, args: { ...args, options } } }
}

/** Read before signals are watched: a blocked read could not be interrupted by a handler of ours. */
export function readPayload({ io }: Invocation): Uint8Array | Issue {
  const bytes = attempt(() => io.readInput(limits.payloadBytes))
  if (bytes === 'too-large') return tooLarge()
  if (bytes !== 'terminal') return bytes
  throw new UsageError('run reads the payload from stdin; pipe it in, or use a file with `<`.')
}

/** The event that a payload tells of, in the place where the session runs. */
export function decode(
  bytes: Uint8Array,
  { dialect, workspace, args }: { dialect: Dialect; workspace: Workspace; args: ParsedArgs },
): ReturnType<Dialect['decodeEvent']> {
  const event = lastValue(args, 'event')
  const { startDir, projectDir } = workspace.places
  return dialect.decodeEvent({
    bytes,
    startDir,
    projectDir,
    at: workspace.clock.now(),
    ...(event !== undefined && { event }),
  })
}

/** Which event it was decides how a failure is told when not even the configuration could be read. */
export function nameEvent(bytes: Uint8Array | Issue, call: Call): void {
  const { cwd } = call.invocation.env
  const said = { startDir: cwd, projectDir: cwd, at: 0, ...(call.event !== '' && { event: call.event }) }
  const event = isIssue(bytes) ? bytes : call.dialect.decodeEvent({ bytes, ...said })
  if (isIssue(event)) return
  call.event = event.name
  call.decoded = event
}

export function dispatchOptions(args: ParsedArgs): { deadlineMs?: number; headless: boolean } {
  const deadlineMs = milliseconds(args, 'deadline')
  return { headless: args.options.has('headless'), ...(deadlineMs !== undefined && { deadlineMs }) }
}

function attempt<T>(read: () => T): T | Issue {
  try {
    return read()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return issue('payload.unreadable', {}, `The payload on stdin cannot be read (${code}).`)
  }
}

function tooLarge(): Issue {
  const mebibytes = limits.payloadBytes / 1_048_576
  return issue('payload.size', {}, `The payload on stdin is larger than ${mebibytes} MiB.`)
}
