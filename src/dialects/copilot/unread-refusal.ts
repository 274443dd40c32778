import type { Answer } from '../../core/decision.ts'
import type { Issue } from '../../core/issue.ts'
import { isObject, type JsonObject } from '../_families/claude/shape.ts'
import { refusalsIn, unreadRefusal } from '../_families/refusals.ts'
import { honoursOn, rowOf, type Honours } from './events.ts'
import type { Reading } from './exits.ts'
import type { Surface } from './surfaces.ts'

/**
 * Returns a warning about keys of an output that say no and that this host does not read on this event. Hooks written
 * for another host use them, and without a warning the author would take the hook for a guard.
 */
export function unreadRefusals(output: JsonObject, answer: Answer, reading: Reading): readonly Issue[] {
  if (answer.decision === 'deny') return []
  const { hook, event, profile } = reading
  const row = rowOf(event.name)
  const { denyBy } = (row && honoursOn(profile.surface, row)) ?? { denyBy: 'none' }
  const stops = answer.effects.some(({ kind }) => kind === 'stop')
  const keys = [
    ...refusalsIn(output, WORDS, wordOf).filter((key) => !READ[denyBy].includes(key)),
    ...(output['continue'] === false && !stops ? ['continue'] : []),
  ]
  if (keys.length === 0) return []
  const hint = hintFor(denyBy, profile.surface)
  return [unreadRefusal({ hook, event: row?.[profile.case] ?? event.name, keys, hint })]
}

/** Keys that decide, by the form of a no. What else is wrong with them is told where they are read. */
const READ: Readonly<Record<Honours['denyBy'], readonly string[]>> = {
  permission: ['permissionDecision', 'hookSpecificOutput.permissionDecision'],
  block: ['decision'],
  behavior: ['behavior'],
  exit: [],
  none: [],
}

const WORDS = ['decision', 'permissionDecision', 'behavior'] as const

function wordOf(value: unknown): unknown {
  return isObject(value) ? value['behavior'] : value
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
