import type { Hook, Scope } from '../../core/hook.ts'
import type { Calling, Combined, Commands, ConfigReading, Places } from '../dialect.ts'
import { COMMANDS } from './commands.ts'
import { limitHttp } from './http-limits.ts'
import type { Off } from './off.ts'
import { findOffs } from './policy.ts'
import { budgetSessionEnd } from './session-end.ts'
import { switchesOf } from './switches.ts'

/** Settings, weakest value first as the host merges them; then plugins in the order they were named; then sessions. */
const ORDER: readonly Scope[] = ['user', 'project', 'local', 'managed', 'plugin', 'session']

/** All files -> hooks in configuration order; those a switch turns off stay, marked. */
export function combine(
  readings: readonly ConfigReading[],
  places: Places,
  { host }: Calling = {},
): Combined {
  const ordered = readings.toSorted((a, b) => rankOf(a) - rankOf(b))
  const offs = findOffs(readings, { places, host })
  const hooks = ordered.flatMap((reading) => reading.hooks).map((hook) => applySwitch(hook, offs))
  const commands = combineCommands(ordered, offs)
  return {
    hooks: limitHttp(budgetSessionEnd(hooks, places), readings, places),
    issues: offs.flatMap((one) => one.issues),
    ...(Object.keys(commands).length > 0 && { commands }),
    ...callbacksOff(offs),
    ...(offs.some((off) => off.managedOnly) && { managedOnly: true }),
  }
}

function callbacksOff(offs: readonly Off[]): Pick<Combined, 'callbacksOff'> {
  const why = offs.find((off) => off.callbacks)?.why
  return why === undefined ? {} : { callbacksOff: why }
}

/** Settings handed over for one session stand between the local and the managed ones. */
function rankOf({ scope, file }: ConfigReading): number {
  const rank = ORDER.indexOf(scope)
  return scope === 'user' && file.startsWith('<') ? ORDER.indexOf('local') + 0.5 : rank
}

function applySwitch(hook: Hook, offs: readonly Off[]): Hook {
  const by = offs.find((off) => off.covers(hook))
  if (by === undefined) return hook
  return { ...hook, disabled: by.why, ...(by.byProject && { offInFile: true }) }
}

/** Strongest first; what is switched off is left out, because only one of them ever runs. */
function combineCommands(ordered: readonly ConfigReading[], offs: readonly Off[]): Commands {
  const counting = offs.filter((off) => !off.sparesCommands)
  const found = COMMANDS.map((name) => {
    const all = ordered.toReversed().flatMap((reading) => switchesOf(reading).commands?.[name] ?? [])
    return [name, all.filter((hook) => !counting.some((off) => off.covers(hook)))] as const
  })
  return Object.fromEntries(found.filter(([, hooks]) => hooks.length > 0))
}
