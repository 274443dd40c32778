import type { HookSubject } from '../../core/event.ts'
import { isIssue, issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit } from '../../core/misfit.ts'
import { compileMatcher, matchAll, parseMatcher, type MatcherSpec } from '../../core/matcher.ts'
import type { CursorEvent } from './events.ts'
import { NATIVE_NAMES } from './tools.ts'

export type MatcherReading = {
  readonly matcher: MatcherSpec
  readonly subject?: HookSubject
  /** Why the hook never runs. */
  readonly off?: string
  readonly issues: readonly Issue[]
}

/** Always a regular expression, found anywhere in the subject. */
const RULES = { nameCharacters: /(?!)/, separators: /(?!)/ }

/** An issue drops the entry. A matcher that the host ignores runs the hook always. */
export function readMatcher(pattern: unknown, row: CursorEvent, place: Place): MatcherReading | Issue {
  if (pattern !== undefined && typeof pattern !== 'string') {
    const problem = `"matcher" must be a string, not ${misfit(pattern, 'a string')}.`
    return issue('matcher.invalid', place, problem)
  }
  const matcher = parseMatcher(pattern, RULES, place)
  if (isIssue(matcher)) return matcher
  const { tests, native } = row
  if (tests === undefined)
    return { matcher: matchAll, issues: matcher.kind === 'all' ? [] : [ignored(native, place)] }
  if (typeof tests === 'object' && 'constant' in tests)
    return constant(matcher, tests.constant, { native, place })
  return { matcher, subject: tests, issues: dead(pattern, row, place) }
}

type Spot = { readonly native: string; readonly place: Place }

/** The subject of some events is always the same word. */
function constant(matcher: MatcherSpec, word: string, { native, place }: Spot): MatcherReading {
  if (compileMatcher(matcher)(word)) return { matcher: matchAll, issues: [] }
  const off = `on ${native} a matcher is tested against "${word}" only, and this one does not match it`
  const problem = `The hook never runs: ${off}.`
  return {
    matcher: matchAll,
    off,
    issues: [warning('matcher.dead', place, problem, 'Leave the matcher out.')],
  }
}

function ignored(native: string, place: Place): Issue {
  const problem = `What a matcher of ${native} is tested against is not documented; the hook always runs.`
  return notice('matcher.ignored', place, problem)
}

/** Names of tools that are another host's. */
function dead(pattern: string | undefined, { native, subject }: CursorEvent, place: Place): readonly Issue[] {
  if (subject !== 'tool' || pattern === undefined || !/^[\w|]+$/.test(pattern)) return []
  const known = new Set(Object.values(NATIVE_NAMES).flat())
  return pattern
    .split('|')
    .filter((name) => !known.has(name) && Object.hasOwn(NATIVE_NAMES, name))
    .map((name) => {
      const problem = `Matcher "${name}" matches nothing on ${native}: the host calls this tool otherwise.`
      return warning('matcher.dead', place, problem, `Write "${NATIVE_NAMES[name]?.[0] ?? ''}".`)
    })
}
