import type { Issue } from '../core/issue.ts'

/** Nobody mends more at a time, and a hostile file can have as many as it has bytes. */
export const MAX_ISSUES = 50

/** Of each file the first few, errors before all others where there are more, and one that tells how many those are. */
export function firstIssues(issues: readonly Issue[]): readonly Issue[] {
  return [...byFile(issues)].flatMap(([file, its]) =>
    file === undefined || its.length <= MAX_ISSUES ? its : cut(file, its),
  )
}

function byFile(issues: readonly Issue[]): ReadonlyMap<string | undefined, readonly Issue[]> {
  const groups = new Map<string | undefined, Issue[]>()
  for (const problem of issues) {
    const group = groups.get(problem.place.file)
    if (group === undefined) groups.set(problem.place.file, [problem])
    else group.push(problem)
  }
  return groups
}

function cut(file: string, issues: readonly Issue[]): readonly Issue[] {
  const errors = issues.filter(({ severity }) => severity === 'error')
  const ordered = [...errors, ...issues.filter(({ severity }) => severity !== 'error')]
  return [...ordered.slice(0, MAX_ISSUES), more(file, ordered.slice(MAX_ISSUES))]
}

/** As grave as the gravest it stands for. */
function more(file: string, others: readonly Issue[]): Issue {
  const severity = others.some((each) => each.severity === 'error')
    ? 'error'
    : others.some((each) => each.severity === 'warning')
      ? 'warning'
      : 'notice'
  const message = `${others.length} more problems of this file are left out.`
  return { code: 'config.more', severity, place: { file }, message, hint: 'Mend the ones before first.' }
}
