import type { ConfigEntry } from './config-listing.ts'

export type Override = readonly [key: string, value: string]

/*
 * What git can be made to execute by its config (git 2.55's manual, and git-lfs, which reads the same files).
 * `uploadpack.packObjectsHook` is missing on purpose: git takes it from no repository, but would take ours.
 */
const PROGRAMS: readonly (readonly [key: RegExp, neutral: string])[] = [
  [/^pager\./, 'false'],
  [/^core\.pager$/, 'cat'],
  [/^core\.(?:editor|alternaterefscommand)$|^sequence\.editor$/, ':'],
  [/^core\.askpass$/, ''],
  [/^core\.sshcommand$/, 'ssh'],
  [/^diff\.external$|^diff\..*\.command$/s, ':'],
  [/^diff\..*\.textconv$/s, 'cat'],
  [/^merge\..*\.driver$/s, 'false'],
  [/^gpg\.(?:.*\.)?(?:program|defaultkeycommand)$/s, 'false'],
  [/^submodule\..*\.update$/s, 'checkout'],
  [/^interactive\.difffilter$/, 'cat'],
  [/^trailer\..*\.(?:command|cmd)$/s, ':'],
  [/^protocol\.(?:.*\.)?allow$/s, 'user'],
  [/^gc\.recentobjectshook$/, ':'],
  [/^(?:difftool|mergetool|guitool|browser|man)\..*\.(?:cmd|path)$/s, ':'],
  [/^tar\..*\.command$/s, 'cat'],
  [/^sendemail\.(?:.*\.)?(?:smtpserver|sendmailcmd|tocmd|cccmd|headercmd)$/s, 'false'],
  [/^imap\.(?:.*\.)?tunnel$/s, 'false'],
  [/^alias\./, ''],
  [/^lfs\.(?:customtransfer|extension)\..*\.(?:path|clean|smudge)$/s, ''],
  [/^lfs\.(?:.*\.)?standalonetransferagent$/s, ''],
]

const HELPER = /^credential\.(?:.*\.)?helper$/s
const TRANSPORT = /^core\.gitproxy$|^remote\..*\.(?:uploadpack|receivepack|vcs)$/s
const REMOTE_URL = /^remote\..*\.(?:push)?url$|^url\./s
const FILTER = /^(filter\..*)\.(?:clean|smudge|process|required)$/s
const FILTER_COMMANDS = ['clean', 'smudge', 'process']
const HOOK = /^(hook\..*)\.(?:command|event|enabled)$/s

/** Whatever anybody's config says, for our own calls. */
const ALWAYS: readonly Override[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]

/** Takes back what the repository's config names, in favour of the user's own value or of nothing. */
export function overrides(entries: readonly ConfigEntry[]): readonly Override[] {
  const local = [...new Set(entries.filter(isLocal).map((entry) => entry.key))]
  const own = entries.filter((entry) => !isLocal(entry))
  return [
    ...local.flatMap((key) => programOverride(key, own)),
    ...filterDrivers(entries).flatMap((driver) => filterOverrides(driver, entries)),
    ...(local.some((key) => HELPER.test(key)) ? helperOverrides(own) : []),
    ...extProtocol(own),
    ...configHooks(entries),
    ...ALWAYS,
  ]
}

/** Filters that the repository's config defines wholly or in part, and that are therefore off. */
export function filtersOff(entries: readonly ConfigEntry[]): readonly string[] {
  const drivers = filterDrivers(entries).filter((driver) => isFilterOff(driver, entries))
  return drivers.map((driver) => driver.slice('filter.'.length))
}

function filterDrivers(entries: readonly ConfigEntry[]): readonly string[] {
  return sections(entries.filter(isLocal), FILTER)
}

/**
 * Of these git takes the first value, so that none of ours would help: no transport is allowed at all. Our calls reach
 * for a remote only where a partial clone lacks an object.
 */
export function overrideVariables(entries: readonly ConfigEntry[]): Readonly<Record<string, string>> {
  const isShut = entries.some((entry) => isLocal(entry) && startsTransport(entry))
  return isShut ? { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } : {}
}

function startsTransport({ key, value }: ConfigEntry): boolean {
  return TRANSPORT.test(key) || (REMOTE_URL.test(key) && `${key} ${value}`.includes('::'))
}

function programOverride(key: string, own: readonly ConfigEntry[]): readonly Override[] {
  const row = PROGRAMS.find(([pattern]) => pattern.test(key))
  return row ? [[key, valueOf(key, own) ?? row[1]]] : []
}

/** A `process` that is taken back stays set, so that `clean` and `smudge` are off too and cannot be required. */
function filterOverrides(driver: string, entries: readonly ConfigEntry[]): readonly Override[] {
  const own = entries.filter((entry) => !isLocal(entry))
  const isNamed = (name: string): boolean => entries.some((entry) => entry.key === `${driver}.${name}`)
  const value = (name: string): string | undefined => valueOf(`${driver}.${name}`, own)
  const commands = FILTER_COMMANDS.filter(isNamed)
  return [
    ...commands.map((name): Override => [`${driver}.${name}`, value(name) ?? '']),
    [`${driver}.required`, isFilterOff(driver, entries) ? 'false' : (value('required') ?? 'false')],
  ]
}

function isFilterOff(driver: string, entries: readonly ConfigEntry[]): boolean {
  const named = (name: string, isTheirs: boolean): boolean =>
    entries.some((entry) => entry.key === `${driver}.${name}` && isLocal(entry) === isTheirs)
  if (named('process', false)) return false
  const isHalf = FILTER_COMMANDS.some((name) => named(name, true) && !named(name, false))
  return isHalf || !FILTER_COMMANDS.some((name) => named(name, false))
}

/** An empty helper empties the list; the user's own ones follow again. */
function helperOverrides(own: readonly ConfigEntry[]): readonly Override[] {
  const helpers = own.filter((entry) => HELPER.test(entry.key))
  return [['credential.helper', ''], ...helpers.map(({ key, value = '' }): Override => [key, value])]
}

function extProtocol(own: readonly ConfigEntry[]): readonly Override[] {
  return [['protocol.ext.allow', valueOf('protocol.ext.allow', own) ?? 'never']]
}

function configHooks(entries: readonly ConfigEntry[]): readonly Override[] {
  return sections(entries, HOOK).flatMap((hook): Override[] => [
    [`${hook}.enabled`, 'false'],
    [`${hook}.event`, ''],
  ])
}

function sections(entries: readonly ConfigEntry[], pattern: RegExp): readonly string[] {
  return [...new Set(entries.flatMap(({ key }) => pattern.exec(key)?.[1] ?? []))]
}

function valueOf(key: string, entries: readonly ConfigEntry[]): string | undefined {
  const entry = entries.findLast((each) => each.key === key)
  return entry && (entry.value ?? 'true')
}

function isLocal(entry: ConfigEntry): boolean {
  return entry.scope === 'repository'
}
