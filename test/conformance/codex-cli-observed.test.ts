import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/core/decision.ts'
import { codexCli } from '../../src/dialects/codex-cli/index.ts'
import type { OutcomeRecord } from './outcomes.ts'
import {
  blocked,
  crashed,
  DENY,
  LONG,
  ODD,
  own,
  pre,
  PRE,
  ran,
  refused,
  said,
  told,
  type Row,
} from './helpers/codex-rows.ts'
import { perform } from './perform.ts'

/*
 * Each row is one hook in a file of Codex CLI that answers so, and what Codex CLI 0.166.0 was seen to make of it. The
 * names are those of the cases that were run.
 */

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
  ['start: exit 2 + stderr', { exit: 2, stderr: 'MARK' }, crashed],
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
]

const SUBAGENT_START: readonly Row[] = [
  ['plain text', { exit: 0, stdout: 'MARK' }, told],
  ['continue false is ignored', said({ continue: false }), ran],
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

const INTERRUPT: readonly Row[] = [
  [
    'a message',
    said({ systemMessage: 'MARK' }),
    { decision: 'none', effects: [{ kind: 'message', text: 'MARK' }] },
  ],
  ['any other key', said({ continue: false }), refused],
  ['plain text', { exit: 0, stdout: 'MARK' }, refused],
]

const END: readonly Row[] = [
  ['stdout is not looked at', said({ systemMessage: 'MARK', nonsense: 1 }), ran],
  ['exit 2', { exit: 2, stderr: 'MARK' }, crashed],
]

describe.for<[string, readonly Row[]]>([
  ['PreToolUse', [...PRE, ...ODD]],
  ['PostToolUse', POST],
  ['UserPromptSubmit', PROMPT],
  ['SessionStart', START],
  ['Stop', STOP],
  ['SubagentStop', STOP],
  ['SubagentStart', SUBAGENT_START],
  ['PermissionRequest', PERMISSION],
  ['PreCompact', COMPACT],
  ['Interrupt', INTERRUPT],
  ['SessionEnd', END],
])('%s', ([event, rows]) => {
  test.for(rows)('%s', async ([, outcomes, seen]) => {
    const records = Array.isArray(outcomes)
      ? (outcomes as readonly OutcomeRecord[])
      : [outcomes as OutcomeRecord]
    const got = await performed(event, records)
    expect({
      decision: got.decision,
      reason: got.reason,
      effects: got.effects.filter((effect) => !isNotice(effect)),
      failure: got.failures.join(','),
    }).toEqual({
      reason: '',
      effects: [],
      failure: '',
      ...seen,
    })
  })
})

test('pre: two hooks sleep 1 s each (order)', async () =>
  expect((await performed('PreToolUse', [{ exit: 0 }, { exit: 0 }])).order).toBe('parallel'))

test('pre: same command twice (dedup) runs twice', async () =>
  expect((await performed('PreToolUse', [{ exit: 0 }, { exit: 0 }])).plan.steps).toHaveLength(2))

test('two denies: the reason of the first comes first', async () => {
  const first = pre({ ...DENY, permissionDecisionReason: 'first' })
  expect((await performed('PreToolUse', [first, pre(DENY)])).reason).toBe('first\nMARK')
})

test('a refused answer that says no is told of', async () => {
  const { messages } = await performed('PreToolUse', [pre(DENY, { more: 1 })])
  expect(messages).toEqual([
    'Codex CLI refuses the whole output of the hook, because it has the key "more", which is not read on this event: nothing in it counts, and its deny has no effect.',
  ])
})

test('a no in text that is ignored is warned about', async () => {
  const stdout = `hello\n${JSON.stringify({ decision: 'block', reason: 'MARK' })}`
  expect((await performed('PreToolUse', [{ exit: 0, stdout }])).issues).toEqual(['output.ignored'])
})

/** What we tell people of a hook that failed is not of the hook's making. */
function isNotice(effect: Effect): boolean {
  return effect.kind === 'message' && effect.text.startsWith('hookwright: ')
}

function performed(event: string, outcomes: readonly OutcomeRecord[]): ReturnType<typeof perform> {
  const hooks = outcomes.map(() => ({ type: 'command', command: './hook.sh' }))
  return perform(
    {
      source: 'seen',
      config: [
        {
          scope: 'project',
          file: '/home/dev/app/.codex/hooks.json',
          value: { hooks: { [event]: [{ hooks }] } },
        },
      ],
      event: {
        session_id: 's',
        cwd: '/home/dev/app',
        hook_event_name: event,
        tool_name: 'Bash',
        tool_input: { command: 'touch made.txt' },
        prompt: 'hi',
      },
      outcomes,
      reply: { stdout: '', stderr: '', exitCode: 0 },
    },
    { dialect: codexCli, host: codexCli },
  )
}
