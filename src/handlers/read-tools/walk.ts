import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Entry } from '../../ports/files.ts'
import { BOUNDS, type ToolContext } from './tool.ts'

/** Folders nobody means when they ask for the files of a project. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

const ENTRIES_PER_TURN = 64

export type Walk = {
  /** Real paths of files, folder by folder, in order of their names. */
  readonly files: AsyncGenerator<string>
  /** True once a bound kept the walk from seeing everything. */
  isCut(): boolean
}

/** Follows no links, so it stays below its start. Lets timers and signals through on its way. */
export function walk(start: string, { reach, signal }: ToolContext): Walk {
  let seen = 0
  let cut = false

  async function* below(folder: string, depth: number): AsyncGenerator<string> {
    const entries = reach.files.list(folder)
    if (!Array.isArray(entries)) return
    for (const { name, kind } of (entries as readonly Entry[]).toSorted(byName)) {
      if (seen >= BOUNDS.entries) return void (cut = true)
      if (seen % ENTRIES_PER_TURN === 0) await setImmediate(undefined, { signal })
      seen += 1
      const path = join(folder, name)
      if (kind === 'file') yield path
      if (kind !== 'directory' || SKIPPED.has(name)) continue
      if (depth >= BOUNDS.depth) cut = true
      else yield* below(path, depth + 1)
    }
  }

  return { files: below(start, 0), isCut: () => cut }
}

function byName(a: Entry, b: Entry): number {
  if (a.name === b.name) return 0
  return a.name < b.name ? -1 : 1
}
