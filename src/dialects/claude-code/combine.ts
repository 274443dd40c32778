import type { Hook, Scope } from '../../core/hook.ts'
import { notice, warning, type Issue } from '../../core/issue.ts'
import { eventSpec } from '../_families/claude/events.ts'
import type { ConfigReading, Places } from '../dialect.ts'
import { switchesOf } from './switches.ts'

/** Lists of all levels add up in the order the host merges them, weakest value first. */
const MERGE_ORDER: readonly Scope[] = ['user', 'project', 'local', 'plugin', 'session', 'managed']

/** All settings files -> hooks in configuration order; those a switch turns off stay, marked. */
export function combine(
  readings: readonly ConfigReading[],
  places: Places,
): { hooks: readonly Hook[]; issues: readonly Issue[] } {
  const ordered = readings.toSorted((a, b) => MERGE_ORDER.indexOf(a.scope) - MERGE_ORDER.indexOf(b.scope))
  const off = findSwitch(readings)
  const hooks = ordered.flatMap((reading) => reading.hooks).map((hook) => applySwitch(hook, off))
  return {
    hooks: budgetSessionEnd(hooks, places),
    issues: off.flatMap((one) => one.issues),
  }
}

type Off = { readonly scopes: ReadonlySet<Scope>; readonly why: string; readonly issues: readonly Issue[] }

const EVERYONE: ReadonlySet<Scope> = new Set(['managed', 'user', 'project', 'local', 'plugin', 'session'])
const UNMANAGED: ReadonlySet<Scope> = new Set(['user', 'project', 'local', 'plugin', 'session'])
const SETTINGS: ReadonlySet<Scope> = new Set(['user', 'project', 'local'])
const PROJECT: ReadonlySet<Scope> = new Set(['project', 'local', 'session'])

function findSwitch(readings: readonly ConfigReading[]): readonly Off[] {
  const managed = readings.filter((reading) => reading.scope === 'managed').map(switchesOf)
  const byPolicy: Off[] = []
  if (managed.some((one) => one.allowManagedHooksOnly))
    byPolicy.push(turnedOff('allowManagedHooksOnly', UNMANAGED))
  if (managed.some((one) => one.pluginHooksOnly))
    byPolicy.push(turnedOff('strictPluginOnlyCustomization', SETTINGS))
  const said = managed.findLast((one) => one.disableAllHooks !== undefined)?.disableAllHooks
  if (said === true) return [...byPolicy, turnedOff('disableAllHooks', EVERYONE)]
  return said === false ? byPolicy : [...byPolicy, ...disabledBelow(readings)]
}

/**
 * In Claude Code the value of the narrowest file counts for all. Here a scope can only tighten: a
 * project neither turns the user's hooks off nor turns on what the user turned off.
 */
function disabledBelow(readings: readonly ConfigReading[]): readonly Off[] {
  const says = (scope: Scope, value: boolean) =>
    readings.find((one) => one.scope === scope && switchesOf(one).disableAllHooks === value)
  if (says('user', true)) return [turnedOff('disableAllHooks', UNMANAGED)]
  const local = readings.find((one) => one.scope === 'local' && switchesOf(one).disableAllHooks !== undefined)
  const deciding = local ?? says('project', true)
  if (deciding === undefined || !switchesOf(deciding).disableAllHooks) return []
  return [{ scopes: PROJECT, why: 'switched off by "disableAllHooks"', issues: [onlyProject(deciding)] }]
}

function turnedOff(key: string, scopes: ReadonlySet<Scope>): Off {
  const issues = [notice('config.disabled', {}, `"${key}" turns Claude Code hooks off.`)]
  return { scopes, why: `switched off by "${key}"`, issues }
}

function onlyProject({ file, scope }: ConfigReading): Issue {
  const problem = `"disableAllHooks" in a ${scope} file turns off the hooks of this project only; yours keep running.`
  const hint = 'Claude Code itself would turn off all; say it in your user settings for that.'
  return warning('config.scope', { file, pointer: ['disableAllHooks'] }, problem, hint)
}

function applySwitch(hook: Hook, off: readonly Off[]): Hook {
  const by = off.find(({ scopes }) => scopes.has(hook.source.scope))
  return by === undefined ? hook : { ...hook, disabled: by.why }
}

const MAX_BUDGET_MS = 60_000

/** One budget for all hooks of SessionEnd, which is also the default of each: the largest timeout found, or the variable. */
function budgetSessionEnd(hooks: readonly Hook[], places: Places): readonly Hook[] {
  const ending = hooks.filter((hook) => hook.event === 'SessionEnd')
  if (ending.length === 0) return hooks
  const { timeoutMs: base } = eventSpec('SessionEnd')
  const largest = Math.max(base, ...ending.map((hook) => hook.timeoutMs))
  const budget = fromVariable(places) ?? Math.min(largest, MAX_BUDGET_MS)
  return hooks.map((hook) => {
    if (hook.event !== 'SessionEnd') return hook
    const timeoutMs = hook.timeoutMs === base ? budget : Math.min(hook.timeoutMs, budget)
    return timeoutMs === hook.timeoutMs ? hook : { ...hook, timeoutMs }
  })
}

function fromVariable({ env }: Places): number | undefined {
  const said = env('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS')
  if (said === undefined || said === '') return undefined
  return /^[1-9]\d{0,8}$/.test(said) ? Number(said) : eventSpec('SessionEnd').timeoutMs
}
