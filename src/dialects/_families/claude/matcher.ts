import type { MatcherRules } from '../../../core/matcher.ts'
import type { ClaudeEventSpec } from './event-spec.ts'

/** Comma and space since 2.1.191, hyphen since 2.1.195. */
const WIDE: MatcherRules = { nameCharacters: /^[A-Za-z0-9_\-, |]+$/, separators: /[|,]/ }
const NARROW: MatcherRules = { nameCharacters: /^[A-Za-z0-9_|]+$/, separators: /\|/ }

/** Nothing is a list of names. */
const REGEX: MatcherRules = { nameCharacters: /(?!)/, separators: /\|/ }
/** Everything is one name. */
const EXACT: MatcherRules = { nameCharacters: /^/, separators: /(?!)/ }

const RULES: Readonly<Record<ClaudeEventSpec['matcher'], MatcherRules>> = {
  wide: WIDE,
  narrow: NARROW,
  regex: REGEX,
  exact: EXACT,
}

export function matcherRules({ matcher }: Pick<ClaudeEventSpec, 'matcher'>): MatcherRules {
  return RULES[matcher]
}
