import type { Event } from '../core/event.ts'
import type { HandlerSpec, Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Cancel, EndsAt, Heir, HeldProcess, OnOutput, Running, Talk } from '../process/launch.ts'
import type { InlineForms } from '../shells/inline.ts'

export type { Cancel, Heir, HeldProcess, OnOutput, Running, Talk }

/** One step about to run, with everything its handler needs. */
export type StepInput = {
  readonly hook: Hook
  readonly event: Event
  readonly input: string | Uint8Array
  readonly env: Readonly<Record<string, string>>
  /** The same without what the hook's own file adds. Absent: the environment of the engine. */
  readonly variables?: Readonly<Record<string, string>>
  /** The inline forms of the hook's wire. Absent: it has none. */
  readonly inlineForms?: InlineForms
  /** Digest of the approval that the hook runs by. Absent: it needs none. */
  readonly version?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** What a process follows instead of `signal`, since it may outlive the run. */
  readonly leash?: Cancel
  /** How the step talks with the engine while its process runs. */
  readonly talk?: Talk
  /** What ends the process. Default: `exit`. */
  readonly endsAt?: EndsAt
  /** Exit codes that count at the timeout although stdout is still open. Default: none. */
  readonly finalCodes?: readonly number[]
  /** Gets what the process writes. Absent when there is no listener. */
  readonly onOutput?: OnOutput
}

/** Executes one type of hook. Never rejects: whatever happens is an outcome. */
export type Handler = (step: StepInput) => Promise<Outcome>

export type Handlers = Readonly<Record<HandlerSpec['type'], Handler>>
