import type { Hook } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import { matchAll } from '../core/matcher.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { State } from '../ports/state.ts'
import { isForm } from './approved-form.ts'
import { isUnreadable } from './guarded-places.ts'
import { STORE_FILE } from './trust-store.ts'
import type { Trust } from './trust.ts'

/**
 * Whether something was approved for the session's folder, and the store no longer says what: it is torn, or of another
 * version, or was deleted. A revocation leaves no mark of the folder.
 */
export function isLost(trust: Pick<Trust, 'isGuarded' | 'stored'>): boolean {
  const forms = trust.stored().flatMap(({ approval }) => approval.form ?? [])
  return (forms.length === 0 || !forms.every(isForm)) && trust.isGuarded()
}

/** The one sentence that model and person read. */
export function lostReason(state: State, review: string): string {
  const { dir } = state
  if (isUnreadable(state))
    return `the state folder ${dir} cannot be read, so it is not known which hooks were approved here, and none of this project runs; make it a directory of your own with mode 0700`
  return `hooks were approved here, and ${dir}/${STORE_FILE} no longer says which, so no guard of this project runs; review with \`${review}\``
}

export function lostIssue(state: State, review: string): Issue {
  return warning('trust.lost', { file: `${state.dir}/${STORE_FILE}` }, `${lostReason(state, review)}.`)
}

type Standing = {
  readonly state: State
  readonly review: string
  readonly dialect: Pick<Dialect, 'name' | 'wire'>
}

/** Nobody knows what the approved guards were for, so it asks before every action, as for a file that is broken. */
export function standInForLost(
  event: string,
  { state, review, dialect: { name: dialect, wire } }: Standing,
): Hook {
  return {
    id: 'lost:approvals',
    event,
    matcher: matchAll,
    handler: { type: 'rule', decision: 'ask', reason: lostReason(state, review) },
    dialect,
    wire,
    source: { file: `${state.dir}/${STORE_FILE}`, pointer: [], scope: 'user' },
    timeoutMs: 0,
    onFailure: 'ask',
    guard: true,
    detach: false,
    stopOnDeny: false,
    mode: 'wait',
  }
}
