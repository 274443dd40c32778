import type { Hook, Scope } from '../../../core/hook.ts'
import { notice, warning, type Issue } from '../../../core/issue.ts'
import type { Combined, ConfigFile, ConfigReading } from '../../dialect.ts'
import { hostTitle, type HookContract } from './profile.ts'
import { at, shapeIssue, type JsonObject } from './shape.ts'

type Switches = { readonly off?: boolean; readonly managedOnly?: boolean }

/** Keys of one file that switch hooks off. */
export function readSwitches(
  value: JsonObject,
  { file, scope }: ConfigFile,
  { configForm = {} }: HookContract,
): { readonly switches: Readonly<Record<string, unknown>>; readonly issues: readonly Issue[] } {
  const issues: Issue[] = []
  const flag = (key: string | undefined): boolean => {
    const said = key === undefined ? undefined : value[key]
    if (key !== undefined && said !== undefined && typeof said !== 'boolean')
      issues.push(shapeIssue(at({ file }, key), { name: `"${key}"`, expected: 'true or false', got: said }))
    return said === true
  }
  const switches: Switches = {
    off: flag(configForm.off),
    managedOnly: flag(configForm.managedOnly) && scope === 'managed',
  }
  return { switches, issues }
}

/**
 * Marks the hooks that a switch turns off. A scope can only tighten: a project turns off its own hooks, and the user's
 * keep running although the host itself would turn off all.
 */
export function applySwitches(
  hooks: readonly Hook[],
  readings: readonly ConfigReading[],
  contract: HookContract,
): Combined {
  const offs = readings.flatMap((reading) => offsOf(reading, contract))
  if (offs.length === 0) return { hooks, issues: [] }
  const marked = hooks.map((hook) => {
    const covering = offs.filter(({ scopes }) => scopes.includes(hook.source.scope))
    // What the user or a policy says counts more than what the project says of itself.
    const off = covering.find(({ scopes }) => scopes !== PROJECT) ?? covering[0]
    if (off === undefined || hook.disabled !== undefined) return hook
    return { ...hook, disabled: off.why, ...(off.scopes === PROJECT && { offInFile: true as const }) }
  })
  return { hooks: marked, issues: offs.map(({ issue }) => issue) }
}

type Off = { readonly scopes: readonly Scope[]; readonly why: string; readonly issue: Issue }

const PROJECT: readonly Scope[] = ['project', 'local']
const UNMANAGED: readonly Scope[] = ['user', 'project', 'local', 'plugin', 'session']

function offsOf({ file, scope, switches }: ConfigReading, contract: HookContract): readonly Off[] {
  const { off = '', managedOnly = '' } = contract.configForm ?? {}
  const host = hostTitle(contract)
  const said = switches as Switches
  const isProject = PROJECT.includes(scope)
  const all: readonly Scope[] = scope === 'managed' ? [...UNMANAGED, 'managed'] : UNMANAGED
  return [
    ...(said.managedOnly ? [turnedOff(managedOnly, UNMANAGED, { file, host })] : []),
    ...(said.off && !isProject ? [turnedOff(off, all, { file, host })] : []),
    ...(said.off && isProject
      ? [{ ...turnedOff(off, PROJECT, { file, host }), issue: onlyProject(off, { file, host }) }]
      : []),
  ]
}

type Where = { readonly file: string; readonly host: string }

function turnedOff(key: string, scopes: readonly Scope[], { file, host }: Where): Off {
  const issue = notice('config.disabled', at({ file }, key), `"${key}" turns ${host} hooks off.`)
  return { scopes, why: `switched off by "${key}"`, issue }
}

function onlyProject(key: string, { file, host }: Where): Issue {
  const problem = `"${key}" in a file of the project turns off the hooks of this project only; yours keep running.`
  const hint = `${host} itself would turn off all; say it in your user settings for that.`
  return warning('config.scope', at({ file }, key), problem, hint)
}
