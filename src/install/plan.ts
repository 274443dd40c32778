import type { Hook } from '../core/hook.ts'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { HttpPlace } from '../daemon/http-place.ts'
import type { BridgeCall, BridgeFile, BridgeSpec, InstallScope } from '../dialects/bridge-spec.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import type { State } from '../ports/state.ts'
import { compareEntries, editsFor, isOwnItem, type Comparison, type WantedEntry } from './compare.ts'
import { callOf } from './bridge-calls.ts'
import { isOwnCommand } from './command-line.ts'
import { failureRepliesText } from './failure-replies.ts'
import { openConfigFile, type ConfigFile } from './edit/config-file.ts'
import type { EditedConfig, EditFormat } from './edit/edit.ts'
import { withEdits } from './edit/install-config.ts'
import { readLists, readValue, type ListItem } from './edit/read-lists.ts'
import { registrationOf, registrationsOf, type Registration } from './needs.ts'
import { failureReplies } from './version-copy.ts'
import { findRegistered, readRegistered, type Registered, type RegisteredKey } from './registered.ts'

/** Where and how the bridge is to be registered with one host. */
export type Request = {
  readonly dialect: Dialect
  readonly spec: BridgeSpec
  readonly scope: InstallScope
  readonly places: Places
  readonly state: State
  /** What may need an event: the hooks of the user, the project, the machine and imports. */
  readonly hooks: readonly Hook[]
  readonly isAll: boolean
  readonly onError?: 'deny'
  /** The host calls the daemon there. Absent: it starts commands. */
  readonly http?: HttpPlace
}

/** A file, what it is to hold, and how that differs from what it holds. */
export type FilePlan = {
  readonly path: string
  readonly format: BridgeFile['format']
  readonly file: ConfigFile
  readonly edited: EditedConfig
  readonly comparison: Comparison
  /** Entries of others. */
  readonly others: readonly ListItem[]
}

export type HostPlan = {
  readonly request: Request
  readonly registrations: readonly Registration[]
  readonly files: readonly FilePlan[]
  /** Texts of the files beside the launcher, by their paths: programs for single events, and its replies. */
  readonly programs: ReadonlyMap<string, string>
  readonly issues: readonly Issue[]
}

/** Returns what an installation would change. Nothing is written. */
export function planHost(asked: Request): HostPlan {
  const known = findRegistered(readRegistered(asked.state), keyOf(asked))
  const onError = asked.onError ?? known?.onError
  const request = { ...asked, isAll: asked.isAll || known?.isAll === true, ...(onError && { onError }) }
  const registrations = withKnown(registrationsOf(request), known, request)
  const made = registrations.map((each) => callOf(each, request))
  const calls = made.map(({ call }) => call)
  const files =
    request.spec.program === undefined ? configFiles(calls, request) : programFiles(calls, request)
  return {
    request,
    registrations,
    files: files.filter((each): each is FilePlan => !isIssue(each)),
    programs: new Map([
      [failureReplies(request.state, request.dialect.name), failureRepliesText(request.dialect)],
      ...made.flatMap(({ program }) => (program === undefined ? [] : [program])),
    ]),
    issues: files.filter(isIssue),
  }
}

/** Whose entries those of a request are. */
export function keyOf({
  dialect,
  scope,
  places,
}: Pick<Request, 'dialect' | 'scope' | 'places'>): RegisteredKey {
  return { host: dialect.name, scope, ...(scope === 'project' && { project: places.projectDir }) }
}

/** What another project needed stays, and no time gets shorter: hooks of all projects share these entries. */
function withKnown(
  needed: readonly Registration[],
  known: Registered | undefined,
  { dialect, spec }: Request,
): readonly Registration[] {
  if (known === undefined) return needed
  return Object.entries(dialect.events).flatMap(([event, row]) => {
    const own = needed.find((each) => each.event === event)
    const before = known.events[event]
    if (before === undefined) return own ?? []
    const least = own ?? registrationOf(event, row, { hooks: [], spec })
    const more = Math.max(0, before - least.deadlineSeconds)
    const most = spec.longestTimeout?.(event) ?? Infinity
    return {
      ...least,
      deadlineSeconds: least.deadlineSeconds + more,
      timeoutSeconds: Math.min(least.timeoutSeconds + more, most),
    }
  })
}

