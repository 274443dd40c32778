import { isIssue } from '../../core/issue.ts'
import type { MapTree, Tree } from '../../config/tree.ts'
import { readTree } from './read-tree.ts'
import { openSource } from './source.ts'

/** Files of Hookwright itself, which may hold a git config under `git`. */
export const OWN_NAMES = ['hookwright.yaml', 'hookwright.json', 'hookwright.toml'] as const

/** Key of the config in such a file. */
export const OWN_KEY = 'git'

/** Keys below it that are not part of the config. */
const OTHER_KEYS: ReadonlySet<string> = new Set(['trust'])

/** True for a file of Hookwright's own, by its name. */
export function isOwnFile(file: string): boolean {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  return OWN_NAMES.some((each) => each === name)
}

/** Returns the mapping that holds the config in a file of Hookwright's own; undefined when the file has none. */
export function ownPart(tree: Tree | undefined): MapTree | undefined {
  const part = tree?.kind === 'map' ? tree.entries.get(OWN_KEY)?.tree : undefined
  if (part?.kind !== 'map' || !part.entries.has('repos')) return undefined
  const entries = [...part.entries].filter(([key]) => !OTHER_KEYS.has(key))
  return { ...part, entries: new Map(entries) }
}

/** True when the text holds git hooks. Of one that cannot be parsed, its words say so: reading it then tells what is wrong. */
export function holdsGitHooks(text: string, file: string): boolean {
  if (!text.includes('repos')) return false
  const tree = readTree(openSource(text, file))
  return isIssue(tree) ? /^\s*["[]*git\b/m.test(text) : ownPart(tree) !== undefined
}
