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
    .flatMap((hook) => [...deadMatcher(hook, at), ...deadCondition(hook, at), ...contradiction(hook, at)])
}

function isWritten({ type }: HandlerSpec): boolean {
  return type !== 'function'
}

function deadMatcher(hook: Hook, at: EntryPlaces): readonly Issue[] {
  const { matcher, subject, event } = hook
  if (matcher.kind === 'all') return []
  if (subject === undefined) {
    const message = `${event} is about nothing that a matcher could test, so hook ${hook.id} always runs.`
    return [warning('matcher.ignored', at.key(hook, ['matcher']), message, 'Remove the matcher.')]
  }
  const known = namesFor(hook)
  if (known.names.length === 0) return []
  if (matcher.kind === 'regex') return deadPattern(matcher, { hook, known, at })
  return matcher.names.flatMap((name) => deadName(name, { hook, known, at }, 'matcher') ?? [])
}

function deadName(name: string, { hook, known, at }: Tested, key: 'matcher' | 'if'): Issue | undefined {
  const meant = meantName(name, known)
  if (meant === undefined) return undefined
  const isCase = meant.toLowerCase() === name.toLowerCase()
  const what = key === 'matcher' ? `Matcher "${name}"` : `"${name}" in the \`if\``
  const message = `${what} of hook ${hook.id} is not the name of ${whatFor(hook)}${isCase ? '; upper and lower case count' : ''}.`
  return warning('matcher.dead', at.word(hook, [key], name), message, `Write "${meant}".`)
}

function whatFor({ subject }: Hook): string {
  if (subject === 'tool') return 'a tool'
  return typeof subject === 'object' && 'tool' in subject ? 'a tool of the host' : 'what the event is about'
}

/** What the matcher is tested against, as far as it is known. */
type Known = {
  /** Tools, or the values of a field. */
  readonly names: readonly string[]
  /** Names that the host itself has for tools, by the canonical ones. Absent: the canonical names are tested. */
  readonly natives?: Readonly<Record<string, readonly string[]>>
}

type Tested = { readonly hook: Hook; readonly known: Known; readonly at: EntryPlaces }

const CANONICAL: Known = { names: canonicalTools.flatMap((name) => [name, ...formerNames(name)]) }

function namesFor({ subject, event }: Hook): Known {
  if (subject === 'tool') return CANONICAL
  if (typeof subject !== 'object') return { names: [] }
  if ('tool' in subject) {
    const natives = subject.tool
    // A tool without a name of the host's own goes by the canonical one.
    const others = canonicalTools.filter((name) => subject.either || !Object.hasOwn(natives, name))
    return { names: [...Object.values(natives).flat(), ...others], natives }
  }
  return { names: 'field' in subject ? canonicalValues(event) : [] }
}

/** Names of tools that only some hosts have are not known, so a name that is far from all known ones may be right. */
function meantName(name: string, { names, natives }: Known): string | undefined {
  if (names.includes(name)) return undefined
  const server = natives === undefined ? serverName(name) : undefined
  if (server !== undefined) return server
  // The native names of hosts look like this, and a hook may be meant for one of them.
  if (natives === undefined && name.includes('_')) return undefined
  const isNear = (each: string): boolean => each.toLowerCase() === name.toLowerCase() || isSlip(name, each)
  const foreign = natives && canonicalTools.find((each) => isNear(each) && natives[each] !== undefined)
  return (
    names.find((each) => each.toLowerCase() === name.toLowerCase()) ??
    names.find((each) => isSlip(name, each)) ??
    (foreign && natives?.[foreign]?.join('|'))
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

function deadPattern(matcher: MatcherSpec & { kind: 'regex' }, tested: Tested): readonly Issue[] {
  const { source } = matcher
  const { hook, known, at } = tested
  if (source.length > LONGEST) return []
  const parts = source.split('|')
  const rules = parts.flatMap((part) => ruleAsMatcher(part, tested) ?? [])
  if (rules.length > 0) return rules
  if (/mcp/i.test(source) || known.names.some(tester(source))) return []
  // Hosts that take every matcher for a pattern are given plain names all the same.
  if (known.natives && parts.every((part) => /^\w+$/.test(part)))
    return parts.flatMap((part) => deadName(part, tested, 'matcher') ?? [])
  const meant = known.names.filter(tester(source, 'i'))
  // Without upper and lower case it fits: a slip. Else it may be for tools of one's own.
  if (meant.length === 0) return []
  const message = `Matcher ${describeMatcher(matcher)} of hook ${hook.id} fits the name of no tool; upper and lower case count.`
  const hint = `Write the names as they are: ${meant.slice(0, 4).join(', ')}.`
  return [warning('matcher.dead', at.key(hook, ['matcher']), message, hint)]
}

/** `Bash(git push *)` is a condition; as a pattern it fits no name. */
function ruleAsMatcher(part: string, { hook, known, at }: Tested): Issue | undefined {
  const [, name] = /^([A-Za-z]\w*)\(.+\)$/.exec(part) ?? []
  if (name === undefined || known.names.some(tester(part))) return undefined
  const tool = canonicalTools.find((each) => each.toLowerCase() === name.toLowerCase())
  if (tool === undefined) return undefined
  const message = `"${part}" in the matcher of hook ${hook.id} is read as a pattern for names, and no tool has such a name.`
  const rule = `${tool}${part.slice(name.length)}`
  const hint =
    hook.subject === 'tool'
      ? `Write \`matcher: ${tool}\` and \`if: ${rule}\`.`
      : `Write "${known.natives?.[tool]?.join('|') ?? tool}", and look at the call in the hook.`
  return warning('matcher.dead', at.word(hook, ['matcher'], part), message, hint)
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

/** `if: bash(…)`: a condition on a tool that no host calls so never holds. */
function deadCondition(hook: Hook, at: EntryPlaces): readonly Issue[] {
  const [, named] = /^\s*([\w-]+)/.exec(hook.condition ?? '') ?? []
  if (named === undefined || hook.subject !== 'tool') return []
  return [deadName(named, { hook, known: CANONICAL, at }, 'if') ?? []].flat()
}

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
