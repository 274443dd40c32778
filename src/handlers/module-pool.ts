import type { Thread } from '../process/thread.ts'

/** Keeps threads between calls, so that only the first call of a module pays for its start. */
export type ModulePool = {
  /** A thread that waits for a call under this key, else a new one. */
  take(key: string, start: () => Thread): { readonly thread: Thread; readonly isNew: boolean }
  /** Gives a thread back whose call ended well. */
  keep(key: string, thread: Thread): void
  /** Ends the thread. */
  drop(thread: Thread): Promise<void>
  /** Threads that no call uses. */
  readonly waiting: () => ReadonlySet<Thread>
  /** Ends all threads, also those that are in a call. */
  close(): Promise<void>
}

export type PoolBounds = {
  /** The most threads that wait for a call. */
  readonly idle: number
  /** Milliseconds after which a thread that waits is ended. */
  readonly idleMs: number
}

type Waiting = { readonly key: string; readonly thread: Thread; readonly timer: NodeJS.Timeout }

/** One call at a time per thread: what hangs or is stopped in one call must not take another with it. */
export function createModulePool({ idle, idleMs }: PoolBounds): ModulePool {
  const live = new Set<Thread>()
  /** The longest waiting first. */
  let waiting: readonly Waiting[] = []
  let isClosed = false

  function take(key: string, start: () => Thread): { readonly thread: Thread; readonly isNew: boolean } {
    const found = waiting.findLast((each) => each.key === key && each.thread.isAlive)
    if (found !== undefined) {
      leave(found)
      return { thread: found.thread, isNew: false }
    }
    const thread = start()
    live.add(thread)
    thread.onEnd(() => live.delete(thread))
    return { thread, isNew: true }
  }

  function keep(key: string, thread: Thread): void {
    if (isClosed || !thread.isAlive) return void drop(thread)
    const timer = setTimeout(() => end(one), idleMs).unref()
    const one: Waiting = { key, thread, timer }
    waiting = [...waiting, one]
    const [longest] = waiting
    if (waiting.length > idle && longest !== undefined) end(longest)
  }

  function leave(one: Waiting): void {
    clearTimeout(one.timer)
    waiting = waiting.filter((each) => each !== one)
  }

  function end(one: Waiting): void {
    leave(one)
    void drop(one.thread)
  }

  async function drop(thread: Thread): Promise<void> {
    await thread.end()
    live.delete(thread)
  }

  async function close(): Promise<void> {
    isClosed = true
    for (const one of waiting) leave(one)
    await Promise.all([...live].map(drop))
  }

  return { take, keep, drop, close, waiting: () => new Set(waiting.map(({ thread }) => thread)) }
}
