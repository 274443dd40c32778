import type { Attachment } from '../dialects/codex-runtime/contract.ts'
import type { Draft } from './apply-patches.ts'
import type { ApprovalReply, ApprovalRequest } from './approval.ts'
import type { HookConfig } from './config.ts'
import type { HookBlock, HookReport } from './hook.ts'

export type RunRequest = {
  readonly prompt: string
  readonly model?: string
  readonly cwd?: string
  readonly attachments?: readonly Attachment[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** A thread to go on with. */
  readonly threadId?: string
}

export type SessionRequest = Pick<RunRequest, 'model' | 'cwd' | 'metadata' | 'threadId'>

export type ThreadStart = {
  readonly threadId: string | undefined
  readonly model: string | undefined
  readonly cwd: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export type TurnStart = Draft & {
  readonly threadId: string
  readonly cwd: string
  /** To be called with the turn's id as soon as there is one. */
  readonly started: (turnId: string) => void
}

/** What the program itself does between the hooks. Whatever these throw reaches the caller, after the post hooks. */
export type RunSteps<T> = {
  startThread(start: ThreadStart): Promise<string>
  startTurn(turn: TurnStart): Promise<T>
}

/** Hooks of this call alone, beside those of the runtime. On equal names the profile's wins over the session's. */
export type CallOptions = {
  readonly session?: HookConfig
  readonly profile?: HookConfig
  readonly signal?: AbortSignal
}

export type Result<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'blocked'; readonly block: HookBlock }

export type HookRuntime = {
  /** PreRun, the thread, PreTurn, the turn, PostTurn, PostRun. */
  run<T>(request: RunRequest, steps: RunSteps<T>, options?: CallOptions): Promise<Result<T>>
  /** PreSessionStart, the start or resumption, PostSessionStart. */
  startSession<T>(
    request: SessionRequest,
    start: (thread: ThreadStart) => Promise<T>,
    options?: CallOptions,
  ): Promise<Result<T>>
  /** PreTurn, the items, and PostTurn when they are over or no longer wanted. */
  stream<T>(
    request: RunRequest & { readonly threadId: string },
    open: (turn: TurnStart) => AsyncIterable<T>,
    options?: CallOptions,
  ): Promise<Result<AsyncIterableIterator<T>>>
  /** Undefined: no hook is responsible, so ask whoever would have been asked without hooks. */
  approve(request: ApprovalRequest, options?: Pick<CallOptions, 'signal'>): Promise<ApprovalReply | undefined>
  /** The policy to start threads with: tool hooks only hear of what needs approval. */
  approvalPolicy(policy: string | undefined, options?: CallOptions): string | undefined
  /** Adds hooks of names that are not taken. */
  register(hooks: HookConfig): void
  /** Of the last call that had hooks. */
  report(): HookReport
}

export type HookRuntimeOptions = {
  readonly now?: () => number
  /** What a tool hook that crashes or hangs means. Default: accept, as in the crate. */
  readonly onToolHookFailure?: 'accept' | 'decline'
}
