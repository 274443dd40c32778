import type { HandlerSpec } from '../../core/hook.ts'
import { isIssue, issue, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit, misspelt } from '../../core/misfit.ts'
import { at, isObject, shapeIssue, type JsonObject } from '../_families/claude/shape.ts'
import { unknownKeys } from '../_families/claude/unknown-keys.ts'
import { TITLE } from './name.ts'
import { hydrate, hydrateText, type Hydration } from './hydrate.ts'

/** One entry of `hooks` in a definition. */
export type HandlerReading = {
  readonly handler: HandlerSpec
  /** What `hooksConfig.disabled` may name. */
  readonly name: string
  /** The host runs entries with equal keys once. */
  readonly dedup: string
  readonly timeoutMs: number
  readonly issues: readonly Issue[]
}

type Spot = Hydration & { readonly place: Place; readonly platform: NodeJS.Platform }

const KEYS = ['type', 'command', 'name', 'description', 'timeout', 'env']

/** Returns the entry as the host reads it; an issue says why it drops it. */
export function readHandler(value: unknown, spot: Spot): HandlerReading | Issue {
  const { place } = spot
  if (!isObject(value)) return shapeIssue(place, { name: 'A hook entry', expected: 'an object', got: value })
  const wrong = wrongType(value, place)
  if (wrong !== undefined && wrong.severity === 'error') return wrong
  const { command: written, name, env } = value as { command?: unknown; name?: unknown; env?: unknown }
  if (typeof written !== 'string' || written === '')
    return issue(
      'hook.field',
      at(place, 'command'),
      `The host drops the entry: "command" must be a string, not ${misfit(written, 'a string')}.`,
    )
  const timeout = readTimeout(value['timeout'], at(place, 'timeout'))
  if (isIssue(timeout)) return timeout
  const command = hydrate(written, spot)
  const variables = readEnv(env, at(place, 'env'), spot)
  const known = typeof name === 'string' ? hydrateText(name, spot) : ''
  return {
    handler: {
      type: 'command',
      start: {
        kind: 'inline',
        form: spot.platform === 'win32' ? 'powershell-c' : 'bash-c',
        command,
        ...(command !== written && { written }),
      },
      ...(variables.env && { env: variables.env }),
    },
    ...identityOf(value['type'], known, hydrateText(written, spot)),
    timeoutMs: timeout.ms,
    issues: [
      ...(wrong === undefined ? [] : [wrong]),
      ...timeout.issues,
      ...variables.issues,
      ...unknownKeys(value, KEYS, { place, host: TITLE }),
    ],
  }
}

/** Only of the usual type does the command count. */
function identityOf(type: unknown, name: string, command: string): Pick<HandlerReading, 'name' | 'dedup'> {
  if (type === 'command') return { name: name || command, dedup: `${name}:${command}` }
  return { name: name || 'unknown-hook', dedup: `${name}:` }
}

const TYPES = ['command']
const USUAL = 'Write "type": "command".'

/** A warning: the host runs the entry all the same. */
function wrongType({ type, command }: JsonObject, place: Place): Issue | undefined {
  if (type === 'command') return undefined
  const where = at(place, 'type')
  if (type === 'plugin' && typeof command === 'string' && command !== '') {
    const problem = 'The host has no hooks of type "plugin" and runs the command of this one (0.61.0).'
    return warning('hook.type', where, problem, USUAL)
  }
  if (type === 'runtime' || type === 'plugin') {
    const why = type === 'runtime' ? 'are registered in code' : 'need a command to run'
    return issue('hook.type', where, `The hook never runs: hooks of type "${type}" ${why}.`, USUAL)
  }
  return issue(
    'hook.type',
    where,
    `The host drops the entry: its type must be "command", not ${misspelt(type, TYPES)}.`,
  )
}

const DEFAULT_MS = 60_000
/** Timers of Node fire at once beyond it. */
const LONGEST_MS = 2 ** 31 - 1
/** Starting a process takes longer than this, so a smaller number is probably meant in seconds. */
const LIKELY_SECONDS = 1_000

type Timeout = { readonly ms: number; readonly issues: readonly Issue[] }

/** Milliseconds. Zero and less, and more than a timer can count, end the hook at once. */
function readTimeout(value: unknown, place: Place): Timeout | Issue {
  if (value === undefined || value === null) return { ms: DEFAULT_MS, issues: [] }
  const ms = typeof value === 'string' ? Number(value) : value
  if (typeof ms !== 'number' || Number.isNaN(ms)) {
    const expected = 'a number of milliseconds'
    return issue(
      'hook.timeout',
      place,
      `"timeout" must be ${expected}, not ${misfit(value, expected)}; the host ends the hook at once.`,
    )
  }
  if (ms < 1 || ms > LONGEST_MS) return { ms: 1, issues: [atOnce(ms, place)] }
  return { ms, issues: ms < LIKELY_SECONDS ? [inSeconds(ms, place)] : [] }
}

function atOnce(ms: number, place: Place): Issue {
  const problem = `With "timeout": ${ms} the host ends the hook at once.`
  return warning('hook.timeout', place, problem, `Leave it out for ${DEFAULT_MS} milliseconds.`)
}

function inSeconds(ms: number, place: Place): Issue {
  const problem = `"timeout" is in milliseconds: the hook is ended after ${ms / 1_000} s.`
  return warning('hook.timeout', place, problem, `If seconds are meant, write ${ms * 1_000}.`)
}

type Env = { readonly env?: Readonly<Record<string, string>>; readonly issues: readonly Issue[] }

/** The host takes any value and writes it as text. */
function readEnv(value: unknown, place: Place, hydration: Hydration): Env {
  if (value === undefined) return { issues: [] }
  if (!isObject(value))
    return {
      issues: [
        { ...shapeIssue(place, { name: '"env"', expected: 'an object', got: value }), severity: 'warning' },
      ],
    }
  const pairs = Object.entries(value).filter(([, each]) =>
    ['string', 'number', 'boolean'].includes(typeof each),
  )
  const env = pairs.map(([key, each]) => [key, hydrateText(String(each), hydration)])
  return { env: Object.fromEntries(env) as Readonly<Record<string, string>>, issues: [] }
}
