import type { Call } from './call.ts'
import type { CallOptions, Result, RunRequest, RunSteps, TurnStart } from './runtime-types.ts'
import { beginCall, directoryOf, lendTools, publish, type RuntimeState } from './runtime-state.ts'
import { openStream } from './stream-turn.ts'
import { withPost } from './with-post.ts'

/** PreRun, the thread, PreTurn, the turn, PostTurn, PostRun. */
export async function runCall<T>(
  state: RuntimeState,
  request: RunRequest,
  { steps, hooks }: { readonly steps: RunSteps<T>; readonly hooks: CallOptions },
): Promise<Result<T>> {
  const call = beginCall(state, request, hooks)
  const block = await call.pre('PreRun', { threadId: request.threadId })
  if (block !== undefined) return { kind: 'blocked', block }
  let { threadId } = request
  const cwd = directoryOf(request)
  const { model, metadata } = call.draft()
  const done = await withPost(
    async () => {
      threadId = await steps.startThread({ threadId, model, cwd, metadata })
      return runTurn({ state, call, hooks, threadId, cwd }, steps.startTurn)
    },
    async (status, value) => {
      const mainStatus = value?.kind === 'blocked' ? 'error' : status
      await call.post('PostRun', { threadId, mainStatus })
      publish(state, call, hooks)
    },
  )
  return done.value
}

/** PreTurn, the items, and PostTurn when they are over or no longer wanted. */
export async function streamCall<T>(
  state: RuntimeState,
  request: RunRequest & { readonly threadId: string },
  { open, hooks }: { readonly open: (turn: TurnStart) => AsyncIterable<T>; readonly hooks: CallOptions },
): Promise<Result<AsyncIterableIterator<T>>> {
  const call = beginCall(state, request, hooks)
  const { threadId } = request
  const block = await call.pre('PreTurn', { threadId })
  if (block !== undefined) return { kind: 'blocked', block }
  const turn = startTurn({ state, call, hooks, threadId, cwd: directoryOf(request) })
  const value = await openStream(
    () => open(turn.start()),
    async (mainStatus) => {
      await turn.end(mainStatus)
      publish(state, call, hooks)
    },
  )
  return { kind: 'done', value }
}

type Turn = {
  readonly state: RuntimeState
  readonly call: Call
  readonly hooks: CallOptions
  readonly threadId: string
  readonly cwd: string
}

async function runTurn<T>(turn: Turn, work: (start: TurnStart) => Promise<T>): Promise<Result<T>> {
  const block = await turn.call.pre('PreTurn', { threadId: turn.threadId })
  if (block !== undefined) return { kind: 'blocked', block }
  const { start, end } = startTurn(turn)
  return withPost(() => work(start()), end)
}

type StartedTurn = {
  /** What the program needs to do its work. Its id reaches the post hooks. */
  start(): TurnStart
  end(mainStatus: 'ok' | 'error'): Promise<void>
}

/** Tool hooks of a call live as long as its turn. */
function startTurn({ state, call, hooks, threadId, cwd }: Turn): StartedTurn {
  const takeBack = lendTools(state, threadId, hooks)
  let turnId: string | undefined
  const started = (id: string): void => void (turnId = id)
  return {
    start: () => ({ ...call.draft(), threadId, cwd, started }),
    async end(mainStatus) {
      takeBack()
      await call.post('PostTurn', { threadId, turnId, mainStatus })
    },
  }
}
