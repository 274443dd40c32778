import type { Attachment } from '../dialects/codex-runtime/contract.ts'
import type { Draft } from './apply-patches.ts'
import type { ApprovalReply, ApprovalRequest } from './approval.ts'
import type { HookConfig } from './config.ts'
import type { HookBlock, HookReport } from './hook.ts'

/** One run: a prompt, and what it is run with. */
export type RunRequest = {
  /** What the model is asked. */
  readonly prompt: string
  /** Name of the model. Default: that of the program. */
  readonly model?: string
  /** Directory of the run. Default: the process's. */
  readonly cwd?: string
  /** What is given to the model beside the prompt. Default: none. */
  readonly attachments?: readonly Attachment[]
  /** Facts that hooks can read and add to. Default: empty. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Id of the thread to go on with. Absent: a new one is started. */
  readonly threadId?: string
}

/** The start of a session, or the resumption of one with `threadId`. */
export type SessionRequest = Pick<RunRequest, 'model' | 'cwd' | 'metadata' | 'threadId'>

/** What a thread is started or resumed with, after hooks had their say. */
export type ThreadStart = {
  /** Id of the thread to resume; undefined: start a new one. */
  readonly threadId: string | undefined
  /** Name of the model; undefined: the default of the program. */
  readonly model: string | undefined
  /** Absolute path of the directory to work in. */
  readonly cwd: string
  /** Facts of the request and of hooks. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What a turn is started with, after hooks had their say. */
export type TurnStart = Draft & {
  /** Id of the thread. */
  readonly threadId: string
  /** Absolute path of the directory to work in. */
  readonly cwd: string
  /** To be called with the turn's id as soon as there is one. */
  readonly started: (turnId: string) => void
}

/** What the program itself does between the hooks. Whatever these throw reaches the caller, after the post hooks. */
export type RunSteps<T> = {
  /** Starts or resumes a thread, and returns its id. */
  startThread(start: ThreadStart): Promise<string>
  /** Runs the turn, and returns its result. */
  startTurn(turn: TurnStart): Promise<T>
}

/** Hooks of this call alone, beside those of the runtime. On equal names the profile's wins over the session's. */
export type CallOptions = {
  /** Hooks of the session. Default: none. */
  readonly session?: HookConfig
  /** Hooks of the profile of this run. Default: none. */
  readonly profile?: HookConfig
  /** Cancels hooks that are called. Default: nothing does. */
  readonly signal?: AbortSignal
}

/** What a call gives: the value of the work, or the no of a hook. */
export type Result<T> =
  | {
      /** The work was done. */
      readonly kind: 'done'
      /** What the work returned. */
      readonly value: T
    }
  | {
      /** A hook said no, and the work was not done. */
      readonly kind: 'blocked'
      /** Which hook, when and why; `blockText` makes a sentence of it. */
      readonly block: HookBlock
    }

/** Calls hooks around the work of a program. Made by `createHookRuntime`. */
export type HookRuntime = {
  /**
   * Calls `PreRun` hooks, starts or resumes the thread, then calls `PreTurn` hooks, runs the turn, and calls
   * `PostTurn` and `PostRun` hooks.
   */
  run<T>(request: RunRequest, steps: RunSteps<T>, options?: CallOptions): Promise<Result<T>>
  /** Calls `PreSessionStart` hooks, starts or resumes the session, and calls `PostSessionStart` hooks. */
  startSession<T>(
    request: SessionRequest,
    start: (thread: ThreadStart) => Promise<T>,
    options?: CallOptions,
  ): Promise<Result<T>>
  /**
   * Calls `PreTurn` hooks and gives the items of the turn; calls `PostTurn` hooks when they are over or no longer
   * wanted.
   */
  stream<T>(
    request: RunRequest & {
      /** Id of the thread in which the turn runs. */
      readonly threadId: string
    },
    open: (turn: TurnStart) => AsyncIterable<T>,
    options?: CallOptions,
  ): Promise<Result<AsyncIterableIterator<T>>>
  /**
   * Asks tool hooks about a request of the app server. Undefined: no hook is responsible, so ask whoever would be
   * asked without hooks.
   */
  approve(request: ApprovalRequest, options?: Pick<CallOptions, 'signal'>): Promise<ApprovalReply | undefined>
  /**
   * Returns the approval policy to start threads with: tool hooks only hear of what needs an approval, so `never`
   * becomes `untrusted` when there are some.
   */
  approvalPolicy(policy: string | undefined, options?: CallOptions): string | undefined
  /** Adds hooks to the runtime; one whose name is taken already is left out. */
  register(hooks: HookConfig): void
  /** Returns the problems of the last call that had hooks. */
  report(): HookReport
}

/** Options of `createHookRuntime`. */
export type HookRuntimeOptions = {
  /** Gives the time in milliseconds since the epoch, for `tsMs`. Default: `Date.now`. */
  readonly now?: () => number
  /** What a tool hook that crashes or hangs means. Default: accept, as in the crate. */
  readonly onToolHookFailure?: 'accept' | 'decline'
}
