import type { HookSubject } from '../../../core/event.ts'
import { issue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { matchAll, type MatcherSpec } from '../../../core/matcher.ts'
import { misfit } from '../../../core/misfit.ts'
import type { FileForm } from './file-form.ts'
import type { CallTable, PlainEventSpec, PlainProfile } from './profile.ts'

/** Without a matcher, the entry is refused and `issues` say why. */
export type MatcherReading = {
  readonly matcher?: MatcherSpec
  readonly subject?: HookSubject
  readonly issues: readonly Issue[]
}

type Around = {
  readonly profile: Pick<PlainProfile, 'tools' | 'files' | 'title'>
  readonly spec: PlainEventSpec
  readonly place: Place
}

/** Reads a matcher as the host would; problems are in `issues`. */
export function readMatcher(written: unknown, around: Around): MatcherReading {
  const { profile, spec, place } = around
  const subject = subjectFor(spec, profile.tools)
  if (written === undefined || written === null || written === '' || written === '*')
    return { matcher: matchAll, ...(subject !== undefined && { subject }), issues: [] }
  if (typeof written !== 'string') {
    const problem = `"matcher" must be a string, not ${misfit(written, 'a string')}; the hook runs for everything.`
    return { matcher: matchAll, issues: [warning('matcher.invalid', place, problem)] }
  }
  if (subject === undefined) {
    const problem = `${profile.title} does not look at matchers of this event; the hook always runs.`
    return { matcher: matchAll, issues: [notice('matcher.ignored', place, problem)] }
  }
  const read = compile(written.trim(), around)
  if ('severity' in read) return { issues: [read] }
  const isTool = spec.subject === 'tool'
  return {
    matcher: isTool ? withOtherNames(read.matcher, profile.tools) : read.matcher,
    subject,
    issues: read.issues,
  }
}

/** Matchers of tools are tested against the host's own names. */
function subjectFor({ subject }: PlainEventSpec, { names, mcp }: CallTable): HookSubject | undefined {
  if (subject !== 'tool') return subject
  const [prefix, between] = mcp ?? []
  return { tool: names, ...(prefix !== undefined && between !== undefined && { mcp: { prefix, between } }) }
}

type Compiled = { readonly matcher: MatcherSpec; readonly issues: readonly Issue[] }

function compile(pattern: string, { profile, place }: Around): Compiled | Issue {
  const { files, tools } = profile
  switch (files.matcher) {
    case 'search':
      return searching(pattern, place)
    case 'full':
      return wholeName(pattern, place)
    case 'name-or-full':
      return nameOrFull(pattern, place)
    case 'glob':
      return { matcher: regex(globSource(pattern)), issues: [] }
    case 'categories':
      return categorised(pattern, { files, tools }) ?? searching(pattern, place)
    case 'shell-pattern':
      return shellPattern(pattern, place)
  }
}

function searching(pattern: string, place: Place): Compiled | Issue {
  const problem = regexProblem(pattern)
  return problem === undefined ? { matcher: regex(pattern), issues: [] } : invalid(pattern, problem, place)
}

/** What is not a regular expression is a name. */
function wholeName(pattern: string, place: Place): Compiled {
  const problem = regexProblem(pattern)
  if (problem === undefined) return { matcher: regex(`^(?:${pattern})$`), issues: [] }
  const { message } = invalid(pattern, problem, place)
  const said = warning('matcher.invalid', place, `${message} It is taken for the name of a tool.`)
  return { matcher: { kind: 'names', names: [pattern] }, issues: [said] }
}

function nameOrFull(pattern: string, place: Place): Compiled {
  const [, inner] = /^\/(.+)\/$/s.exec(pattern) ?? []
  if (inner !== undefined) return wholeName(inner, place)
  return /[|.*+?[\]()^$\\]/.test(pattern)
    ? wholeName(pattern, place)
    : { matcher: { kind: 'names', names: [pattern] }, issues: [] }
}

/** As Python's fnmatch and, behind `re:`, its fullmatch, in any case. */
function shellPattern(pattern: string, place: Place): Compiled | Issue {
  if (!pattern.startsWith('re:')) return { matcher: regex(`^${anyCase(filePattern(pattern))}$`), issues: [] }
  const source = pattern.slice('re:'.length)
  const problem = regexProblem(source)
  return problem === undefined
    ? { matcher: regex(`^(?:${anyCase(source)})$`), issues: [] }
    : invalid(source, problem, place)
}

function filePattern(pattern: string): string {
  return pattern.replaceAll(
    /\[(!?)([^\]]+)\]|[^]/g,
    (one, not: string | undefined, set: string | undefined) => {
      if (set !== undefined) return `[${not ? '^' : ''}${set.replaceAll(/[\\^]/g, String.raw`\$&`)}]`
      return one === '*' ? '.*' : one === '?' ? '.' : escaped(one)
    },
  )
}

