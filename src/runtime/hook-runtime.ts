import { raisedPolicy } from './approval.ts'
import { approve } from './approve.ts'
import { mergeHooks, type HookConfig } from './config.ts'
import { runCall, streamCall } from './run-call.ts'
import { createState, hooksOf } from './runtime-state.ts'
import type { HookRuntime, HookRuntimeOptions } from './runtime-types.ts'
import { startSession } from './start-session.ts'

/** Runs hooks around the work of a program, in the crate's order. Failures of hooks are reported, and hold up nothing. */
export function createHookRuntime(initial: HookConfig = {}, options: HookRuntimeOptions = {}): HookRuntime {
  const state = createState(initial, options)
  return {
    run: (request, steps, hooks = {}) => runCall(state, request, { steps, hooks }),
    startSession: (request, start, hooks = {}) => startSession(state, request, { start, hooks }),
    stream: (request, open, hooks = {}) => streamCall(state, request, { open, hooks }),
    approve: (request, call = {}) => approve(state, request, call),
    approvalPolicy: (policy, hooks = {}) =>
      hooksOf(state, hooks).preToolUseHooks.length > 0 ? raisedPolicy(policy) : policy,
    register(hooks) {
      state.global = mergeHooks(state.global, hooks)
    },
    report: () => state.published,
  }
}
