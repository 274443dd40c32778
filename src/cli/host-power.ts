import { fixedDecision, type Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { powerOf, type Power } from '../dialects/event-power.ts'
import { dialectOfFile, hostNames, loadDialects } from '../dialects/registry.ts'
import { discover } from '../config/discover.ts'
import type { Files } from '../ports/files.ts'

/** What one hook can do on each of some hosts, by the name of the dialect. */
export type HookPower = {
  readonly hook: Hook
  readonly hosts: Readonly<Record<string, HostPower>>
}

export type HostPower = {
  readonly power: Power
  /** The host has no question, so that `ask` becomes a deny. */
  readonly asksAreDenied?: true
}

/** Returns the hosts that have a hook file here: in the project, for the user or for the machine. */
export async function hostsInUse(places: Places, files: Files): Promise<readonly Dialect[]> {
  const all = await loadDialects(hostNames, undefined)
  return [...all.values()].filter((host) => {
    const { found } = discover(host.files(places), files)
    // Some read the files of others as well.
    return found.some(({ path }) => dialectOfFile(path.replaceAll('\\', '/')) === host.name)
  })
}

/** Leaves out hooks that are switched off in their file. */
export function powersOf(hooks: readonly Hook[], hosts: readonly Dialect[]): readonly HookPower[] {
  return hooks
    .filter(({ disabled }) => disabled === undefined)
    .map((hook) => ({
      hook,
      hosts: Object.fromEntries(hosts.map((host) => [host.name, powerOn(host, hook)])),
    }))
}

function powerOn(host: Dialect, hook: Hook): HostPower {
  const { event, handler } = hook
  const most = powerOf(host, event)
  const power = most === 'not available' || saysNo(hook) ? most : 'observe'
  const asks = handler.type === 'rule' && handler.decision === 'ask'
  const canAsk = Object.values(host.events).some(
    (spec) => spec.event === event && spec.decisions.includes('ask'),
  )
  return { power, ...(asks && power === 'prevent' && !canAsk && { asksAreDenied: true }) }
}

/** False for a hook that runs in the background, and for one that only allows or adds something. */
function saysNo(hook: Hook): boolean {
  const fixed = fixedDecision(hook)
  return hook.mode === 'wait' && fixed !== 'allow' && fixed !== 'none'
}

type Asked = {
  readonly hosts: readonly Dialect[]
  /** Dialects of the files that the hooks come from. */
  readonly own: ReadonlyMap<string, Dialect>
}

/** Returns a warning for each guard that cannot prevent anything on a host that is used here. */
export function inspectPowers(powers: readonly HookPower[], { hosts, own }: Asked): readonly Issue[] {
  const canPrevent = (event: string): boolean =>
    [...hosts, ...own.values()].some((host) => powerOf(host, event) === 'prevent')
  return powers.flatMap(({ hook, hosts: on }) => {
    if (!isGuard(hook) || !canPrevent(hook.event)) return []
    return hosts.flatMap((host) => {
      const power = on[host.name]?.power ?? 'not available'
      return power === 'prevent' ? [] : [cannotPrevent(hook, host, power)]
    })
  })
}

function isGuard(hook: Hook): boolean {
  const { guard, onFailure, handler } = hook
  if (!saysNo(hook)) return false
  const isNo = handler.type === 'rule' && (handler.decision === 'deny' || handler.decision === 'ask')
  return guard || onFailure === 'deny' || isNo
}

const MEANS: Readonly<Record<Exclude<Power, 'prevent'>, string>> = {
  'not available': 'has no such event, so the hook never runs there',
  observe: 'does not act on an answer there, so the hook can only observe',
  retry: 'has acted already when it asks, so a deny only makes the model try again',
}

function cannotPrevent(
  { id, event, source }: Hook,
  { title }: Dialect,
  power: Exclude<Power, 'prevent'>,
): Issue {
  return warning(
    'host.cannot-prevent',
    { hook: id, file: source.file, pointer: source.pointer },
    `Hook ${id} guards ${event}, and ${title} ${MEANS[power]}.`,
  )
}
