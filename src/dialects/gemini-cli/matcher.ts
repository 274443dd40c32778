import type { HookSubject } from '../../core/event.ts'
import { issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { matchAll, type MatcherSpec } from '../../core/matcher.ts'
import { misfit } from '../../core/misfit.ts'
import type { EventSpec } from '../dialect.ts'
import { NATIVE_TOOL } from './tools.ts'

export type MatcherReading = {
  readonly matcher: MatcherSpec
  readonly subject?: HookSubject
  readonly issues: readonly Issue[]
}

type Spot = { readonly spec: EventSpec; readonly native: string; readonly place: Place }

/** Returns the matcher of a definition as the host tests it: docs/hosts/gemini-cli.md#events. An issue drops the definition. */
export function readMatcher(written: unknown, { spec, native, place }: Spot): MatcherReading | Issue {
  if (typeof written !== 'string' && written !== undefined && written !== null)
    return issue(
      'matcher.invalid',
      place,
      `"matcher" must be a string, not ${misfit(written, 'a string')}; the host then runs no hook of ${native} at all.`,
      'Leave it out to match all.',
    )
  const pattern = (written ?? '').trim()
  const subject = spec.subject === 'tool' ? NATIVE_TOOL : spec.subject
  const tested = { ...(subject && { subject }) }
  if (pattern === '' || pattern === '*') return { matcher: matchAll, ...tested, issues: [] }
  if (subject === undefined) return { matcher: matchAll, issues: [unused(native, place)] }
  if (spec.subject !== 'tool') return { matcher: { kind: 'names', names: [pattern] }, ...tested, issues: [] }
  return { ...toolMatcher(pattern, place), ...tested }
}

/** A regular expression that is found anywhere in the name; one that is invalid is the name itself. */
function toolMatcher(pattern: string, place: Place): Omit<MatcherReading, 'subject'> {
  const problem = regexProblem(pattern)
  if (problem !== undefined)
    return { matcher: { kind: 'names', names: [pattern] }, issues: [literal(pattern, problem, place)] }
  return { matcher: { kind: 'regex', source: pattern }, issues: deadNames(pattern, place) }
}

function regexProblem(source: string): string | undefined {
  try {
    return void new RegExp(source)
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}

function literal(pattern: string, problem: string, place: Place): Issue {
  const said = `Matcher "${pattern}" is not a regular expression (${problem}), so the host takes it for the name of a tool.`
  return warning('matcher.literal', place, said, 'Write a regular expression, such as "write_file|replace".')
}

function unused(native: string, place: Place): Issue {
  return notice(
    'matcher.ignored',
    place,
    `The host does not look at matchers of ${native}; the hook always runs.`,
  )
}

/** Names of tools that people carry over from other hosts. */
function deadNames(pattern: string, place: Place): readonly Issue[] {
  if (!/^\w+(?:\|\w+)*$/.test(pattern)) return []
  const { tool: names } = NATIVE_TOOL
  const dead = pattern.split('|').filter((name) => {
    const natives = Object.hasOwn(names, name) ? (names[name] ?? []) : []
    return (
      natives.length > 0 &&
      !Object.values(names)
        .flat()
        .some((native) => native.includes(name))
    )
  })
  return dead.map((name) => {
    const problem = `Matcher "${name}" matches no tool of the host.`
    return warning('matcher.dead', place, problem, `Write "${names[name]?.[0] ?? ''}".`)
  })
}
