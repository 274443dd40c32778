import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import type { Combined, ConfigReading } from '../dialect.ts'

/** What a file says about hooks of all files. */
export type Switches = {
  readonly enabled?: boolean
  readonly disabled?: readonly string[]
  /** Names of its own hooks, by id. */
  readonly names?: Readonly<Record<string, string>>
}

/**
 * Returns the hooks of all files in the order the host runs them: defaults, user, workspace, system, extensions. The
 * last file that says `enabled` counts, and the names in `disabled` add up. A project switches off its own hooks only.
 */
export function combine(readings: readonly ConfigReading[]): Combined {
  const others = readings.filter((reading) => !isOfProject(reading))
  const hooks = readings.flatMap((reading) =>
    reading.hooks.map((hook) =>
      isOfProject(reading)
        ? switchedByProject(hook, nameOf(hook, reading), { all: readings, others })
        : switched(hook, nameOf(hook, reading), others),
    ),
  )
  return { hooks, issues: readings.filter(isOfProject).flatMap((reading) => tooFar(reading, others)) }
}

function isOfProject({ scope }: ConfigReading): boolean {
  return scope === 'project' || scope === 'local'
}

function switchesOf({ switches }: ConfigReading): Switches {
  return switches
}

function nameOf({ id }: Hook, reading: ConfigReading): string {
  return switchesOf(reading).names?.[id] ?? ''
}

function switched(hook: Hook, name: string, readings: readonly ConfigReading[]): Hook {
  const all = readings.map(switchesOf)
  const isOn = all.findLast(({ enabled }) => enabled !== undefined)?.enabled ?? true
  if (!isOn) return { ...hook, disabled: 'switched off by "hooksConfig.enabled"' }
  const isNamed = all.some(({ disabled = [] }) => disabled.includes(name))
  return isNamed ? { ...hook, disabled: 'switched off by "hooksConfig.disabled"' } : hook
}

type Readings = { readonly all: readonly ConfigReading[]; readonly others: readonly ConfigReading[] }

/** What only the files of the project switch off is marked as such. */
function switchedByProject(hook: Hook, name: string, { all, others }: Readings): Hook {
  const found = switched(hook, name, all)
  const isOwn = found.disabled !== undefined && switched(hook, name, others).disabled === undefined
  return isOwn ? { ...found, offInFile: true } : found
}

/** The host itself would switch off the hooks of the user and of the system as well. */
function tooFar(reading: ConfigReading, others: readonly ConfigReading[]): readonly Issue[] {
  const { enabled, disabled = [] } = switchesOf(reading)
  const names = others.flatMap((other) => other.hooks.map((hook) => nameOf(hook, other)))
  const isAll = enabled === false && names.length > 0
  const isSome = disabled.some((name) => names.includes(name))
  if (!isAll && !isSome) return []
  const key = isAll ? 'enabled' : 'disabled'
  const problem = `"hooksConfig.${key}" in a ${reading.scope} file turns off the hooks of this project only; yours keep running.`
  const hint = 'Gemini CLI itself would turn off all of them.'
  return [warning('config.scope', { file: reading.file, pointer: ['hooksConfig', key] }, problem, hint)]
}
