import { isIssue, warning, type Issue } from '../core/issue.ts'
import type { InstallScope, LookUp } from '../dialects/bridge-spec.ts'
import type { State } from '../ports/state.ts'
import { offReasons } from './obstacles.ts'
import { keyOf, planHost, type HostPlan, type Request } from './plan.ts'
import { findRegistered, readRegistered, type Registered } from './registered.ts'
import { launchedVersion } from './version-copy.ts'

/** How what is registered with a host differs from what should be. */
export type Drift = {
  readonly host: string
  readonly title: string
  readonly scope: InstallScope
  readonly file?: string
  /** Events that hooks need and that were never registered. */
  readonly missing: readonly string[]
  /** Events that were registered and have no entry of ours now: it was removed, or its command replaced (fault S46). */
  readonly gone: readonly string[]
  /** Events whose entry has another command or timeout than it should. */
  readonly outdated: readonly string[]
  /** Those of them whose entry somebody changed, so that it may not call us, or not for everything, or not for long enough. */
  readonly altered: readonly string[]
  /** Entries of ours that are not needed: second copies, and events that the host does not have. */
  readonly surplus: number
  /** Why the host runs no hook at all. */
  readonly off: readonly string[]
  /** Why the file could not be looked at. */
  readonly issues: readonly Issue[]
}

/** Compares what a plan would change with what was registered. Undefined: nothing differs. */
export function driftOf(
  { files, request, issues, registrations }: HostPlan,
  known: Registered,
  lookUp: LookUp = () => undefined,
): Drift | undefined {
  const { dialect, scope } = request
  const absent = files.flatMap(({ comparison }) => comparison.missing.map(({ event }) => event))
  const isKnown = (event: string): boolean => Object.hasOwn(known.events, event)
  const hasGrown = (event: string): boolean =>
    registrations.some((each) => each.event === event && each.deadlineSeconds > (known.events[event] ?? 0))
  const drift = {
    missing: absent.filter((event) => !isKnown(event)),
    gone: absent.filter(isKnown),
    outdated: eventsOf(outdatedIn(files)),
    altered: eventsOf(outdatedIn(files).filter((each) => isAltered(each, hasGrown))),
    surplus: files.reduce((count, { comparison }) => count + comparison.surplus.length, 0),
    off: offReasons(request, lookUp),
    issues,
  }
  const { missing, gone, outdated, surplus, off } = drift
  if (missing.length + gone.length + outdated.length + surplus + off.length + issues.length === 0)
    return undefined
  const [first] = files
  return { host: dialect.name, title: dialect.title, scope, ...(first && { file: first.path }), ...drift }
}

type Outdated = HostPlan['files'][number]['comparison']['outdated']

function outdatedIn(files: HostPlan['files']): Outdated {
  return files.flatMap(({ comparison }) => comparison.outdated)
}

function eventsOf(outdated: Outdated): readonly string[] {
  return outdated.map(({ wanted }) => wanted.event)
}

/**
 * Numbers are timeouts and deadlines. They fall behind when a hook needs more time than was registered; when they are
 * smaller without that, or anything else differs, somebody changed the entry.
 */
function isAltered({ wanted, item }: Outdated[number], hasGrown: (event: string) => boolean): boolean {
  const [now, then] = [JSON.stringify(item.value), JSON.stringify(wanted.value)]
  if (now.replaceAll(NUMBER, '0') !== then.replaceAll(NUMBER, '0')) return true
  const [is, should] = [now, then].map((text) => (text.match(NUMBER) ?? []).map(Number))
  return !hasGrown(wanted.event) && should?.some((least, at) => (is?.[at] ?? 0) < least) === true
}

const NUMBER = /\d+/g

/** Looks at the files of what is registered. Nothing is written. */
export function findDrift(requests: readonly Request[], state: State, lookUp: LookUp): readonly Drift[] {
  const all = readRegistered(state)
  return requests.flatMap((request) => {
    const known = findRegistered(all, keyOf(request))
    return (known && driftOf(planHost(request), known, lookUp)) ?? []
  })
}

/** Whether the launcher starts the program that asks. Undefined: it does, or nothing is registered. */
export function launcherDrift(state: State, version: string): 'missing' | 'outdated' | undefined {
  const all = readRegistered(state)
  if (isIssue(all) || all.length === 0) return undefined
  const launched = launchedVersion(state)
  if (launched === undefined) return 'missing'
  return launched.startsWith(`${version}-`) ? undefined : 'outdated'
}

const MEND = 'Run: hookwright sync'

/** Returns what a person should know, with the command that mends it. */
export function driftIssues(drifts: readonly Drift[]): readonly Issue[] {
  return drifts.flatMap(({ title, file, missing, gone, outdated, surplus, off, issues }) => {
    const place = file === undefined ? {} : { file }
    const say = (code: string, message: string): Issue => warning(code, place, message, MEND)
    return [
      ...issues,
      ...off.map((message) => warning('bridge.off', place, message)),
      ...(gone.length > 0
        ? [
            say(
              'bridge.gone',
              `The entry of hookwright for ${gone.join(', ')} was removed or replaced: ${title} does not call it there.`,
            ),
          ]
        : []),
      ...(missing.length > 0
        ? [
            say(
              'bridge.missing',
              `${title} does not call hookwright for ${missing.join(', ')}, so hooks on it do not run there.`,
            ),
          ]
        : []),
      ...(outdated.length > 0
        ? [
            say(
              'bridge.outdated',
              `The entry of hookwright for ${outdated.join(', ')} has another command or timeout than the hooks need.`,
            ),
          ]
        : []),
      ...(surplus > 0
        ? [
            say(
              'bridge.surplus',
              `${surplus === 1 ? '1 entry' : `${surplus} entries`} of hookwright in the file of ${title} should not be there.`,
            ),
          ]
        : []),
    ]
  })
}

/** The same for the launcher. */
export function launcherIssue(drift: 'missing' | 'outdated' | undefined): readonly Issue[] {
  if (drift === undefined) return []
  const message =
    drift === 'missing'
      ? 'The launcher of hookwright is gone: agents that call it run no hook.'
      : 'Agents call another version of hookwright than this one.'
  return [warning(`launcher.${drift}`, {}, message, MEND)]
}
