import type { Dialect } from '../../dialects/dialect.ts'
import type { Power } from '../../dialects/event-power.ts'
import type { HookPower, HostPower } from '../host-power.ts'
import { printable, type Style } from './style.ts'
import { table } from './table.ts'
import { USUAL_COLUMNS, wrap } from './wrap.ts'

type Fitting = { readonly style: Style; readonly columns: number }
type Look = { readonly style: Style; readonly columns?: number | undefined }

/** One line for each hook and one column for each host; where that is too wide, hooks with the same powers as a list. */
export function renderPowers(
  powers: readonly HookPower[],
  hosts: readonly Dialect[],
  { style, columns = USUAL_COLUMNS }: Look,
): readonly string[] {
  if (powers.length === 0 || hosts.length === 0) return []
  const unseen = hosts.filter(({ seen }) => seen === undefined).map(({ title }) => title)
  const said = unseen.length === 0 ? [] : wrap(`Known from documents only: ${unseen.join(', ')}.`, columns)
  return [
    '',
    style.bold('What a deny of a hook does:'),
    ...asTableOrList(powers, hosts, { style, columns }),
    ...[...legend(powers), ...said].map(style.dim),
  ]
}

function asTableOrList(
  powers: readonly HookPower[],
  hosts: readonly Dialect[],
  { style, columns }: Fitting,
): readonly string[] {
  const rows = powers.map(({ hook, hosts: on }) => [
    hook.id,
    hook.event,
    ...hosts.map(({ name }) => cell(on[name])),
  ])
  const head = ['hook', 'event', ...hosts.map(({ title }) => title)]
  const plain: Style = { ...style, dim: (text) => text }
  const isNarrow = table(head, rows, plain, Infinity).every((line) => line.length <= columns)
  return isNarrow
    ? table(head, rows, style, columns)
    : groups(powers).flatMap((group) => listed(group, hosts, { style, columns }))
}

/** Hooks of one event that can do the same on every host. */
function groups(powers: readonly HookPower[]): readonly (readonly HookPower[])[] {
  const found = new Map<string, HookPower[]>()
  for (const power of powers) {
    const key = JSON.stringify([power.hook.event, power.hosts])
    found.set(key, [...(found.get(key) ?? []), power])
  }
  return [...found.values()]
}

function listed(
  group: readonly HookPower[],
  hosts: readonly Dialect[],
  { style, columns }: Fitting,
): readonly string[] {
  const [first] = group
  if (first === undefined) return []
  const names = wrap(
    printable(`${first.hook.event}: ${group.map(({ hook }) => hook.id).join(', ')}`),
    columns - 4,
  )
  const byCell = new Map<string, string[]>()
  for (const { name, title } of hosts) {
    const what = cell(first.hosts[name])
    byCell.set(what, [...(byCell.get(what) ?? []), title])
  }
  const lines = [...byCell].flatMap(([what, titles]) => {
    const [start = '', ...more] = wrap(`${what}: ${titles.join(', ')}`, columns - 6)
    return [`    ${start}`, ...more.map((line) => `      ${line}`)]
  })
  const [start = '', ...more] = names
  return [`  ${style.bold(start)}`, ...more.map((line) => `    ${style.bold(line)}`), ...lines]
}

function cell(on: HostPower | undefined): string {
  if (on === undefined) return ''
  return on.asksAreDenied ? `${on.power} (ask becomes deny)` : on.power
}

const MEANS: Readonly<Record<Power, string>> = {
  prevent: 'the action does not happen',
  retry: 'the model goes on with the reason; what happened stays',
  observe: 'nothing; the hook cannot stop anything',
  'not available': 'the host has no such event, so the hook never runs',
}

/** What the words mean that the list has. */
function legend(powers: readonly HookPower[]): readonly string[] {
  const used = new Set(powers.flatMap(({ hosts }) => Object.values(hosts).map(({ power }) => power)))
  return (Object.keys(MEANS) as Power[])
    .filter((power) => used.has(power))
    .map((power) => `  ${power}: ${MEANS[power]}`)
}
