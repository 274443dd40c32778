import type { Answer, Effect } from '../../../src/core/decision.ts'
import type { Ended } from '../../helpers/gemini-model.ts'

/*
 * Answers that Gemini CLI 0.61.0 was given natively, and what it did (Linux, November 2026, headless, all tools
 * approved).
 */

/** Absent: nothing was written, and the code was 0. */
export type Said = Partial<Ended>

/** `to`: who saw the text of the hook. */
export type Seen = {
  readonly did: 'ran' | 'blocked' | 'rewritten'
  readonly to?: 'model' | 'user' | 'both'
  readonly ended?: true
}

type Row = readonly [name: string, event: string, said: readonly Said[], seen: Seen, means: Partial<Answer>]

export const MARK = 'MARK'
const json = (value: unknown, more: Said = {}): Said => ({ stdout: JSON.stringify(value), ...more })
const exits = (exitCode: number, stderr = ''): Said => ({ exitCode, stderr })
const specific = (event: string, fields: object) => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
})
const deny = (reason: string): Partial<Answer> => ({ decision: 'deny', reason })
const message = (text: string): Partial<Answer> => ({
  decision: 'none',
  effects: [{ kind: 'message', text }],
})
const nothing: Partial<Answer> = { decision: 'none', effects: [] }
const effects = (...all: readonly Effect[]): Partial<Answer> => ({ decision: 'none', effects: all })

export const CHANGED = { command: 'touch changed.txt' }
const DENY = { permissionDecision: 'deny', permissionDecisionReason: MARK }
const ASK = { permissionDecision: 'ask', permissionDecisionReason: MARK }
const BLOCKED: Seen = { did: 'blocked', to: 'both' }
const RAN: Seen = { did: 'ran' }
const SHOWN: Seen = { did: 'ran', to: 'user' }

const pre = (name: string, said: readonly Said[], seen: Seen, means: Partial<Answer>): Row => [
  `pre: ${name}`,
  'BeforeTool',
  said,
  seen,
  means,
]

