import type { MatcherRules } from '../../../core/matcher.ts'
import type { ClaudeEventSpec } from './event-spec.ts'

/** Comma and space since 2.1.191, hyphen since 2.1.195. */
const WIDE: MatcherRules = { nameCharacters: /^[A-Za-z0-9_\-, |]+$/, separators: /[|,]/ }
const NARROW: MatcherRules = { nameCharacters: /^[A-Za-z0-9_|]+$/, separators: /\|/ }

export function matcherRules({ matcher }: Pick<ClaudeEventSpec, 'matcher'>): MatcherRules {
  return matcher === 'narrow' ? NARROW : WIDE
}
