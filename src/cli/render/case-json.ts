import { locate } from '../../config/locate.ts'
import type { CaseResult } from '../../cases/run-case-files.ts'
import type { Tested } from '../commands/test.ts'

/** How many cases came to which end. */
export function countCases({ results }: Pick<Tested, 'results'>): Readonly<Record<Status, number>> {
  const counts: Record<Status, number> = { passed: 0, failed: 0, broken: 0, skipped: 0 }
  for (const { end } of results) counts[end.status] += 1
  return counts
}

type Status = CaseResult['end']['status']

/** What `hookwright test --json` prints. */
export function caseJson(tested: Tested): object {
  const counts = countCases(tested)
  const issues = tested.broken.flatMap((each) => each.issues)
  return {
    ok: counts.failed + counts.broken + issues.length === 0 && tested.results.length > 0,
    counts,
    cases: tested.results.map(oneCase),
    issues,
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
