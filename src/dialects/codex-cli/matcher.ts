import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import { compileMatcher, matchAll, parseMatcher, type MatcherSpec } from '../../core/matcher.ts'
import { foldCase } from './fold-case.ts'
import { MATCHER_ALIASES } from './tools.ts'

/** Only these make a matcher a list of exact names. */
const NAMES = /^[A-Za-z0-9_|]+$/

/** What the regular expressions of Rust do not have: a matcher with one of them is invalid in Codex. */
const NOT_IN_RUST = /\(\?(?:[=!]|<[=!])|(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/

/**
 * Reads a matcher as Codex does. `isTool`: it is tested against the name of a tool, and then a name that Codex accepts
 * for one of its tools (`Write` for `apply_patch`) selects that tool.
 */
export function readMatcher(
  pattern: string | null | undefined,
  { place, isTool }: { readonly place: Place; readonly isTool: boolean },
): MatcherSpec | Issue {
  if (pattern === undefined || pattern === null || pattern === '' || pattern === '*') return matchAll
  const found = NAMES.test(pattern) ? namesOf(pattern) : readRegex(pattern, place)
  return isIssue(found) || !isTool ? found : withAliases(found)
}

function namesOf(pattern: string): MatcherSpec {
  return { kind: 'names', names: pattern.split('|').filter((name) => name !== '') }
}

function readRegex(pattern: string, place: Place): MatcherSpec | Issue {
  if (NOT_IN_RUST.test(pattern))
    return issue(
      'matcher.invalid',
      place,
      `Matcher "${pattern}" is not a valid regular expression for Codex CLI: it has no look-around and no back-references. The whole group is dropped.`,
      'Write the names that should match, separated by "|".',
    )
  return parseMatcher(translated(pattern), { nameCharacters: NEVER, separators: NEVER }, place)
}

const NEVER = /^\b$/

/** Flags at the start and the names of groups are written differently in Rust. */
function translated(pattern: string): string {
  const source = pattern.replaceAll('(?P<', '(?<')
  return source.startsWith('(?i)') ? foldCase(source.slice('(?i)'.length)) : source
}

function withAliases(spec: MatcherSpec): MatcherSpec {
  const matches = compileMatcher(spec)
  const more = Object.entries(MATCHER_ALIASES).flatMap(([tool, aliases]) =>
    !matches(tool) && aliases.some((alias) => matches(alias)) ? tool : [],
  )
  if (more.length === 0 || spec.kind === 'all') return spec
  return spec.kind === 'names'
    ? { kind: 'names', names: [...spec.names, ...more] }
    : { kind: 'regex', source: `(?:${spec.source})|^(?:${more.join('|')})$` }
}
