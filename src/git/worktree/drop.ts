import * as fs from 'node:fs'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { isBelow, readChanges } from './changes.ts'
import { at, exists, makeParents, move } from './disk.ts'
import { sortChanges } from './filtered.ts'
import { hideFiles } from './hide-files.ts'
import { exportIndex } from './index-versions.ts'
import { writePatch } from './patches.ts'
import { blockedAncestor } from './plan-aside.ts'
import type { Aside } from './swap.ts'

/** Gives every tracked file below `below` its index version again. What hooks had made of them is kept as a patch. */
export async function dropChanges(
  git: Git,
  { aside, below, patch }: { readonly aside: Aside; readonly below: string; readonly patch: string },
): Promise<Issue | undefined> {
  const changes = await readChanges(git)
  if (isIssue(changes)) return changes
  const sorted = await sortChanges(git, changes)
  if (isIssue(sorted)) return sorted
  const env = await hideFiles(git, { names: sorted.alone, file: at(aside.folder, 'dropped-index') })
  if (isIssue(env)) return env
  const kept = await writePatch(git, { path: patch, command: ['diff', '--diff-filter=a'], below, env })
  if (isIssue(kept)) return kept
  const own = new Set(aside.journal.entries.map((entry) => entry.path))
  const paths = sorted.own
    .filter(({ status, path }) => 'DMT'.includes(status) && isBelow(path, below) && !own.has(path))
    .map((change) => change.path)
  const folder = at(aside.folder, 'dropped')
  const problem = await exportIndex(git, { paths, folder })
  if (problem) return problem
  replaceAll(aside, { own, paths, folder })
  return undefined
}

type Replace = {
  readonly own: ReadonlySet<string>
  readonly paths: readonly string[]
  readonly folder: string
}

function replaceAll(aside: Aside, { own, paths, folder }: Replace): void {
  const trash = createTrash(aside)
  const clear = (path: string): void => {
    const blocked = blockedAncestor(aside.root, path)
    if (blocked?.kind === 'obstacle') trash(blocked.path)
  }
  for (const path of own) clear(path)
  for (const path of paths) {
    clear(path)
    if (exists(at(aside.root, path))) trash(path)
    makeParents(at(aside.root, path))
    move(at(folder, path), at(aside.root, path))
  }
}

/** Where things go that a hook has put into the way. */
function createTrash(aside: Aside): (path: string) => void {
  const folder = at(aside.folder, 'trash')
  fs.mkdirSync(folder, { recursive: true })
  let count = 0
  return (path) => move(at(aside.root, path), at(folder, count++))
}
