import type { CallOptions, Result, SessionRequest, ThreadStart } from './runtime-types.ts'
import { beginCall, directoryOf, publish, type RuntimeState } from './runtime-state.ts'
import { withPost } from './with-post.ts'

/** PreSessionStart, the start or resumption, PostSessionStart. */
export async function startSession<T>(
  state: RuntimeState,
  request: SessionRequest,
  { start, hooks }: { readonly start: (thread: ThreadStart) => Promise<T>; readonly hooks: CallOptions },
): Promise<Result<T>> {
  const call = beginCall(state, request, hooks)
  const block = await call.pre('PreSessionStart', { threadId: request.threadId })
  if (block !== undefined) return { kind: 'blocked', block }
  const { model, metadata } = call.draft()
  const cwd = directoryOf(request)
  return withPost(
    () => start({ threadId: request.threadId, model, cwd, metadata }),
    async (mainStatus, value) => {
      const threadId = typeof value === 'string' ? value : request.threadId
      await call.post('PostSessionStart', { threadId, mainStatus })
      publish(state, call, hooks)
    },
  )
}
