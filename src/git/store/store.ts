import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { issue, type Issue } from '../../core/issue.ts'
import type { PrepareContext } from '../contracts/runnable.ts'

/** What everything that fills the store is given; `cwd` is the project's folder. */
export type StoreContext = Pick<PrepareContext, 'storeDir' | 'cwd' | 'env' | 'signal' | 'progress'>

const STORE_FOLDERS = ['repos', 'envs', 'patches', 'scratch', 'locks'] as const

/** Makes the folders that are missing. What hooks run as their user must be writable by nobody else. */
export function openStore(storeDir: string): Issue | undefined {
  try {
    for (const folder of STORE_FOLDERS) mkdirSync(join(storeDir, folder), { recursive: true, mode: 0o700 })
    if (process.platform === 'win32') return undefined
    const { uid, mode } = statSync(storeDir)
    if (uid !== process.getuid?.()) return foreign(storeDir)
    if ((mode & 0o077) !== 0) chmodSync(storeDir, 0o700)
    return undefined
  } catch (error) {
    return unwritable(storeDir, error)
  }
}

/** Content-addressed: the same parts in the same order always give the same name. */
export function keyOf(parts: readonly unknown[]): string {
  // 96 bits: the paths of environments end up in shebang lines, which have a length limit.
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
}

export function unwritable(path: string, error: unknown): Issue {
  return issue(
    'store.unwritable',
    { file: path },
    `The store "${path}" cannot be used: ${(error as Error).message}.`,
    'Check the disk and the permissions, or name another folder in HOOKWRIGHT_GIT_HOME.',
  )
}

function foreign(storeDir: string): Issue {
  return issue(
    'store.foreign',
    { file: storeDir },
    `The store "${storeDir}" belongs to another user, who could put programs into it.`,
    'Name a folder of your own in HOOKWRIGHT_GIT_HOME.',
  )
}
