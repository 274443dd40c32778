import type { Hook } from '../core/hook.ts'
import { isForm, type ApprovedForm } from './approved-form.ts'
import { changedWhy, GONE, pairMissing, type Present } from './hook-states.ts'
import type { Approval } from './trust-store.ts'
import type { StoredApproval, Trust } from './trust.ts'

/** An approval of which more than the digests was kept. */
export type KeptApproval = StoredApproval & { readonly approval: Approval & { readonly form: ApprovedForm } }

/** An approved hook that is not in the files as it was approved. */
export type Absence = KeptApproval & { readonly state: 'changed' | 'gone'; readonly why: string }

/** Approvals of other versions may keep less, or in another form. */
export function keptApprovals(stored: readonly StoredApproval[]): readonly KeptApproval[] {
  return stored.filter(
    (each): each is KeptApproval => isForm(each.approval.form) && each.approval.form.disabled === undefined,
  )
}

/** Hooks with what they do. */
export function presentHooks(hooks: readonly Hook[], trust: Pick<Trust, 'meaning'>): readonly Present[] {
  return hooks.map((hook) => ({ hook, meaning: trust.meaning(hook) }))
}

type Files = {
  /** Files none of whose hooks could be loaded. */
  readonly broken: ReadonlySet<string>
  /** Files that the calling host reads itself. */
  readonly left: ReadonlySet<string>
}

export function findAbsences(
  present: readonly Present[],
  kept: readonly KeptApproval[],
  { broken, left }: Files,
): readonly Absence[] {
  const looked = kept.filter(({ approval }) => !left.has(approval.file))
  const moved = movedProjects(present, looked)
  const absent = pairMissing(present, looked).map(({ hook, ...each }): Absence => {
    if (hook !== undefined) return { ...each, state: 'changed', why: changedWhy(hook) }
    if (broken.has(each.approval.file)) return { ...each, state: 'changed', why: 'its file cannot be read' }
    return { ...each, state: 'gone', why: GONE }
  })
  return [...moved, ...absent]
}

/** A hook is as it was, but its folder belongs to another project now, for which nobody approved it. */
function movedProjects(present: readonly Present[], kept: readonly KeptApproval[]): readonly Absence[] {
  const own = new Set(kept.flatMap(({ isOwn, approval }) => (isOwn ? approval.meaning : [])))
  const isThere = ({ meaning, file }: Approval): boolean =>
    present.some((each) => each.meaning === meaning && each.hook.source.file === file)
  return kept
    .filter(({ isOwn, approval }) => !isOwn && !own.has(approval.meaning) && isThere(approval))
    .map((each) => ({ ...each, state: 'changed', why: `it was approved for the project ${each.dir}` }))
}
