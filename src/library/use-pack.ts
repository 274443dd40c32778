import { kindOf, refuseNoText, refuseUnknown, shown } from '../core/argument.ts'
import type { Hook, OnFailure } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { readPacks } from '../dialects/hookwright/pack-use.ts'
import { limits } from '../engine/limits.ts'
import { MANIFESTS } from '../packs/manifests.ts'
import type { Packs } from './pack-options.ts'
import { AUDIENCE, readAudience, type AudienceOptions } from './audience.ts'

/** Name of a pack that comes with Hookwright. */
export type PackName = keyof Packs

/** Options of `use`. `{}` uses the pack with its defaults, on every event that it has. */
export type UseOptions<Name extends PackName = PackName> = AudienceOptions & {
  /** Options of the pack, as `with` of hookwright.yaml has them (docs/packs.md). Default: those of the pack. */
  readonly with?: Packs[Name]['options']
  /** Only on these of its events. Default: on all of them. */
  readonly events?: readonly Packs[Name]['events'][]
  /** Which tools it looks at, on its tool events. Default: those that the pack is about. */
  readonly matcher?: string
  /** A permission rule such as `Bash(git push *)`; on its tool events it runs only where that holds. */
  readonly if?: string
  /** Stable id of the hook in messages, progress and the log; with the event behind it where the pack has several. */
  readonly id?: string
  /** Milliseconds until it is stopped. Default: what the pack says. */
  readonly timeoutMs?: number
  /** What a failure of it becomes. Default: what the pack says. */
  readonly onFailure?: Exclude<OnFailure, 'native'>
  /** True: it looks again after another hook rewrote the call. Default: what the pack says. */
  readonly guard?: boolean
  /** Shown while it runs. */
  readonly statusMessage?: string
}

const KNOWN = {
  with: true,
  events: true,
  matcher: true,
  if: true,
  id: true,
  timeoutMs: true,
  onFailure: true,
  guard: true,
  statusMessage: true,
  ...AUDIENCE,
} as const

/** Returns the hooks of one use of a pack. A wrong option is a mistake in the calling program, so it throws. */
export function packHooks(
  pack: string,
  options: UseOptions,
  nextId: (event: string) => string,
): readonly Hook[] {
  refuseNoText('The pack of `use`', pack)
  refuseUnknown('use', options, KNOWN)
  const bound = readAudience(options)
  const { hooks, issues } = readPacks([entryOf(pack, options)], {
    file: '',
    scope: 'session',
    defaults: {},
    servers: new Map(),
    startDir: '',
    manifests: MANIFESTS,
  })
  if (issues.length > 0) throw new TypeError(issues.map(sentence).join(' '))
  const chosen = onEvents(hooks, pack, options.events)
  return chosen.map((hook) => ({
    ...hook,
    handler: kept(hook.handler),
    id: options.id === undefined ? nextId(hook.event) : hook.id,
    source: { file: '', pointer: [], scope: 'session' },
    ...bound,
  }))
}

function entryOf(pack: string, options: UseOptions): Readonly<Record<string, unknown>> {
  const { timeoutMs, events: _e, sessionId: _s, agent: _a, agentId: _i, ...entry } = options
  refuseTimeout(timeoutMs)
  const given = { use: pack, ...entry, ...(timeoutMs !== undefined && { timeout: timeoutMs / 1_000 }) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** A program may go on with the object that it passed. */
function kept(handler: Hook['handler']): Hook['handler'] {
  return handler.type === 'pack' ? { ...handler, options: structuredClone(handler.options) } : handler
}

/** In the unit that the program wrote. */
function refuseTimeout(timeoutMs: unknown): void {
  if (timeoutMs === undefined) return
  if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= limits.maxTimeoutMs) return
  throw new TypeError(
    `The \`timeoutMs\` of use must be a number of milliseconds above 0 and at most ${limits.maxTimeoutMs}, not ${shown(timeoutMs)}.`,
  )
}

/** The key is the program's own, so its place needs no words. */
function sentence({ message, hint }: Issue): string {
  return hint === undefined ? message : `${message} ${hint}`
}

function onEvents(hooks: readonly Hook[], pack: string, events: unknown): readonly Hook[] {
  if (events === undefined) return hooks
  const known = hooks.map(({ event }) => event)
  if (!Array.isArray(events))
    throw new TypeError(`The \`events\` of use must be a list, not ${kindOf(events)}.`)
  if (events.length === 0)
    throw new TypeError(
      `The \`events\` of use must name at least one event, or be left out; accepted: ${known.join(', ')}.`,
    )
  const unknown = events.find((event) => !known.includes(event as string)) as unknown
  if (unknown !== undefined)
    throw new TypeError(`${pack} does nothing on ${shown(unknown)}; accepted: ${known.join(', ')}.`)
  return hooks.filter(({ event }) => events.includes(event))
}
