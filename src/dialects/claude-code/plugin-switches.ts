import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import type { ConfigReading, Places } from '../dialect.ts'
import { isOfProject, type Off } from './off.ts'
import { switchesOf } from './switches.ts'

/** Plugins that `enabledPlugins` sets to false, strongest file first. */
export function turnedOffPlugins(readings: readonly ConfigReading[], places: Places): readonly Off[] {
  const strong = (name: string): boolean | undefined => {
    const managed = said(name, inScopes(readings, ['managed']))
    if (managed !== undefined) return managed
    return said(name, inScopes(readings, ['user'])) === false ? false : undefined
  }
  const isOff = (hook: Hook): boolean => {
    const name = nameOf(hook)
    return name !== undefined && strong(name) === false
  }
  const isOffByProject = (hook: Hook): boolean => {
    const name = nameOf(hook)
    if (name === undefined || strong(name) !== undefined) return false
    return isOfProject(hook, places) && saidByProject(name, readings) === false
  }
  const why = 'switched off by "enabledPlugins"'
  return [
    { covers: isOff, why, issues: overreach(readings, places) },
    { covers: isOffByProject, why, byProject: true, issues: [] },
  ]
}

function nameOf({ source: { owner } }: Hook): string | undefined {
  return owner?.kind === 'plugin' ? owner.name : undefined
}

function inScopes(readings: readonly ConfigReading[], scopes: readonly string[]): readonly ConfigReading[] {
  return readings.filter((reading) => scopes.includes(reading.scope))
}

function saidByProject(name: string, readings: readonly ConfigReading[]): boolean | undefined {
  return said(name, inScopes(readings, ['local'])) ?? said(name, inScopes(readings, ['project']))
}

/** A plugin named without its marketplace is off when any of that name is. */
function said(name: string, readings: readonly ConfigReading[]): boolean | undefined {
  const values = readings
    .flatMap((reading) => Object.entries(switchesOf(reading).enabledPlugins ?? {}))
    .flatMap(([key, on]) => (key === name || key.split('@')[0] === name ? on : []))
  return values.length === 0 ? undefined : values.every(Boolean)
}

/** A project that switches off a plugin the user named is told that it does not (fault S02). */
function overreach(readings: readonly ConfigReading[], places: Places): readonly Issue[] {
  const plugins = new Set(
    readings.flatMap(({ hooks }) => hooks.filter((hook) => !isOfProject(hook, places)).flatMap(nameOfAll)),
  )
  return inScopes(readings, ['project', 'local']).flatMap((reading) =>
    [...plugins].filter((name) => said(name, [reading]) === false).map((name) => keepsRunning(name, reading)),
  )
}

function nameOfAll(hook: Hook): string | [] {
  return nameOf(hook) ?? []
}

function keepsRunning(name: string, { file, scope }: ConfigReading): Issue {
  const problem = `"enabledPlugins" in a ${scope} file cannot switch off plugin "${name}", which is not part of the project.`
  const hint = 'No longer name the plugin, or set it to false in your user settings.'
  return warning('config.scope', { file, pointer: ['enabledPlugins'] }, problem, hint)
}
