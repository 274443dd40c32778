import * as fs from 'node:fs'
import type { Issue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { at, copyTree, exists, makeParents, remove } from './disk.ts'
import { dropChanges } from './drop.ts'
import { showIntentToAdd } from './intent-to-add.ts'
import { endJournal, rewriteJournal, slot, type Entry } from './journal.ts'
import { mergeChanged } from './merge.ts'
import * as messages from './messages.ts'
import { releasePatch } from './patches.ts'
import { inSlices } from './slices.ts'
import { putBack, putBackObstacles, putMerged, removeMade, stateOf, type Aside } from './swap.ts'

export type Restore = {
  readonly aside: Aside
  /** `revert`: our own run has just ended. `leave`: others may have worked on the files since. */
  readonly onConflict: 'revert' | 'leave'
  /** The folder the run was about, relative to the top; '' is the top. */
  readonly below: string
}

/** Puts everything back. Can be begun anew at any point of a restore that was cut off. */
export async function restoreAside(git: Git, request: Restore): Promise<readonly Issue[]> {
  const sorted = await sortEntries(request)
  const { aside, conflict } = await withMerges(git, { ...request, changed: sorted.changed })
  const issues = conflict && request.onConflict === 'revert' ? [await revert(git, { ...request, aside })] : []
  const leave = new Set(conflict && request.onConflict === 'leave' ? sorted.changed : [])
  const left = [...leave]
  const isOut = new Set([...sorted.out, ...sorted.changed])
  await inSlices(aside.journal.entries, (entry, index) => {
    if (leave.has(index)) return
    if (!entry.merged) putHome(aside, { index, isOut: isOut.has(index) })
    else if (!putMerged(aside, index)) left.push(index)
  })
  const blocked = putBackObstacles(aside)
  const added = await showIntentToAdd(git, aside.journal.intentToAdd)
  if (added) issues.push(added)
  if (left.length + blocked.length > 0) issues.push(keepLeft(aside, { left, blocked }))
  // What git could not be told now, the next run tells it.
  if (!added) end(git, aside)
  return issues
}

type Sorted = { readonly out: readonly number[]; readonly changed: readonly number[] }

async function sortEntries({ aside, onConflict }: Restore): Promise<Sorted> {
  const out: number[] = []
  const changed: number[] = []
  await inSlices(aside.journal.entries, (entry, index) => {
    if (entry.merged) return
    const state = stateOf(aside, index)
    if (state === 'at-home') return
    const isFree = state === 'out' || (state === 'gone' && onConflict === 'leave')
    const group = isFree ? out : changed
    group.push(index)
  })
  return { out, changed }
}

type Merging = Restore & { readonly changed: readonly number[] }

async function withMerges(
  git: Git,
  { aside, changed }: Merging,
): Promise<{ aside: Aside; conflict: boolean }> {
  if (changed.length === 0) return { aside, conflict: false }
  const journal = await mergeChanged(git, { aside, changed })
  if (!journal) return { aside, conflict: true }
  rewriteJournal(git.gitDir, journal)
  return { aside: { ...aside, journal }, conflict: false }
}

/** A run may have been cut off between a folder and the file it was made for. */
function putHome(aside: Aside, { index, isOut }: { readonly index: number; readonly isOut: boolean }): void {
  if (isOut) return putBack(aside, index)
  const entry = aside.journal.entries[index] as Entry
  if (!entry.present) removeMade(aside.root, entry)
}

async function revert(git: Git, { aside, below }: Restore): Promise<Issue> {
  const { patch = at(aside.folder, 'none.patch') } = aside.journal
  const hooks = patch.replace(/\.patch$/, '-hooks.patch')
  const problem = await dropChanges(git, { aside, below, patch: hooks })
  if (problem) throw new Error(problem.message)
  return messages.dropped(hooks)
}

/** Out of the folder that goes, under names the user knows. Copied: if we are cut off here, the next run tells it again. */
function keepLeft(
  { folder, journal }: Aside,
  { left, blocked }: { readonly left: readonly number[]; readonly blocked: readonly number[] },
): Issue {
  const kept = `${folder}.kept`
  const keep = (from: string, path: string): string => {
    if (exists(from)) {
      fs.mkdirSync(kept, { recursive: true, mode: 0o700 })
      makeParents(at(kept, path))
      remove(at(kept, path))
      copyTree(from, at(kept, path))
    }
    return path
  }
  const paths = [
    ...left.map((index) => keep(slot(folder, 'saved', index), (journal.entries[index] as Entry).path)),
    ...blocked.map((index) => keep(slot(folder, 'obstacle', index), journal.obstacles[index] as string)),
  ]
  return messages.left(paths, { patch: journal.patch, kept })
}

function end(git: Git, { journal }: Aside): void {
  endJournal(git.gitDir, journal.id)
  if (journal.patch !== undefined) releasePatch(journal.patch)
}