/** All entries stand in one file. */
function configFiles(calls: readonly BridgeCall[], request: Request): readonly (FilePlan | Issue)[] {
  const { spec, scope, places, state, dialect } = request
  const [first] = calls
  const place = first && spec.file(scope, places, first.event)
  if (place === undefined) return [noFile(dialect, scope)]
  const { path } = place
  if (scope === 'project' && spec.file('user', places, first?.event ?? '')?.path === path)
    return [oneFile(path)]
  const format = place.format as EditFormat
  const file = openConfigFile(path, state)
  if (isIssue(file)) return [file]
  const source = { file: path, format }
  const read = readValue(file.text ?? '', source, [])
  const items = readLists(file.text ?? '', source)
  if (isIssue(read)) return [read]
  if (isIssue(items)) return [items]
  const there = { path, value: file.text === undefined ? undefined : read.value }
  const wanted = calls.flatMap((call): readonly WantedEntry[] => {
    const entry = spec.entry?.(call, there)
    return entry === undefined ? [] : [{ ...entry, event: call.event }]
  })
  const comparison = compareEntries(items, wanted)
  const settings = (spec.settings ?? []).map((each) => ({ kind: 'set', ...each }) as const)
  const edited = withEdits(file, format, [...settings, ...editsFor(comparison)])
  if (isIssue(edited)) return [edited]
  return [{ path, format, file, edited, comparison, others: items.filter((item) => !isOwnItem(item)) }]
}

/** Code of the issue for a host that has no file of the scope that was asked for. */
export const NO_FILE = 'install.no-file'

function noFile({ title }: Dialect, scope: InstallScope): Issue {
  const whose = scope === 'project' ? 'of a project' : 'of the user'
  const hint = scope === 'project' ? 'Install for the user: leave out --project.' : 'See docs/install.md.'
  return issue(NO_FILE, {}, `${title} has no file ${whose} that hooks can be registered in.`, hint)
}

/** With the home directory as the project, entries of the two scopes would stand in one file and replace each other. */
function oneFile(path: string): Issue {
  return issue(
    'install.one-file',
    { file: path },
    `"${path}" is the file of the user too, because the home directory is the project here.`,
    'Leave out --project.',
  )
}

/** Each event is a file. */
function programFiles(
  calls: readonly BridgeCall[],
  { spec, scope, places, state }: Request,
): readonly (FilePlan | Issue)[] {
  return calls.flatMap((call): readonly (FilePlan | Issue)[] => {
    const place = spec.file(scope, places, call.event)
    const text = spec.program?.(call)
    if (place === undefined || text === undefined) return []
    const file = openConfigFile(place.path, state)
    if (isIssue(file)) return [file]
    if (file.text !== undefined && !isOwnProgram(file.text)) return [foreignProgram(place.path)]
    const wanted = { list: [], value: text, event: call.event }
    const item = { list: [], index: 0, value: file.text, line: 1 }
    const comparison = {
      missing: file.text === undefined ? [wanted] : [],
      outdated: file.text === undefined || file.text === text ? [] : [{ wanted, item }],
      surplus: [],
    }
    return [{ ...place, file, edited: { text, traces: [] }, comparison, others: [] }]
  })
}

/** A hook file that `install` made. */
export function isOwnProgram(text: string): boolean {
  return text.split('\n').some(isOwnCommand)
}

function foreignProgram(path: string): Issue {
  return issue(
    'install.foreign-program',
    { file: path },
    `"${path}" is a hook of somebody else, and there can be only one with this name.`,
    'Move it into hookwright.yaml as a `command`, delete the file, and run the command again.',
  )
}
