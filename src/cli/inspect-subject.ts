import type { Call } from '../covers/calls.ts'
import type { Started } from './call-program.ts'
import type { HookScript } from './hook-scripts.ts'
import type { InspectContext } from './inspect-context.ts'

/** One command of a hook, what it starts, and where it stands. */
export type Subject = {
  readonly call: Call
  readonly started: Started
  readonly script: HookScript
  readonly around: Pick<InspectContext, 'places' | 'files' | 'mayRun' | 'onPath'>
}
