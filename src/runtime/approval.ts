import type { HookContext } from '../dialects/codex-runtime/contract.ts'

/** A request of the app server, as it comes in. */
export type ApprovalRequest = {
  /** Method of the request, such as `item/commandExecution/requestApproval`. */
  readonly method: string
  /** Id of the request; tool hooks get it as correlation id. */
  readonly id: string | number
  /** Parameters of the request, unchanged. */
  readonly params?: unknown
}

/** The answer to the app server, in its own form. */
export type ApprovalReply = {
  /** `accept` lets the command or change happen, `decline` does not. */
  readonly decision: 'accept' | 'decline'
}

const COMMAND = 'item/commandExecution/requestApproval'
const FILE_CHANGE = 'item/fileChange/requestApproval'
const TOOL_CALL = 'item/tool/call'

/** Only commands and changes of files; questions to the user and dynamic tool calls are never taken. */
export function isApproval({ method }: ApprovalRequest): boolean {
  return method === COMMAND || method === FILE_CHANGE
}

export function toolNameOf({ method, params }: ApprovalRequest): string | null {
  if (method === FILE_CHANGE) return 'file_change'
  if (method === COMMAND) return /\S+/.exec(textField(params, 'command') ?? '')?.[0] ?? null
  return method === TOOL_CALL ? textField(params, 'toolName') : null
}

export function threadOf({ params }: ApprovalRequest): string | null {
  return textField(params, 'threadId')
}

/** Neither a directory nor a model is known here, and there is no metadata. */
export function approvalContext(request: ApprovalRequest, tsMs: number): HookContext {
  const { id, params } = request
  return {
    phase: 'PreToolUse',
    threadId: threadOf(request),
    correlationId: typeof id === 'number' ? `tu-n:${id}` : `tu-s:${id}`,
    tsMs,
    metadata: null,
    toolName: toolNameOf(request),
    toolInput: params ?? null,
  }
}

/** Without a policy that asks, no request would ever reach a tool hook. */
export function raisedPolicy(policy: string | undefined): string {
  return policy === undefined || policy.toLowerCase() === 'never' ? 'untrusted' : policy
}

function textField(params: unknown, field: string): string | null {
  const value =
    typeof params === 'object' && params !== null ? (params as Record<string, unknown>)[field] : null
  return typeof value === 'string' ? value : null
}
