import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { HookSide } from '../dialects/dialect.ts'
import type { EventTraits } from '../dialects/event-traits.ts'
import type { AskUser } from '../ports/ask-user.ts'
import type { Handlers } from '../handlers/handler.ts'
import type { BackgroundRegistry } from './background.ts'
import type { Deadline } from './deadline.ts'
import type { EnvFiles } from './env-files.ts'
import type { KeepText } from './long-texts.ts'
import type { StepReport } from './progress.ts'
import type { ProcessSlots } from './slots.ts'
import type { HeirOf, Watches } from './watch.ts'
export type ExecuteParts = {
  readonly handlers: Handlers
  /** What hooks of a wire read and write; loaded once. */
  readonly hookSide: (wire: string) => Promise<HookSide>
  readonly slots: ProcessSlots
  /** What an event is to the hosts that have it, by its canonical name. */
  readonly traits: (event: string) => EventTraits
  readonly background: BackgroundRegistry
  readonly askUser?: AskUser
  readonly asks: (hook: Hook) => boolean
  /** Keeps a text that is too long to be passed on. */
  readonly keepText: KeepText
  /** The environment of a hook with a PATH that leads to no program of the repository. Absent: as it is. */
  readonly safeEnv?: (env: Record<string, string>, hook: Hook) => Record<string, string>
  /** Starts a background hook in a process that outlives this one. Absent: it runs here, in the registry. */
  readonly delegate?: (hook: Hook, event: Event) => Outcome
  /** The process that goes on with a hook which declares itself async. Absent: the registry does. */
  readonly heirOf?: HeirOf
  /** The most milliseconds a hook gets that declares itself async. */
  readonly maxAsyncTimeoutMs: number
}

/** What every step of one run shares. */
export type ExecuteContext = {
  readonly event: Event
  readonly parts: ExecuteParts
  /** Environment every process starts from. */
  readonly variables: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly deadline: Deadline | undefined
  /** Nothing moves into the background. */
  readonly forceSync: boolean
  /** For the few events whose hooks may set variables. */
  readonly envFiles: EnvFiles | undefined
  readonly runId: string
  /** What follows the scripts of approved hooks. Absent: no step has any. */
  readonly watches?: Watches | undefined
  /** Passes the step's start, output and end on to listeners. Absent when there are none. */
  readonly report?: StepReport
  /** Gives back the place in the background that the step was started for. */
  readonly place?: () => void
}
