import { READ_BY_HOST } from '../config/left-to-host.ts'
import type { Issue } from '../core/issue.ts'

/** Notices that say why hooks of a file do not run. */
const SAYS_WHY: ReadonlySet<string> = new Set([READ_BY_HOST, 'config.disabled'])

/** Returns what is wrong with files and what keeps hooks from running. How to write a file better is told by `check` alone. */
export function withoutAdvice(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ severity, code }) => severity !== 'notice' || SAYS_WHY.has(code))
}
