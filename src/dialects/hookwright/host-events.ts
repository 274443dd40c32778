// Written by npm run generate from the event tables of the dialects: do not edit.

import type { EventSpec } from '../dialect.ts'

/** Events that Claude Code does not have, as the hosts that fire them treat them. */
export const HOST_EVENTS: Readonly<Record<string, EventSpec>> = {
  'run:PreRun': { event: 'run:PreRun', decisions: ['deny'], effects: [], gate: true },
  'run:PostRun': { event: 'run:PostRun', decisions: [], effects: [], gate: false },
  'run:PreSessionStart': { event: 'run:PreSessionStart', decisions: ['deny'], effects: [], gate: true },
  'run:PostSessionStart': { event: 'run:PostSessionStart', decisions: [], effects: [], gate: false },
  'run:PreTurn': { event: 'run:PreTurn', decisions: ['deny'], effects: [], gate: true },
  'run:PostTurn': { event: 'run:PostTurn', decisions: [], effects: [], gate: false },
  UserPromptTransformed: { event: 'UserPromptTransformed', gate: false, decisions: [], effects: [] },
  ErrorOccurred: { event: 'ErrorOccurred', gate: false, decisions: [], effects: ['message'] },
  PreMcpToolCall: { event: 'PreMcpToolCall', gate: false, decisions: [], effects: ['native'] },
}
