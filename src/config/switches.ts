import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Refusal } from '../core/policy.ts'
import type { State } from '../ports/state.ts'
import { formerId, placeKey } from './former-id.ts'
import { digestMeaning, type Project } from './meaning.ts'
import { switchRemarks, type Commands } from './switch-remarks.ts'
import { openSwitchStore, type Switch } from './switch-store.ts'

/**
 * Hooks the user switched off, with an optional end. A switch is about what the hook does: it follows the hook to
 * another id or place of the same scope, and ends when the hook does something else. A hook of somebody else that does
 * the same is another hook.
 */
export type Switches = {
  /** Set when the store cannot be read: nothing is off then. */
  readonly problem: Issue | undefined
  /** The store is looked at once for each event. */
  refuse(hook: Hook, event?: Event): Refusal | undefined
  /** Whether the user switched off what was approved under this id. */
  isOff(approved: SwitchedOff, event: Event): boolean
  /** The user's switch that keeps the hook off; undefined also where its own file does. */
  offBy(hook: Hook): Pick<Switch, 'until'> | undefined
  /** Why the user may not switch it off. */
  mayDisable(hook: Hook): Issue | undefined
  /** `among`: where further hooks with its id may be, which are switched off with it. */
  disable(hook: Hook, until: number | undefined, among?: readonly Hook[]): Issue | undefined
  enable(hook: Hook): Issue | undefined
  /** Whether there is a switch with this id here, whatever hooks there are now. */
  hasSwitch(id: string): boolean
  enableId(id: string): Issue | undefined
  /** What the user should know about switches whose hooks have changed. */
  remarks(hooks: readonly Hook[]): readonly Issue[]
  /** The warnings among them that were not told before; they count as told from now on. */
  tellOnce(hooks: readonly Hook[]): readonly Issue[]
}

type SwitchedOff = { readonly id: string; readonly meaning: string; readonly scope: string }

export type SwitchParts = {
  readonly state: State
  readonly project: Project
  readonly now: () => number
  readonly commands: Commands
  /** All hooks there are now. */
  readonly hooks: () => readonly Hook[]
}

