import { notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import type { MatcherSpec } from '../../../core/matcher.ts'
import { didYouMean } from '../../../core/suggest.ts'
import { nativeOf, type ClaudeEventSpec } from './event-spec.ts'
import type { HookContract } from './profile.ts'

type Around = { readonly spec: ClaudeEventSpec; readonly contract: HookContract; readonly place: Place }

/** Matchers that load and then test nothing, or never match. */
export function deadMatcher(matcher: MatcherSpec, { spec, contract, place }: Around): readonly Issue[] {
  if (matcher.kind === 'all') return []
  const { subject } = spec
  const native = nativeOf(spec)
  if (subject === undefined)
    return [
      notice('matcher.ignored', place, `${native} is about nothing a matcher could test; it runs always.`),
    ]
  if (matcher.kind !== 'names') return []
  const known = subject === 'tool' ? openList(contract) : closedList(contract.subjectValues?.[native])
  return matcher.names.flatMap((name) => deadServer(name, place) ?? deadName(name, known, place) ?? [])
}

/** `isClosed`: the list is complete, so an unknown name is a mistake. */
type Known = { readonly names: readonly string[]; readonly isClosed: boolean }

function openList({ toolNames, tools = {}, calls }: HookContract): Known {
  const listed = calls === undefined ? Object.keys(tools) : Object.values(calls.names).flat()
  return { names: toolNames ?? listed, isClosed: false }
}

function closedList(values: readonly string[] = []): Known {
  return { names: values, isClosed: values.length > 0 }
}

function deadServer(name: string, place: Place): Issue | undefined {
  if (!/^mcp__[^_]+(?:_[^_]+)*$/.test(name)) return undefined
  const problem = `Matcher "${name}" is an exact name, and no tool of that server has it.`
  return warning('matcher.dead', place, problem, `Write "${name}__.*" for all tools of the server.`)
}

function deadName(name: string, { names: known, isClosed }: Known, place: Place): Issue | undefined {
  if (known.includes(name) || name.startsWith('mcp__')) return undefined
  const same = known.find((each) => each.toLowerCase() === name.toLowerCase())
  if (same === undefined && !isClosed) return undefined
  const hint = same === undefined ? didYouMean(name, known) : `Did you mean "${same}"?`
  const accepted = isClosed ? ` Known are ${known.join(', ')}.` : ''
  return warning('matcher.dead', place, `Matcher "${name}" matches nothing.${accepted}`, hint)
}
