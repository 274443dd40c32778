import type { Hook } from '../../core/hook.ts'
import { openWorkspace } from '../../workspace/open.ts'
import type { WorkspaceOptions } from '../../workspace/options.ts'
import { issueLine } from '../render/issue-line.ts'
import { reviewProject } from '../review.ts'

export type Approval = {
  /** Ids of the hooks that are approved now. */
  readonly approved: readonly string[]
  /** Ids of hooks of the project that wait for a person. */
  readonly waiting: readonly string[]
  /** Why nothing was approved. */
  readonly problem?: string
}

/** Approves the hooks of a file that was just written, and no others: nobody has looked at those yet. */
export async function approveWritten(options: WorkspaceOptions, file: string | undefined): Promise<Approval> {
  const { loaded, trust, clock, ...workspace } = await openWorkspace(options)
  await trust.loadReader()
  const hooks: readonly Hook[] = [...loaded.hooks, ...Object.values(loaded.commands ?? {}).flat()]
  const { hooks: reviewed } = await reviewProject(
    { ...workspace, loaded, trust, clock },
    hooks.filter(trust.isGated),
    false,
  )
  const written = reviewed.filter(({ hook }) => hook.source.file === file)
  const waiting = reviewed
    .filter((each) => each.state !== 'approved' && !written.includes(each))
    .map(({ hook }) => hook.id)
  const ended = new Set(written.flatMap(({ replaces = [] }) => replaces))
  const kept = new Set(reviewed.map(({ digest }) => digest.digest))
  const problem = written.length === 0 ? undefined : trust.settle(written, { kept, ended }, clock.now())
  if (problem !== undefined) return { approved: [], waiting, problem: issueLine(problem) }
  return { approved: written.map(({ hook }) => hook.id), waiting }
}
