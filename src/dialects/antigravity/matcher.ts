import type { Hook } from '../../core/hook.ts'
import { issue, type Issue, type Place } from '../../core/issue.ts'
import { matchAll } from '../../core/matcher.ts'
import { misfit } from '../../core/misfit.ts'
import { NATIVE_NAMES } from './tools.ts'

type Matching = Pick<Hook, 'matcher' | 'subject'>

const LITERALS = /^[\w-]+(?:\|[\w-]+)*$/

/** A regular expression on the whole name that the host gives the tool; empty and `*` match all. */
export function readMatcher(pattern: unknown, place: Place): Matching | Issue {
  const subject = { tool: NATIVE_NAMES }
  if (pattern === undefined || pattern === '' || pattern === '*') return { matcher: matchAll, subject }
  if (typeof pattern !== 'string')
    return issue('matcher.invalid', place, `"matcher" must be a string, not ${misfit(pattern, 'a string')}.`)
  if (LITERALS.test(pattern)) return { matcher: { kind: 'names', names: pattern.split('|') }, subject }
  const source = `^(?:${pattern})$`
  try {
    void new RegExp(source)
  } catch {
    const problem = `Matcher "${pattern}" is not a regular expression, so the hook never runs.`
    return issue('matcher.invalid', place, problem)
  }
  return { matcher: { kind: 'regex', source }, subject }
}
