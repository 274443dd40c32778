import type { Effect } from '../../../src/core/decision.ts'
import type { OutcomeRecord } from '../outcomes.ts'

/*
 * What hooks before a tool may answer, and what Codex CLI 0.166.0 was seen to make of it. The names are those of the
 * cases that were run.
 */

export const LONG = 'x'.repeat(30_000)

export type Seen = {
  /** What came of the action. */
  readonly decision: 'none' | 'allow' | 'deny'
  readonly reason?: string
  readonly effects?: readonly Effect[]
  /** The class of the failure that Codex reports. Absent: the hook succeeded. */
  readonly failure?: string
}

export type Row = readonly [string, OutcomeRecord | readonly OutcomeRecord[], Seen]

export const ran: Seen = { decision: 'none' }
export const refused: Seen = { decision: 'none', failure: 'protocol-error' }
export const crashed: Seen = { decision: 'none', failure: 'crash' }
export const blocked: Seen = { decision: 'deny', reason: 'MARK' }
const rewritten: Seen = { decision: 'none', effects: [{ kind: 'rewrite-input', input: { command: 'ls' } }] }
export const told: Seen = { decision: 'none', effects: [{ kind: 'add-context', text: 'MARK' }] }

export function said(document: unknown, more: { exit?: number; stderr?: string } = {}): OutcomeRecord {
  return { exit: 0, stdout: { $json: document }, ...more }
}

export function own(event: string, fields: object, top: object = {}): OutcomeRecord {
  return said({ ...top, hookSpecificOutput: { hookEventName: event, ...fields } })
}

export const pre = (fields: object, top: object = {}): OutcomeRecord => own('PreToolUse', fields, top)
export const DENY = { permissionDecision: 'deny', permissionDecisionReason: 'MARK' }
const REWRITE = { permissionDecision: 'allow', updatedInput: { command: 'ls' } }
const UNION = {
  decision: 'block',
  reason: 'MARK',
  permissionDecision: 'deny',
  permissionDecisionReason: 'MARK',
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...DENY },
}
const ALL_REWRITES = {
  modifiedArgs: { command: 'ls' },
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...REWRITE, tool_input: { command: 'ls' } },
}

export const PRE: readonly Row[] = [
  ['pre: silent, exit 0', { exit: 0 }, ran],
  ['pre: exit 2 + stderr', { exit: 2, stderr: 'MARK\n' }, blocked],
  ['pre: exit 1 + stderr', { exit: 1, stderr: 'MARK\n' }, crashed],
  ['pre: missing program (127)', { exit: 127 }, { decision: 'none', failure: 'launch-failure' }],
  ['pre: killed by a signal', { signal: 'SIGKILL' }, { decision: 'none', failure: 'signal' }],
  ['pre: hookSpecificOutput deny', pre(DENY), blocked],
  ['pre: top-level permissionDecision deny', said(DENY), refused],
  ['pre: top-level decision block', said({ decision: 'block', reason: 'MARK' }), blocked],
  ['pre: top-level decision deny', said({ decision: 'deny', reason: 'MARK' }), refused],
  ['pre: hookSpecificOutput ask', pre({ ...DENY, permissionDecision: 'ask' }), refused],
  ['pre: top-level permissionDecision ask', said({ permissionDecision: 'ask' }), refused],
  ['pre: updatedInput (hookSpecificOutput, allow)', pre(REWRITE), rewritten],
  ['pre: updatedInput (hookSpecificOutput, no decision)', pre({ updatedInput: { command: 'ls' } }), refused],
  ['pre: tool_input (hookSpecificOutput)', pre({ tool_input: { command: 'ls' } }), refused],
  ['pre: modifiedArgs (top level)', said({ modifiedArgs: { command: 'ls' } }), refused],
  ['pre: additionalContext (hookSpecificOutput)', pre({ additionalContext: 'MARK' }), told],
  ['pre: additionalContext (top level)', said({ additionalContext: 'MARK' }), refused],
  [
    'pre: systemMessage',
    said({ systemMessage: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'message', text: 'MARK' }] },
  ],
  ['pre: continue false', said({ continue: false, stopReason: 'MARK' }), refused],
  ['pre: plain text stdout', { exit: 0, stdout: 'MARK' }, ran],
  ['pre: broken JSON', { exit: 0, stdout: '{"decision": "block"' }, refused],
  ['pre: deny JSON but exit 1', said(UNION, { exit: 1 }), crashed],
  [
    'pre: allow JSON but exit 2',
    { ...said({ permissionDecision: 'allow' }, { exit: 2 }), stderr: 'MARK' },
    blocked,
  ],
  ['pre: timeout 1 s, sleeps 5 s', { timeout: 1_000 }, { decision: 'none', failure: 'timeout' }],
  ['pre: two hooks, allow then exit 2', [{ exit: 0 }, { exit: 2, stderr: 'MARK' }], blocked],
  ['pre: exit 2, no output at all', { exit: 2 }, refused],
  ['pre: exit 3 + stderr', { exit: 3, stderr: 'MARK' }, crashed],
  ['pre: clean hookSpecificOutput deny, exit 1', { ...pre(DENY), exit: 1 }, crashed],
  ['pre: clean top-level permissionDecision deny, exit 1', said(DENY, { exit: 1 }), crashed],
  ['pre: deny JSON with an unknown key', pre(DENY, { more: 1 }), refused],
  [
    'pre: banner line, then deny JSON',
    {
      exit: 0,
      stdout: `hello\n${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...DENY } })}`,
    },
    ran,
  ],
  ['pre: deny without hookEventName', said({ hookSpecificOutput: DENY }), refused],
  ['pre: union of all deny shapes', said(UNION), refused],
  [
    'pre: two rewrites, second slower',
    [said(ALL_REWRITES), said(ALL_REWRITES)],
    { decision: 'none', failure: 'protocol-error,protocol-error' },
  ],
]

