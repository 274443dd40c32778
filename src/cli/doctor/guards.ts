import type { Issue } from '../../core/issue.ts'
import { ok, problem, stopsGuard, type Finding, type Section } from './finding.ts'

/** A hook that can say no, is approved or needs no approval, and is switched on. */
export type GuardInForce = { readonly id: string; readonly event: string }

/** Guards that would fail if they were called now. */
export function guardsSection(guards: readonly GuardInForce[], issues: readonly Issue[]): Section {
  const failing = guards.flatMap((guard) => faultsOf(guard, issues))
  const isFine = failing.length === 0 && guards.length > 0
  const all = isFine ? [ok('all', `${guards.length} ready: ${guards.map(({ id }) => id).join(', ')}`)] : []
  return { title: 'Guards', findings: [...failing, ...all] }
}

/** Errors only: a guard with a weakness still acts. */
function faultsOf({ id }: GuardInForce, issues: readonly Issue[]): readonly Finding[] {
  return issues
    .filter(({ place, severity }) => place.hook === id && severity === 'error')
    .map(({ message, hint }) => stopsGuard(problem(id, message, hint ?? 'hookwright check')))
}
