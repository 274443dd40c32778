import { noAnswer, type Answer, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { Said } from '../../core/outcome.ts'
import { isTooDeep } from '../_families/claude/depth.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { overflow, settleCut } from '../_families/cut-answer.ts'
import { crashed, failed } from '../_families/exit-failure.ts'
import { unheardRefusal } from '../_families/unheard-refusal.ts'
import { clineEvents } from './events.ts'
import { readCall, writeCall } from './tools.ts'

const CONTROL = 'HOOK_CONTROL\t'
const HINT = 'Write {"cancel": true, "errorMessage": "…"} to stdout.'

/** JSON on stdout counts whatever the exit code is; exit code 2 means nothing here. */
export function decodeOutput(hook: Hook, event: Event, said: Said): Answer {
  if (said.kind === 'answered') return isObject(said.body) ? readDocument(said.body, hook, event) : noAnswer
  const { stdout } = said
  if (stdout.droppedBytes > 0) {
    const failure = failed('overflow', overflow(stdout, hook))
    return settleCut(failure, hook, clineEvents[event.name] ?? {})
  }
  const text = controlText(stdout.text)
  const value = parse(text)
  if (isObject(value)) return readDocument(value, hook, event)
  const issues = unheardRefusal(text, hook, HINT)
  if (said.code !== 0) return withIssues(crashed(said, hook), issues)
  return text === '' ? noAnswer : withIssues(failed('protocol-error', notJson(hook)), issues)
}

/** The last line for the SDK, else all of it. */
function controlText(text: string): string {
  const line = text.split('\n').findLast((each) => each.startsWith(CONTROL))
  return (line === undefined ? text : line.slice(CONTROL.length)).trim()
}

function parse(text: string): unknown {
  if (text === '' || isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readDocument(output: JsonObject, hook: Hook, event: Event): Answer {
  const { cancel, errorMessage, review } = output
  const reason = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : undefined
  const effects = [...contextOf(output), ...overrideOf(output, event)]
  const issues = cancel === true ? [] : unheardRefusal(JSON.stringify(output), hook, HINT)
  if (cancel === true)
    return {
      ...cancelled(event, reason),
      issues,
      effects: [...cancelled(event, reason).effects, ...contextOf(output)],
    }
  // The SDK lets a person look at the call first.
  const decision = review === true && event.name === 'PreToolUse' ? 'ask' : 'none'
  return {
    ...noAnswer,
    decision,
    ...(decision === 'ask' && reason !== undefined && { reason }),
    effects,
    issues,
  }
}

/** A cancelled tool call ends the run as well; after the call and at the start that is all it does. */
function cancelled({ name }: Event, reason = 'Cancelled by a hook'): Answer {
  const stop: Effect = { kind: 'stop', reason }
  switch (name) {
    case 'PreToolUse':
      return { ...noAnswer, decision: 'deny', reason, effects: [stop] }
    case 'UserPromptSubmit':
      return { ...noAnswer, decision: 'deny', reason }
    case 'PostToolUse':
    case 'SessionStart':
      return { ...noAnswer, effects: [stop] }
    default:
      return noAnswer
  }
}

function contextOf({ contextModification, context }: JsonObject): readonly Effect[] {
  const texts = [contextModification, context].filter((each) => typeof each === 'string' && each !== '')
  return texts.map((text) => ({ kind: 'add-context', text: text as string }))
}

/** In the arguments of the SDK, as the hook was shown them. */
function overrideOf({ overrideInput: input }: JsonObject, { name, tool, cwd }: Event): readonly Effect[] {
  if (name !== 'PreToolUse' || tool === undefined || !isObject(input)) return []
  return [{ kind: 'rewrite-input', input: readCall(writeCall(tool, 'sdk').name, input, cwd).input }]
}

function withIssues(answer: Answer, found: readonly Issue[]): Answer {
  return found.length === 0 ? answer : { ...answer, issues: [...answer.issues, ...found] }
}

function notJson({ id }: Hook): Issue {
  const problem = `The output of hook ${id} is not a JSON object, so the host ignores it.`
  return issue('output.invalid', { hook: id }, problem, 'Write everything else to stderr.')
}
