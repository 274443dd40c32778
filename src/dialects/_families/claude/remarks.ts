import { parseRule, type PermissionRule } from '../../../conditions/rule.ts'
import { reachOf } from '../../../conditions/text-rules.ts'
import { isIssue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { nativeOf, type ClaudeEventSpec, type HandlerType } from './event-spec.ts'
import { at } from './shape.ts'
import type { HandlerWire } from './wire.ts'

type Context = { readonly place: Place; readonly spec: ClaudeEventSpec; readonly host: string }

/** Things that load and then do less than their author thinks. */
export function remarks(wire: HandlerWire, type: HandlerType, context: Context): readonly Issue[] {
  const { place, spec, host } = context
  const found: (Issue | false)[] = [
    !spec.handlers.includes(type) && wrongEvent(notTaken(type, spec, host), place),
    wire.if !== undefined && deadCondition(spec, at(place, 'if')),
    wire.if !== undefined && brokenCondition(wire.if, place, host),
    wire.onFailure === 'block' && !failureCanBlock(wire, spec) && idleOnFailure(spec, place),
    wire.args !== undefined && /\s/.test(wire.command ?? '') && spacedProgram(place),
  ]
  return found.filter((one) => one !== false)
}

/** A condition that cannot be read counts as one that holds, so that hook runs anyway. */
function brokenCondition(rule: string, place: Place, host: string): Issue | false {
  const read = parseRule(rule, at(place, 'if'))
  return isIssue(read) ? { ...read, severity: 'warning' } : deadContent(read, at(place, 'if'), host)
}

/** A condition that can be read, and that no call fulfils. */
export function deadContent(rule: PermissionRule, place: Place, host: string): Issue | false {
  if (reachOf(rule) !== 'none') return false
  const { text, tool } = rule
  const [has, instead] =
    tool === 'WebFetch'
      ? ['only domain rules', 'WebFetch(domain:example.com) for one host']
      : ['no text rules', `${tool}(parameter:value) to test one argument`]
  const problem = `${host} has ${has} for its tool ${tool}, so "${text}" never holds, not even for a tool of your own with that name.`
  return warning('hook.condition', place, problem, `Write ${instead}, or ${tool} for every call.`)
}

export function notTaken(type: HandlerType, spec: ClaudeEventSpec, host: string): string {
  return `${host} runs no ${type} handlers on ${nativeOf(spec)}`
}

function wrongEvent(problem: string, place: Place): Issue {
  return warning('hook.type', place, `${problem}.`, 'Use a command handler.')
}

/** `spec` is undefined for an event that the host does not have. */
export function deadCondition(spec: ClaudeEventSpec | undefined, place: Place): Issue | false {
  if (spec === undefined || spec.subject === 'tool') return false
  const problem = `${nativeOf(spec)} is not about a tool, so an entry with "if" never runs there.`
  return warning('hook.condition', place, problem, 'Remove the `if`, or move the entry to a tool event.')
}

function idleOnFailure(spec: ClaudeEventSpec, place: Place): Issue {
  const problem = `"onFailure": "block" does nothing for this handler on ${nativeOf(spec)}.`
  return notice('hook.on-failure', place, problem)
}

function spacedProgram(place: Place): Issue {
  const hint = 'With "args" the command is one program name; put its arguments into "args".'
  return warning('hook.command', place, 'The name of the program in "command" contains white space.', hint)
}

/** A stop that is denied because a hook broke would keep the agent going for nothing; the host refuses to. */
const NEVER_BLOCK_ON_FAILURE: ReadonlySet<string> = new Set([
  'Stop',
  'SubagentStop',
  'TaskCompleted',
  'TeammateIdle',
])

export function failureCanBlock(wire: HandlerWire, { event }: ClaudeEventSpec): boolean {
  return !wire.async && !wire.asyncRewake && !NEVER_BLOCK_ON_FAILURE.has(event)
}
