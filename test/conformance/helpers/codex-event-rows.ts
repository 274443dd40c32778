import { blocked, crashed, LONG, ODD, own, PRE, ran, refused, said, told, type Row } from './codex-rows.ts'

/* The same for the other events; what was not run natively is known from the source of Codex. */

const POST: readonly Row[] = [
  ['post: exit 2 + stderr', { exit: 2, stderr: 'MARK' }, blocked],
  ['post: decision block', said({ decision: 'block', reason: 'MARK' }), blocked],
  ['post: additionalContext (hookSpecificOutput)', own('PostToolUse', { additionalContext: 'MARK' }), told],
  ['post: additionalContext (top level)', said({ additionalContext: 'MARK' }), refused],
  [
    'post: continue false, the stop reason reaches the model',
    said({ continue: false, stopReason: 'MARK' }),
    blocked,
  ],
  ['post: continue false with a reason', said({ continue: false, stopReason: 'x', reason: 'MARK' }), blocked],
  [
    'post: continue false alone',
    said({ continue: false }),
    { decision: 'deny', reason: 'PostToolUse hook stopped execution' },
  ],
  ['post: a block without a reason', said({ decision: 'block' }), refused],
  ['post: a reason without a decision', said({ reason: 'MARK' }), refused],
  ['post: suppressOutput', said({ suppressOutput: true, decision: 'block', reason: 'MARK' }), refused],
  ['post: updatedMCPToolOutput', own('PostToolUse', { updatedMCPToolOutput: 1 }), refused],
  ['post: plain text', { exit: 0, stdout: 'MARK' }, ran],
  ['post: exit 2 without stderr', { exit: 2, stdout: 'MARK' }, refused],
  ['post: exit 1 + stderr', { exit: 1, stderr: 'MARK' }, crashed],
  [
    'post: continue false beside a block without a reason drops the context',
    own(
      'PostToolUse',
      { additionalContext: 'MARK' },
      { continue: false, decision: 'block', stopReason: 'MARK' },
    ),
    blocked,
  ],
  [
    'post: continue false beside suppressOutput drops the context',
    own(
      'PostToolUse',
      { additionalContext: 'MARK' },
      { continue: false, suppressOutput: true, stopReason: 'MARK' },
    ),
    blocked,
  ],
]

const PROMPT: readonly Row[] = [
  ['prompt: exit 2 + stderr', { exit: 2, stderr: 'MARK' }, blocked],
  ['prompt: exit 1 + stderr', { exit: 1, stderr: 'MARK' }, crashed],
  ['prompt: decision block', said({ decision: 'block', reason: 'MARK' }), blocked],
  ['prompt: plain text stdout', { exit: 0, stdout: 'MARK\n' }, told],
  [
    'prompt: additionalContext (hookSpecificOutput)',
    own('UserPromptSubmit', { additionalContext: 'MARK' }),
    told,
  ],
  ['prompt: additionalContext (top level)', said({ additionalContext: 'MARK' }), refused],
  [
    'prompt: continue false',
    said({ continue: false, stopReason: 'MARK' }),
    { ...blocked, effects: [{ kind: 'stop', reason: 'MARK' }] },
  ],
  ['prompt: a block without a reason', said({ decision: 'block' }), refused],
  [
    'prompt: a block without a reason drops its context',
    own('UserPromptSubmit', { additionalContext: 'MARK' }, { decision: 'block' }),
    refused,
  ],
  [
    'prompt: a blocked prompt keeps its context',
    own('UserPromptSubmit', { additionalContext: 'MARK' }, { decision: 'block', reason: 'MARK' }),
    { ...blocked, effects: told.effects ?? [] },
  ],
  [
    'prompt: continue false beside a block without a reason drops the context',
    own(
      'UserPromptSubmit',
      { additionalContext: 'MARK' },
      { continue: false, decision: 'block', stopReason: 'MARK' },
    ),
    { ...blocked, effects: [{ kind: 'stop', reason: 'MARK' }] },
  ],
  [
    'prompt: continue false keeps the context',
    own('UserPromptSubmit', { additionalContext: 'MARK' }, { continue: false, stopReason: 'MARK' }),
    { ...blocked, effects: [{ kind: 'stop', reason: 'MARK' }, ...(told.effects ?? [])] },
  ],
  ['prompt: exit 2 without stderr', { exit: 2, stdout: 'MARK' }, refused],
  [
    'prompt: context of 30,000 characters',
    own('UserPromptSubmit', { additionalContext: LONG }),
    { decision: 'none', effects: [{ kind: 'add-context', text: LONG }] },
  ],
  [
    'prompt: stdout of 30,000 characters',
    { exit: 0, stdout: LONG },
    { decision: 'none', effects: [{ kind: 'add-context', text: LONG }] },
  ],
]

const START: readonly Row[] = [
  ['start: plain text stdout', { exit: 0, stdout: 'MARK' }, told],
  ['start: additionalContext (hookSpecificOutput)', own('SessionStart', { additionalContext: 'MARK' }), told],
  ['start: additionalContext (top level)', said({ additionalContext: 'MARK' }), refused],
  [
    'start: continue false',
    said({ continue: false, stopReason: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'stop', reason: 'MARK' }] },
  ],
  [
    'start: continue false keeps the context',
    own('SessionStart', { additionalContext: 'MARK' }, { continue: false, stopReason: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'stop', reason: 'MARK' }, ...(told.effects ?? [])] },
  ],
  ['start: exit 2 + stderr', { exit: 2, stderr: 'MARK' }, crashed],
  ['start: a block is an unknown key', said({ decision: 'block', reason: 'MARK' }), refused],
]

