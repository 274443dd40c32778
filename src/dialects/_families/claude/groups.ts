import type { HookSubject } from '../../../core/event.ts'
import type { Hook } from '../../../core/hook.ts'
import { isIssue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { parseMatcher, type MatcherSpec } from '../../../core/matcher.ts'
import { deadMatcher } from './dead-matcher.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import { specOfNative } from './event-table.ts'
import { readHandler, type GroupOptions } from './handlers.ts'
import { matcherRules } from './matcher.ts'
import { hostTitle, type GroupTraits, type HookContract } from './profile.ts'
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
  const { configForm: form } = contract
  const spec = specOfNative(contract.events, options.event)
  const test = readMatcher(pattern, { spec, contract, place: at(place, 'matcher') })
  // The host logs this and never matches; a guard that is off without a word is worse than one refused.
  if (isIssue(test)) return refused(test)
  const traits = form?.readGroup?.(group)
  const narrowed = traits === undefined ? test : withCommand(test, traits, place)
  if (isIssue(narrowed)) return refused(narrowed)
  const noted = traits?.note === undefined ? options : { ...options, note: traits.note }
  const read = readHandlers(handlers, narrowed, { options: noted, spec })
  const dead = deadMatcher(test.matcher, { spec, contract, place: at(place, 'matcher') })
  const unknown = unknownKeys(group, [...GROUP_KEYS, ...(form?.groupKeys ?? [])], {
    place,
    host: hostTitle(contract),
  })
  const lost = (traits?.lost ?? []).map((problem) => warning('hook.group', place, problem))
  return { ...read, issues: [...unknown, ...lost, ...dead, ...(narrowed.issues ?? []), ...read.issues] }
}

const GROUP_KEYS = ['matcher', 'hooks']

/** Which part of an event a group tests, and with what. */
type Test = {
  readonly matcher: MatcherSpec
  readonly subject: HookSubject | undefined
  readonly issues?: readonly Issue[]
}

type Matching = { readonly spec: ClaudeEventSpec; readonly contract: HookContract; readonly place: Place }

function readMatcher(written: unknown, { spec, contract, place }: Matching): Test | Issue {
  if (written !== undefined && typeof written !== 'string')
    return shapeIssue(place, { name: '"matcher"', expected: 'a string', got: written })
  const { matcherWords = {}, readMatcher: read } = contract.configForm ?? {}
  const isTool = spec.subject === 'tool'
  const word = (part: string): string =>
    Object.hasOwn(matcherWords, part) ? (matcherWords[part] ?? part) : part
  const worded = isTool && written !== undefined ? written.split('|').map(word).join('|') : written
  const special = isTool && worded !== undefined ? read?.(worded) : undefined
  const matcher = parseMatcher(special?.pattern ?? worded, matcherRules(spec), place)
  if (isIssue(matcher)) return matcher
  const subject = hookSubject(spec.subject, contract)
  const isEither = special?.either === true && typeof subject === 'object' && 'tool' in subject
  return { matcher, subject: isEither ? { ...subject, either: true } : subject }
}

/**
 * A pattern for the command line narrows a group that is for the shell tool alone. Other groups run for every call that
 * their matcher names: there is one test for each hook, and a guard that runs too often is better than one that does not.
 */
function withCommand(test: Test, { commandPattern }: GroupTraits, place: Place): Test | Issue {
  if (commandPattern === undefined || typeof test.subject !== 'object' || !('tool' in test.subject))
    return test
  const shell = test.subject.tool['Bash'] ?? ['Bash']
  const isShell = test.matcher.kind === 'names' && test.matcher.names.every((name) => shell.includes(name))
  if (!isShell) {
    const problem =
      'The pattern for commands is not applied: this group is for other tools than the shell too.'
    const hint = `Write a separate group with "matcher": "${shell[0]}".`
    return { ...test, issues: [warning('matcher.command', place, problem, hint)] }
  }
  const matcher = parseMatcher(commandPattern, matcherRules({ matcher: 'regex' }), place)
  return isIssue(matcher) ? matcher : { matcher, subject: 'command' }
}

type Around = { readonly options: GroupOptions; readonly spec: ClaudeEventSpec }

function readHandlers(
  handlers: readonly unknown[],
  { matcher, subject }: Test,
  { options, spec }: Around,
): GroupReading {
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
