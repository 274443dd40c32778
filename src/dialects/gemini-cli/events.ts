import type { EffectKind } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import type { EventSpec } from '../dialect.ts'
import { eventSpec } from '../event-spec.ts'

/** Every event shows the `systemMessage` of an answer to the user (0.61.0). */
const SHOWN: readonly EffectKind[] = ['message']

/** What Gemini CLI 0.61.0 does with an answer, by its own name of the event: docs/hosts/gemini-cli.md#answers. */
export const geminiEvents: Readonly<Record<string, EventSpec>> = {
  SessionStart: {
    event: 'SessionStart',
    subject: { field: 'source' },
    gate: false,
    decisions: [],
    effects: ['add-context', ...SHOWN],
  },
  BeforeAgent: {
    event: 'UserPromptSubmit',
    gate: true,
    decisions: ['deny'],
    effects: ['add-context', 'stop', ...SHOWN],
  },
  BeforeModel: {
    event: 'BeforeModel',
    gate: true,
    decisions: ['deny'],
    effects: ['stop', 'native', ...SHOWN],
  },
  BeforeToolSelection: {
    event: 'BeforeToolSelection',
    gate: false,
    decisions: [],
    effects: ['native', ...SHOWN],
  },
  AfterModel: {
    event: 'AfterModel',
    gate: false,
    decisions: ['deny'],
    effects: ['stop', 'native', ...SHOWN],
  },
  // An allow does not skip the host's own question, so it is not a decision here.
  BeforeTool: {
    event: 'PreToolUse',
    subject: 'tool',
    gate: true,
    decisions: ['ask', 'deny'],
    effects: ['rewrite-input', 'stop', ...SHOWN],
  },
  AfterTool: {
    event: 'PostToolUse',
    subject: 'tool',
    gate: false,
    decisions: ['deny'],
    effects: ['add-context', 'rewrite-output', 'stop', 'native', ...SHOWN],
  },
  AfterAgent: {
    event: 'Stop',
    gate: false,
    endsTurn: true,
    decisions: ['deny'],
    effects: ['keep-going', 'stop', 'native', ...SHOWN],
  },
  PreCompress: {
    event: 'PreCompact',
    subject: { field: 'trigger' },
    gate: false,
    decisions: [],
    effects: SHOWN,
  },
  Notification: { event: 'Notification', gate: false, decisions: [], effects: SHOWN },
  SessionEnd: {
    event: 'SessionEnd',
    subject: { field: 'reason' },
    gate: false,
    decisions: [],
    effects: SHOWN,
  },
}

/** Returns what the host does with an event; undefined for one that it does not have. */
export function specOf(event: Pick<Event, 'name'> & Partial<Pick<Event, 'native'>>): EventSpec | undefined {
  return eventSpec({ events: geminiEvents }, event)
}

/** Returns the canonical name of a native event; a name that the host does not have stays. */
export function canonicalEvent(native: string): string {
  return Object.hasOwn(geminiEvents, native) ? (geminiEvents[native]?.event ?? native) : native
}

/** Returns the host's name of a canonical event; a name that it has none for stays. */
export function nativeEvent(name: string): string {
  const found = Object.entries(geminiEvents).find(([, { event }]) => event === (ALIASES[name] ?? name))
  return found?.[0] ?? name
}

/** The host tells of a failed tool with the event of every finished one. */
const ALIASES: Readonly<Record<string, string>> = { PostToolUseFailure: 'PostToolUse' }

/** Returns what a hook of this wire can ask for on an event of any host; nothing where the host has no such event. */
export function hookSpec(name: string): EventSpec | undefined {
  const native = nativeEvent(name)
  return Object.hasOwn(geminiEvents, native) ? geminiEvents[native] : undefined
}
