import { issue, type Issue, type Place } from './issue.ts'
import { currentName, formerNames } from './tools.ts'

/** A matcher as data, so that a loaded config can be written down and read back. */
export type MatcherSpec =
  | {
      /** Matches every subject. */
      readonly kind: 'all'
    }
  | {
      /** Matches one of these exact names. */
      readonly kind: 'names'
      /** The names; upper and lower case differ. */
      readonly names: readonly string[]
    }
  | {
      /** Matches a subject in which the regular expression is found. */
      readonly kind: 'regex'
      /** The regular expression, without slashes; not anchored. */
      readonly source: string
    }

/** Which characters keep a matcher a list of exact names; the first other one makes it a regex. */
export type MatcherRules = { readonly nameCharacters: RegExp; readonly separators: RegExp }

export type Matcher = (subject: string) => boolean

export const matchAll: MatcherSpec = Object.freeze({ kind: 'all' })

export function parseMatcher(
  pattern: string | undefined,
  rules: MatcherRules,
  place: Place,
): MatcherSpec | Issue {
  if (pattern === undefined || pattern === '' || pattern === '*') return matchAll
  if (rules.nameCharacters.test(pattern)) return { kind: 'names', names: splitNames(pattern, rules) }
  const spec = { kind: 'regex', source: pattern } as const
  try {
    compileMatcher(spec)
    return spec
  } catch (error) {
    return invalidMatcher(pattern, error, place)
  }
}

/** The returned test never throws. */
export function compileMatcher(spec: MatcherSpec): Matcher {
  switch (spec.kind) {
    case 'all':
      return () => true
    case 'names':
      return (subject) => spec.names.includes(subject)
    case 'regex': {
      const regex = new RegExp(spec.source)
      return (subject) => regex.test(subject) || formerNames(subject).some((name) => regex.test(name))
    }
  }
}

export function describeMatcher(spec: MatcherSpec): string {
  switch (spec.kind) {
    case 'all':
      return '*'
    case 'names':
      return spec.names.join('|')
    case 'regex':
      return `/${spec.source}/`
  }
}

function splitNames(pattern: string, rules: MatcherRules): string[] {
  const names = pattern.split(rules.separators).map((name) => currentName(name.trim()))
  return names.filter((name) => name !== '')
}

function invalidMatcher(pattern: string, error: unknown, place: Place): Issue {
  const problem =
    error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  const literal = pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return issue(
    'matcher.invalid',
    place,
    `Matcher "${pattern}" is not a valid regular expression: ${problem}.`,
    `Write "${literal}" to match that text literally.`,
  )
}
