import { noAnswer, type Answer, type Effect } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { clean } from '../_families/claude/text.ts'
import { readRewrite } from './read-rewrite.ts'
import { trimmed } from './white-space.ts'

/** What a document that has the right shape means, or why Codex refuses it for what it says. */
export type DocumentReading = Answer | { readonly refused: string }

type Reader = (output: JsonObject, event: Event) => DocumentReading

/** Returns what a document of an event means; a message to the user is not among it. */
export function readDocument(output: JsonObject, event: Event): DocumentReading {
  const read = Object.hasOwn(READERS, event.name) ? READERS[event.name] : undefined
  return (read ?? readBlock)(output, event)
}

const READERS: Readonly<Record<string, Reader>> = {
  PreToolUse: readPreToolUse,
  PermissionRequest: readPermissionRequest,
  PostToolUse: readPostToolUse,
  UserPromptSubmit: readPrompt,
  SessionStart: (output) => ({ ...noAnswer, effects: [...stopIn(output), ...contextIn(output)] }),
  SubagentStart: (output) => ({ ...noAnswer, effects: contextIn(output) }),
  // Without the turn there is no compaction either.
  PreCompact: (output) => (isStop(output) ? prevented(output) : noAnswer),
  PostCompact: (output) => ({ ...noAnswer, effects: stopIn(output) }),
  Stop: readStop,
  SubagentStop: readStop,
  Interrupt: () => noAnswer,
}

function readPreToolUse(output: JsonObject, event: Event): DocumentReading {
  const refused = universalRefusal(output)
  if (refused !== undefined) return { refused }
  const own = specificOf(output)
  const { permissionDecision: said, permissionDecisionReason: reason, updatedInput } = own
  const isLegacy = said === undefined && reason === undefined && updatedInput === undefined
  if (isLegacy) return readLegacy(output)
  if (updatedInput !== undefined && said !== 'allow')
    return { refused: '"updatedInput" needs "permissionDecision": "allow" beside it' }
  switch (said) {
    case 'deny':
      return denied(reason, { name: 'permissionDecisionReason', effects: contextIn(output) })
    case 'allow':
      return updatedInput === undefined
        ? { refused: '"permissionDecision": "allow" needs "updatedInput" beside it' }
        : withContext(readRewrite(updatedInput, event), output)
    case 'ask':
      return { refused: '"permissionDecision": "ask" is not supported' }
    default:
      return { refused: '"permissionDecisionReason" needs "permissionDecision" beside it' }
  }
}

function readLegacy(output: JsonObject): DocumentReading {
  const { decision, reason } = output
  if (decision === 'approve') return { refused: '"decision": "approve" is not supported' }
  if (decision === 'block') return denied(reason, { name: 'reason', effects: contextIn(output) })
  return reason === undefined
    ? { ...noAnswer, effects: contextIn(output) }
    : { refused: '"reason" needs "decision" beside it' }
}

function readPermissionRequest(output: JsonObject): DocumentReading {
  const refused = universalRefusal(output)
  if (refused !== undefined) return { refused }
  const { decision } = specificOf(output)
  if (!isObject(decision)) return noAnswer
  const { behavior, updatedInput, updatedPermissions, interrupt, message } = decision
  if (updatedInput !== undefined || updatedPermissions !== undefined || interrupt === true)
    return { refused: '"updatedInput", "updatedPermissions" and "interrupt" are reserved' }
  if (behavior === 'allow')
    return { ...noAnswer, decision: 'allow', effects: [{ kind: 'permission-result', behavior: 'allow' }] }
  const reason = textIn(message) ?? 'PermissionRequest hook denied approval'
  const result: Effect = { kind: 'permission-result', behavior: 'deny', message: reason }
  return { ...noAnswer, decision: 'deny', reason, effects: [result] }
}

/** A stop does not end the turn here: its reason takes the place of the result, as that of a block does. */
function readPostToolUse(output: JsonObject): DocumentReading {
  const { decision, reason, suppressOutput, stopReason } = output
  const isBad = suppressOutput === true || specificOf(output)['updatedMCPToolOutput'] !== undefined
  if (isStop(output)) {
    const told = textIn(reason) ?? textIn(stopReason) ?? 'PostToolUse hook stopped execution'
    return { ...noAnswer, decision: 'deny', reason: told, effects: isBad ? [] : contextBesideStop(output) }
  }
  if (isBad) return { refused: '"suppressOutput" and "updatedMCPToolOutput" are not supported' }
  if (decision === undefined && reason !== undefined)
    return { refused: '"reason" needs "decision" beside it' }
  return readBlock(output)
}

function readPrompt(output: JsonObject): DocumentReading {
  if (!isStop(output)) return readBlock(output)
  const answer = prevented(output)
  return { ...answer, effects: [...answer.effects, ...contextBesideStop(output)] }
}

/** A block without a reason does not undo the stop, but the context beside it is dropped. */
function contextBesideStop(output: JsonObject): readonly Effect[] {
  const isHollow = output['decision'] === 'block' && textIn(output['reason']) === undefined
  return isHollow ? [] : contextIn(output)
}

function readStop(output: JsonObject): DocumentReading {
  return isStop(output) ? { ...noAnswer, effects: stopIn(output) } : readBlock(output)
}

function readBlock(output: JsonObject): DocumentReading {
  const effects = contextIn(output)
  if (output['decision'] !== 'block') return { ...noAnswer, effects: [...stopIn(output), ...effects] }
  return denied(output['reason'], { name: 'reason', effects })
}

function denied(
  reason: unknown,
  { name, effects }: { readonly name: string; readonly effects: readonly Effect[] },
): DocumentReading {
  const text = textIn(reason)
  if (text === undefined) return { refused: `a deny needs a "${name}" that is not blank` }
  return { ...noAnswer, decision: 'deny', reason: text, effects }
}

/** What is about to happen does not, and the turn ends. */
function prevented(output: JsonObject): Answer {
  const reason = textIn(output['stopReason']) ?? 'Stopped by a hook'
  return { ...noAnswer, decision: 'deny', reason, effects: stopIn(output) }
}

/** Where nothing can be stopped, asking for it makes the whole document void. */
function universalRefusal(output: JsonObject): string | undefined {
  if (output['continue'] === false) return '"continue": false is not supported on this event'
  if (output['stopReason'] !== undefined) return '"stopReason" is not supported on this event'
  return output['suppressOutput'] === true
    ? '"suppressOutput": true is not supported on this event'
    : undefined
}

function specificOf({ hookSpecificOutput: own }: JsonObject): JsonObject {
  return isObject(own) ? own : {}
}

function isStop(output: JsonObject): boolean {
  return output['continue'] === false
}

function stopIn(output: JsonObject): readonly Effect[] {
  if (!isStop(output)) return []
  const reason = textIn(output['stopReason'])
  return [{ kind: 'stop', ...(reason !== undefined && { reason }) }]
}

/** Returns the context that a document adds. */
export function contextIn(output: JsonObject): readonly Effect[] {
  const text = textIn(specificOf(output)['additionalContext'])
  return text === undefined ? [] : [{ kind: 'add-context', text }]
}

function withContext(reading: Answer, output: JsonObject): Answer {
  return { ...reading, effects: [...reading.effects, ...contextIn(output)] }
}

/** Blank texts count as absent. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'string' ? clean(trimmed(value)) : ''
  return text === '' ? undefined : text
}
