import * as fs from 'node:fs'
import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import { exclusively } from '../ports/lock-file.ts'
import type { State } from '../ports/state.ts'

const LOCK = 'install.lock'

/**
 * Runs `work` while no other installation or uninstallation of this user runs its own: two of them would read the same
 * file and each record its own idea of what was there before.
 */
export function alone<T>(state: State, work: () => T): T | Issue {
  if (state.problem) return state.problem
  let isBegun = false
  try {
    fs.mkdirSync(state.dir, { recursive: true, mode: 0o700 })
    return exclusively(path.join(state.dir, LOCK), () => {
      isBegun = true
      return work()
    })
  } catch (error) {
    if (isBegun) throw error
    return unwritable(state, error)
  }
}

function unwritable({ dir }: State, error: unknown): Issue {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return issue(
    'state.unwritable',
    { file: dir },
    `"${dir}" could not be written (${code}), so nothing was changed.`,
    'Make the folder writable, or point XDG_STATE_HOME to another one.',
  )
}
