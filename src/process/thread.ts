import { Worker } from 'node:worker_threads'
import { threadMain, LOADER, type FromThread, type ThreadData, type ToThread } from './thread-main.ts'

type Variables = Readonly<Record<string, string>>

export type ThreadSpec = Omit<ThreadData, 'loader'> & {
  readonly env: Variables
  /** Megabytes of its heap. */
  readonly heapMb: number
  /** Bytes kept of the end of what it writes to stderr. */
  readonly stderrBytes: number
}

/** How one call of a thread ended. */
export type CallEnd =
  | FromThread
  | { readonly kind: 'uncloneable'; readonly message: string }
  /** The thread is gone: it called `process.exit`, or an error that nobody caught ended it. */
  | { readonly kind: 'ended'; readonly code: number; readonly error?: unknown }

/** One worker thread with one module. It serves one call at a time. */
export type Thread = {
  readonly isAlive: boolean
  /** The program stays alive until the call ends. */
  call(event: unknown, env: Variables, options?: Readonly<Record<string, unknown>>): Promise<CallEnd>
  /** Tells the module that the answer to its present call is no longer wanted. */
  abort(reason: string): void
  /** Ends the thread whatever it does. Resolves when it has ended, or soon when the system does not let it. */
  end(): Promise<void>
  /** Called once, when the thread has ended. */
  onEnd(listener: () => void): void
  /** The end of what it wrote to stderr. */
  stderr(): string
}

/** Threads that have not ended. */
const live = new Set<Thread>()

/** Ends all threads but those to keep, as the exit of this process does. False when one has not ended in time. */
export async function endThreads(kept: ReadonlySet<Thread> = new Set()): Promise<boolean> {
  const others = [...live].filter((thread) => !kept.has(thread))
  await Promise.all(others.map((thread) => thread.end()))
  return others.every((thread) => !live.has(thread))
}

/** A thread inside a system call that waits, such as `execSync`, ends only after it. */
const MOST_WAIT_MS = 500

export function startThread({ env, heapMb, stderrBytes, ...data }: ThreadSpec): Thread {
  const source = `(${threadMain.toString()})((url) => import(url), require)`
  const workerData: ThreadData = { ...data, ...(data.sources && { loader: LOADER }) }
  const worker = new Worker(source, {
    eval: true,
    workerData,
    env: { ...env },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // The program must be able to exit while threads wait for their next call.
  worker.unref()
  worker.stdout.resume()
  const stderr = keepEnd(worker.stderr, stderrBytes)
  const ended: (() => void)[] = []
  let settle: ((end: CallEnd) => void) | undefined
  let last: CallEnd | undefined
  let thrown: { error: unknown } | undefined
  let id = 0

  worker.on('message', (message: unknown) => {
    const said = ownMessage(message)
    if (said === undefined) return
    if (said.kind === 'unloaded') last = said
    if (said.kind === 'unloaded' || said.id === id) settle?.(said)
  })
  worker.on('messageerror', () => settle?.({ kind: 'no-json', id, message: 'it cannot be read' }))
  worker.on('error', (error: unknown) => (thrown ??= { error }))
  worker.on('exit', (code) => {
    live.delete(thread)
    last = { kind: 'ended', code, ...thrown }
    settle?.(last)
    for (const listener of ended) listener()
  })

  function call(
    event: unknown,
    variables: Variables,
    options?: Readonly<Record<string, unknown>>,
  ): Promise<CallEnd> {
    if (last !== undefined) return Promise.resolve(last)
    id += 1
    worker.ref()
    return new Promise((resolve) => {
      settle = (end) => {
        settle = undefined
        worker.unref()
        resolve(end)
      }
      try {
        send({ kind: 'call', id, event, env: variables, options })
      } catch (error) {
        settle({ kind: 'uncloneable', message: error instanceof Error ? error.message : String(error) })
      }
    })
  }

  function send(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window is involved
    worker.postMessage(message)
  }

  const thread: Thread = {
    get isAlive() {
      return last === undefined
    },
    call,
    abort: (reason) => send({ kind: 'abort', id, reason }),
    end: () => within(worker.terminate(), MOST_WAIT_MS),
    onEnd: (listener) => ended.push(listener),
    stderr,
  }
  live.add(thread)
  return thread
}

/** Undefined for what the module itself sent. */
function ownMessage(message: unknown): FromThread | undefined {
  const said = isObject(message) ? message['hookwright'] : undefined
  if (!isObject(said) || typeof said['kind'] !== 'string') return undefined
  return said as FromThread
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function keepEnd(stream: NodeJS.ReadableStream, maxBytes: number): () => string {
  let kept = Buffer.alloc(0)
  stream.on('data', (piece: Buffer) => {
    const all = Buffer.concat([kept, piece.subarray(-maxBytes)])
    kept = all.subarray(-maxBytes)
  })
  return () => kept.toString('utf8')
}

async function within(ending: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([ending.catch(() => {}), late])
  clearTimeout(timer)
}
