import type { Hook, HandlerSpec } from '../core/hook.ts'
import { warning, type Issue } from '../core/issue.ts'
import { compileMatcher, describeMatcher, type MatcherSpec } from '../core/matcher.ts'
import { currentName, formerNames } from '../core/tools.ts'
import { canonicalTools, canonicalValues } from '../dialects/canonical.ts'
import type { EntryPlaces } from './entry-places.ts'

/** Matchers that load and match nothing, and conditions that no call which they let through can fulfil. */
export function inspectMatchers(hooks: readonly Hook[], at: EntryPlaces): readonly Issue[] {
  return hooks
    .filter(({ disabled, handler }) => disabled === undefined && isWritten(handler))
    .flatMap((hook) => [...deadMatcher(hook, at), ...contradiction(hook, at)])
}

function isWritten({ type }: HandlerSpec): boolean {
  return type !== 'function'
}

function deadMatcher(hook: Hook, at: EntryPlaces): readonly Issue[] {
  const { matcher, subject, event } = hook
  if (matcher.kind === 'all') return []
  const place = at.key(hook, ['matcher'])
  if (subject === undefined) {
    const message = `${event} is about nothing that a matcher could test, so hook ${hook.id} always runs.`
    return [warning('matcher.ignored', place, message, 'Remove the matcher.')]
  }
  const known = namesFor(hook)
  if (known.length === 0) return []
  if (matcher.kind === 'regex') return deadPattern(matcher, { hook, known, at })
  return matcher.names.flatMap((name) => {
    const meant = meantName(name, known)
    if (meant === undefined) return []
    const isCase = meant.toLowerCase() === name.toLowerCase()
    const message = `Matcher "${name}" of hook ${hook.id} is not the name of ${whatFor(hook)}${isCase ? '; upper and lower case count' : ''}.`
    return [warning('matcher.dead', place, message, `Write "${meant}".`)]
  })
}

function whatFor({ subject }: Hook): string {
  return subject === 'tool' || (typeof subject === 'object' && 'tool' in subject)
    ? 'a tool'
    : 'what the event is about'
}

/** What the matcher is tested against, as far as it is known: tools, or the values of a field. */
function namesFor({ subject, event }: Hook): readonly string[] {
  if (subject === 'tool') return canonicalTools.flatMap((name) => [name, ...formerNames(name)])
  if (typeof subject !== 'object') return []
  if ('tool' in subject) {
    const natives = Object.values(subject.tool).flat()
    return subject.either ? [...natives, ...canonicalTools] : natives
  }
  return 'field' in subject ? canonicalValues(event) : []
}

/** Names of tools that only some hosts have are not known, so a name that is far from all known ones may be right. */
function meantName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const server = serverName(name)
  if (server !== undefined) return server
  // The native names of hosts look like this, and a hook may be meant for one of them.
  if (name.includes('_')) return undefined
  return (
    known.find((each) => each.toLowerCase() === name.toLowerCase()) ??
    known.find((each) => isSlip(name, each))
  )
}

/** `mcp__github` and `mcp_github_search`. */
function serverName(name: string): string | undefined {
  if (/^mcp__[^_]+(?:_[^_]+)*$/.test(name)) return `${name}__.*`
  const [, server, tool] = /^mcp_([^_]+)_+(.+)$/.exec(name) ?? []
  return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`
}

/** One letter too many, too few, wrong, or two in the wrong order; short words are too near to each other. */
function isSlip(name: string, meant: string): boolean {
  const [a, b] = [name.toLowerCase(), meant.toLowerCase()]
  if (b.length < 4 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rests = [
    [a.slice(start + 1), b.slice(start + 1)],
    [a.slice(start + 1), b.slice(start)],
    [a.slice(start), b.slice(start + 1)],
    [(a[start + 1] ?? '') + (a[start] ?? '') + a.slice(start + 2), b.slice(start)],
  ]
  return rests.some(([left, right]) => left === right)
}

type Pattern = { readonly hook: Hook; readonly known: readonly string[]; readonly at: EntryPlaces }

function deadPattern(
  matcher: MatcherSpec & { kind: 'regex' },
  { hook, known, at }: Pattern,
): readonly Issue[] {
  const { source } = matcher
  if (source.length > LONGEST || /mcp/i.test(source) || known.some(tester(source))) return []
  const meant = known.filter(tester(source, 'i'))
  // Without upper and lower case it fits: a slip. Else it may be for tools of one's own.
  if (meant.length === 0) return []
  const message = `Matcher ${describeMatcher(matcher)} of hook ${hook.id} fits the name of no tool; upper and lower case count.`
  return [
    warning(
      'matcher.dead',
      at.key(hook, ['matcher']),
      message,
      `Write the names as they are: ${meant.slice(0, 4).join(', ')}.`,
    ),
  ]
}

/** A pattern of a stranger may take for ever; those of this length on short names do not. */
const LONGEST = 200

function tester(source: string, flags = ''): (name: string) => boolean {
  // A repeated group in a repeated group is what takes for ever.
  if (/[+*}]\)[+*{]/.test(source)) return () => true
  try {
    const pattern = new RegExp(source, flags)
    return (name) => pattern.test(name)
  } catch {
    return () => true
  }
}

/** Tools that a permission rule with the name of one of them covers too. */
const FAMILIES: readonly (readonly string[])[] = [
  ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'],
  ['Read', 'Glob', 'Grep', 'LS', 'NotebookRead'],
  ['Bash', 'PowerShell', 'BashOutput', 'Monitor'],
]

/** `matcher: Edit` with `if: Bash(…)`. */
function contradiction(hook: Hook, at: EntryPlaces): readonly Issue[] {
  const { matcher, condition, subject } = hook
  const [, named] = /^\s*([\w-]+)/.exec(condition ?? '') ?? []
  if (named === undefined || subject !== 'tool' || matcher.kind === 'all') return []
  const tool = currentName(named)
  const isKnown = canonicalTools.includes(tool) || tool.startsWith('mcp__')
  const reached = reachedBy(matcher)
  if (!isKnown || reached === undefined) return []
  const covered = FAMILIES.find((family) => family.includes(tool)) ?? [tool]
  if (reached.some((each) => covered.includes(each))) return []
  const message = `Hook ${hook.id} never runs: its matcher ${describeMatcher(matcher)} lets no call of ${named} through, and its \`if\` is about ${named} alone.`
  return [
    warning(
      'matcher.contradiction',
      at.key(hook, ['if', 'matcher']),
      message,
      `Write \`matcher: ${named}\`, or remove one of the two.`,
    ),
  ]
}

/** The known tools that a matcher lets through; undefined where it may let others through as well. */
function reachedBy(matcher: MatcherSpec): readonly string[] | undefined {
  if (matcher.kind === 'names')
    return matcher.names.every((name) => canonicalTools.includes(name)) ? matcher.names : undefined
  if (matcher.kind === 'all' || matcher.source.length > LONGEST || !/^[\w|^$()?:]+$/.test(matcher.source))
    return undefined
  const reached = canonicalTools.filter(compileMatcher(matcher))
  return reached.length === 0 ? undefined : reached
}
