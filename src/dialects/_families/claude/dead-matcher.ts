import { notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import type { MatcherSpec } from '../../../core/matcher.ts'
import { didYouMean } from '../../../core/suggest.ts'
import { eventSpec } from './events.ts'

/** Names people write in the wrong case; there are more tools, so an unknown one is no mistake. */
const TOOLS = (
  'Agent AskUserQuestion Bash BashOutput Edit ExitPlanMode Glob Grep KillShell MultiEdit NotebookEdit ' +
  'PowerShell Read Skill Task TodoWrite ToolSearch WebFetch WebSearch Write'
).split(' ')

/** Subjects whose values the host's reference lists in full. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  Setup: ['init', 'maintenance'],
  PreCompact: ['manual', 'auto'],
  PostCompact: ['manual', 'auto'],
  ConfigChange: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
}

/** Matchers that load and then test nothing, or never match. */
export function deadMatcher(matcher: MatcherSpec, event: string, place: Place): readonly Issue[] {
  if (matcher.kind === 'all') return []
  const { subject } = eventSpec(event)
  if (subject === undefined)
    return [
      notice('matcher.ignored', place, `${event} is about nothing a matcher could test; it runs always.`),
    ]
  if (matcher.kind !== 'names') return []
  const known = subject === 'tool' ? TOOLS : (VALUES[event] ?? [])
  return matcher.names.flatMap((name) => deadServer(name, place) ?? deadName(name, known, place) ?? [])
}

function deadServer(name: string, place: Place): Issue | undefined {
  if (!/^mcp__[^_]+(?:_[^_]+)*$/.test(name)) return undefined
  const problem = `Matcher "${name}" is an exact name, and no tool of that server has it.`
  return warning('matcher.dead', place, problem, `Write "${name}__.*" for all tools of the server.`)
}

function deadName(name: string, known: readonly string[], place: Place): Issue | undefined {
  if (known.includes(name) || name.startsWith('mcp__')) return undefined
  const same = known.find((each) => each.toLowerCase() === name.toLowerCase())
  const isClosed = known !== TOOLS && known.length > 0
  if (same === undefined && !isClosed) return undefined
  const hint = same === undefined ? didYouMean(name, known) : `Did you mean "${same}"?`
  const accepted = isClosed ? ` Known are ${known.join(', ')}.` : ''
  return warning('matcher.dead', place, `Matcher "${name}" matches nothing.${accepted}`, hint)
}
