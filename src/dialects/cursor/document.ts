import { noAnswer, type Answer, type Decision, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue, issue, notice, warning, type Issue } from '../../core/issue.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import type { CursorEvent } from './events.ts'
import { usedUp } from './loop-limit.ts'
import { NAME } from './name.ts'
import { fitText } from './texts.ts'
import { canonicalInput, mcpParts } from './tools.ts'
import { unreadRefusals } from './unread-refusal.ts'

/** Whose output is read, for which event. `row` is absent on events that the host does not have. */
export type OutputReading = {
  readonly hook: Hook
  readonly event: Event
  readonly row: CursorEvent | undefined
}

/** Returns what the keys mean that the host reads on the event, in its own form and in Claude Code's. */
export function readDocument(output: JsonObject, reading: OutputReading): Answer {
  const answer = readKeys(output, reading)
  if (answer.failure !== undefined) return answer
  return withIssues(answer, unreadRefusals(output, answer, reading))
}

function readKeys(output: JsonObject, reading: OutputReading): Answer {
  switch (reading.row?.denyBy) {
    case 'permission':
      return readPermission(output, reading)
    case 'continue':
      return readContinue(output)
    case 'followup':
      return readFollowup(output, reading)
    case 'context':
      return { ...noAnswer, ...found([contextOf(output), resultOf(output, reading)]) }
    case 'none':
    case undefined:
      return { ...noAnswer, ...found(observedEffects(output, reading)) }
  }
}

/** A no, in the way the event has for one. Nothing can be prevented on the others. */
export function refuse(reason: string, reading: OutputReading): Answer {
  const { row, hook } = reading
  if (row?.denyBy === 'followup') return keepGoing(reason, reading)
  if (row?.decisions.includes('deny')) return { ...noAnswer, decision: 'deny', reason }
  const problem = `A deny has no effect on ${row?.native ?? reading.event.native}.`
  return { ...noAnswer, unheard: true, issues: [notice('output.cannot-block', { hook: hook.id }, problem)] }
}

/** The words for the model and for the user, in both spellings that builds have had. */
export function reasonIn(output: JsonObject): { readonly agent?: string; readonly user?: string } {
  const agent = textOf(output['agent_message']) ?? textOf(output['agentMessage'])
  const user =
    textOf(output['user_message']) ??
    textOf(output['userMessage']) ??
    textOf(specificOf(output)['permissionDecisionReason'])
  return { ...(agent !== undefined && { agent }), ...(user !== undefined && { user }) }
}

function specificOf({ hookSpecificOutput: nested }: JsonObject): JsonObject {
  return isObject(nested) ? nested : {}
}

const PERMISSIONS = ['allow', 'ask', 'deny'] as const
const STRICTNESS: readonly Decision[] = ['none', 'allow', 'ask', 'deny']

function readPermission(output: JsonObject, reading: OutputReading): Answer {
  const own = stanceOf(output['permission'], 'permission', reading)
  const claude = stanceOf(specificOf(output)['permissionDecision'], 'permissionDecision', reading)
  const wrong = [own, claude].filter(isIssue)
  if (isIssue(own) || isIssue(claude)) return { ...noAnswer, failure: 'protocol-error', issues: wrong }
  // What one form forbids, the other does not allow again.
  const said = STRICTNESS.indexOf(own) >= STRICTNESS.indexOf(claude) ? own : claude
  const decision = raised(said, reading)
  const { agent, user } = reasonIn(output)
  const reason = agent ?? user
  const message = agent !== undefined && user !== undefined && user !== agent ? user : undefined
  const answer: Answer = {
    ...noAnswer,
    decision,
    ...(reason !== undefined && decision !== 'none' && { reason }),
    ...found([messageEffect(decision === 'none' ? user : message)]),
  }
  return withRewrite(answer, output, reading)
}

function stanceOf(value: unknown, key: string, { hook }: OutputReading): Decision | Issue {
  if (value === undefined || value === null) return 'none'
  const known = PERMISSIONS.find((each) => each === value)
  if (known !== undefined) return known
  const problem = `${key} is ${quote(value)}; the host knows ${PERMISSIONS.join(', ')}.`
  return issue('output.value', { hook: hook.id }, problem)
}

/** Where the host cannot ask, a question is a no. On `preToolUse` it takes the word, so that other hosts can ask. */
function raised(decision: Decision, { row }: OutputReading): Decision {
  const mayAsk = row?.decisions.includes('ask') || row?.native === 'preToolUse'
  return decision === 'ask' && !mayAsk ? 'deny' : decision
}

