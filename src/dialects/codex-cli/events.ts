import type { Event, PlainSubject } from '../../core/event.ts'
import type { EventSpec } from '../dialect.ts'
import { eventSpec } from '../event-spec.ts'

export type CodexSpec = Omit<EventSpec, 'envFile' | 'subject'> & { readonly subject?: PlainSubject }

type Row = Omit<CodexSpec, 'event' | 'gate'> & { readonly gate?: true }

/**
 * The events of Codex CLI 0.166.0: docs/hosts/codex-cli.md#events. An `allow` before a tool cannot be said without a new
 * input, so that event has none, and no event has `ask`.
 */
const ROWS: Readonly<Record<string, Row>> = {
  PreToolUse: {
    subject: 'tool',
    gate: true,
    decisions: ['deny'],
    effects: ['add-context', 'rewrite-input', 'message'],
  },
  PermissionRequest: {
    subject: 'tool',
    gate: true,
    decisions: ['allow', 'deny'],
    effects: ['permission-result', 'message'],
  },
  // A stop replaces the result by its reason; the turn goes on.
  PostToolUse: { subject: 'tool', decisions: ['deny'], effects: ['add-context', 'message', 'stop'] },
  // Both are prevented, or followed, by the end of the turn.
  PreCompact: {
    subject: { field: 'trigger' },
    gate: true,
    decisions: ['deny'],
    effects: ['message', 'stop'],
  },
  PostCompact: { subject: { field: 'trigger' }, decisions: [], effects: ['message', 'stop'] },
  SessionStart: {
    subject: { field: 'source' },
    decisions: [],
    effects: ['add-context', 'message', 'stop'],
  },
  SessionEnd: { subject: { field: 'reason' }, decisions: [], effects: [] },
  UserPromptSubmit: { gate: true, decisions: ['deny'], effects: ['add-context', 'message', 'stop'] },
  SubagentStart: {
    subject: { field: 'agent_type' },
    decisions: [],
    effects: ['add-context', 'message'],
  },
  SubagentStop: {
    subject: { field: 'agent_type' },
    endsTurn: true,
    conversation: 'agent',
    decisions: ['deny'],
    effects: ['keep-going', 'message', 'stop'],
  },
  Stop: {
    endsTurn: true,
    conversation: 'session',
    decisions: ['deny'],
    effects: ['keep-going', 'message', 'stop'],
  },
  Interrupt: { decisions: [], effects: ['message'] },
}

export const codexEvents: Readonly<Record<string, CodexSpec>> = Object.fromEntries(
  Object.entries(ROWS).map(([event, row]) => [event, { event, gate: false, ...row }]),
)

/** Returns the row of an event; one that only a newer Codex has may be refused, and takes nothing else. */
export function specOf(event: Pick<Event, 'name'> & Partial<Event>): CodexSpec {
  return (
    eventSpec({ events: codexEvents }, event) ?? {
      event: event.name,
      gate: false,
      decisions: ['deny'],
      effects: [],
    }
  )
}

/** Returns the row of a name in a file. */
export function rowOf(event: string): CodexSpec | undefined {
  return Object.hasOwn(codexEvents, event) ? codexEvents[event] : undefined
}

/** Events on which exit code 2 with a text on stderr is a no. */
export const BLOCKED_BY_EXIT: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
])
