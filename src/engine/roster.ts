import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { notice, type Issue } from '../core/issue.ts'
import { indexHooks, type HookIndex } from '../core/planner.ts'
import { ending } from '../core/tally.ts'
import type { StepResult } from './runner.ts'

/** Called when a hook of a session succeeded: not after a no, an error or a cancel. */
export type OnSuccess = (hook: Hook, result: StepResult) => void

/** The hooks in force: those of files, and those the program added, in that order. */
export type Roster = {
  index(): HookIndex
  hooks(): readonly Hook[]
  add(hook: Hook, onSuccess?: OnSuccess): () => void
  /** New hooks of files; what was added stays. */
  replace(loaded: readonly Hook[]): void
  /** What a run ends: hooks that run once, success callbacks, a session's hooks. */
  settle(event: Event, results: readonly StepResult[]): readonly Issue[]
}

/** `isExact`: true for events at which only a hook that would run counts. */
export function createRoster(initial: readonly Hook[], isExact: (event: string) => boolean): Roster {
  let loaded = initial
  const added = new Map<Hook, OnSuccess | undefined>()
  const spent = new WeakSet<Hook>()
  let built: HookIndex | undefined

  function hooks(): readonly Hook[] {
    return [...loaded, ...added.keys()].filter((hook) => !spent.has(hook))
  }

  function remove(hook: Hook): void {
    added.delete(hook)
    built = undefined
  }

  function succeed(result: StepResult): readonly Issue[] {
    const { hook } = result
    const onSuccess = added.get(hook)
    if (hook.once) {
      spent.add(hook)
      remove(hook)
    }
    return onSuccess === undefined ? NONE : callBack(onSuccess, result)
  }

  function endSession(sessionId: string | undefined): void {
    if (sessionId === undefined) return
    for (const hook of added.keys()) if (hook.audience?.sessionId === sessionId) remove(hook)
  }

  return {
    index: () => (built ??= indexHooks(hooks(), isExact)),
    hooks,
    add(hook, onSuccess) {
      added.set(hook, onSuccess)
      built = undefined
      return () => remove(hook)
    },
    replace(next) {
      loaded = next
      built = undefined
    },
    settle(event, results) {
      let issues: Issue[] | undefined
      for (const result of results)
        if (hasSucceeded(result)) for (const problem of succeed(result)) (issues ??= []).push(problem)
      if (event.name === 'SessionEnd') endSession(event.sessionId)
      return issues ?? NONE
    },
  }
}

const NONE: readonly never[] = Object.freeze([])

/** A step that moved into the background has done what its event waited for. */
function hasSucceeded({ answer, pass }: StepResult): boolean {
  return pass === undefined && ending(answer) === 'success'
}

/** A mistake in the callback is told, and changes nothing. */
function callBack(onSuccess: OnSuccess, result: StepResult): readonly Issue[] {
  try {
    onSuccess(result.hook, result)
    return NONE
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const place = { hook: result.hook.id }
    return [
      notice('session.callback', place, `The success callback of hook ${result.hook.id} threw: ${message}`),
    ]
  }
}