/** A rewrite that cannot be used must not let the original pass as if nothing was said. */
function withRewrite(answer: Answer, output: JsonObject, { hook, event, row }: OutputReading): Answer {
  const written = output['updated_input'] ?? specificOf(output)['updatedInput']
  if (written === undefined || written === null || answer.decision === 'deny') return answer
  const place = { hook: hook.id }
  if (row?.native !== 'preToolUse') {
    const problem = `"updated_input" is read on preToolUse only, not on ${row?.native ?? event.native}.`
    return withIssues(answer, [warning('output.discarded', place, problem)])
  }
  if (!isObject(written)) {
    const problem = `"updated_input" must be an object, not ${quote(written)}.`
    return { ...noAnswer, failure: 'protocol-error', issues: [issue('output.value', place, problem)] }
  }
  const { input } = canonicalInput(event.tool?.name ?? '', written)
  return { ...answer, effects: [...answer.effects, { kind: 'rewrite-input', input }] }
}

/** Context here is not in the contract; it was reported to work. */
function readContinue(output: JsonObject): Answer {
  const { user } = reasonIn(output)
  const context = found([contextOf(output)])
  if (output['continue'] !== false) return { ...noAnswer, ...found([messageEffect(user), contextOf(output)]) }
  return { ...noAnswer, ...context, decision: 'deny', ...(user !== undefined && { reason: user }) }
}

/** In Claude Code's form the block may stand at the top level or below. */
function readFollowup(output: JsonObject, reading: OutputReading): Answer {
  const own = textOf(output['followup_message'])
  if (own !== undefined) return keepGoing(own, reading)
  const block = [output, specificOf(output)].find(({ decision }) => decision === 'block')
  const reason = block && textOf(block['reason'])
  return reason === undefined ? noAnswer : keepGoing(reason, reading)
}

/** The host ignores it after a number of rounds, and when a subagent did not come to a good end. */
function keepGoing(text: string, { hook, event, row }: OutputReading): Answer {
  const limit = usedUp(hook, event)
  const { status } = event.fields
  const isOver = row?.native === 'subagentStop' && status !== undefined && status !== 'completed'
  if (limit === undefined && !isOver) return { ...noAnswer, decision: 'deny', reason: text }
  const why = isOver ? `the subagent ended with ${quote(status)}` : `its "loop_limit" of ${limit} is used up`
  const problem = `The hook wants the agent to go on, but ${why}.`
  return { ...noAnswer, unheard: true, issues: [notice('output.loop-limit', { hook: hook.id }, problem)] }
}

/** Some effect, a problem with it, or nothing. */
type Found = Effect | Issue | undefined

function found(all: readonly Found[]): Pick<Answer, 'effects' | 'issues'> {
  return {
    effects: all.filter((one): one is Effect => one !== undefined && !('severity' in one)),
    issues: all.filter((one): one is Issue => one !== undefined && 'severity' in one),
  }
}

/** Only keys that the host reads on the event. */
function observedEffects(output: JsonObject, { row, hook }: OutputReading): readonly Found[] {
  const keys = row?.keys ?? []
  const paths = output['pluginPaths']
  return [
    keys.includes('user_message') ? messageEffect(reasonIn(output).user) : undefined,
    keys.includes('additional_context') ? contextOf(output) : undefined,
    keys.includes('env') ? variablesOf(output, hook) : undefined,
    keys.includes('pluginPaths') && Array.isArray(paths)
      ? { kind: 'native', wire: NAME, field: 'pluginPaths', value: paths }
      : undefined,
  ]
}

function messageEffect(text: string | undefined): Found {
  return text === undefined ? undefined : { kind: 'message', text }
}

function contextOf(output: JsonObject): Found {
  const text = textOf(output['additional_context'])
  return text === undefined ? undefined : { kind: 'add-context', text }
}

function resultOf({ updated_mcp_tool_output: output }: JsonObject, { hook, event }: OutputReading): Found {
  if (output === undefined || output === null) return undefined
  if (mcpParts(event.tool?.name ?? '') !== undefined) return { kind: 'rewrite-output', output }
  const problem = '"updated_mcp_tool_output" is for tools of MCP servers only; it is ignored.'
  return notice('output.value', { hook: hook.id }, problem)
}

function variablesOf({ env }: JsonObject, { id }: Hook): Found {
  if (env === undefined || env === null) return undefined
  if (!isObject(env) || !Object.values(env).every((value) => typeof value === 'string'))
    return warning('output.value', { hook: id }, '"env" must be an object of strings; it is ignored.')
  return { kind: 'session-env', variables: env as Readonly<Record<string, string>> }
}

/** An empty text says nothing. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? fitText(value) : undefined
}

function withIssues(answer: Answer, more: readonly Issue[]): Answer {
  return more.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...more] }
}
