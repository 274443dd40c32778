import type { EventShape } from '../_families/told-event.ts'
import type { EventSpec } from '../dialect.ts'

/**
 * By native name: docs/hosts/antigravity.md#events. `allow` is not among the decisions: the CLI asks the user after it
 * as it does without hooks, so that it is what "no opinion" is said with.
 */
export const antigravityEvents: Readonly<Record<string, EventSpec>> = {
  PreToolUse: {
    event: 'PreToolUse',
    subject: 'tool',
    decisions: ['ask', 'deny'],
    effects: ['rewrite-input'],
    gate: true,
    nameless: true,
  },
  PostToolUse: {
    event: 'PostToolUse',
    subject: 'tool',
    decisions: [],
    effects: [],
    gate: false,
    nameless: true,
  },
  PreInvocation: {
    event: 'PreInvocation',
    decisions: [],
    effects: ['add-context'],
    gate: false,
    nameless: true,
  },
  PostInvocation: {
    event: 'PostInvocation',
    decisions: [],
    effects: ['add-context', 'keep-going', 'stop'],
    gate: false,
    nameless: true,
  },
  Stop: {
    event: 'Stop',
    decisions: ['deny'],
    effects: ['keep-going'],
    gate: false,
    endsTurn: true,
    nameless: true,
  },
  SessionStart: {
    event: 'SessionStart',
    decisions: [],
    effects: ['add-context'],
    gate: false,
    nameless: true,
  },
}

/** A call after the tool ran may carry `toolCall` too, so that most tool events cannot be told apart. */
export const EVENT_SHAPES: readonly EventShape[] = [
  { native: 'PreToolUse', needs: ['toolCall', 'stepIdx'] },
  { native: 'PostToolUse', needs: ['stepIdx'], may: ['toolCall', 'error'] },
  { native: 'PreInvocation', needs: ['invocationNum'], may: ['initialNumSteps'] },
  {
    native: 'PostInvocation',
    needs: ['invocationNum'],
    may: ['initialNumSteps', 'modelOutput', 'modelThinking'],
  },
  {
    native: 'Stop',
    needs: ['executionNum', 'terminationReason'],
    may: ['error', 'fullyIdle', 'finalModelOutput'],
  },
]

/** Returns the event as the host spells it; upper and lower case do not count in its files. */
export function nativeEvent(name: string): string | undefined {
  return Object.keys(antigravityEvents).find((native) => native.toLowerCase() === name.toLowerCase())
}
