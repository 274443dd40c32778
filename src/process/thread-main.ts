import type * as Modules from 'node:module'
import type * as Threads from 'node:worker_threads'

/** What a thread is started with. */
export type ThreadData = {
  /** URL of the module. */
  readonly url: string
  /** The most characters of an answer. */
  readonly answerLength: number
  /** TypeScript that this Node cannot load itself, as JavaScript, by URL. Absent: nothing of the kind. */
  readonly sources?: Readonly<Record<string, ThreadSource>>
  /** The loader that gives them to Node, as JavaScript. */
  readonly loader?: string
}

export type ThreadSource = { readonly format: 'module' | 'commonjs'; readonly source: string }

/** From the program to the thread. */
export type ToThread =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly event: unknown
      readonly env: Readonly<Record<string, string>>
      /** Options of the pack that the module belongs to. Absent: it belongs to none. */
      readonly options?: Readonly<Record<string, unknown>> | undefined
    }
  | { readonly kind: 'abort'; readonly id: number; readonly reason: string }

/** From the thread to the program, as the value of `hookwright`: a module may send messages of its own. */
export type FromThread =
  | { readonly kind: 'answered'; readonly id: number; readonly text?: string | undefined }
  | { readonly kind: 'too-long'; readonly id: number; readonly length: number }
  | { readonly kind: 'no-json'; readonly id: number; readonly message: string }
  | {
      readonly kind: 'threw'
      readonly id: number
      readonly message: string
      readonly stack?: string | undefined
    }
  | { readonly kind: 'unloaded'; readonly message: string; readonly stack?: string | undefined }

type Context = { readonly signal: AbortSignal; readonly options?: Readonly<Record<string, unknown>> }
type Function = (event: unknown, context: Context) => unknown
type Replaceable = Record<string, (...given: unknown[]) => unknown>

/**
 * The program of a thread. A thread is started with its text, so that it needs no file of its own in any build: it must
 * use nothing from outside itself. `load` and `need` are `import` and `require`, which a build would change here.
 */
export function threadMain(load: (url: string) => Promise<unknown>, need: (name: string) => unknown): void {
  const { parentPort, workerData } = need('node:worker_threads') as typeof Threads
  const modules = need('node:module') as typeof Modules
  const { url, sources, loader, answerLength } = workerData as ThreadData
  const calls = new Map<number, AbortController>()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window is involved
  const send = (message: FromThread): void => parentPort?.postMessage({ hookwright: message })

  keepOffDescriptors()
  if (sources !== undefined && loader !== undefined)
    modules.register(`data:text/javascript,${encodeURIComponent(loader)}`, { data: sources })
  const loading = load(url).then(defaultOf)
  loading.catch((error: unknown) => send({ kind: 'unloaded', ...told(error) }))
  parentPort?.on('message', (message: ToThread) => {
    if (message.kind === 'abort') calls.get(message.id)?.abort(new DOMException(message.reason, 'AbortError'))
    else void loading.then((run) => answer(run, message)).catch(() => {})
  })

  function defaultOf(loaded: unknown): Function {
    const { default: found } = loaded as { default?: unknown }
    const inner =
      typeof found === 'object' && found !== null ? (found as { default?: unknown }).default : found
    if (typeof inner === 'function') return inner as Function
    throw new TypeError('its default export is not a function')
  }

  async function answer(
    run: Function,
    { id, event, env, options }: ToThread & { kind: 'call' },
  ): Promise<void> {
    const controller = new AbortController()
    calls.set(id, controller)
    try {
      replaceVariables(env)
      tell(id, await run(event, { signal: controller.signal, ...(options && { options }) }))
    } catch (error) {
      send({ kind: 'threw', id, ...told(error) })
    } finally {
      calls.delete(id)
    }
  }

  function tell(id: number, said: unknown): void {
    if (said === undefined) return send({ kind: 'answered', id })
    let text: string | undefined
    try {
      text = JSON.stringify(said)
    } catch (error) {
      return send({ kind: 'no-json', id, message: told(error).message })
    }
    if (text === undefined) send({ kind: 'no-json', id, message: `it is a ${typeof said}` })
    else if (text.length > answerLength) send({ kind: 'too-long', id, length: text.length })
    else send({ kind: 'answered', id, text })
  }

  /** Anything can be thrown, also a value that throws again when it is looked at. */
  function told(error: unknown): { message: string; stack?: string } {
    try {
      if (!(error instanceof Error)) return { message: String(error) }
      const { message, stack } = error
      return typeof stack === 'string' ? { message, stack } : { message }
    } catch {
      return { message: 'a value that cannot be shown' }
    }
  }

  function replaceVariables(env: Readonly<Record<string, string>>): void {
    // oxlint-disable-next-line node/no-process-env -- that of the thread, which is the hook's and not ours
    const own = process.env
    for (const name of Object.keys(own)) if (!Object.hasOwn(env, name)) delete own[name]
    for (const name of Object.keys(env)) if (own[name] !== env[name]) own[name] = env[name]
  }

  /**
   * `console` and `process.stdout` of a thread are its own, but descriptors 1 and 2 are those of the whole process, where
   * the host reads the reply.
   */
  function keepOffDescriptors(): void {
    const fs = need('node:fs') as Replaceable
    const streams = [undefined, process.stdout, process.stderr]
    const { writeSync, write } = fs
    const isOurs = (fd: unknown): fd is 1 | 2 => fd === 1 || fd === 2
    const written = (fd: 1 | 2, data: unknown): number => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data as Uint8Array)
      streams[fd]?.write(bytes)
      return bytes.byteLength
    }
    fs['writeSync'] = (fd, data, ...rest) => (isOurs(fd) ? written(fd, data) : writeSync?.(fd, data, ...rest))
    fs['write'] = (fd, data, ...rest) => {
      if (!isOurs(fd)) return write?.(fd, data, ...rest)
      const done = rest.at(-1)
      const length = written(fd, data)
      if (typeof done === 'function') process.nextTick(done, null, length, data)
      return undefined
    }
    const children = need('node:child_process') as Replaceable
    for (const name of ['spawn', 'spawnSync', 'fork', 'execFileSync', 'execSync']) {
      const start = children[name]
      children[name] = (...given) => start?.(...given.map((each) => withoutOurs(each, name)))
    }
    modules.syncBuiltinESMExports()
  }

  function withoutOurs(given: unknown, name: string): unknown {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
    const { stdio } = given as { stdio?: unknown }
    const ours: ReadonlySet<unknown> = new Set(['inherit', 0, 1, 2])
    const isOurs = (each: unknown): boolean =>
      ours.has(typeof each === 'object' && each !== null ? (each as { fd?: unknown }).fd : each)
    if (stdio === undefined) return name === 'fork' ? { silent: true, ...given } : given
    if (stdio === 'inherit') return { ...given, stdio: 'ignore' }
    if (!Array.isArray(stdio)) return given
    return { ...given, stdio: stdio.map((each: unknown) => (isOurs(each) ? 'ignore' : each)) }
  }
}

/** Gives Node the JavaScript of TypeScript files. Runs in the thread that Node keeps for loaders. */
export const LOADER = `let sources
export const initialize = async (given) => { sources = given }
export const load = async (url, context, next) =>
  Object.hasOwn(sources, url) ? { ...sources[url], shortCircuit: true } : next(url, context)`
