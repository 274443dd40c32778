import * as fs from 'node:fs'
import { isIssue, type Issue } from '../../core/issue.ts'
import { splitNames } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import type { Change } from './changes.ts'
import { at } from './disk.ts'
import { hideFiles } from './hide-files.ts'
import { exportIndex } from './index-versions.ts'
import type { Journal } from './journal.ts'
import { thisProcess } from './owner.ts'
import { patchPath, writePatch } from './patches.ts'
import { planAside } from './plan-aside.ts'

/** What is to be set aside. `below` is a folder relative to the top, or ''; `alone` is left out of everything. */
export type Scope = {
  readonly storeDir: string
  readonly scoped: readonly Change[]
  readonly alone: readonly string[]
  readonly below: string
}

export type Preparation = Scope & { readonly id: string; readonly folder: string }

/** Everything up to the point where something of the user's is touched. */
export async function prepareAside(git: Git, scope: Preparation): Promise<Journal | Issue | undefined> {
  fs.mkdirSync(scope.folder, { recursive: true, mode: 0o700 })
  const env = await hideFiles(git, { names: scope.alone, file: at(scope.folder, 'shown-index') })
  if (isIssue(env)) return env
  const written = await git.read(['write-tree'], { env })
  if (isIssue(written)) return written
  const tree = written.toString('latin1').trim()
  const changes = await realChanges(git, { changes: scope.scoped, tree })
  if (isIssue(changes)) return changes
  const intentToAdd = scope.scoped.filter((change) => change.status === 'A').map((change) => change.path)
  const path = patchPath(scope.storeDir, scope.id)
  const command = ['diff-index', '--diff-filter=a', tree]
  const hasPatch = changes.length > 0 && (await writePatch(git, { path, command, below: scope.below, env }))
  if (isIssue(hasPatch)) return hasPatch
  if (!hasPatch) fs.rmSync(path, { force: true })
  if (!hasPatch && intentToAdd.length === 0) return undefined
  const files = hasPatch ? changes : []
  const problem = await exportIndex(git, {
    paths: files.map((one) => one.path),
    folder: at(scope.folder, 'index'),
  })
  if (problem) return problem
  const plan = await planAside(files, { root: git.root, folder: scope.folder })
  const facts = { version: 1, id: scope.id, owner: thisProcess(), root: git.root, tree, intentToAdd } as const
  return { ...facts, ...(hasPatch && { patch: path }), ...plan }
}

/** `git diff` calls an intent-to-add entry deleted when its file is; the tree knows better. */
async function realChanges(
  git: Git,
  { changes, tree }: { readonly changes: readonly Change[]; readonly tree: string },
): Promise<readonly Change[] | Issue> {
  const files = changes.filter((change) => 'DMT'.includes(change.status))
  if (!files.some((change) => change.status === 'D')) return files
  const listing = await git.read(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
  if (isIssue(listing)) return listing
  const known = new Set(splitNames(listing))
  return files.filter((change) => change.status !== 'D' || known.has(change.path))
}
