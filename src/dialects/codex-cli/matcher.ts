import { isIssue, issue, type Issue, type Place } from '../../core/issue.ts'
import { compileMatcher, matchAll, parseMatcher, type MatcherSpec } from '../../core/matcher.ts'
import { foldCase } from './fold-case.ts'
import { MATCHER_ALIASES } from './tools.ts'

/** Only these make a matcher a list of exact names. */
const NAMES = /^[A-Za-z0-9_|]+$/

/** What the regular expressions of Rust do not have: a matcher with one of them is invalid in Codex. */
const NOT_IN_RUST = /\(\?(?:[=!]|<[=!])|(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/

/**
 * What JavaScript has too, with another meaning: classes of Unicode and POSIX, one class inside another, differences of
 * classes, a bracket at the start of one, code points, edges of words. A guard must not go quiet over it.
 */
const OTHERWISE_IN_RUST =
  /(?<!\\)(?:\\\\)*(?:\\(?:[pP]|[xuU]\{|b\{|[<>])|\[\^?(?:\]|(?:\\.|[^\]\\])*?(?:\[|&&|--|~~)))/

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
  if (OTHERWISE_IN_RUST.test(pattern))
    return issue(
      'matcher.invalid',
      place,
      `Matcher "${pattern}" has a part that means something else in regular expressions of Rust than here, so the whole group is dropped.`,
      'Write the names that should match, separated by "|".',
    )
  return parseMatcher(translated(pattern), { nameCharacters: NEVER, separators: NEVER }, place)
}

const NEVER = /^\b$/

/** Flags at the start, the names of groups and the ends of the text are written differently in Rust. */
function translated(pattern: string): string {
  const source = pattern
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\(?:[Az]|[^])/g, (escape) => ENDS[escape] ?? escape)
  return source.startsWith('(?i)') ? foldCase(source.slice('(?i)'.length)) : source
}

const ENDS: Readonly<Record<string, string>> = { '\\A': '^', '\\z': '$' }

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
