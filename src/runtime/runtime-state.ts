import { systemClock } from '../ports/clock.ts'
import { systemEnv } from '../ports/env.ts'
import type { Draft } from './apply-patches.ts'
import { startCall, type Call } from './call.ts'
import { mergeHooks, NO_HOOKS, type HookConfig, type HookLists } from './config.ts'
import type { HookReport, PreHook } from './hook.ts'
import type { CallOptions, HookRuntimeOptions, RunRequest, SessionRequest } from './runtime-types.ts'

/** What one runtime keeps between its calls. */
export type RuntimeState = {
  /** Hooks of every call. */
  global: HookLists
  /** Of the last call that had hooks. */
  published: HookReport
  /** Calls that have begun. */
  calls: number
  /** Tool hooks of single calls, by thread, as long as the turn of the call runs. */
  readonly scopedTools: Map<string, readonly PreHook[]>
  readonly now: () => number
  readonly onToolHookFailure: 'accept' | 'decline'
}

export function createState(
  initial: HookConfig,
  { now, onToolHookFailure }: HookRuntimeOptions,
): RuntimeState {
  return {
    global: { ...NO_HOOKS, ...initial },
    published: { issues: [] },
    calls: 0,
    scopedTools: new Map(),
    now: now ?? systemClock.now,
    onToolHookFailure: onToolHookFailure ?? 'accept',
  }
}

export function hooksOf({ global }: RuntimeState, { session = {}, profile = {} }: CallOptions): HookLists {
  return mergeHooks(global, mergeHooks(profile, session))
}

export function beginCall(
  state: RuntimeState,
  request: SessionRequest & Partial<RunRequest>,
  call: CallOptions,
): Call {
  state.calls += 1
  return startCall({
    hooks: hooksOf(state, call),
    draft: draftOf(request),
    cwd: directoryOf(request),
    correlationId: `hk-${state.calls}`,
    now: state.now,
    ...(call.signal && { signal: call.signal }),
  })
}

/** A call without hooks leaves the report of an earlier one in place. */
export function publish(state: RuntimeState, call: Call, hooks: CallOptions): void {
  const { preHooks, postHooks } = hooksOf(state, hooks)
  if (preHooks.length + postHooks.length > 0) state.published = call.report()
}

/** Puts the tool hooks of a call in force for its thread. The returned function ends that, unless others replaced them. */
export function lendTools({ scopedTools }: RuntimeState, threadId: string, call: CallOptions): () => void {
  const { preToolUseHooks } = mergeHooks(call.profile ?? {}, call.session ?? {})
  if (preToolUseHooks.length === 0) return () => {}
  scopedTools.set(threadId, preToolUseHooks)
  return () => {
    if (scopedTools.get(threadId) === preToolUseHooks) scopedTools.delete(threadId)
  }
}

export function directoryOf({ cwd }: { readonly cwd?: string }): string {
  return cwd ?? systemEnv().cwd
}

function draftOf({ prompt = '', model, attachments = [], metadata = {} }: Partial<RunRequest>): Draft {
  return { prompt, model, attachments, metadata }
}
