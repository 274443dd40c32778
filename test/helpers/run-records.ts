import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { runsFolders } from '../../src/process/run-folder.ts'
import { runTag } from '../../src/ports/run-tag.ts'
import type { Sandbox } from './cli.ts'

const [RUNS_FOLDER = ''] = runsFolders()

/** Names of the records of running hooks that belong to a sandbox. */
export function recordsOf({ state }: Sandbox): readonly string[] {
  const names = existsSync(RUNS_FOLDER) ? readdirSync(RUNS_FOLDER) : []
  return names.filter((name) => name.includes(runTag(state)))
}

recordsOf.rename = (from: string, to: string): void =>
  renameSync(join(RUNS_FOLDER, from), join(RUNS_FOLDER, to))

/** When a process began, in ticks since the start of the machine. */
export function startOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}
