import type { Hook } from '../core/hook.ts'
import { notice, warning, type Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { MatcherSpec } from '../core/matcher.ts'
import type { Bridge } from './inspect-double-bridges.ts'

export type Bridged = {
  /** Hosts that are used here. */
  readonly hosts: readonly Dialect[]
  readonly bridges: readonly Bridge[]
}

/**
 * Hooks that some host here does not hear of: it does not call us at all, or not for their event. A host runs the hooks
 * of its own files itself.
 */
export function inspectUnbridged(hooks: readonly Hook[], { hosts, bridges }: Bridged): readonly Issue[] {
  const ours = hooks.filter(({ disabled }) => disabled === undefined)
  const [first] = ours
  if (first === undefined) return []
  if (hosts.length === 0) return [nobody(first, ours)]
  return hosts.flatMap((host) => {
    const needed = ours.filter((hook) => hook.dialect !== host.name && fires(host, hook.event))
    const calls = bridges.filter(({ dialect }) => dialect.name === host.name)
    if (needed.length === 0) return []
    if (calls.length === 0) return [uncalled(host, needed)]
    return [...unheard(host, needed, calls), ...narrow(host, needed, calls)]
  })
}

function fires({ events }: Dialect, event: string): boolean {
  return Object.values(events).some((spec) => spec.event === event)
}

function nobody({ source }: Hook, hooks: readonly Hook[]): Issue {
  const message = `No agent that has files here calls hookwright, so ${counted(hooks)} not run by any.`
  return notice('bridge.nobody', { file: source.file }, message, 'Run: hookwright install')
}

function uncalled({ name, title }: Dialect, needed: readonly Hook[]): Issue {
  const file = needed[0]?.source.file
  const message = `${title} is used here and does not call hookwright, so ${counted(needed)} not run there.`
  return warning(
    'bridge.missing',
    { ...(file !== undefined && { file }) },
    message,
    `Run: hookwright install ${name}`,
  )
}

function counted(hooks: readonly Hook[]): string {
  return hooks.length === 1 ? `hook ${hooks[0]?.id ?? ''} is` : `${hooks.length} hooks are`
}

/** One for each event, at its name in the file. */
function unheard(
  { title, events }: Dialect,
  needed: readonly Hook[],
  calls: readonly Bridge[],
): readonly Issue[] {
  const heard = new Set(calls.map(({ hook, native }) => events[native]?.event ?? hook.event))
  const missing = [...new Set(needed.map(({ event }) => event))].filter((event) => !heard.has(event))
  return missing.map((event) => {
    const lost = needed.filter((hook) => hook.event === event)
    const { source } = lost[0] as Hook
    const at = source.pointer.indexOf(event)
    const place = { file: source.file, pointer: at === -1 ? source.pointer : source.pointer.slice(0, at + 1) }
    const message = `${title} does not call hookwright on ${event}, so ${counted(lost)} not run there.`
    return warning('bridge.event-missing', place, message, 'Run: hookwright sync')
  })
}

/** Hooks on calls that the matchers of all entries which call us keep away. Patterns are not compared. */
function narrow(
  { title, events, name }: Dialect,
  needed: readonly Hook[],
  calls: readonly Bridge[],
): readonly Issue[] {
  return needed.flatMap((hook) => {
    const entries = calls.filter(({ native }) => events[native]?.event === hook.event)
    if (entries.length === 0 || reaches(entries.map(toolsOf), wantedBy(hook))) return []
    const { file, pointer } = hook.source
    const message = `${title} calls hookwright on ${hook.event} for some tools only, so hook ${hook.id} does not see the others there.`
    const hint = `Remove the matcher of the entry, or run: hookwright install ${name}`
    return [warning('bridge.matcher', { file, pointer, hook: hook.id }, message, hint)]
  })
}

/** A hook without a matcher may be about one tool by its condition. */
function wantedBy({ matcher, condition }: Hook): MatcherSpec {
  const [, tool] = /^\s*([\w-]+)/.exec(condition ?? '') ?? []
  return matcher.kind === 'all' && tool !== undefined ? { kind: 'names', names: [tool] } : matcher
}

/** By canonical name; undefined where an entry may be called for other tools too. */
function toolsOf({ hook: { matcher, subject } }: Bridge): readonly string[] | undefined {
  if (matcher.kind !== 'names' || subject === undefined) return undefined
  if (subject === 'tool') return matcher.names
  if (typeof subject !== 'object' || !('tool' in subject)) return undefined
  const canonical = matcher.names.map((name) =>
    Object.keys(subject.tool).filter((each) => each === name || subject.tool[each]?.includes(name)),
  )
  return canonical.some((found) => found.length === 0) ? undefined : canonical.flat()
}

function reaches(entries: readonly (readonly string[] | undefined)[], wanted: MatcherSpec): boolean {
  const known = entries.flatMap((tools) => (tools === undefined ? [] : [tools]))
  if (wanted.kind === 'regex' || known.length < entries.length) return true
  return wanted.kind === 'names' && wanted.names.every((each) => known.flat().includes(each))
}
