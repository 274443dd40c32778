import type { Issue } from '../../core/issue.ts'
import { CANCELLED } from '../contracts/interrupted.ts'
import { hasFailed, type ProjectReport } from './report.ts'

/** What an issue makes of a run; everything else that keeps hooks from running is 2. */
const CODES: Readonly<Record<string, 1 | 130>> = {
  [CANCELLED]: 130,
  'selector.nothing': 1,
}

export function exitCodeOf({ code }: Issue): 1 | 2 | 130 {
  return CODES[code] ?? 2
}

export function resultOf(projects: readonly ProjectReport[]): 0 | 1 {
  return projects.some(({ groups }) => groups.some(hasFailed)) ? 1 : 0
}
