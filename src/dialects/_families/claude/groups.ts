import type { Hook } from '../../../core/hook.ts'
import { isIssue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { parseMatcher, type MatcherSpec } from '../../../core/matcher.ts'
import { deadMatcher } from './dead-matcher.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { specOfNative } from './event-table.ts'
import { readHandler, type GroupOptions } from './handlers.ts'
import { matcherRules } from './matcher.ts'
import { hostTitle } from './profile.ts'
import { at, isObject, shapeIssue } from './shape.ts'
import { hookSubject } from './tool-names.ts'
import { unknownKeys } from './unknown-keys.ts'

export type { GroupOptions } from './handlers.ts'

export type GroupReading = {
  readonly hooks: readonly Hook[]
  readonly issues: readonly Issue[]
  /** True when a handler or the group itself was refused; some hosts then drop the whole file. */
  readonly broken: boolean
}

/** Reads one `{ matcher?, hooks: [handler…] }` as the host of the contract would. */
export function readGroup(group: unknown, options: GroupOptions): GroupReading {
  const place: Place = { file: options.file, pointer: options.pointer }
  if (!isObject(group))
    return refused(shapeIssue(place, { name: 'A hook group', expected: 'an object', got: group }))
  const { hooks: handlers, matcher: pattern } = group
  if (!Array.isArray(handlers))
    return refused(shapeIssue(at(place, 'hooks'), { name: '"hooks"', expected: 'a list', got: handlers }))
  const { contract } = options
  const spec = specOfNative(contract.events, options.event)
  const matcher = readMatcher(pattern, spec, at(place, 'matcher'))
  // The host logs this and never matches; a guard that is off without a word is worse than one refused.
  if (isIssue(matcher)) return refused(matcher)
  const read = readHandlers(handlers, matcher, { options, spec })
  const dead = deadMatcher(matcher, { spec, contract, place: at(place, 'matcher') })
  const unknown = unknownKeys(group, GROUP_KEYS, { place, host: hostTitle(contract) })
  return { ...read, issues: [...unknown, ...dead, ...read.issues] }
}

const GROUP_KEYS = ['matcher', 'hooks']

function readMatcher(pattern: unknown, spec: ClaudeEventSpec, place: Place): MatcherSpec | Issue {
  if (pattern !== undefined && typeof pattern !== 'string')
    return shapeIssue(place, { name: '"matcher"', expected: 'a string', got: pattern })
  return parseMatcher(pattern, matcherRules(spec), place)
}

type Around = { readonly options: GroupOptions; readonly spec: ClaudeEventSpec }

function readHandlers(
  handlers: readonly unknown[],
  matcher: MatcherSpec,
  { options, spec }: Around,
): GroupReading {
  const subject = hookSubject(spec.subject, options.contract)
  const hooks: Hook[] = []
  const issues: Issue[] = []
  let broken = false
  for (const [index, value] of handlers.entries()) {
    const read = readHandler(value, index, { ...options, spec })
    issues.push(...read.issues)
    if (read.hook === undefined) {
      broken = true
      continue
    }
    const lifetime = readLifetime(value, read.hook, { options, spec })
    issues.push(...lifetime.issues)
    hooks.push({ ...lifetime.hook, matcher, ...(subject !== undefined && { subject }) })
  }
  return { hooks, issues, broken }
}

/** What is special about hooks that live as long as a skill or agent, and what only they can have. */
function readLifetime(
  value: unknown,
  hook: Hook,
  { options, spec }: Around,
): { hook: Hook; issues: Issue[] } {
  const place: Place = { file: options.file, pointer: hook.source.pointer }
  const isOnce = isObject(value) && value['once'] === true
  const owner = options.owner?.kind
  // Without an owner, the program that embeds the engine added it and means what it says.
  const counts = owner === 'skill' || (owner === undefined && options.scope === 'session')
  const isUnseen = (owner === 'skill' || owner === 'agent') && !spec.session
  const unseen = `hooks of skills and agents take no part in ${nativeOf(spec)}`
  return {
    hook: {
      ...hook,
      ...(isOnce && counts && { once: true }),
      ...(isUnseen && { disabled: unseen }),
    },
    issues: [
      ...(isOnce && !counts ? [notice('hook.once', at(place, 'once'), ONLY_SKILLS)] : []),
      ...(isUnseen ? [warning('hook.session', place, `This hook never runs: ${unseen}.`)] : []),
    ],
  }
}

const ONLY_SKILLS = '"once" does nothing here; it counts in the frontmatter of a skill only.'

export function refused(problem: Issue): GroupReading {
  return { hooks: [], issues: [problem], broken: true }
}
