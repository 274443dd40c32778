import * as path from 'node:path'
import { expandPlaces } from '../config/candidates.ts'
import type { CallWord } from '../covers/calls.ts'
import type { Places } from '../dialects/dialect.ts'

/** Where a path of a script counts from, and what its variables stand for. */
export type PathBase = {
  readonly places: Places
  /** Folders that the command may run in; a file in any of them counts. */
  readonly folders: readonly string[]
  /** Variables of the host that hold the project's folder. */
  readonly projectVariables: readonly string[]
}

/** Returns the files that a word may mean, one for each folder; none where only a run can tell. */
export function pathsOf({ text, isKnown }: CallWord, base: PathBase): readonly string[] {
  const { projectDir: dir, home } = base.places
  const variables = base.projectVariables.length === 0 ? undefined : base.projectVariables
  const filled = expandPlaces(text, { project: { dir, written: dir }, projectVariables: variables })
  const isPlain = isKnown && !/[$`%*?\0]/.test(filled) && filled !== '' && !filled.includes('://')
  if (!isPlain) return []
  if (filled === '~' || filled.startsWith('~/')) return [path.join(home, filled.slice(1))]
  if (filled.startsWith('~')) return []
  return [...new Set(base.folders.map((folder) => path.resolve(folder, filled)))]
}
