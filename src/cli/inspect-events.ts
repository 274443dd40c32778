import type { Hook } from '../core/hook.ts'
import { notice, type Issue } from '../core/issue.ts'
import { EVENT_HOSTS } from '../dialects/event-hosts.ts'
import { findEntry, hostNames, OWN_DIALECT } from '../dialects/registry.ts'

/**
 * One remark for each file of ours that has hooks on events which some host does not fire. `used`: the names of the
 * hosts that are used here; when that is empty, events that most hosts fire are not reported.
 */
export function inspectEvents(hooks: readonly Hook[], used: readonly string[]): readonly Issue[] {
  const events = new Map<string, Set<string>>()
  for (const { dialect, event, source } of hooks) {
    if (dialect !== OWN_DIALECT || isFired(event, used)) continue
    events.set(source.file, (events.get(source.file) ?? new Set()).add(event))
  }
  return [...events].map(([file, names]) => notice('event.hosts', { file }, `${sentences(names)}.`))
}

/** Returns the names of the dialects whose hosts fire an event. */
export function firedBy(event: string): readonly string[] {
  const hosts: Readonly<Record<string, readonly string[]>> = EVENT_HOSTS
  return Object.hasOwn(hosts, event) ? (hosts[event] ?? []) : []
}

/** Hosts without config files are runtimes inside programs and fire few events, so they are not counted. */
function isFired(event: string, used: readonly string[]): boolean {
  const hosts = firedBy(event)
  if (used.length > 0) return used.every((name) => hosts.includes(name))
  const all = hostNames.filter((name) => findEntry(name)?.files !== undefined)
  return all.filter((name) => hosts.includes(name)).length * 2 > all.length
}

/** More names than these are counted, not listed. */
const MOST_NAMED = 5

function named(titles: readonly string[]): string {
  if (titles.length === 0) return 'no host that this version knows'
  const more = titles.length - MOST_NAMED
  return more <= 1 ? titles.join(', ') : `${titles.slice(0, MOST_NAMED).join(', ')} and ${more} others`
}

/** `A fires in: X; B, C fire in: Y` */
function sentences(events: Iterable<string>): string {
  const byHosts = new Map<string, string[]>()
  for (const event of events) {
    const titles = firedBy(event).map((name) => findEntry(name)?.title ?? name)
    const hosts = named(titles)
    byHosts.set(hosts, [...(byHosts.get(hosts) ?? []), event])
  }
  const parts = [...byHosts].map(([hosts, names]) => {
    return `${names.join(', ')} ${names.length === 1 ? 'fires' : 'fire'} in: ${hosts}`
  })
  return parts.join('; ')
}
