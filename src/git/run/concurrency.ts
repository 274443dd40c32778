import { warning, type Issue } from '../../core/issue.ts'

/** Hooks at once, and calls of one hook at once. */
export type Concurrency = {
  readonly hooks: number
  readonly batches: number
  readonly warnings: readonly Issue[]
}

const OFF = ['PREK_NO_CONCURRENCY', 'PRE_COMMIT_NO_CONCURRENCY']

export function readConcurrency(env: Readonly<Record<string, string>>, cpus: number): Concurrency {
  if (OFF.some((name) => env[name] !== undefined)) return { hooks: 1, batches: 1, warnings: [] }
  const hooks = read('PREK_CONCURRENT_HOOKS', env, cpus)
  const batches = read('PREK_CONCURRENT_BATCHES', env, cpus)
  return {
    hooks: hooks.count,
    batches: batches.count,
    warnings: [hooks.warning, batches.warning].filter((each) => each !== undefined),
  }
}

function read(
  name: string,
  env: Readonly<Record<string, string>>,
  cpus: number,
): { readonly count: number; readonly warning?: Issue } {
  const text = env[name]
  if (text === undefined) return { count: Math.max(1, cpus) }
  if (/^\d+$/.test(text)) return { count: Math.max(1, Number(text)) }
  const message = `${name} is "${text}", not a number; ${cpus} is used.`
  return { count: Math.max(1, cpus), warning: warning('git.concurrency', {}, message) }
}
