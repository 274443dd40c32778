import { existsSync, readFileSync } from 'node:fs'
import { vi } from 'vitest'
import type { Sandbox } from './cli.ts'

/** A shell script that tells its process id and then waits for ever; in short naps, between which a shell runs its traps. */
export function hanging(sandbox: Sandbox, name = 'pid'): { readonly script: string; pid(): Promise<number> } {
  const file = `${sandbox.root}/${name}`
  return {
    script: `echo $$ > ${file}.new; mv ${file}.new ${file}; while :; do sleep 0.1 || :; done`,
    pid: () => vi.waitFor(() => Number(readFileSync(file, 'utf8')), { timeout: 10_000, interval: 20 }),
  }
}

/** A zombie has ended, even where nobody reaps it. */
export function isRunning(pid: number): boolean {
  if (existsSync('/proc/self/stat')) return stateOf(pid) !== undefined && stateOf(pid) !== 'Z'
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  } catch {
    return undefined
  }
}
