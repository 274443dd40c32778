import type { Dialect } from '../../dialects/dialect.ts'
import type { HookPower, HostPower } from '../host-power.ts'
import type { Style } from './style.ts'
import { table } from './table.ts'

/** One line for each hook, one column for each host. */
export function renderPowers(
  powers: readonly HookPower[],
  hosts: readonly Dialect[],
  style: Style,
): readonly string[] {
  if (powers.length === 0 || hosts.length === 0) return []
  const rows = powers.map(({ hook, hosts: on }) => [
    hook.id,
    hook.event,
    ...hosts.map(({ name }) => cell(on[name])),
  ])
  const unseen = hosts.filter(({ seen }) => seen === undefined).map(({ title }) => title)
  return [
    '',
    style.bold('What a deny of a hook does:'),
    ...table(['hook', 'event', ...hosts.map(({ title }) => title)], rows, style),
    ...(unseen.length === 0 ? [] : [style.dim(`Known from documents only: ${unseen.join(', ')}.`)]),
  ]
}

function cell(on: HostPower | undefined): string {
  if (on === undefined) return ''
  return on.asksAreDenied ? `${on.power} (ask becomes deny)` : on.power
}
