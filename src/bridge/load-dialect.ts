import { refuseNoText, refuseUnknown, shown } from '../core/argument.ts'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import { didYouMean } from '../core/suggest.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { powerHere, powerOf } from '../dialects/event-power.ts'
import { isUnseenGate } from '../dialects/event-spec.ts'
import {
  dialectNames,
  findEntry,
  registry,
  type DialectEntry,
  type DialectName,
  type ProfileName,
} from '../dialects/registry.ts'
import { systemClock } from '../ports/clock.ts'
import type {
  DecodedPayload,
  DecodeOptions,
  DialectInfo,
  FailureOptions,
  HostDialect,
  HostEvent,
  HostEventInfo,
} from './host-dialect.ts'

/** Options of `loadDialect`. Every one has a default. */
export type LoadDialectOptions = {
  /** Which variant is meant of a host that has several; the same as `profile` of `createEngine`. Default: the first. */
  readonly profile?: ProfileName
}

/** Every dialect, in the order of the documentation. */
export const dialects: readonly DialectInfo[] = registry.map(infoOf)

/**
 * Loads one dialect, and with it nothing of the others. Rejects with a TypeError for a name or profile that does not
 * exist.
 */
export async function loadDialect(name: DialectName, options: LoadDialectOptions = {}): Promise<HostDialect> {
  const entry = checkedEntry(name, options)
  const dialect = await entry.load(options.profile)
  return {
    ...infoOf(entry),
    ...(dialect.seen !== undefined && { seen: dialect.seen }),
    events: eventsOf(dialect),
    power: (event) => powerOf(dialect, event),
    decodeEvent: (payload, decode) => decodeEvent(dialect, payload, decode),
    encodeReply: (event, verdict) => dialect.encodeReply(event, verdict),
    encodeFailure: (problem, failure) => encodeFailure(dialect, problem, failure),
  }
}

function infoOf({ name, title, profiles = [] }: DialectEntry): DialectInfo {
  return { name: name as DialectName, title, profiles: profiles as readonly ProfileName[] }
}

function checkedEntry(name: unknown, options: LoadDialectOptions): DialectEntry {
  refuseUnknown('loadDialect', options, { profile: true })
  const entry = typeof name === 'string' ? findEntry(name) : undefined
  if (entry === undefined) {
    const hint = typeof name === 'string' ? didYouMean(name, dialectNames) : undefined
    const accepted = `accepted: ${dialectNames.join(', ')}.${hint === undefined ? '' : ` ${hint}`}`
    throw new TypeError(`${shown(name)} is not a dialect; ${accepted}`)
  }
  const { profile } = options
  const { profiles = [] } = entry
  if (profile === undefined || profiles.includes(profile)) return entry
  const accepted = profiles.length === 0 ? 'it has none' : `accepted: ${profiles.join(', ')}`
  throw new TypeError(`${shown(profile)} is not a profile of "${entry.name}"; ${accepted}.`)
}

function eventsOf(dialect: Dialect): readonly HostEventInfo[] {
  return Object.entries(dialect.events).map(([native, spec]) => ({
    native,
    event: spec.event as HostEventInfo['event'],
    power: powerHere(spec),
    decisions: spec.decisions,
    effects: spec.effects,
    ...(spec.nameless && { nameless: true }),
  }))
}

const DECODE: Readonly<Record<keyof DecodeOptions, true>> = {
  cwd: true,
  projectDir: true,
  event: true,
  at: true,
}

function decodeEvent(dialect: Dialect, payload: string | Uint8Array, options: DecodeOptions): DecodedPayload {
  refuseUnknown('decodeEvent', options, DECODE)
  const { cwd, projectDir = cwd, event, at = systemClock.now() } = options
  refuseNoText('The `cwd` of decodeEvent', cwd)
  const decoded = dialect.decodeEvent({
    bytes: bytesOf(payload),
    startDir: cwd,
    projectDir,
    at,
    ...(event !== undefined && { event }),
  })
  return isIssue(decoded) ? { issue: decoded } : { event: decoded as HostEvent }
}

function bytesOf(payload: unknown): Uint8Array {
  if (payload instanceof Uint8Array) return payload
  if (typeof payload === 'string') return new TextEncoder().encode(payload)
  throw new TypeError(`The payload must be a text or bytes as the host sent them, not ${shown(payload)}.`)
}

const FAILURE: Readonly<Record<keyof FailureOptions, true>> = { event: true, onError: true }

function encodeFailure(
  dialect: Dialect,
  problem: Issue | Error,
  options: FailureOptions = {},
): ReturnType<HostDialect['encodeFailure']> {
  refuseUnknown('encodeFailure', options, FAILURE)
  const { event, onError = 'ignore' } = options
  const found = isIssue(problem) ? problem : issue('bridge.failed', {}, problem.message)
  const policy = isUnseenGate(dialect, found) ? 'deny' : onError
  return dialect.encodeFailure(event ?? { name: found.event ?? '' }, found, policy)
}
