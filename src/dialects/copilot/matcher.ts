import type { HookSubject } from '../../core/event.ts'
import { issue, notice, warning, type Issue, type Place } from '../../core/issue.ts'
import { misfit } from '../../core/misfit.ts'
import { matchAll, type MatcherSpec } from '../../core/matcher.ts'
import { currentName } from '../../core/tools.ts'
import type { EventSpot } from './spots.ts'
import { canonicalName, RUNTIME_NAMES } from './tools.ts'

export type MatcherReading = {
  readonly matcher: MatcherSpec
  readonly subject?: HookSubject
  readonly issues: readonly Issue[]
}

/** An issue drops the entry, which for a guard means that it silently never runs. */
export function readMatcher(pattern: unknown, spot: EventSpot, place: Place): MatcherReading | Issue {
  const { row, surface } = spot
  if (pattern !== undefined && typeof pattern !== 'string')
    return issue(
      'matcher.invalid',
      place,
      `The host drops the entry: "matcher" must be a string, not ${misfit(pattern, 'a string')}.`,
    )
  if (surface === 'vscode')
    return { matcher: matchAll, issues: pattern === undefined ? [] : [ignoredBy(place)] }
  if (pattern === '')
    return issue(
      'matcher.empty',
      place,
      'The host drops the entry: its matcher is empty.',
      'Leave it out to match all.',
    )
  if (row.subject === undefined) {
    const problem = `The host does not look at matchers of ${spot.written}; the hook always runs.`
    return {
      matcher: matchAll,
      issues: pattern === undefined ? [] : [notice('matcher.ignored', place, problem)],
    }
  }
  const isTool = row.subject === 'tool'
  if (pattern === undefined) return { matcher: matchAll, subject: isTool ? RUNTIME : row.subject, issues: [] }
  if (!isTool) return anchored(pattern, row.subject, place)
  return spot.case === 'PascalCase' ? claudeRules(pattern, place) : runtimeRules(pattern, place)
}

const RUNTIME: HookSubject = { tool: RUNTIME_NAMES }
const EITHER: HookSubject = { tool: RUNTIME_NAMES, either: true }
const CANONICAL: HookSubject = { tool: {} }

const LITERALS = /^[\w-]+(?:\|[\w-]+)*$/

function anchored(pattern: string, subject: HookSubject, place: Place): MatcherReading | Issue {
  if (LITERALS.test(pattern))
    return { matcher: { kind: 'names', names: pattern.split('|') }, subject, issues: [] }
  const source = `^(?:${pattern})$`
  const problem = regexProblem(source)
  if (problem !== undefined) return invalid(pattern, problem, place)
  return { matcher: { kind: 'regex', source }, subject, issues: [] }
}

/** camelCase events: the whole runtime name, case counts. */
function runtimeRules(pattern: string, place: Place): MatcherReading | Issue {
  const read = anchored(pattern, RUNTIME, place)
  return 'matcher' in read ? { ...read, issues: deadNames(read.matcher, place) } : read
}

/** PascalCase events: everything, names of either vocabulary, else a regular expression on Claude Code's name. */
function claudeRules(pattern: string, place: Place): MatcherReading | Issue {
  if (pattern === '*' || pattern === '**') return { matcher: matchAll, subject: EITHER, issues: [] }
  const read = anchored(pattern, CANONICAL, place)
  if (!('matcher' in read) || read.matcher.kind !== 'names') return read
  return { ...read, matcher: { kind: 'names', names: read.matcher.names.map(currentName) }, subject: EITHER }
}

function deadNames(matcher: MatcherSpec, place: Place): readonly Issue[] {
  if (matcher.kind !== 'names') return []
  const dead = matcher.names.filter(
    (name) => canonicalName(name) === name && Object.hasOwn(RUNTIME_NAMES, name),
  )
  return dead.map((name) => {
    const runtime = RUNTIME_NAMES[name]?.[0] ?? ''
    const problem = `Matcher "${name}" matches nothing: under a camelCase event tools have their runtime names.`
    return warning('matcher.dead', place, problem, `Write "${runtime}", or name the event in PascalCase.`)
  })
}

function regexProblem(source: string): string | undefined {
  try {
    return void new RegExp(source)
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}

function invalid(pattern: string, problem: string, place: Place): Issue {
  const hint = pattern === '*' ? 'Leave the matcher out to match all.' : undefined
  return issue(
    'matcher.invalid',
    place,
    `The host drops the entry: matcher "${pattern}" is no regular expression: ${problem}.`,
    hint,
  )
}

function ignoredBy(place: Place): Issue {
  const problem = 'VS Code does not look at matchers; the hook runs for every tool.'
  return warning('matcher.ignored', place, problem, 'Let the script look at the tool name as well.')
}