const STOP: readonly Row[] = [
  ['stop: exit 2 once + stderr', { exit: 2, stderr: 'MARK' }, blocked],
  ['stop: decision block once', said({ decision: 'block', reason: 'MARK' }), blocked],
  ['stop: continue false', said({ continue: false }), { decision: 'none', effects: [{ kind: 'stop' }] }],
  [
    'stop: continue false over a block',
    said({ continue: false, decision: 'block', reason: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'stop' }] },
  ],
  ['stop: a block without a reason', said({ decision: 'block' }), refused],
  ['stop: plain text', { exit: 0, stdout: 'MARK' }, refused],
  ['stop: hookSpecificOutput', own('Stop', { additionalContext: 'MARK' }), refused],
  ['stop: exit 2 without stderr', { exit: 2 }, refused],
  ['stop: exit 1 + stderr', { exit: 1, stderr: 'MARK' }, crashed],
]

const SUBAGENT_START: readonly Row[] = [
  ['plain text', { exit: 0, stdout: 'MARK' }, told],
  ['additionalContext', own('SubagentStart', { additionalContext: 'MARK' }), told],
  ['continue false is ignored', said({ continue: false }), ran],
  ['exit 2 + stderr', { exit: 2, stderr: 'MARK' }, crashed],
]

const PERMISSION: readonly Row[] = [
  [
    'allow',
    own('PermissionRequest', { decision: { behavior: 'allow' } }),
    { decision: 'allow', effects: [{ kind: 'permission-result', behavior: 'allow' }] },
  ],
  [
    'deny',
    own('PermissionRequest', { decision: { behavior: 'deny', message: 'MARK' } }),
    { ...blocked, effects: [{ kind: 'permission-result', behavior: 'deny', message: 'MARK' }] },
  ],
  [
    'deny without a message',
    own('PermissionRequest', { decision: { behavior: 'deny' } }),
    {
      decision: 'deny',
      reason: 'PermissionRequest hook denied approval',
      effects: [
        { kind: 'permission-result', behavior: 'deny', message: 'PermissionRequest hook denied approval' },
      ],
    },
  ],
  ['exit 2 + stderr', { exit: 2, stderr: 'MARK' }, blocked],
  ['exit 2 without stderr', { exit: 2, stdout: 'MARK' }, refused],
  ['plain text', { exit: 0, stdout: 'MARK' }, ran],
  ['stopReason', own('PermissionRequest', { decision: { behavior: 'deny' } }, { stopReason: 'x' }), refused],
  [
    'suppressOutput',
    own('PermissionRequest', { decision: { behavior: 'deny' } }, { suppressOutput: true }),
    refused,
  ],
  [
    'allow, then deny',
    [
      own('PermissionRequest', { decision: { behavior: 'allow' } }),
      own('PermissionRequest', { decision: { behavior: 'deny', message: 'MARK' } }),
    ],
    { ...blocked, effects: [{ kind: 'permission-result', behavior: 'deny', message: 'MARK' }] },
  ],
  ['interrupt', own('PermissionRequest', { decision: { behavior: 'deny', interrupt: true } }), refused],
  ['updatedInput', own('PermissionRequest', { decision: { behavior: 'allow', updatedInput: {} } }), refused],
  [
    'updatedPermissions',
    own('PermissionRequest', { decision: { behavior: 'allow', updatedPermissions: [] } }),
    refused,
  ],
  ['a top-level block', said({ decision: 'block', reason: 'MARK' }), refused],
  ['an unknown behavior', own('PermissionRequest', { decision: { behavior: 'ask' } }), refused],
  ['continue false', said({ continue: false }), refused],
]

const COMPACT: readonly Row[] = [
  [
    'continue false prevents it',
    said({ continue: false, stopReason: 'MARK' }),
    { ...blocked, effects: [{ kind: 'stop', reason: 'MARK' }] },
  ],
  ['a block is an unknown key', said({ decision: 'block', reason: 'MARK' }), refused],
  ['exit 2', { exit: 2, stderr: 'MARK' }, crashed],
  ['plain text', { exit: 0, stdout: 'MARK' }, ran],
]

const AFTER_COMPACT: readonly Row[] = [
  [
    'continue false ends the turn',
    said({ continue: false, stopReason: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'stop', reason: 'MARK' }] },
  ],
  ['a block is an unknown key', said({ decision: 'block', reason: 'MARK' }), refused],
  ['exit 2', { exit: 2, stderr: 'MARK' }, crashed],
  ['plain text', { exit: 0, stdout: 'MARK' }, ran],
]

const INTERRUPT: readonly Row[] = [
  [
    'a message',
    said({ systemMessage: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'message', text: 'MARK' }] },
  ],
  ['any other key', said({ continue: false }), refused],
  ['plain text', { exit: 0, stdout: 'MARK' }, refused],
  ['exit 2', { exit: 2, stderr: 'MARK' }, crashed],
]

const END: readonly Row[] = [
  ['stdout is not looked at', said({ systemMessage: 'MARK', nonsense: 1 }), ran],
  ['exit 2', { exit: 2, stderr: 'MARK' }, crashed],
]

export const ROWS: readonly (readonly [event: string, rows: readonly Row[]])[] = [
  ['PreToolUse', [...PRE, ...ODD]],
  ['PostToolUse', POST],
  ['UserPromptSubmit', PROMPT],
  ['SessionStart', START],
  ['Stop', STOP],
  ['SubagentStop', STOP],
  ['SubagentStart', SUBAGENT_START],
  ['PermissionRequest', PERMISSION],
  ['PreCompact', COMPACT],
  ['PostCompact', AFTER_COMPACT],
  ['Interrupt', INTERRUPT],
  ['SessionEnd', END],
]
