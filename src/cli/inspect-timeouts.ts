import type { Hook } from '../core/hook.ts'
import { notice, warning, type Issue } from '../core/issue.ts'
import type { BridgeSpec } from '../dialects/bridge-spec.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { EntryPlaces } from './entry-places.ts'
import type { Bridge } from './inspect-double-bridges.ts'

const KEYS = [
  'timeout',
  'timeoutSec',
  'timeout_sec',
  'timeoutMs',
  'timeout_ms',
  'timeoutSeconds',
  'timeout_seconds',
]
const HOUR = 3_600_000

/** Timeouts of an hour and more: an agent that waits for them has stopped working. */
export function inspectLongTimeouts(hooks: readonly Hook[], at: EntryPlaces): readonly Issue[] {
  return hooks.flatMap((hook) => {
    const place = hook.timeoutMs >= HOUR && hook.mode === 'wait' ? at.written(hook, KEYS) : undefined
    if (place === undefined || hook.disabled !== undefined) return []
    const message = `Hook ${hook.id} may hold the agent up for ${seconds(hook.timeoutMs)}.`
    return [warning('timeout.long', place, message, 'Write the time that the hook really needs.')]
  })
}

/** Longest timeout that a host accepts for one of its events, in seconds. */
type LongestTimeout = NonNullable<BridgeSpec['longestTimeout']>

type Around = {
  readonly at: EntryPlaces
  readonly bridges: readonly Bridge[]
  /** By the name of the dialect. */
  readonly longest: ReadonlyMap<string, LongestTimeout>
}

/** Timeouts that the host does not wait for: longer than it accepts, or than that of the entry which calls us. */
export function inspectCutTimeouts(
  { ours, theirs }: { readonly ours: readonly Hook[]; readonly theirs: readonly Hook[] },
  { at, bridges, longest }: Around,
): readonly Issue[] {
  const isAwaited = ({ disabled, mode }: Hook): boolean => disabled === undefined && mode === 'wait'
  const entries = new Set(bridges.map(({ hook }) => hook))
  const served = ours.filter((hook) => isAwaited(hook) && !entries.has(hook))
  return [
    ...[...ours, ...theirs]
      .filter(isAwaited)
      .flatMap((hook) => tooLong(hook, longest.get(hook.dialect)?.(hook.native ?? hook.event), at) ?? []),
    ...bridges.flatMap((bridge) => cutOff(bridge, served, { at, longest }) ?? []),
  ]
}

/** Only what somebody wrote can be written otherwise. */
function tooLong(hook: Hook, most: number | undefined, at: EntryPlaces): Issue | undefined {
  if (most === undefined || hook.timeoutMs <= most * 1_000) return undefined
  const place = at.written(hook, KEYS)
  const message = `Hook ${hook.id} asks for ${seconds(hook.timeoutMs)}, and its host waits ${most} s at most.`
  return place && warning('timeout.host', place, message, `Write ${most} or less.`)
}

/** Rules answer at once. */
function cutOff(
  { hook: entry, dialect, native, said }: Bridge,
  hooks: readonly Hook[],
  { at, longest }: Pick<Around, 'at' | 'longest'>,
): Issue | undefined {
  const event = dialect.events[native]?.event
  const served = hooks.filter(
    (hook) => hook.event === event && hook.dialect !== dialect.name && hook.handler.type !== 'rule',
  )
  const slowest = served.toSorted((a, b) => b.timeoutMs - a.timeoutMs)[0]
  if (slowest === undefined || slowest.timeoutMs <= entry.timeoutMs) return undefined
  const most = longest.get(dialect.name)?.(native)
  const deadlineSeconds = heardDeadline(said.deadlineSeconds, entry)
  const message = `${dialect.title} waits ${seconds(entry.timeoutMs)} for this call of hookwright, and hook ${slowest.id} may take ${seconds(slowest.timeoutMs)}; ${afterwards(slowest, deadlineSeconds)}`
  const place = at.key(entry, KEYS)
  if (most === undefined || entry.timeoutMs < most * 1_000)
    return warning('timeout.bridge', place, message, SYNC)
  const hint = `${dialect.title} waits no longer. Make what the hook does faster, or write \`timeout: ${deadlineSeconds ?? most}\` at it.`
  return (deadlineSeconds === undefined ? warning : notice)('timeout.bridge', place, message, hint)
}

/** Undefined: the host no longer listens then. */
function heardDeadline(deadline: number | undefined, { timeoutMs }: Hook): number | undefined {
  return deadline !== undefined && deadline * 1_000 < timeoutMs ? deadline : undefined
}

const SYNC = 'Run `hookwright sync`, or give the hook a shorter timeout.'

/** With a deadline hookwright answers in time and the hook counts as failed; without one the answer comes too late. */
function afterwards({ onFailure }: Hook, deadlineSeconds: number | undefined): string {
  if (deadlineSeconds === undefined) return 'the host then goes on without it.'
  return `hookwright ends it after ${deadlineSeconds} s, and then \`onFailure: ${onFailure}\` counts.`
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}

/** By the name of the dialect; only hosts that say how a bridge is registered say it. */
export async function longestTimeouts(
  dialects: Iterable<Dialect>,
): Promise<ReadonlyMap<string, LongestTimeout>> {
  const found = await Promise.all(
    [...dialects].map(async ({ name, bridge }) => [name, (await bridge?.())?.longestTimeout] as const),
  )
  return new Map(found.flatMap(([name, most]) => (most === undefined ? [] : [[name, most] as const])))
}