export const ODD: readonly Row[] = [
  ['deny without a reason', pre({ permissionDecision: 'deny' }), refused],
  ['deny with an empty reason', pre({ permissionDecision: 'deny', permissionDecisionReason: '' }), refused],
  ['deny with a blank reason', pre({ permissionDecision: 'deny', permissionDecisionReason: ' \n' }), refused],
  ['deny + continue: false', pre(DENY, { continue: false }), refused],
  ['deny + stopReason', pre(DENY, { stopReason: 'x' }), refused],
  ['deny + suppressOutput: true', pre(DENY, { suppressOutput: true }), refused],
  ['deny + suppressOutput: false', pre(DENY, { suppressOutput: false }), blocked],
  [
    'decision block + permissionDecision allow',
    pre({ permissionDecision: 'allow' }, { decision: 'block', reason: 'MARK' }),
    refused,
  ],
  ['deny + updatedInput', pre({ ...DENY, updatedInput: { command: 'ls' } }), refused],
  ['ask + updatedInput', pre({ permissionDecision: 'ask', updatedInput: { command: 'ls' } }), refused],
  ['a number as reason', pre({ permissionDecision: 'deny', permissionDecisionReason: 3 }), refused],
  ['a BOM before the JSON', { ...pre(DENY), bom: 'utf-8' }, ran],
  [
    'two documents',
    { exit: 0, stdout: `${JSON.stringify({ decision: 'block', reason: 'MARK' })}\n{}` },
    refused,
  ],
  [
    'JSON followed by text',
    { exit: 0, stdout: `${JSON.stringify({ decision: 'block', reason: 'MARK' })} bye` },
    refused,
  ],
  [
    'deny on stderr with exit 0',
    { exit: 0, stderr: JSON.stringify({ decision: 'block', reason: 'MARK' }) },
    ran,
  ],
  ['exit 2 with text on stdout only', { exit: 2, stdout: 'MARK' }, refused],
  ['exit 2 with blanks on stderr', { exit: 2, stderr: ' \n' }, refused],
  ['ask without a reason', pre({ permissionDecision: 'ask' }), refused],
  ['a bare allow', pre({ permissionDecision: 'allow' }), refused],
  ['an allow with a reason', pre({ permissionDecision: 'allow', permissionDecisionReason: 'x' }), refused],
  ['decision approve', said({ decision: 'approve' }), refused],
  ['a reason without a decision', pre({ permissionDecisionReason: 'x' }), refused],
  ['approve + deny', pre(DENY, { decision: 'approve' }), blocked],
  [
    'leading blank lines before JSON',
    { exit: 0, stdout: `\n\n ${JSON.stringify({ decision: 'block', reason: 'MARK' })}\n` },
    blocked,
  ],
  ['a wrong hookEventName with a deny', own('PostToolUse', DENY), blocked],
  ['an unknown hookEventName with a deny', own('Nothing', DENY), refused],
  [
    'exit 2 with stderr and a deny on stdout',
    { ...pre({ ...DENY, permissionDecisionReason: 'other' }), exit: 2, stderr: 'MARK' },
    blocked,
  ],
  ['a JSON array', { exit: 0, stdout: '[]' }, refused],
  ['a JSON string', { exit: 0, stdout: '"deny"' }, ran],
  [
    'null for an optional key',
    pre({ ...DENY, updatedInput: null, additionalContext: null }, { systemMessage: null }),
    blocked,
  ],
  ['null for a flag', pre(DENY, { continue: null }), refused],
  ['half of a surrogate pair', { exit: 0, stdout: '{"decision":"block","reason":"\\ud800"}' }, refused],
  [
    'a number out of range',
    {
      exit: 0,
      stdout:
        '{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":1e999}}',
    },
    refused,
  ],
  [
    'updatedInput that is not an object',
    pre({ ...REWRITE, updatedInput: 'ls' }),
    {
      decision: 'deny',
      reason:
        'The hook\'s "updatedInput" is "ls", not an object with a "command" that is a text, so that the call fails.',
    },
  ],
  [
    'updatedInput that lacks command',
    pre({ ...REWRITE, updatedInput: { cmd: 'ls' } }),
    {
      decision: 'deny',
      reason:
        'The hook\'s "updatedInput" is {"cmd":"ls"}, not an object with a "command" that is a text, so that the call fails.',
    },
  ],
  ['a rewrite in one hook and a deny in another', [pre(REWRITE), pre(DENY)], blocked],
  [
    'a reason of 30,000 characters',
    pre({ ...DENY, permissionDecisionReason: LONG }),
    { decision: 'deny', reason: LONG },
  ],
  ['stderr of 30,000 characters', { exit: 2, stderr: LONG }, { decision: 'deny', reason: LONG }],
  [
    'context beside a deny',
    pre({ ...DENY, additionalContext: 'MARK' }),
    { ...blocked, effects: told.effects ?? [] },
  ],
  ['context beside a refused answer', pre({ permissionDecision: 'ask', additionalContext: 'MARK' }), refused],
  [
    'a message beside a refused answer',
    pre({ permissionDecision: 'ask' }, { systemMessage: 'MARK' }),
    { ...refused, effects: [{ kind: 'message', text: 'MARK' }] },
  ],
]
