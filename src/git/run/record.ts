import type { HookClass, HookRecord, RunRecord } from '../../log/record.ts'
import type { HookReport, ProjectReport } from './report.ts'
import type { GitRunEnd } from './request.ts'
import type { CutHook, Reached } from './track.ts'

export type GitRunFacts = {
  readonly end: GitRunEnd
  /** How far a run came that was stopped; its end has no projects. */
  readonly reached: Reached
  readonly at: Date
  /** Where the run was called, for one that ended before its work tree was found. */
  readonly cwd: string
}

/** A run of git hooks as the log keeps it: structure, never content. */
export function gitRecord(id: string, { end, reached, at, cwd }: GitRunFacts): RunRecord {
  const isWhole = end.projects.length > 0
  const hooks = reports(isWhole ? end.projects : reached.projects)
  const cut = isWhole ? [] : reached.cut
  return {
    v: 1,
    id,
    at: at.toISOString(),
    ms: tenth(end.ms),
    host: 'git',
    event: `git:${end.stage ?? 'pre-commit'}`,
    project: end.root ?? cwd,
    decision: end.exitCode === 0 ? 'none' : 'deny',
    hooks: [
      ...hooks
        .filter(({ report }) => report.status === 'passed' || report.status === 'failed')
        .map(({ report, id: hook }) => hookRecord(hook, report)),
      ...cut.map((each) => cutRecord(each, end)),
    ],
    skipped: hooks
      .filter(({ report }) => report.status === 'skipped')
      .map(({ report, id: hook }) => ({ id: hook, because: report.isWithoutFiles ? 'matcher' : 'disabled' })),
    lost: [],
    issues: end.problems.map(({ code }) => code),
  }
}

function reports(projects: readonly ProjectReport[]) {
  return projects.flatMap(({ path, groups }) =>
    groups.flatMap((group) => group.hooks.map((report) => ({ report, id: idOf(path, report.hook.id) }))),
  )
}

function idOf(path: string, id: string): string {
  return path === '' ? id : `${path}:${id}`
}

function hookRecord(id: string, { status, ms, code }: HookReport): HookRecord {
  return { id, class: status === 'failed' ? 'deny' : 'ok', ms: tenth(ms), exit: code }
}

function cutRecord({ path, hook, ms, report }: CutHook, { problems }: GitRunEnd): HookRecord {
  if (report) return hookRecord(idOf(path, hook.id), report)
  const own = problems.find(({ place }) => place.hook === hook.id)
  const kind: HookClass = own?.code === 'hook.not-started' ? 'launch-failure' : 'cancelled'
  return { id: idOf(path, hook.id), class: kind, ms: tenth(ms) }
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10
}
