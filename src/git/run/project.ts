import { isIssue, type Issue } from '../../core/issue.ts'
import type { Chosen } from './choose.ts'
import { runGroup, withModification, type GroupContext } from './group.ts'
import { hasFailed, type GroupReport } from './report.ts'

export type ProjectRun = {
  readonly hooks: readonly Chosen[]
  /** The file's own word, or the caller's. */
  readonly failFast: boolean
  readonly context: GroupContext
}

/** Whether later groups, of this project and of those above it, are not reached. */
export type ProjectEnd = { readonly groups: readonly GroupReport[]; readonly isStopped: boolean }

/** One priority after the other. An issue ends the whole run. */
export async function runProject(run: ProjectRun): Promise<ProjectEnd | Issue> {
  const end = await runGroups(run)
  const late = await run.context.lastLook()
  if (isIssue(end) || late === false) return end
  return isIssue(late) ? late : { ...end, groups: withLate(end.groups) }
}

async function runGroups({ hooks, failFast, context }: ProjectRun): Promise<ProjectEnd | Issue> {
  const groups: GroupReport[] = []
  for (const group of byPriority(hooks)) {
    const report = await runGroup(group, context)
    if (isIssue(report)) return report
    groups.push(report)
    context.onGroup(report)
    if (isLast(report, failFast)) return { groups, isStopped: true }
  }
  return { groups, isStopped: false }
}

/** Nobody saw which group it was; the run has failed all the same, and the last one that did anything says so. */
function withLate(groups: readonly GroupReport[]): readonly GroupReport[] {
  const at = groups.findLastIndex(({ hooks }) => hooks.some(({ status }) => status !== 'skipped'))
  return groups.map((group, index) => (index === at ? withModification(group) : group))
}

/** Lower numbers first; equal ones in the order of the file. */
export function byPriority(hooks: readonly Chosen[]): readonly (readonly Chosen[])[] {
  const groups = new Map<number, Chosen[]>()
  for (const each of hooks) {
    const group = groups.get(each.hook.priority)
    if (group) group.push(each)
    else groups.set(each.hook.priority, [each])
  }
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group)
}

/** A hook's own `fail_fast` counts when that hook failed, or when nobody can tell who changed files. */
function isLast(report: GroupReport, failFast: boolean): boolean {
  if (!hasFailed(report)) return false
  return (
    failFast ||
    report.hooks.some(({ hook, status }) => hook.failFast && (status === 'failed' || report.isModified))
  )
}
