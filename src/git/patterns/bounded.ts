import { createContext, Script, type Context } from 'node:vm'

const CALL = new Script('work()')
const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT'
const INTERRUPTED = 'ERR_SCRIPT_EXECUTION_INTERRUPTED'

/** Made once: it takes longer than most of the work. */
let context: Context | undefined
let current: () => void = () => {}

export type Unfinished = 'too-long' | 'interrupted'

/**
 * Does synchronous work that may never end, because a regex of a config meets a name it takes years for. While it
 * blocks, no signal handler runs; this ends it all the same, after a time or by Ctrl-C.
 */
export function bounded<T>(
  work: () => T,
  { timeoutMs }: { readonly timeoutMs: number },
): { readonly value: T } | Unfinished {
  let value: { readonly value: T } | undefined
  const before = current
  current = () => {
    value = { value: work() }
  }
  try {
    CALL.runInContext((context ??= createContext({ work: () => current() })), {
      timeout: timeoutMs,
      breakOnSigint: true,
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === TIMED_OUT) return 'too-long'
    if (code === INTERRUPTED) return 'interrupted'
    throw error
  } finally {
    current = before
  }
  return value as { readonly value: T }
}
