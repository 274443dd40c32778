import type { Hook } from '../core/hook.ts'
import type { Approval } from './trust-store.ts'

/**
 * `new`: never approved. `approved`: as approved. `changed`: approved once, now with another definition or other
 * scripts. `gone`: approved once, and not in the files that were read.
 */
export type HookState = 'new' | 'approved' | 'changed' | 'gone'

/** The state of one hook of the project, or of an approval whose hook is no longer there. */
export type HookStatus = {
  readonly state: HookState
  /** One sentence part for a person: what changed, or that it is missing. */
  readonly why: string
  /** The hook as the files have it now. Absent: it is gone. */
  readonly hook?: Hook
  /** What was approved. Absent: it is new. */
  readonly approval?: Approval
  /** Digest under which the store has the approval. */
  readonly key?: string
}

/** A hook of the project with the digest of its meaning. */
export type Present = { readonly hook: Hook; readonly meaning: string }
export type Stored = { readonly key: string; readonly approval: Approval }

type Paired<Each extends Stored> = Each & { readonly hook: Hook | undefined }

/** Files of an approved hook whose bytes changed. Undefined: it is as approved. */
type ChangedFiles = (hook: Hook) => readonly string[] | undefined

/** The states of all hooks in the order of the files, then of approvals whose hooks are gone. */
export function hookStates(
  present: readonly Present[],
  stored: readonly Stored[],
  changedFiles: ChangedFiles,
): readonly HookStatus[] {
  const pairs = pairMissing(present, stored)
  const byHook = new Map(pairs.flatMap((pair) => (pair.hook ? [[pair.hook, pair] as const] : [])))
  const there = present.map(({ hook, meaning }): HookStatus => {
    const before = byHook.get(hook)
    if (before !== undefined)
      return { state: 'changed', why: changedWhy(hook), hook, approval: before.approval, key: before.key }
    const own = stored.findLast(({ approval }) => approval.meaning === meaning)
    return own === undefined
      ? { state: 'new', why: 'never approved', hook }
      : { hook, ...own, ...scriptState(changedFiles(hook)) }
  })
  const gone = pairs.flatMap(({ hook, key, approval }): readonly HookStatus[] =>
    hook === undefined ? [{ state: 'gone', why: GONE, key, approval }] : [],
  )
  return [...there, ...gone]
}

export function changedWhy({ disabled, offInFile }: Hook): string {
  return (offInFile && disabled) || 'its definition is not the one that was approved'
}

export const GONE = 'it is no longer in the files'

function scriptState(paths: readonly string[] | undefined): Pick<HookStatus, 'state' | 'why'> {
  if (paths === undefined) return { state: 'approved', why: 'approved' }
  return {
    state: 'changed',
    why: paths.length === 0 ? 'its files changed' : `other bytes: ${paths.join(', ')}`,
  }
}

/**
 * Pairs approvals that no present hook has the meaning of with the hooks that took their place: those of the same file
 * and id, and for hooks without a name those of the same file and event, the nearest first. Approvals of versions that
 * kept no form are left out: nothing can be said about them.
 */
export function pairMissing<Each extends Stored>(
  present: readonly Present[],
  stored: readonly Each[],
): readonly Paired<Each>[] {
  const meanings = new Set(present.map(({ meaning }) => meaning))
  const approved = new Set(stored.map(({ approval }) => approval.meaning))
  const missing = stored.filter(
    ({ approval }) => approval.form !== undefined && !meanings.has(approval.meaning),
  )
  if (missing.length === 0) return []
  const free = new Set(present.flatMap(({ hook, meaning }) => (approved.has(meaning) ? [] : hook)))
  const take = (hook: Hook | undefined): Hook | undefined => {
    if (hook !== undefined) free.delete(hook)
    return hook
  }
  // All that have a name first: one without must not take the hook of another.
  const byName = missing.map((each) => ({ ...each, hook: take(namesake(each.approval, free)) }))
  return byName.map((each) => (each.hook ? each : { ...each, hook: take(nearest(each.approval, free)) }))
}

function namesake({ id, file }: Approval, free: ReadonlySet<Hook>): Hook | undefined {
  return [...free].find((hook) => hook.id === id && hook.source.file === file && !isUnnamed(id))
}

/** Names that people give have no colon; those that readers make have. */
function isUnnamed(id: string): boolean {
  return id.includes(':')
}

function nearest({ id, file, form }: Approval, free: ReadonlySet<Hook>): Hook | undefined {
  if (!isUnnamed(id) || form === undefined) return undefined
  const same = [...free].filter(
    (hook) => isUnnamed(hook.id) && hook.source.file === file && hook.event === form.event,
  )
  const distance = (hook: Hook): number => {
    const isSameMatcher = JSON.stringify(hook.matcher) === JSON.stringify(form.matcher)
    return distanceOf(hook.source.pointer, form.pointer) + (isSameMatcher ? 0 : 0.5)
  }
  return same.toSorted((a, b) => distance(a) - distance(b))[0]
}

function distanceOf(a: readonly unknown[], b: readonly unknown[]): number {
  const steps = Array.from({ length: Math.max(a.length, b.length) }, (_, index) => {
    const [x, y] = [a[index], b[index]]
    if (x === y) return 0
    return typeof x === 'number' && typeof y === 'number' ? Math.abs(x - y) : 1
  })
  return steps.reduce((sum, step) => sum + step, 0)
}
