import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Skip } from '../core/plan.ts'

/** What was found about approved hooks when an event came. */
export type ApprovalLook = {
  /** Rules that speak in place of approved hooks that are changed or gone. */
  readonly standIns: readonly Hook[]
  /** What is found for the first time in this session. */
  readonly issues: readonly Issue[]
  /** For the person, as soon as an event can show messages. `unheard`: hooks left out of the plan, for which nothing speaks. */
  messages(unheard: readonly Skip[]): readonly string[]
  /** The session is known, so what is told is told once. */
  readonly isRemembered: boolean
  /** Remembers the look and its messages. `isShown`: the person was shown them. */
  settle(isShown: boolean): void
}

/**
 * Looks at the approved hooks before an event is planned. `now`: on the engine's clock. Undefined: nothing was approved
 * here, and nothing waits.
 */
export type LookAtApprovals = (event: Event, now: number) => Promise<ApprovalLook> | undefined
