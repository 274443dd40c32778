import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { isIssue } from '../../core/issue.ts'
import { diskPath } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { at, copyTree, exists, fingerprint, flush, makeParents, move, statOf } from './disk.ts'
import { exportIndex } from './index-versions.ts'
import { slot, type Entry, type Journal } from './journal.ts'
import type { Aside } from './swap.ts'

/**
 * Applies the whole patch to a copy of the files it is about, with the hooks' versions of `changed`. The journal with
 * the merges, which then lie in their slots; nothing when the patch does not fit.
 */
export async function mergeChanged(
  git: Git,
  { aside, changed }: { readonly aside: Aside; readonly changed: readonly number[] },
): Promise<Journal | undefined> {
  const { folder, journal } = aside
  const stage = at(folder, 'stage')
  if (journal.patch === undefined || !fs.existsSync(journal.patch)) return undefined
  fs.rmSync(stage, { recursive: true, force: true })
  fs.mkdirSync(stage)
  if (!(await fillStage(git, { aside, changed, stage }))) return undefined
  if (!(await applyPatch(git, { patch: journal.patch, stage }))) return undefined
  return collectMerges({ aside, changed, stage })
}

type Staged = { readonly aside: Aside; readonly changed: readonly number[]; readonly stage: string }

async function fillStage(git: Git, { aside, changed, stage }: Staged): Promise<boolean> {
  const { root, folder, journal } = aside
  const isChanged = new Set(changed)
  const same = journal.entries.filter((_, index) => !isChanged.has(index)).map((entry) => entry.path)
  // The tree of the run, not the index of now: a hook or a user may have staged something since.
  const index = at(folder, 'stage-index')
  // A git that was killed here has left its lock, which only we could want.
  for (const left of [index, `${index}.lock`]) fs.rmSync(left, { force: true })
  const env = { GIT_INDEX_FILE: index }
  if (isIssue(await git.read(['read-tree', journal.tree], { env }))) return false
  if (await exportIndex(git, { paths: same, folder: stage, env })) return false
  for (const each of changed) copyIn({ root, stage }, (journal.entries[each] as Entry).path)
  for (const path of journal.entries.map((entry) => entry.path)) copyAttributes({ root, stage }, path)
  return true
}

type Copy = { readonly root: string; readonly stage: string }

function copyIn({ root, stage }: Copy, path: string): void {
  const from = at(root, path)
  if (!exists(from) || exists(at(stage, path)) || statOf(from)?.isDirectory()) return
  makeParents(at(stage, path))
  copyTree(from, at(stage, path))
}

/** What says which line ends a file has. */
function copyAttributes(copy: Copy, path: string): void {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (exists(at(copy.stage, folder))) {
      copyIn(copy, folder === '.' ? '.gitattributes' : at(folder, '.gitattributes'))
    }
    if (folder === '.') return
  }
}

/** The second try is pre-commit's: a hook may have changed the line ends git would convert. */
async function applyPatch(git: Git, { patch, stage }: { patch: string; stage: string }): Promise<boolean> {
  const call = { cwd: stage, env: { GIT_DIR: git.gitDir, GIT_WORK_TREE: stage } }
  for (const config of [[], ['-c', 'core.autocrlf=false']]) {
    const output = await git.run([...config, 'apply', '--whitespace=nowarn', patch], call)
    if (!isIssue(output) && output.code === 0) return true
  }
  return false
}

function collectMerges({ aside, changed, stage }: Staged): Journal {
  const merges = new Map(changed.map((index) => [index, collectMerge({ aside, stage }, index)]))
  const entries = aside.journal.entries.map((entry, index) => {
    const merged = merges.get(index)
    return merged ? { ...entry, merged } : entry
  })
  return { ...aside.journal, entries }
}

/** Nothing for a file that the patch deletes: there is nothing to merge then. */
function collectMerge({ aside, stage }: Omit<Staged, 'changed'>, index: number): Entry['merged'] {
  const { path } = aside.journal.entries[index] as Entry
  const result = at(stage, path)
  if (!exists(result)) return undefined
  if (fs.lstatSync(diskPath(result)).isFile()) flush(result)
  const merged = { from: fingerprint(at(aside.root, path)), to: fingerprint(result) }
  move(result, slot(aside.folder, 'merged', index))
  return merged
}
