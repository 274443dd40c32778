import { noAnswer, type Answer, type Effect } from '../../core/decision.ts'
import { notice, warning, type Issue } from '../../core/issue.ts'
import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import { readText } from './document.ts'
import { errored, readCut, textOf, withIssues, type Exit, type Reading } from './exits.ts'
import { readWhole } from './stdout.ts'
import { fitText } from './texts.ts'
import { canonicalInput } from './tools.ts'
import { unreadRefusals } from './unread-refusal.ts'

/** Events on which exit 2 is a no, with stderr as the reason. */
const BLOCKING: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
])

/** What VS Code's own implementation makes of an exit: docs/hosts/copilot.md#vs-code. */
export function readVscodeExit(exit: Exit, reading: Reading): Answer {
  if (exit.code === 2) return readTwo(exit, reading)
  if (exit.code !== 0) return withMessage(errored(exit, reading), exit)
  if (exit.stdout.droppedBytes > 0) return readCut(exit, reading)
  const heard = readWhole(exit.stdout.text, reading.hook)
  return withIssues(heard.output ? readDocument(heard.output, reading) : noAnswer, heard.issues)
}

function readTwo(exit: Exit, { event, hook }: Reading): Answer {
  const said = textOf(exit)
  if (BLOCKING.has(event.name))
    return { ...noAnswer, decision: 'deny', reason: said === '' ? 'Blocked by hook' : said }
  // A compaction is given up; sessions and subagents start all the same.
  if (event.name === 'PreCompact')
    return { ...noAnswer, effects: [{ kind: 'stop', ...(said !== '' && { reason: said }) }] }
  const problem = `Exit code 2 has no effect on ${event.name}.`
  return { ...noAnswer, issues: [notice('output.cannot-block', { hook: hook.id }, problem)] }
}

function withMessage(answer: Answer, exit: Exit): Answer {
  const { reason: _, ...rest } = answer
  const said = textOf(exit)
  return said === '' ? rest : { ...rest, effects: [{ kind: 'message', text: said }] }
}

function readDocument(output: JsonObject, reading: Reading): Answer {
  const issues: Issue[] = []
  if (!fits(output['hookEventName'], reading))
    return { ...noAnswer, issues: [wrongEvent(output['hookEventName'], reading)] }
  const nested = isObject(output['hookSpecificOutput']) ? output['hookSpecificOutput'] : {}
  const isFitting = fits(nested['hookEventName'], reading)
  if (!isFitting) issues.push(wrongEvent(nested['hookEventName'], reading))
  const specific = isFitting ? nested : {}
  const decided = readDecision(output, specific, { reading, issues })
  const answer: Answer = {
    ...noAnswer,
    ...decided,
    effects: [...commonEffects(output, reading), ...specificEffects(specific, reading, decided.decision)],
    issues,
  }
  return withIssues(
    answer,
    unreadRefusals(isFitting ? output : { ...output, hookSpecificOutput: {} }, answer, reading),
  )
}

/** A name of another event voids what it stands in; two may stand for another. */
const CROSS_FITS: Readonly<Record<string, string>> = { SubagentStop: 'Stop', SubagentStart: 'SessionStart' }

function fits(named: unknown, { event }: Reading): boolean {
  return named === undefined || named === event.name || named === CROSS_FITS[event.name]
}

function wrongEvent(named: unknown, { hook, event }: Reading): Issue {
  const problem = `hookEventName is ${quote(named)} on ${event.name}, so what stands beside it is ignored.`
  return warning('output.event', { hook: hook.id }, problem)
}

type Decided = Pick<Answer, 'decision' | 'reason'>
type Around = { readonly reading: Reading; readonly issues: Issue[] }

function readDecision(output: JsonObject, specific: JsonObject, around: Around): Decided {
  const { name } = around.reading.event
  if (name === 'PreToolUse') return readPermission(output, specific, around)
  if (name === 'Stop' || name === 'SubagentStop') return readBlock({ ...output, ...specific })
  return name === 'PostToolUse' || name === 'UserPromptSubmit' ? readBlock(output) : { decision: 'none' }
}

function readPermission(output: JsonObject, specific: JsonObject, { reading, issues }: Around): Decided {
  const { permissionDecision: said, permissionDecisionReason: reason } = specific
  const place = { hook: reading.hook.id }
  if (said === undefined && output['permissionDecision'] !== undefined)
    issues.push(
      warning('output.discarded', place, 'VS Code reads "permissionDecision" in "hookSpecificOutput" only.'),
    )
  if (said === undefined) return { decision: 'none' }
  if (said !== 'allow' && said !== 'ask' && said !== 'deny') {
    issues.push(warning('output.value', place, `permissionDecision is ${quote(said)}, which is ignored.`))
    return { decision: 'none' }
  }
  const text = readText(reason)
  return { decision: said, ...(text !== undefined && { reason: text }) }
}

function readBlock({ decision, reason }: JsonObject): Decided {
  if (decision !== 'block') return { decision: 'none' }
  const text = readText(reason)
  return { decision: 'deny', ...(text !== undefined && { reason: text }) }
}

/** A `stopReason` alone stops, even beside `continue: true`; where a session starts it is not looked at. */
function commonEffects(output: JsonObject, { event }: Reading): readonly Effect[] {
  const { continue: goesOn, stopReason, systemMessage } = output
  const reason = readText(stopReason)
  const message = readText(systemMessage)
  const stops = (goesOn === false || reason !== undefined) && !event.name.endsWith('Start')
  return [
    ...(stops ? [{ kind: 'stop', ...(reason !== undefined && { reason }) } as const] : []),
    ...(message === undefined ? [] : [{ kind: 'message', text: message } as const]),
  ]
}

function specificEffects(
  { additionalContext, updatedInput }: JsonObject,
  { event }: Reading,
  decision: Answer['decision'],
): readonly Effect[] {
  const hasContext = typeof additionalContext === 'string' && additionalContext !== ''
  const isRewrite = event.name === 'PreToolUse' && isObject(updatedInput) && decision !== 'deny'
  return [
    ...(hasContext ? [{ kind: 'add-context', text: fitText(additionalContext) } as const] : []),
    ...(isRewrite
      ? [
          {
            kind: 'rewrite-input',
            input: canonicalInput(event.tool?.name ?? '', updatedInput, 'vscode').input,
          } as const,
        ]
      : []),
  ]
}
