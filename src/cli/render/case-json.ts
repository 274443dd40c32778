import { locate } from '../../config/locate.ts'
import type { CaseResult } from '../../cases/run-case-files.ts'
import { countCases, hasPassed, type Tested } from '../../cases/tested.ts'

/** What `hookwright test --json` prints. */
export function caseJson(tested: Tested): object {
  return {
    ok: hasPassed(tested),
    counts: countCases(tested),
    cases: tested.results.map(oneCase),
    issues: tested.broken.flatMap((each) => each.issues),
  }
}

function oneCase(result: CaseResult): object {
  const { caseFile, one, host, end } = result
  const told = { file: caseFile.file, line: lineOf(result), name: one.name, host, status: end.status }
  if (end.status === 'broken' || end.status === 'skipped') return { ...told, why: end.why }
  const { decision, reason } = end.run.verdict
  return {
    ...told,
    ms: end.ms,
    decision,
    ...(reason !== undefined && { reason }),
    hooks: end.run.results.map(({ hook }) => hook.id),
    mismatches:
      end.status === 'passed'
        ? []
        : end.mismatches.map(({ what, expected, got }) => ({ what, expected, got })),
  }
}

/** Line of the case in its file, counted from 1. */
export function lineOf({ caseFile, one }: Pick<CaseResult, 'caseFile' | 'one'>): number {
  return locate(caseFile.text, caseFile.file, ['cases', one.index, 'name'])?.line ?? 1
}
