import type { HookClass, RunRecord } from '../../log/record.ts'
import type { HookReport } from './report.ts'
import type { GitRunEnd } from './request.ts'

/** A run of git hooks as the log keeps it: structure, never content. */
export function gitRecord(id: string, end: GitRunEnd, at: Date): RunRecord {
  const hooks = end.projects.flatMap(({ path, groups }) =>
    groups.flatMap((group) => group.hooks.map((report) => ({ report, id: idOf(path, report) }))),
  )
  return {
    v: 1,
    id,
    at: at.toISOString(),
    ms: tenth(end.ms),
    host: 'git',
    event: `git:${end.stage ?? 'pre-commit'}`,
    project: end.root ?? '',
    decision: end.exitCode === 0 ? 'none' : 'deny',
    hooks: hooks
      .filter(({ report }) => report.status === 'passed' || report.status === 'failed')
      .map(({ report, id: hook }) => ({
        id: hook,
        class: classOf(report),
        ms: tenth(report.ms),
        exit: report.code,
      })),
    skipped: hooks
      .filter(({ report }) => report.status === 'skipped')
      .map(({ report, id: hook }) => ({ id: hook, because: report.isWithoutFiles ? 'matcher' : 'disabled' })),
    lost: [],
    issues: end.problems.map(({ code }) => code),
  }
}

function idOf(path: string, { hook }: HookReport): string {
  return path === '' ? hook.id : `${path}:${hook.id}`
}

function classOf({ status }: HookReport): HookClass {
  return status === 'failed' ? 'deny' : 'ok'
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10
}
