import type { HookContext, Phase } from '../dialects/codex-runtime/contract.ts'
import { applyPatches, type Draft } from './apply-patches.ts'
import type { HookLists } from './config.ts'
import type { HookBlock, HookIssue, HookReport } from './hook.ts'
import { runPostHooks, runPreHooks } from './phase-run.ts'

/** One run, session start or stream, from its first hook to its last. */
export type Call = {
  readonly draft: () => Draft
  /** Asks, and applies what was asked for. A block is returned, and changes nothing. */
  pre(phase: Phase, at: Moment): Promise<HookBlock | undefined>
  post(phase: Phase, at: Moment & { readonly mainStatus: 'ok' | 'error' }): Promise<void>
  report(): HookReport
}

export type Moment = { readonly threadId?: string | undefined; readonly turnId?: string | undefined }

export type CallParts = {
  readonly hooks: HookLists
  readonly draft: Draft
  readonly cwd: string
  readonly correlationId: string
  readonly now: () => number
  readonly signal?: AbortSignal
}

export function startCall(parts: CallParts): Call {
  const { hooks, cwd } = parts
  const call = parts.signal === undefined ? {} : { signal: parts.signal }
  const issues: HookIssue[] = []
  let { draft } = parts

  function contextAt(phase: Phase, moment: Moment): HookContext {
    return {
      phase,
      threadId: moment.threadId ?? null,
      turnId: moment.turnId ?? null,
      cwd,
      model: draft.model ?? null,
      correlationId: parts.correlationId,
      tsMs: parts.now(),
      metadata: draft.metadata,
    }
  }

  return {
    draft: () => draft,
    async pre(phase, moment) {
      const result = await runPreHooks(hooks.preHooks, contextAt(phase, moment), call)
      const applied = applyPatches(draft, result.patches, { phase, cwd })
      draft = applied.draft
      issues.push(...result.issues, ...applied.issues)
      return result.block
    },
    async post(phase, { mainStatus, ...moment }) {
      const context = { ...contextAt(phase, moment), mainStatus }
      issues.push(...(await runPostHooks(hooks.postHooks, context, call)))
    },
    report: () => ({ issues: [...issues] }),
  }
}
