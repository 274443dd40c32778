import { claudeEvents } from '../src/dialects/claude-code/events.ts'
import type { EventSpec } from '../src/dialects/dialect.ts'
import { findEntry, hostNames } from '../src/dialects/registry.ts'
import { EVENT_TEXTS } from './event-texts.ts'

/** One native event of one host, in one of its profiles. */
type EventRow = { readonly host: string; readonly native: string; readonly spec: EventSpec }

/** Returns the event tables of all hosts in all their profiles. */
export async function eventRows(): Promise<readonly EventRow[]> {
  const loading = hostNames.map(findEntry).flatMap((entry) => {
    if (entry === undefined) return []
    return (entry.profiles ?? [undefined]).map((profile) => entry.load(profile))
  })
  const dialects = await Promise.all(loading)
  return dialects.flatMap(({ name: host, events }) =>
    Object.entries(events).map(([native, spec]) => ({ host, native, spec })),
  )
}

/** A file of its own, so that the names of events cost nobody the dialects. */
export function eventHostsFile(rows: readonly EventRow[]): string {
  const hosts = grouped(rows.map(({ host, spec }) => [spec.event, host]))
  const natives = grouped(
    rows.filter(({ native }) => !hosts.has(native)).map(({ native, spec }) => [native, spec.event]),
  )
  return [
    LONG,
    HEAD,
    '/** Every event that some host has, by its canonical name, with the dialects of the hosts that fire it. */',
    `export const EVENT_HOSTS = ${listed(hosts, textOf)} as const`,
    '',
    '/** Native names of events that are not canonical names too, each with the canonical names it stands for. */',
    `export const NATIVE_EVENTS = ${listed(natives)} as const`,
  ].join('\n')
}

/** The rows that our own table needs besides those of Claude Code, without the hosts they come from. */
export function hostEventsFile(rows: readonly EventRow[]): string {
  return [
    HEAD,
    "import type { EventSpec } from '../dialect.ts'",
    '',
    '/** Events that Claude Code does not have, as the hosts that fire them treat them. */',
    `export const HOST_EVENTS: Readonly<Record<string, EventSpec>> = ${JSON.stringify(hostEvents(rows))}`,
  ].join('\n')
}

/** Events that Claude Code does not have; one that several hosts have takes what any of them acts on. */
export function hostEvents(rows: readonly EventRow[]): Readonly<Record<string, EventSpec>> {
  const found: Record<string, EventSpec> = {}
  for (const { spec } of rows) {
    const { event } = spec
    if (claudeEvents[event] === undefined) found[event] = withSpec(found[event], commonOf(spec))
  }
  return found
}

/** Titles of the hosts that fire an event. */
export function titlesOf(event: string, rows: readonly EventRow[]): readonly string[] {
  const hosts = new Set(rows.filter(({ spec }) => spec.event === event).map(({ host }) => host))
  return [...hosts].map((host) => findEntry(host)?.title ?? host)
}

const LONG = '/* oxlint-disable max-lines -- generated: it has a line for every host of every event */'
const HEAD = '// Written by npm run generate from the event tables of the dialects: do not edit.\n'

/** Without what only the family of a host reads. */
function commonOf(spec: EventSpec): EventSpec {
  const kept = Object.entries(spec).filter(([key]) => COMMON.has(key))
  return Object.fromEntries(kept) as EventSpec
}

const COMMON: ReadonlySet<string> = new Set<keyof EventSpec>([
  'event',
  'subject',
  'decisions',
  'effects',
  'gate',
  'replaces',
  'endsTurn',
  'conversation',
  'envFile',
])

function withSpec(before: EventSpec | undefined, spec: EventSpec): EventSpec {
  const all = [...(before === undefined ? [] : [before]), spec]
  // How a payload of the host names its event is of no concern to our own files.
  const { nameless: _, ...rest } = spec
  return {
    ...rest,
    ...before,
    gate: all.some(({ gate }) => gate),
    decisions: [...new Set(all.flatMap(({ decisions }) => decisions))],
    // The wire of our own files has no place for a patch.
    effects: [...new Set(all.flatMap(({ effects }) => effects))].filter((effect) => effect !== 'patch'),
  }
}

function grouped(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>()
  for (const [key, value] of pairs) groups.set(key, [...new Set([...(groups.get(key) ?? []), value])])
  return groups
}

/** `docOf`: what editors show for a key. Absent: nothing. */
function listed(
  groups: ReadonlyMap<string, readonly string[]>,
  docOf: (key: string) => string | undefined = () => undefined,
): string {
  const lines = [...groups].flatMap(([key, values]) => {
    const doc = docOf(key)
    const entry = `  ${JSON.stringify(key)}: ${JSON.stringify(values)},`
    return doc === undefined ? entry : [`  /** ${doc} */`, entry]
  })
  return `{\n${lines.join('\n')}\n}`
}

/** Throws for an event without a sentence, so that a new event gets one. */
function textOf(event: string): string {
  const text = EVENT_TEXTS[event]
  if (text === undefined) throw new Error(`Say in scripts/event-texts.ts when "${event}" fires.`)
  return text
}
