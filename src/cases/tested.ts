import type { Issue } from '../core/issue.ts'
import type { CaseResult } from './run-case-files.ts'

/** A file whose cases could not be run, with its problems. */
export type BrokenCaseFile = { readonly file: string; readonly issues: readonly Issue[] }

/** What came of all cases. */
export type Tested = { readonly results: readonly CaseResult[]; readonly broken: readonly BrokenCaseFile[] }

/** How many cases came to which end. */
export function countCases({ results }: Pick<Tested, 'results'>): Readonly<Record<Status, number>> {
  const counts: Record<Status, number> = { passed: 0, failed: 0, broken: 0, skipped: 0 }
  for (const { end } of results) counts[end.status] += 1
  return counts
}

type Status = CaseResult['end']['status']

/** True when there were cases, and none of them, and no file, went wrong. */
export function hasPassed({ results, broken }: Tested): boolean {
  const isGood = results.every(({ end }) => end.status === 'passed' || end.status === 'skipped')
  return results.length > 0 && broken.length === 0 && isGood
}
