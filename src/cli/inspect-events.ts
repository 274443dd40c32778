import type { Hook } from '../core/hook.ts'
import { notice, type Issue } from '../core/issue.ts'
import { EVENT_HOSTS } from '../dialects/event-hosts.ts'
import { findEntry, hostNames, OWN_DIALECT } from '../dialects/registry.ts'

/** One remark for each file of ours that has hooks on events which not every host fires. */
export function inspectEvents(hooks: readonly Hook[]): readonly Issue[] {
  const events = new Map<string, Set<string>>()
  for (const { dialect, event, source } of hooks) {
    if (dialect !== OWN_DIALECT || isFiredEverywhere(event)) continue
    events.set(source.file, (events.get(source.file) ?? new Set()).add(event))
  }
  return [...events].map(([file, names]) => notice('event.hosts', { file }, `${sentences(names)}.`))
}

/** Returns the names of the dialects whose hosts fire an event. */
export function firedBy(event: string): readonly string[] {
  const hosts: Readonly<Record<string, readonly string[]>> = EVENT_HOSTS
  return Object.hasOwn(hosts, event) ? (hosts[event] ?? []) : []
}

/**
 * Hosts without config files are not counted. They are runtimes inside programs and fire few events, so that with them
 * every file would get the remark.
 */
function isFiredEverywhere(event: string): boolean {
  const hosts = firedBy(event)
  return hostNames.every((name) => hosts.includes(name) || findEntry(name)?.files === undefined)
}

/** `A fires in: X; B, C fire in: Y` */
function sentences(events: Iterable<string>): string {
  const byHosts = new Map<string, string[]>()
  for (const event of events) {
    const titles = firedBy(event).map((name) => findEntry(name)?.title ?? name)
    const hosts = titles.length === 0 ? 'no host that this version knows' : titles.join(', ')
    byHosts.set(hosts, [...(byHosts.get(hosts) ?? []), event])
  }
  const parts = [...byHosts].map(([hosts, names]) => {
    return `${names.join(', ')} ${names.length === 1 ? 'fires' : 'fire'} in: ${hosts}`
  })
  return parts.join('; ')
}
