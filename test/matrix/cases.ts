import { emptyVerdict, type Verdict } from '../../src/core/decision.ts'
import type { Event } from '../../src/core/event.ts'
import { noOutput, type Outcome, type Output } from '../../src/core/outcome.ts'

/** What a hook does, written once for all hook dialects. */
export type MatrixCase = {
  readonly name: string
  /** Canonical name of the event. */
  readonly event: 'PreToolUse' | 'PostToolUse' | 'UserPromptSubmit' | 'Stop'
  /** What the hook means; it says so in the terms of its own dialect. */
  readonly means?: Partial<Verdict>
  /** What physically happens to it instead. */
  readonly happens?: Outcome
}

export const NEW_INPUT = { command: 'ls' }
export const TEXT = 'because of the rule'

export const CASES: readonly MatrixCase[] = [
  { name: 'guard', event: 'PreToolUse', means: { decision: 'deny', reason: TEXT } },
  { name: 'ask', event: 'PreToolUse', means: { decision: 'ask', reason: TEXT } },
  {
    name: 'rewrite',
    event: 'PreToolUse',
    means: { effects: [{ kind: 'rewrite-input', input: NEW_INPUT }] },
  },
  {
    name: 'context',
    event: 'UserPromptSubmit',
    means: { effects: [{ kind: 'add-context', text: TEXT }] },
  },
  { name: 'prompt block', event: 'UserPromptSubmit', means: { decision: 'deny', reason: TEXT } },
  { name: 'stop block', event: 'Stop', means: { decision: 'deny', reason: TEXT } },
  { name: 'post feedback', event: 'PostToolUse', means: { decision: 'deny', reason: TEXT } },
  { name: 'crash', event: 'PreToolUse', happens: exited(1, '', 'Traceback: boom\n') },
  {
    name: 'hang',
    event: 'PreToolUse',
    happens: { kind: 'timed-out', afterMs: 1_000, stdout: noOutput, stderr: noOutput, ms: 1_000 },
  },
  { name: 'garbage', event: 'PreToolUse', happens: exited(0, '{"decision": oops', '') },
]

export function verdictOf({ means }: MatrixCase): Verdict {
  return { ...emptyVerdict, ...means }
}

const BASE: Omit<Event, 'name' | 'native'> = {
  host: 'library',
  cwd: '/work/app',
  projectDir: '/work/app',
  at: 1_763_280_000_000,
  sessionId: 'session-1',
  transcriptPath: '/work/transcript.jsonl',
  fields: {},
}

/** What happens on every host, before any host has told of it in its own way. */
export const EVENTS: Readonly<Record<MatrixCase['event'], Event>> = {
  PreToolUse: { ...BASE, name: 'PreToolUse', native: 'PreToolUse', tool: call() },
  PostToolUse: {
    ...BASE,
    name: 'PostToolUse',
    native: 'PostToolUse',
    tool: { ...call(), response: { stdout: 'done', stderr: '' } },
  },
  UserPromptSubmit: { ...BASE, name: 'UserPromptSubmit', native: 'UserPromptSubmit', prompt: 'do it' },
  Stop: { ...BASE, name: 'Stop', native: 'Stop', fields: { stop_hook_active: false } },
}

function call(): NonNullable<Event['tool']> {
  const input = { command: 'rm -rf build' }
  return { name: 'Bash', nativeName: 'Bash', input, nativeInput: input, useId: 'call-1' }
}

export function exited(code: number, stdout: string, stderr: string): Extract<Outcome, { kind: 'exited' }> {
  return { kind: 'exited', code, stdout: output(stdout), stderr: output(stderr), ms: 1 }
}

function output(text: string): Output {
  return { ...noOutput, text }
}