/** Letters stand for both cases, except in escapes; a set with an escape stays as it is. */
function anyCase(source: string): string {
  return source.replaceAll(/\\[^]|\[\^?(?:\\[^]|[^\]\\])*\]|[a-z]/gi, (part) => {
    if (part.length === 1) return `[${part.toLowerCase()}${part.toUpperCase()}]`
    if (!part.startsWith('[') || part.includes('\\')) return part
    const set = part.slice(1, -1).replace(/^\^/, '')
    return `${part.slice(0, -1)}${set.toLowerCase()}${set.toUpperCase()}]`
  })
}

/** `@server` is all tools of a server, `@builtin` all that are of none. */
function globSource(pattern: string): string {
  if (pattern === '@builtin') return '^(?!@)'
  const source = escaped(pattern)
    .replaceAll(String.raw`\*`, '.*')
    .replaceAll(String.raw`\?`, '.')
  return pattern.startsWith('@') && !pattern.includes('/') ? `^${source}(?:/|$)` : `^${source}$`
}

/** Undefined when an alternative is neither a category nor one of the words that begin with `@`. */
function categorised(
  pattern: string,
  { files, tools }: { files: FileForm; tools: CallTable },
): Compiled | undefined {
  const { categories = {} } = files
  const sources = pattern.split('|').map((word) => {
    if (Object.hasOwn(AT, word)) return AT[word]
    if (!Object.hasOwn(categories, word)) return undefined
    const names = (categories[word] ?? []).flatMap((tool) => [tool, ...(tools.names[tool] ?? [])])
    return `^(?:${[word, ...new Set(names)].map(escaped).join('|')})$`
  })
  if (sources.includes(undefined)) return undefined
  return { matcher: regex(sources.join('|')), issues: [] }
}

const AT: Readonly<Record<string, string>> = {
  '*': '',
  '@mcp': '^@(?!powers(?:/|$))',
  '@powers': '^@powers(?:/|$)',
  '@builtin': '^(?!@)',
}

/** A tool has several names over the releases of a host: a matcher that means one of them means the tool. */
function withOtherNames(matcher: MatcherSpec, { names }: CallTable): MatcherSpec {
  if (matcher.kind === 'all') return matcher
  const test = matcher.kind === 'regex' ? new RegExp(matcher.source) : undefined
  const isMeant = (name: string): boolean =>
    matcher.kind === 'names' ? matcher.names.includes(name) : (test?.test(name) ?? false)
  const others = Object.values(names)
    .filter((natives) => natives.some(isMeant))
    .flat()
    .filter((name) => !isMeant(name))
  if (others.length === 0) return matcher
  const more = [...new Set(others)]
  return matcher.kind === 'names'
    ? { kind: 'names', names: [...matcher.names, ...more] }
    : regex(`(?:${matcher.source})|^(?:${more.map(escaped).join('|')})$`)
}

function regex(source: string): MatcherSpec {
  return { kind: 'regex', source }
}

function regexProblem(source: string): string | undefined {
  try {
    return new RegExp(source) instanceof RegExp ? undefined : ''
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
  }
}

function invalid(pattern: string, problem: string, place: Place): Issue {
  const message = `Matcher "${pattern}" is not a regular expression that can be tested here: ${problem}.`
  return issue('matcher.invalid', place, message, `Write "${escaped(pattern)}" to match that text literally.`)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}
