import type { Hook } from '../../core/hook.ts'
import { notice, warning, type Issue } from '../../core/issue.ts'
import type { ConfigReading, Places } from '../dialect.ts'
import { isOfProject, type Off } from './off.ts'
import { turnedOffPlugins } from './plugin-switches.ts'
import { claudeCodeProfile } from './profile.ts'
import { switchesOf } from './switches.ts'
import { HOST_VARIABLES } from './variables.ts'

type Circumstances = { readonly places: Places; readonly host: string | undefined }

export function findOffs(readings: readonly ConfigReading[], around: Circumstances): readonly Off[] {
  const { places, host } = around
  const byProcess = host === claudeCodeProfile.name ? processSwitches(places) : []
  return [...byProcess, ...byPolicy(readings, places), ...turnedOffPlugins(readings, places)]
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !/^(?:|0|false|no|off)$/i.test(value)
}

/** How the host itself was started; it tells its children by variable. */
function processSwitches({ env }: Places): readonly Off[] {
  const offs: Off[] = []
  const { simple, safeMode } = HOST_VARIABLES
  if (isOn(env(simple)))
    offs.push({
      ...turnedOff(simple, (hook) => hook.source.scope !== 'session'),
      sparesCommands: true,
    })
  if (isOn(env(safeMode))) offs.push(turnedOff(safeMode, isUnmanaged))
  return offs
}

function byPolicy(readings: readonly ConfigReading[], places: Places): readonly Off[] {
  const managed = readings.filter((reading) => reading.scope === 'managed').map(switchesOf)
  const isSpared = forcedPlugins(readings)
  const others = (hook: Hook): boolean => isUnmanaged(hook) && !isSpared(hook)
  const offs: Off[] = []
  if (managed.some((one) => one.allowManagedHooksOnly))
    offs.push({ ...turnedOff('allowManagedHooksOnly', others), managedOnly: true })
  if (managed.some((one) => one.pluginHooksOnly))
    offs.push({ ...turnedOff('strictPluginOnlyCustomization', isNoPlugins), sparesCommands: true })
  const said = managed.findLast((one) => one.disableAllHooks !== undefined)?.disableAllHooks
  if (said === true) return [...offs, { ...turnedOff('disableAllHooks', () => true), callbacks: true }]
  return said === false ? offs : [...offs, ...disabledBelow(readings, { others, places })]
}

function isUnmanaged({ source }: Hook): boolean {
  return source.scope !== 'managed'
}

/** Settings of user and project, and agents: those of a plugin may have no hooks, so every other is none of a plugin's. */
function isNoPlugins({ source: { scope, owner } }: Hook): boolean {
  return scope === 'user' || scope === 'project' || scope === 'local' || owner?.kind === 'agent'
}

/**
 * Plugins that policy switches on by their full name. Only a caller can give a name with a marketplace, so that a
 * plugin cannot call itself what policy calls another.
 */
function forcedPlugins(readings: readonly ConfigReading[]): (hook: Hook) => boolean {
  const byCaller = new Set(readings.flatMap((reading) => switchesOf(reading).forced ?? []))
  const byManaged = readings
    .filter((reading) => reading.scope === 'managed')
    .flatMap((reading) => Object.entries(switchesOf(reading).enabledPlugins ?? {}))
  const names = new Set([...byCaller, ...byManaged.flatMap(([name, on]) => (on ? name : []))])
  return ({ source: { owner } }) => owner?.kind === 'plugin' && names.has(owner.name)
}

type Below = { readonly others: (hook: Hook) => boolean; readonly places: Places }

/**
 * In Claude Code the value of the narrowest file counts for all. Here a scope can only tighten: a
 * project neither turns the user's hooks off nor turns on what the user turned off.
 */
function disabledBelow(readings: readonly ConfigReading[], { others, places }: Below): readonly Off[] {
  const saying = readings.filter((one) => switchesOf(one).disableAllHooks !== undefined)
  const of = (scope: string) => saying.find((one) => one.scope === scope)
  // What was handed over for this session counts more than the user's file.
  const own = saying.find((one) => one.scope === 'user' && one.file.startsWith('<')) ?? of('user')
  if (own !== undefined && switchesOf(own).disableAllHooks)
    return [{ ...turnedOff('disableAllHooks', others), managedOnly: true }]
  const deciding = of('local') ?? of('project')
  if (deciding === undefined || !switchesOf(deciding).disableAllHooks) return []
  const covers = (hook: Hook): boolean => others(hook) && isOfProject(hook, places)
  const why = 'switched off by "disableAllHooks"'
  return [{ covers, why, byProject: true, issues: [onlyProject(deciding)] }]
}

function turnedOff(key: string, covers: Off['covers']): Off {
  const issues = [notice('config.disabled', {}, `"${key}" turns Claude Code hooks off.`)]
  return { covers, why: `switched off by "${key}"`, issues }
}

function onlyProject({ file, scope }: ConfigReading): Issue {
  const problem = `"disableAllHooks" in a ${scope} file turns off the hooks of this project only; yours keep running.`
  const hint = 'Claude Code itself would turn off all; say it in your user settings for that.'
  return warning('config.scope', { file, pointer: ['disableAllHooks'] }, problem, hint)
}
