import {
  approvalContext,
  isApproval,
  threadOf,
  type ApprovalReply,
  type ApprovalRequest,
} from './approval.ts'
import { mergeHooks } from './config.ts'
import { runPreHooks } from './phase-run.ts'
import type { CallOptions } from './runtime-types.ts'
import type { RuntimeState } from './runtime-state.ts'

/** Asks the tool hooks in force for the request's thread. Undefined: no hook is responsible. */
export async function approve(
  state: RuntimeState,
  request: ApprovalRequest,
  call: Pick<CallOptions, 'signal'>,
): Promise<ApprovalReply | undefined> {
  const scoped = state.scopedTools.get(threadOf(request) ?? '') ?? []
  const { preToolUseHooks } = mergeHooks(state.global, { preToolUseHooks: scoped })
  if (!isApproval(request) || preToolUseHooks.length === 0) return undefined
  const { block, issues } = await runPreHooks(preToolUseHooks, approvalContext(request, state.now()), call)
  if (issues.length > 0) state.published = { issues }
  const hasFailed = issues.length > 0 && state.onToolHookFailure === 'decline'
  return { decision: block !== undefined || hasFailed ? 'decline' : 'accept' }
}
