import { systemClock } from '../ports/clock.ts'
import { systemEnv } from '../ports/env.ts'
import type { Draft } from './apply-patches.ts'
import { approvalContext, isApproval, raisedPolicy, threadOf } from './approval.ts'
import { startCall, type Call } from './call.ts'
import { mergeHooks, NO_HOOKS, type HookConfig, type HookLists } from './config.ts'
import type { HookReport, PreHook } from './hook.ts'
import { runPreHooks } from './phase-run.ts'
import type {
  CallOptions,
  HookRuntime,
  HookRuntimeOptions,
  Result,
  RunRequest,
  SessionRequest,
  TurnStart,
} from './runtime-types.ts'
import { openStream } from './stream-turn.ts'

/** Runs hooks around the work of a program, in the crate's order. Failures of hooks are reported, and hold up nothing. */
export function createHookRuntime(initial: HookConfig = {}, options: HookRuntimeOptions = {}): HookRuntime {
  const now = options.now ?? systemClock.now
  const scopedTools = new Map<string, readonly PreHook[]>()
  let global: HookLists = { ...NO_HOOKS, ...initial }
  let published: HookReport = { issues: [] }
  let calls = 0

  function hooksOf({ session = {}, profile = {} }: CallOptions): HookLists {
    return mergeHooks(global, mergeHooks(profile, session))
  }

  function begin(request: SessionRequest & Partial<RunRequest>, call: CallOptions): Call {
    calls += 1
    return startCall({
      hooks: hooksOf(call),
      draft: draftOf(request),
      cwd: directoryOf(request),
      correlationId: `hk-${calls}`,
      now,
      ...(call.signal && { signal: call.signal }),
    })
  }

  function publish(call: Call, hooks: CallOptions): void {
    const { preHooks, postHooks } = hooksOf(hooks)
    if (preHooks.length + postHooks.length > 0) published = call.report()
  }

  /** Tool hooks of a call live as long as its turn. */
  function lendTools(threadId: string, call: CallOptions): () => void {
    const { preToolUseHooks } = mergeHooks(call.profile ?? {}, call.session ?? {})
    if (preToolUseHooks.length === 0) return () => {}
    scopedTools.set(threadId, preToolUseHooks)
    return () => {
      if (scopedTools.get(threadId) === preToolUseHooks) scopedTools.delete(threadId)
    }
  }

  async function turn<T>(
    call: Call,
    { threadId, cwd, options: hooks }: { threadId: string; cwd: string; options: CallOptions },
    startTurn: (turn: TurnStart) => Promise<T>,
  ): Promise<Result<T>> {
    const block = await call.pre('PreTurn', { threadId })
    if (block !== undefined) return { kind: 'blocked', block }
    const takeBack = lendTools(threadId, hooks)
    let turnId: string | undefined
    const started = (id: string): void => void (turnId = id)
    return withPost(
      () => startTurn({ ...call.draft(), threadId, cwd, started }),
      async (mainStatus) => {
        takeBack()
        await call.post('PostTurn', { threadId, turnId, mainStatus })
      },
    )
  }

  return {
    async run(request, steps, hooks = {}) {
      const call = begin(request, hooks)
      const block = await call.pre('PreRun', { threadId: request.threadId })
      if (block !== undefined) return { kind: 'blocked', block }
      let { threadId } = request
      const cwd = directoryOf(request)
      const { model, metadata } = call.draft()
      const done = await withPost(
        async () => {
          threadId = await steps.startThread({ threadId, model, cwd, metadata })
          return turn(call, { threadId, cwd, options: hooks }, steps.startTurn)
        },
        async (status, value) => {
          const mainStatus = value?.kind === 'blocked' ? 'error' : status
          await call.post('PostRun', { threadId, mainStatus })
          publish(call, hooks)
        },
      )
      return done.value
    },

    async startSession(request, start, hooks = {}) {
      const call = begin(request, hooks)
      const block = await call.pre('PreSessionStart', { threadId: request.threadId })
      if (block !== undefined) return { kind: 'blocked', block }
      const { model, metadata } = call.draft()
      const cwd = directoryOf(request)
      return withPost(
        () => start({ threadId: request.threadId, model, cwd, metadata }),
        async (mainStatus, value) => {
          const threadId = typeof value === 'string' ? value : request.threadId
          await call.post('PostSessionStart', { threadId, mainStatus })
          publish(call, hooks)
        },
      )
    },

    async stream(request, open, hooks = {}) {
      const call = begin(request, hooks)
      const { threadId } = request
      const block = await call.pre('PreTurn', { threadId })
      if (block !== undefined) return { kind: 'blocked', block }
      const takeBack = lendTools(threadId, hooks)
      let turnId: string | undefined
      const started = (id: string): void => void (turnId = id)
      const value = await openStream(
        () => open({ ...call.draft(), threadId, cwd: directoryOf(request), started }),
        async (mainStatus) => {
          takeBack()
          await call.post('PostTurn', { threadId, turnId, mainStatus })
          publish(call, hooks)
        },
      )
      return { kind: 'done', value }
    },

    async approve(request, call = {}) {
      const scoped = scopedTools.get(threadOf(request) ?? '') ?? []
      const { preToolUseHooks } = mergeHooks(global, { preToolUseHooks: scoped })
      if (!isApproval(request) || preToolUseHooks.length === 0) return undefined
      const { block, issues } = await runPreHooks(preToolUseHooks, approvalContext(request, now()), call)
      if (issues.length > 0) published = { issues }
      const hasFailed = issues.length > 0 && options.onToolHookFailure === 'decline'
      return { decision: block !== undefined || hasFailed ? 'decline' : 'accept' }
    },

    approvalPolicy: (policy, hooks = {}) =>
      hooksOf(hooks).preToolUseHooks.length > 0 ? raisedPolicy(policy) : policy,

    register(hooks) {
      global = mergeHooks(global, hooks)
    },

    report: () => published,
  }
}

/** Post hooks hear of success and failure alike; the failure itself goes on to the caller. */
async function withPost<T>(
  work: () => Promise<T>,
  post: (status: 'ok' | 'error', value?: T) => Promise<void>,
): Promise<{ readonly kind: 'done'; readonly value: T }> {
  let value: T
  try {
    value = await work()
  } catch (error) {
    await post('error')
    throw error
  }
  await post('ok', value)
  return { kind: 'done', value }
}

function draftOf({ prompt = '', model, attachments = [], metadata = {} }: Partial<RunRequest>): Draft {
  return { prompt, model, attachments, metadata }
}

function directoryOf({ cwd }: { readonly cwd?: string }): string {
  return cwd ?? systemEnv().cwd
}
