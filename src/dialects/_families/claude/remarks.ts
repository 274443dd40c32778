import { parseRule, type PermissionRule } from '../../../conditions/rule.ts'
import { reachOf } from '../../../conditions/text-rules.ts'
import { isIssue, notice, warning, type Issue, type Place } from '../../../core/issue.ts'
import { claudeEvent, eventSpec, type HandlerType } from './events.ts'
import { at } from './shape.ts'
import type { HandlerWire } from './wire.ts'

type Context = { readonly place: Place; readonly event: string }

/** Things that load and then do less than their author thinks. */
export function remarks(wire: HandlerWire, type: HandlerType, { place, event }: Context): readonly Issue[] {
  const found: (Issue | false)[] = [
    !eventSpec(event).handlers.includes(type) && wrongEvent(type, event, place),
    wire.if !== undefined && deadCondition(event, at(place, 'if')),
    wire.if !== undefined && brokenCondition(wire.if, place),
    wire.onFailure === 'block' && !failureCanBlock(wire, event) && idleOnFailure(event, place),
    wire.args !== undefined && /\s/.test(wire.command ?? '') && spacedProgram(place),
  ]
  return found.filter((one) => one !== false)
}

/** A condition that cannot be read counts as one that holds, so that hook runs anyway. */
function brokenCondition(rule: string, place: Place): Issue | false {
  const read = parseRule(rule, at(place, 'if'))
  return isIssue(read) ? { ...read, severity: 'warning' } : deadContent(read, at(place, 'if'))
}

/** A condition that can be read, and that no call fulfils. */
export function deadContent(rule: PermissionRule, place: Place): Issue | false {
  if (reachOf(rule) !== 'none') return false
  const { text, tool } = rule
  const [has, instead] =
    tool === 'WebFetch'
      ? ['only domain rules', 'WebFetch(domain:example.com) for one host']
      : ['no text rules', `${tool}(parameter:value) to test one argument`]
  const problem = `Claude Code has ${has} for its tool ${tool}, so "${text}" never holds, not even for a tool of your own with that name.`
  return warning('hook.condition', place, problem, `Write ${instead}, or ${tool} for every call.`)
}

export function notTaken(type: HandlerType, event: string): string {
  return `Claude Code runs no ${type} handlers on ${event}`
}

function wrongEvent(type: HandlerType, event: string, place: Place): Issue {
  return warning('hook.type', place, `${notTaken(type, event)}.`, 'Use a command handler.')
}

export function deadCondition(event: string, place: Place): Issue | false {
  const spec = claudeEvent(event)
  if (spec === undefined || spec.subject === 'tool') return false
  const problem = `${event} is not about a tool, so an entry with "if" never runs there.`
  return warning('hook.condition', place, problem, 'Remove the `if`, or move the entry to a tool event.')
}

function idleOnFailure(event: string, place: Place): Issue {
  return notice('hook.on-failure', place, `"onFailure": "block" does nothing for this handler on ${event}.`)
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

export function failureCanBlock(wire: HandlerWire, event: string): boolean {
  return !wire.async && !wire.asyncRewake && !NEVER_BLOCK_ON_FAILURE.has(event)
}
