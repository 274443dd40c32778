import type { Issue } from '../../core/issue.ts'
import type { HookStanding } from './files.ts'
import { ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

/** A hook that can say no, is approved or needs no approval, and is switched on. */
export type GuardInForce = { readonly id: string; readonly event: string }

type Around = {
  readonly standings: readonly HookStanding[]
  /** What `check` found. */
  readonly issues: readonly Issue[]
  readonly enable: (id: string) => string
}

/** Guards that would fail if they were called now, and those that the user switched off. */
export function guardsSection(
  guards: readonly GuardInForce[],
  { standings, issues, enable }: Around,
): Section {
  const off = standings.filter(({ isGuard, isSwitchedOff }) => isGuard && isSwitchedOff === true)
  // A changed one may have changed because something that it needs is gone.
  const changed = standings.filter(({ isGuard, state }) => isGuard && state === 'changed')
  const failing = [...guards, ...changed].flatMap(({ id }) => faultsOf(id, issues))
  const switched = off.map(({ id, off: why }) =>
    stopsGuard(problem(id, `is off: ${why ?? 'switched off'}`, enable(id))),
  )
  const bad = new Set([...failing, ...switched].map(({ name }) => name))
  const ready = guards.filter(({ id }) => !bad.has(id)).map(({ id }) => id)
  const all = ready.length > 0 ? [ok('ready', ready.join(', '))] : []
  return { title: 'Guards', findings: [...failing, ...switched, ...all] }
}

/** Errors only: a guard with a weakness still acts. */
function faultsOf(id: string, issues: readonly Issue[]): readonly Finding[] {
  return issues
    .filter(({ place, severity }) => place.hook === id && severity === 'error')
    .map(({ message, hint }) => stopsGuard(problem(id, message, hint ?? 'hookwright check')))
}
