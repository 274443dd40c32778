import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Plan } from '../core/plan.ts'
import { swapped } from '../core/swap-issue.ts'
import type { Heir } from '../handlers/handler.ts'

/** Follows the files of one approved hook, from before they were hashed to the end of its step. */
export type ScriptWatch = {
  /** Digest of what was approved: the hook's meaning and the bytes of its files. */
  readonly digest: string
  /** Set when a change might not show yet. Waits until it must; false when the files do not stay as approved. */
  readonly settle?: () => Promise<boolean>
  /** The files, relative to the project, that changed since; also those that changed back. */
  changed(): readonly string[]
  /** What another process needs to tell the same, as plain JSON. */
  carry(): unknown
}

export type WatchScripts = (hook: Hook, event: Event) => ScriptWatch | undefined
/** The process that goes on with a hook, and compares its files at the end. */
export type HeirOf = (hook: Hook, event: Event, watch: ScriptWatch | undefined) => Heir

export type Watches = ReadonlyMap<Hook, ScriptWatch>

/** Call it right after the plan was made. Undefined when no step has scripts to follow. */
export function watchSteps({ steps, event }: Plan, watch: WatchScripts | undefined): Watches | undefined {
  if (watch === undefined) return undefined
  let watches: Map<Hook, ScriptWatch> | undefined
  for (const { hook } of steps) {
    const found = watch(hook, event)
    if (found !== undefined) (watches ??= new Map()).set(hook, found)
  }
  return watches
}

/** Returns the outcome of a step that has ended, marked when its scripts changed meanwhile. */
export function compared(
  outcome: Outcome,
  hook: Hook,
  watch: Pick<ScriptWatch, 'changed'> | undefined,
): Outcome {
  if (watch === undefined || outcome.kind === 'cancelled') return outcome
  const paths = watch.changed()
  return paths.length === 0 ? outcome : { ...outcome, swapped: swapped(hook, paths) }
}

/** The outcome of a step whose scripts keep changing, so that nothing can be said about what would run. */
export function unsettled(hook: Hook): Outcome {
  const problem = swapped(hook, [])
  return { kind: 'not-started', issue: problem, swapped: problem, ms: 0 }
}
