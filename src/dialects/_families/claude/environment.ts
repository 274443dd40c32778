import type { Event } from '../../../core/event.ts'
import type { Hook, Start } from '../../../core/hook.ts'
import { unseal } from '../../../core/sealed.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { specOf } from './event-table.ts'
import type { HookContract, Scrub, VariableNames } from './profile.ts'
import { isObject } from './shape.ts'
import { nativeTool } from './tool-names.ts'

type Variables = Record<string, string | undefined>

/** What only the engine knows. */
export type Given = {
  /** The file a hook appends `export` lines to, for later commands of the session. */
  readonly envFile?: string | undefined
}

/** A hook that an event started, and the contract it follows. */
export type Started = { readonly event: Event; readonly hook: Hook; readonly contract: HookContract }

/** What the host sets for its hooks, as far as it can be known here; its telemetry settings stay with it. */
export function environment(
  started: Started,
  inherited: Readonly<Variables>,
  { envFile }: Given = {},
): Variables {
  const { event, hook, contract } = started
  const { variables } = contract
  const dropsEnvFile = isHostsEnvFile(started, inherited) && !readsShell(hook)
  return settable({
    ...removed(inherited, variables),
    ...projectDirs(started, inherited),
    ...variables.always,
    ...fact(variables.sessionId, event.sessionId),
    ...fact(variables.effort, effortOf(event)),
    ...set(variables.event, nativeOf(specOf(contract.events, event))),
    ...fact(variables.tool, toolName(started)),
    ...set(variables.envFile, envFile),
    ...(dropsEnvFile && variables.envFile !== undefined && { [variables.envFile]: undefined }),
    ...ownerVariables(specOf(contract.events, event), hook, variables),
  })
}

function projectDirs(started: Started, inherited: Readonly<Variables>): Variables {
  const { projectDir: name, moreProjectDirs = [] } = started.contract.variables
  const value = projectDir(started, inherited)
  const names = name === undefined ? moreProjectDirs : [name, ...moreProjectDirs]
  return Object.fromEntries(names.map((each) => [each, value]))
}

function toolName({ event: { tool }, contract }: Started): string | undefined {
  return tool && (contract.calls?.encode(tool).name ?? nativeTool(tool, contract))
}

function set(name: string | undefined, value: string | undefined): Variables {
  return name === undefined || value === undefined ? {} : { [name]: value }
}

/** Longer than any id; far longer ones keep a process from starting. */
const LONGEST_FACT = 4_096

/** A payload says what it likes, and a variable with a NUL keeps the hook from starting: such a one is left out. */
function settable(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value === undefined || !value.includes('\0')),
  )
}

function fact(name: string | undefined, value: string | undefined): Variables {
  return value !== undefined && value.length <= LONGEST_FACT ? set(name, value) : {}
}

/** False also where the host that calls has made such a file itself: what is written there reaches its session. */
export function takesEnvFile(started: Started, inherited: Readonly<Variables>): boolean {
  const { event, hook } = started
  const takes = hasEnvFile(started) && event.sessionId !== undefined
  return takes && readsShell(hook) && !isHostsEnvFile(started, inherited)
}

function hasEnvFile({ event, contract }: Started): boolean {
  return contract.variables.envFile !== undefined && specOf(contract.events, event).envFile === true
}

function isHostsEnvFile(started: Started, inherited: Readonly<Variables>): boolean {
  const { envFile = '' } = started.contract.variables
  return hasEnvFile(started) && isOwnHost(started) && Boolean(inherited[envFile])
}

/** The file is a POSIX shell's, so a hook for another shell cannot write it. */
function readsShell({ handler }: Hook): boolean {
  return handler.type === 'command' && !isForeignShell(handler.start)
}

function isForeignShell(start: Start): boolean {
  if (start.kind === 'inline') return start.form === 'pwsh-command'
  return start.kind === 'script' && start.shell !== 'sh' && start.shell !== 'bash'
}

/** A skill counts as a plugin whose root is its own folder; side events do not tell it. */
function ownerVariables(
  { reader }: ClaudeEventSpec,
  { source: { owner } }: Hook,
  { pluginRoot, otherPluginRoot, pluginData, pluginOption }: VariableNames,
): Variables {
  if (owner?.kind === 'skill' && reader !== 'side') return set(pluginRoot, owner.root)
  if (owner?.kind !== 'plugin') return {}
  const options = pluginOption === undefined ? {} : ((owner.options && unseal(owner.options)) ?? {})
  return {
    ...set(pluginRoot, owner.root),
    ...set(otherPluginRoot, owner.root),
    ...set(pluginData, owner.dataDir),
    ...Object.fromEntries(
      Object.entries(options).map(([key, value]) => [`${pluginOption}${inCapitals(key)}`, value]),
    ),
  }
}

function inCapitals(key: string): string {
  return key.replaceAll(/[^A-Za-z0-9_]/g, '_').toUpperCase()
}

/**
 * The folder the session was started in, which for a project file is the one that holds the folder of settings.
 * The hook's own host says it itself; other hosts do not.
 */
function projectDir(started: Started, inherited: Readonly<Variables>): string {
  const { event, hook, contract } = started
  const { projectDir: name } = contract.variables
  const said = name === undefined ? undefined : inherited[name]
  if (isOwnHost(started) && said !== undefined && said !== '') return said
  const { file, scope } = hook.source
  const [, holder, folder] = /^(.*)[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(file) ?? []
  const isHeld = (scope === 'project' || scope === 'local') && folder === contract.folder
  return isHeld && holder ? holder : event.projectDir
}

function isOwnHost({ event: { payload }, hook }: Started): boolean {
  return payload?.wire === hook.wire
}

function effortOf(event: Event): string | undefined {
  const { effort } = event.fields as { effort?: unknown }
  return isObject(effort) && typeof effort['level'] === 'string' ? effort['level'] : undefined
}

function removed(inherited: Readonly<Variables>, { withheld = [], scrub }: VariableNames): Variables {
  const names = Object.keys(inherited)
  const kept = names.filter((name) => withheld.some((prefix) => name.startsWith(prefix)))
  const secret =
    scrub && isOn(inherited[scrub.switch]) ? names.filter((name) => isCredential(name, scrub)) : []
  return Object.fromEntries([...kept, ...secret].map((name) => [name, undefined]))
}

/** An action's inputs repeat variables under `INPUT_`. */
function isCredential(name: string, { credentials }: Scrub): boolean {
  const plain = name.toUpperCase().replace(/^INPUT_/, '')
  return credentials.some((pattern) => pattern.test(plain))
}

function isOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value ?? '')
}
