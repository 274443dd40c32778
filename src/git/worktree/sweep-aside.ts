import * as fs from 'node:fs'
import { join } from 'node:path'
import { asideRoot } from './journal.ts'
import { isAlive } from './owner.ts'

const OF_PROCESS = /^(?:\d+|draft|.*\.new)-(\d+)(?:\.json)?$/
const SUCCESSOR = /^journal-after-/

/** Removes what runs left that were cut off before they had a journal, or after they had removed it. There must be none. */
export function sweepAside(gitDir: string): void {
  for (const name of listed(asideRoot(gitDir))) {
    const pid = OF_PROCESS.exec(name)?.[1]
    const isDead = pid === undefined ? SUCCESSOR.test(name) : !isAlive(Number(pid))
    const path = join(asideRoot(gitDir), name)
    // Whatever happened: nothing of the user's is ever removed.
    const isEmpty = ['saved', 'obstacle'].every((kind) => listed(join(path, kind)).length === 0)
    if (isDead && isEmpty) fs.rmSync(path, { recursive: true, force: true })
  }
}

function listed(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
