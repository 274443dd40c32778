import type { ApprovalLook } from '../engine/approval-look.ts'
import type { PolicyParts } from '../engine/parts.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { LookParts } from '../config/look-at-approvals.ts'

type Looking = LookParts & {
  /** Hooks of files, as they were last read. */
  readonly loaded: () => readonly Hook[]
}

type ApprovalParts = Required<Pick<PolicyParts, 'lookAtApprovals' | 'mayStandIn'>>

/** How long a folder without approvals is taken to stay one: another process may approve something at any time. */
const FRESH_MS = 250

/**
 * Looks at the approved hooks of the project before each event. Where nothing was approved and the project has no hooks,
 * it lists one folder and loads nothing.
 */
export function createLookAround(looking: Looking): ApprovalParts {
  let look: ((event: Event) => ApprovalLook) | undefined
  let unguarded: number | undefined

  /** By scope alone: to ask more precisely would look at the disk for each hook of the user. */
  const hasProjectHook = (): boolean =>
    looking.loaded().some(({ source: { scope } }) => scope === 'project' || scope === 'local')

  function isQuiet(now: number): boolean {
    if (hasProjectHook()) return false
    if (unguarded !== undefined && now - unguarded < FRESH_MS) return true
    unguarded = looking.trust.isGuarded() ? undefined : now
    return unguarded !== undefined
  }

  async function load(event: Event): Promise<ApprovalLook> {
    const { openLook } = await import('../config/look-at-approvals.ts')
    if (!looking.isDry) await looking.trust.complete(looking.loaded())
    look ??= openLook(looking)
    return look(event)
  }

  return {
    lookAtApprovals(event, now) {
      if (isQuiet(now)) return undefined
      return look === undefined ? load(event) : Promise.resolve(look(event))
    },
    mayStandIn(event) {
      if (isQuiet(looking.clock.elapsed())) return false
      const stored = looking.trust.stored()
      // Where a folder is guarded and nothing is stored, nobody knows what was approved.
      return stored.length === 0 || stored.some(({ approval }) => approval.form?.event === event)
    },
  }
}
