import * as fs from 'node:fs'
import type { Issue } from '../../core/issue.ts'
import type { Git } from '../repository/git.ts'
import { at, exists, makeParents, move } from './disk.ts'
import { dropChanges } from './drop.ts'
import { showIntentToAdd } from './intent-to-add.ts'
import { endJournal, rewriteJournal, slot, type Entry } from './journal.ts'
import { mergeChanged } from './merge.ts'
import * as messages from './messages.ts'
import { releasePatch } from './patches.ts'
import { inSlices } from './slices.ts'
import { putBack, putBackObstacles, putMerged, stateOf, type Aside } from './swap.ts'

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
  const leave = conflict && request.onConflict === 'leave' ? sorted.changed : []
  const left: number[] = [...leave]
  await inSlices(aside.journal.entries, (entry, index) => {
    if (leave.includes(index)) return
    if (!(entry.merged ? putMerged(aside, index) : putIfOut(aside, { index, sorted }))) left.push(index)
  })
  const blocked = putBackObstacles(aside)
  const added = await showIntentToAdd(git, aside.journal.intentToAdd)
  if (added) issues.push(added)
  if (left.length + blocked.length > 0) issues.push(keepLeft(aside, { left, blocked }))
  end(git, aside)
  return issues
}

type Sorted = { readonly out: ReadonlySet<number>; readonly changed: readonly number[] }

async function sortEntries({ aside, onConflict }: Restore): Promise<Sorted> {
  const out = new Set<number>()
  const changed: number[] = []
  await inSlices(aside.journal.entries, (entry, index) => {
    if (entry.merged) return
    const state = stateOf(aside, index)
    if (state === 'at-home') return
    const isFree = state === 'out' || (state === 'gone' && onConflict === 'leave')
    if (isFree) out.add(index)
    else changed.push(index)
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

/** Always true: what is at home already needs nothing, and nothing else is left to lose. */
function putIfOut(
  aside: Aside,
  { index, sorted }: { readonly index: number; readonly sorted: Sorted },
): true {
  if (sorted.out.has(index) || sorted.changed.includes(index)) putBack(aside, index)
  return true
}

async function revert(git: Git, { aside, below }: Restore): Promise<Issue> {
  const { patch = at(aside.folder, 'none.patch') } = aside.journal
  const hooks = patch.replace(/\.patch$/, '-hooks.patch')
  const problem = await dropChanges(git, { aside, below, patch: hooks })
  if (problem) throw new Error(problem.message)
  return messages.dropped(hooks)
}

/** Out of the folder that goes, under names the user knows. */
function keepLeft(
  { folder, journal }: Aside,
  { left, blocked }: { readonly left: readonly number[]; readonly blocked: readonly number[] },
): Issue {
  const kept = `${folder}.kept`
  const keep = (from: string, path: string): string => {
    if (exists(from)) {
      fs.mkdirSync(kept, { recursive: true, mode: 0o700 })
      makeParents(at(kept, path))
      move(from, at(kept, path))
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
