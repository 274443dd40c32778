import type { Answer } from '../../core/decision.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { honoursOn, rowOf, type Honours } from './events.ts'
import type { Reading } from './exits.ts'
import type { Surface } from './surfaces.ts'

/**
 * Returns a warning about keys of an output that say no and that this host does not read on this event. Hooks written
 * for another host use them, and without a word the author would take the hook for a guard.
 */
export function unreadRefusals(output: JsonObject, answer: Answer, reading: Reading): readonly Issue[] {
  if (answer.decision === 'deny') return []
  const { hook, event, profile } = reading
  const row = rowOf(event.name)
  const { denyBy } = (row && honoursOn(profile.surface, row)) ?? { denyBy: 'none' }
  const stops = answer.effects.some(({ kind }) => kind === 'stop')
  const unread = refusalsIn(output).filter(
    (key) => !READ[denyBy].includes(key) && !(stops && key === 'continue'),
  )
  if (unread.length === 0) return []
  const name = row?.[profile.case] ?? event.name
  const keys = unread.map((key) => `"${key}"`).join(', ')
  const problem = `The output says no, but on ${name} the host does not read ${keys}, so nothing is refused.`
  return [warning('output.lost-decision', { hook: hook.id }, problem, hintFor(denyBy, profile.surface))]
}

/** Keys that decide, by the form of a no. What else is wrong with them is told where they are read. */
const READ: Readonly<Record<Honours['denyBy'], readonly string[]>> = {
  permission: ['permissionDecision', 'hookSpecificOutput.permissionDecision'],
  block: ['decision'],
  behavior: ['behavior'],
  exit: [],
  none: [],
}

const NO: ReadonlySet<unknown> = new Set(['block', 'deny', 'ask'])

/** Paths of all values that are a no in some dialect. */
function refusalsIn(output: JsonObject): readonly string[] {
  const nested = output['hookSpecificOutput']
  return [
    ...wordsIn(output),
    ...(isObject(nested) ? wordsIn(nested).map((key) => `hookSpecificOutput.${key}`) : []),
    ...(output['continue'] === false ? ['continue'] : []),
  ]
}

function wordsIn(part: JsonObject): readonly string[] {
  return ['decision', 'permissionDecision', 'behavior'].filter((key) => {
    const value = part[key]
    return NO.has(isObject(value) ? value['behavior'] : value)
  })
}

function hintFor(denyBy: Honours['denyBy'], surface: Surface): string {
  switch (denyBy) {
    case 'permission':
      return `Write "permissionDecision": "deny"${surface === 'vscode' ? ' in "hookSpecificOutput"' : ''}.`
    case 'block':
      return 'Write "decision": "block" with a "reason".'
    case 'behavior':
      return 'Write "behavior": "deny".'
    case 'exit':
      return 'To block, exit with another code than 0.'
    case 'none':
      return 'A hook cannot refuse anything on this event.'
  }
}