export function openSwitches({ state, project, now, commands, hooks: present }: SwitchParts): Switches {
  const store = openSwitchStore(state)
  const known = new WeakMap<Hook, readonly string[]>()
  let seen: { readonly event: WeakRef<Event>; readonly switches: readonly Switch[] } | undefined

  const isOver = ({ until = Number.POSITIVE_INFINITY }: Switch): boolean => until <= now()
  const projectOf = ({ source }: Hook): string | undefined =>
    source.scope === 'user' ? undefined : project.dir
  const isAtHome = (each: Switch, hook: Hook): boolean => each.project === projectOf(hook)

  /** Switches for one event do not change while it is planned. */
  function current(event?: Event): readonly Switch[] {
    if (event !== undefined && seen?.event.deref() === event) return seen.switches
    const { switches } = store.read()
    if (event !== undefined) seen = { event: new WeakRef(event), switches }
    return switches
  }

  function meaningsOf(hook: Hook): readonly string[] {
    const found = known.get(hook) ?? meaningsIn(hook, project)
    known.set(hook, found)
    return found
  }

  function isFor(each: Switch, hook: Hook): boolean {
    if (!isAtHome(each, hook) || !isOfSameOrigin(each, hook)) return false
    if (each.meanings === undefined) return each.id === hook.id || each.id === formerId(hook)
    if (!isMeant(each, hook)) return false
    // Where the hook still has its id, another one that does the same is not meant.
    return each.id === hook.id || !present().some((other) => other.id === each.id && isFor(each, other))
  }

  function isMeant({ meanings = [] }: Switch, hook: Hook): boolean {
    return meaningsOf(hook).some((meaning) => meanings.includes(meaning))
  }

  function switchFor(hook: Hook, event?: Event): Switch | undefined {
    if (!isSwitchable(hook)) return undefined
    return current(event).find((each) => !isOver(each) && isFor(each, hook))
  }

  function refuse(hook: Hook, event?: Event): Refusal | undefined {
    if (hook.disabled !== undefined) return { because: 'disabled', why: hook.disabled }
    const found = switchFor(hook, event)
    return found && { because: 'disabled', why: whyOff(found, hook) }
  }

  function change(
    next: (switches: readonly Switch[]) => readonly Switch[],
    waitMs?: number,
  ): Issue | undefined {
    return store.change((switches) => next(switches.filter((each) => !isOver(each))), waitMs)
  }

  /** No hook does what it switched off, and this one took the place. */
  const isLeftAt = (each: Switch, hook: Hook): boolean =>
    each.place === placeKey(hook) && !present().some((other) => isFor(each, other))
  const isAbout = (each: Switch, hook: Hook): boolean =>
    isFor(each, hook) || (isAtHome(each, hook) && (each.id === hook.id || isLeftAt(each, hook)))
  const isHere = ({ project: dir }: Switch): boolean => dir === undefined || dir === project.dir

  function disable(
    hook: Hook,
    until: number | undefined,
    among: readonly Hook[] = [hook],
  ): Issue | undefined {
    const refused = mayDisable(hook)
    if (refused !== undefined) return refused
    const dir = projectOf(hook)
    const origin = originOf(hook)
    const same = among.filter((each) => each.id === hook.id && isOfSameOrigin(origin, each))
    const added: Switch = {
      id: hook.id,
      ...(dir !== undefined && { project: dir }),
      ...origin,
      place: placeKey(hook),
      ...(until !== undefined && { until }),
      meanings: [...new Set([hook, ...same].flatMap(meaningsOf))],
    }
    return change((switches) => [...switches.filter((each) => !isAbout(each, hook)), added])
  }

  function isOff({ id, meaning, scope }: SwitchedOff, event: Event): boolean {
    const dir = scope === 'user' ? undefined : project.dir
    return current(event).some((each) => {
      if (isOver(each) || each.project !== dir || (each.scope ?? scope) !== scope) return false
      return each.meanings === undefined ? each.id === id : each.meanings.includes(meaning)
    })
  }

  const remarksOf = (hooks: readonly Hook[]): ReturnType<typeof switchRemarks> => {
    const switches = current().filter((each) => !isOver(each) && isHere(each))
    if (switches.length === 0) return []
    return switchRemarks(switches, hooks.filter(isSwitchable), { isFor, isAtHome, commands })
  }

  function tellOnce(hooks: readonly Hook[]): readonly Issue[] {
    const untold = remarksOf(hooks).filter(
      ({ about, issue: { severity } }) => severity === 'warning' && !about.isTold,
    )
    if (untold.length === 0) return []
    const told = new Set(untold.map(({ about }) => JSON.stringify(about)))
    // A store that cannot be written makes the same words come again, which is better than to keep silent, and better
    // than a reply that waits for whoever holds the store.
    change(
      (switches) =>
        switches.map((each) => (told.has(JSON.stringify(each)) ? { ...each, isTold: true } : each)),
      0,
    )
    return untold.map((remark) => remark.issue)
  }

  return {
    get problem() {
      return store.read().problem
    },
    refuse,
    isOff,
    offBy: (hook) => switchFor(hook),
    mayDisable,
    disable,
    enable: (hook) => change((switches) => switches.filter((each) => !isAbout(each, hook))),
    hasSwitch: (id) => current().some((each) => each.id === id && isHere(each) && !isOver(each)),
    enableId: (id) => change((switches) => switches.filter((each) => each.id !== id || !isHere(each))),
    remarks: (hooks) => remarksOf(hooks).map((remark) => remark.issue),
    tellOnce,
  }
}

/** Functions belong to the running program, and no file can name them; policy is not the user's to switch off. */
function isSwitchable({ handler, source }: Hook): boolean {
  return handler.type !== 'function' && source.scope !== 'managed'
}

type Origin = Pick<Switch, 'scope' | 'owner'>

function originOf({ source: { scope, owner } }: Hook): Origin {
  return { scope, ...(owner !== undefined && { owner: `${owner.kind}:${owner.name}` }) }
}

/** A repository may repeat the command of a guard that the user got elsewhere. */
function isOfSameOrigin({ scope, owner }: Origin, hook: Hook): boolean {
  const its = originOf(hook)
  return scope === undefined || (scope === its.scope && owner === its.owner)
}

/**
 * Readers put the project's path into commands, so what they make of a user's hook differs by project; the digest
 * without that path does not. A command that names the same folder itself is the other way round. One of both is equal.
 */
function meaningsIn(hook: Hook, project: Project): readonly string[] {
  const anywhere = digestMeaning(hook, project)
  const asItIs = digestMeaning(hook, { ...project, written: '\0no path' })
  return anywhere === asItIs ? [anywhere] : [anywhere, asItIs]
}

function whyOff({ id, until }: Switch, hook: Hook): string {
  const name = id === hook.id ? '' : ` as "${id}"`
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
  return `switched off by you${name}${end}`
}

function mayDisable(hook: Hook): Issue | undefined {
  if (hook.source.scope !== 'managed') return undefined
  return issue(
    'disable.managed',
    { hook: hook.id, file: hook.source.file },
    `Hook ${hook.id} comes from managed settings and cannot be switched off.`,
    'Ask whoever manages this machine.',
  )
}