export const ROWS: readonly Row[] = [
  pre('silent, exit 0', [exits(0)], RAN, nothing),
  pre('exit 2 + stderr', [exits(2, MARK)], BLOCKED, deny(MARK)),
  pre('exit 1 + stderr', [exits(1, MARK)], SHOWN, { ...message(`Warning: ${MARK}`), failure: 'crash' }),
  pre(
    'missing program (127)',
    [exits(127, 'bash: line 1: no-such-program-here: command not found')],
    { did: 'blocked' },
    { decision: 'deny' },
  ),
  pre('killed by a signal', [{ exitCode: null }], RAN, { ...nothing, failure: 'signal' }),
  pre('hookSpecificOutput deny', [json(specific('BeforeTool', DENY))], RAN, nothing),
  pre('top-level permissionDecision deny', [json(DENY)], RAN, nothing),
  pre('top-level decision block', [json({ decision: 'block', reason: MARK })], BLOCKED, deny(MARK)),
  pre('top-level decision deny', [json({ decision: 'deny', reason: MARK })], BLOCKED, deny(MARK)),
  pre('hookSpecificOutput ask', [json(specific('BeforeTool', ASK))], RAN, nothing),
  pre('top-level permissionDecision ask', [json(ASK)], RAN, nothing),
  pre(
    'updatedInput (hookSpecificOutput, allow)',
    [json(specific('BeforeTool', { permissionDecision: 'allow', updatedInput: CHANGED }))],
    RAN,
    nothing,
  ),
  pre(
    'updatedInput (hookSpecificOutput, no decision)',
    [json(specific('BeforeTool', { updatedInput: CHANGED }))],
    RAN,
    nothing,
  ),
  pre(
    'tool_input (hookSpecificOutput)',
    [json(specific('BeforeTool', { tool_input: CHANGED }))],
    { did: 'rewritten' },
    effects({ kind: 'rewrite-input', input: CHANGED }),
  ),
  pre('modifiedArgs (top level)', [json({ modifiedArgs: CHANGED })], RAN, nothing),
  pre(
    'additionalContext (hookSpecificOutput)',
    [json(specific('BeforeTool', { additionalContext: MARK }))],
    RAN,
    nothing,
  ),
  pre('additionalContext (top level)', [json({ additionalContext: MARK })], RAN, nothing),
  pre('systemMessage', [json({ systemMessage: MARK })], SHOWN, message(MARK)),
  pre(
    'continue false',
    [json({ continue: false, stopReason: MARK })],
    { did: 'blocked', ended: true, to: 'user' },
    { ...deny(MARK), effects: [{ kind: 'stop', reason: MARK }] },
  ),
  pre('plain text stdout', [{ stdout: `${MARK}\n` }], SHOWN, message(MARK)),
  pre('broken JSON', [{ stdout: `{broken ${MARK}\n` }], SHOWN, message(`{broken ${MARK}`)),
  pre(
    'deny JSON but exit 1',
    [
      json(
        { ...specific('BeforeTool', DENY), permissionDecision: 'deny', decision: 'deny' },
        { exitCode: 1 },
      ),
    ],
    { did: 'blocked' },
    deny('No reason provided'),
  ),
  pre(
    'allow JSON but exit 2',
    [json(specific('BeforeTool', { permissionDecision: 'allow' }), { stderr: MARK, exitCode: 2 })],
    RAN,
    { ...nothing, failure: 'crash' },
  ),
  pre('timeout 1 s, sleeps 5 s', [{ exitCode: 'timed-out' }], RAN, { ...nothing, failure: 'timeout' }),
  pre(
    'two hooks, allow then exit 2',
    [json({ ...specific('BeforeTool', { permissionDecision: 'allow' }), decision: 'allow' }), exits(2, MARK)],
    BLOCKED,
    deny(MARK),
  ),
  pre('exit 2, no output at all', [exits(2)], RAN, { ...nothing, failure: 'crash' }),
  pre('exit 3 + stderr', [exits(3, MARK)], BLOCKED, deny(MARK)),
  pre('clean hookSpecificOutput deny, exit 1', [json(specific('BeforeTool', DENY), { exitCode: 1 })], RAN, {
    ...nothing,
    failure: 'crash',
  }),
  pre('clean top-level permissionDecision deny, exit 1', [json(DENY, { exitCode: 1 })], RAN, {
    ...nothing,
    failure: 'crash',
  }),
  pre('deny JSON with an unknown key', [json({ ...specific('BeforeTool', DENY), zzz: 1 })], RAN, nothing),
  pre(
    'banner line, then deny JSON',
    [{ stdout: `${MARK}\n${JSON.stringify({ ...specific('BeforeTool', DENY), ...DENY })}` }],
    SHOWN,
    { decision: 'none' },
  ),
  pre('deny without hookEventName', [json({ hookSpecificOutput: DENY })], RAN, nothing),
  pre(
    'union of all deny shapes',
    [json({ ...specific('BeforeTool', DENY), ...DENY, decision: 'block', reason: MARK })],
    BLOCKED,
    deny(MARK),
  ),
  pre(
    'two rewrites, second slower',
    [
      json(specific('BeforeTool', { tool_input: { command: 'touch made.txt' } })),
      json(specific('BeforeTool', { tool_input: CHANGED })),
    ],
    { did: 'rewritten' },
    effects({ kind: 'rewrite-input', input: CHANGED }),
  ),
  ['post: exit 2 + stderr', 'AfterTool', [exits(2, MARK)], BLOCKED, deny(MARK)],
  ['post: decision block', 'AfterTool', [json({ decision: 'block', reason: MARK })], BLOCKED, deny(MARK)],
  [
    'post: additionalContext (hookSpecificOutput)',
    'AfterTool',
    [json(specific('AfterTool', { additionalContext: MARK }))],
    { did: 'ran', to: 'model' },
    effects({ kind: 'add-context', text: MARK }),
  ],
  ['post: additionalContext (top level)', 'AfterTool', [json({ additionalContext: MARK })], RAN, nothing],
  ['prompt: exit 2 + stderr', 'BeforeAgent', [exits(2, MARK)], { did: 'blocked', to: 'user' }, deny(MARK)],
  [
    'prompt: exit 1 + stderr',
    'BeforeAgent',
    [exits(1, MARK)],
    SHOWN,
    { ...message(`Warning: ${MARK}`), failure: 'crash' },
  ],
  [
    'prompt: decision block',
    'BeforeAgent',
    [json({ decision: 'block', reason: MARK })],
    { did: 'blocked', to: 'user' },
    deny(MARK),
  ],
  ['prompt: plain text stdout', 'BeforeAgent', [{ stdout: MARK }], SHOWN, message(MARK)],
  [
    'prompt: additionalContext (hookSpecificOutput)',
    'BeforeAgent',
    [json(specific('BeforeAgent', { additionalContext: MARK }))],
    { did: 'ran', to: 'model' },
    effects({ kind: 'add-context', text: MARK }),
  ],
  ['prompt: additionalContext (top level)', 'BeforeAgent', [json({ additionalContext: MARK })], RAN, nothing],
  ['start: plain text stdout', 'SessionStart', [{ stdout: MARK }], SHOWN, message(MARK)],
  [
    'start: additionalContext (hookSpecificOutput)',
    'SessionStart',
    [json(specific('SessionStart', { additionalContext: MARK }))],
    { did: 'ran', to: 'model' },
    effects({ kind: 'add-context', text: MARK }),
  ],
  ['start: additionalContext (top level)', 'SessionStart', [json({ additionalContext: MARK })], RAN, nothing],
  ['stop: exit 2 once + stderr', 'AfterAgent', [exits(2, MARK)], BLOCKED, deny(MARK)],
  [
    'stop: decision block once',
    'AfterAgent',
    [json({ decision: 'block', reason: MARK })],
    BLOCKED,
    deny(MARK),
  ],

  // Odd answers.
  pre(
    'odd: block + permissionDecision allow blocks',
    [json({ decision: 'block', reason: MARK, permissionDecision: 'allow' })],
    BLOCKED,
    deny(MARK),
  ),
  pre('odd: approve + deny runs', [json({ decision: 'approve', ...DENY })], RAN, nothing),
  pre(
    'odd: continue false ends the turn whatever the decision says',
    [json({ continue: false, stopReason: MARK, decision: 'allow' })],
    { did: 'blocked', ended: true, to: 'user' },
    { ...deny(MARK), effects: [{ kind: 'stop', reason: MARK }] },
  ),
  [
    'odd: continue false on the prompt stops before any request',
    'BeforeAgent',
    [json({ continue: false, stopReason: MARK })],
    { did: 'blocked', ended: true, to: 'user' },
    { ...deny(MARK), effects: [{ kind: 'stop', reason: MARK }] },
  ],
  [
    'odd: a block without a reason blocks the prompt',
    'BeforeAgent',
    [json({ decision: 'block' })],
    { did: 'blocked' },
    deny('No reason provided'),
  ],
  pre('odd: exit 2 with text on stdout only', [{ stdout: MARK, exitCode: 2 }], BLOCKED, deny(MARK)),
  pre(
    'odd: exit 2 with JSON that does not deny',
    [json({ systemMessage: 'x' }, { exitCode: 2, stderr: MARK })],
    RAN,
    {
      ...message('x'),
      failure: 'crash',
    },
  ),
  pre(
    'odd: two exit 2, both reasons arrive',
    [exits(2, 'first'), exits(2, MARK)],
    BLOCKED,
    deny(`first\n${MARK}`),
  ),
  pre('odd: stderr of 30,000 characters arrives whole', [exits(2, `${'x'.repeat(30_000)}${MARK}`)], BLOCKED, {
    decision: 'deny',
  }),
  [
    'odd: prompt context of 30,000 characters arrives whole',
    'BeforeAgent',
    [json(specific('BeforeAgent', { additionalContext: `${'x'.repeat(30_000)}${MARK}` }))],
    { did: 'ran', to: 'model' },
    { decision: 'none' },
  ],
  pre('odd: a JSON string is a message', [{ stdout: `"${MARK}"` }], SHOWN, message(`"${MARK}"`)),
  pre('odd: text after JSON is a message', [{ stdout: `{"decision":"deny"} ${MARK}` }], SHOWN, {
    decision: 'none',
  }),
  pre(
    'odd: JSON written as a JSON string counts',
    [{ stdout: JSON.stringify(JSON.stringify({ decision: 'deny', reason: MARK })) }],
    BLOCKED,
    deny(MARK),
  ),
  pre(
    'odd: JSON on stderr counts when stdout is empty',
    [{ stderr: `{"decision":"deny","reason":"${MARK}"}` }],
    BLOCKED,
    deny(MARK),
  ),
  ['odd: plain text of a post hook', 'AfterTool', [{ stdout: MARK }], SHOWN, message(MARK)],
  ['odd: stderr of a post hook', 'AfterTool', [{ stderr: MARK }], SHOWN, message(MARK)],
  [
    'odd: post block + context, only the reason arrives',
    'AfterTool',
    [json({ decision: 'block', reason: MARK, ...specific('AfterTool', { additionalContext: 'context' }) })],
    BLOCKED,
    { ...deny(MARK), effects: [] },
  ],
  [
    'odd: AfterAgent continue false ends with the reason shown',
    'AfterAgent',
    [json({ continue: false, stopReason: MARK })],
    { did: 'ran', ended: true, to: 'user' },
    effects({ kind: 'stop', reason: MARK }),
  ],
  [
    'odd: AfterAgent block without a reason makes one more turn',
    'AfterAgent',
    [json({ decision: 'block' })],
    { did: 'blocked' },
    deny('No reason provided'),
  ],
]
