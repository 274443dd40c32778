import { describe, expect, test } from 'vitest'
import type { Effect } from '../../src/core/decision.ts'
import { codexCli } from '../../src/dialects/codex-cli/index.ts'
import { codexReads, type CodexExit, type CodexOutcome } from '../helpers/codex-model.ts'
import { hook } from '../helpers/builders.ts'
import { toOutcome, type OutcomeRecord } from './outcomes.ts'
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
  type Seen,
} from './helpers/codex-rows.ts'
import { perform } from './perform.ts'

/*
 * Each row is one hook in a file of Codex CLI that answers so, and what Codex CLI 0.166.0 was seen to make of it. The
 * names are those of the cases that were run. Each is tried three times: our reading must mean it, the model of Codex
 * that judges our replies must do it, and the reply that we make of our reading must do it to that model.
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
  ['PostCompact', AFTER_COMPACT],
  ['Interrupt', INTERRUPT],
  ['SessionEnd', END],
])('%s', ([event, rows]) => {
  test.for(rows)('%s', async ([, outcomes, seen]) => {
    const got = await performed(event, listed(outcomes))
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

  test.for(rows)('%s: the model of Codex does it', ([, outcomes, seen]) => {
    const exits = listed(outcomes).flatMap((record) => exitOf(record) ?? [])
    // What a signal or a timeout ended gives Codex nothing to read.
    if (exits.length < listed(outcomes).length) return
    const reads = exits.map((exit) => codexReads(event, exit))
    expect(reads.some(({ failed }) => failed !== undefined)).toBe(seen.failure !== undefined)
    expect(doneBy(reads)).toEqual(wanted(seen))
  })

  test.for(rows)('%s: our reply does it', async ([, outcomes, seen]) => {
    const { reply } = await performed(event, listed(outcomes))
    const exit = { code: reply.exitCode, stdout: reply.stdout as string, stderr: reply.stderr }
    const read = codexReads(event, exit)
    expect(read.failed).toBeUndefined()
    expect(doneBy([read])).toEqual(wanted(seen))
  })
})

function listed(outcomes: Row[1]): readonly OutcomeRecord[] {
  return Array.isArray(outcomes) ? (outcomes as readonly OutcomeRecord[]) : [outcomes as OutcomeRecord]
}

function exitOf(record: OutcomeRecord): CodexExit | undefined {
  const outcome = toOutcome(record, hook({}))
  if (outcome.kind !== 'exited' || outcome.code === null) return undefined
  const { stdout, stderr, code } = outcome
  return { code, stdout: `${stdout.bom === undefined ? '' : '\uFEFF'}${stdout.text}`, stderr: stderr.text }
}

/** What comes of an action: it is held back or the turn is ended, allowed, changed, or a text goes to the model. */
type Done = {
  readonly isHeld: boolean
  readonly isAllowed: boolean
  readonly isChanged: boolean
  readonly context: string
}

/** A call whose new arguments its tool cannot take fails. */
function doneBy(reads: readonly CodexOutcome[]): Done {
  const rewrites = reads.flatMap(({ rewritten }) => (rewritten === undefined ? [] : [rewritten]))
  const isBroken = rewrites.some((input) => typeof (input as { command?: unknown }).command !== 'string')
  const isHeld =
    isBroken || reads.some(({ blocked: no, stopped }) => no !== undefined || stopped !== undefined)
  return {
    isHeld,
    isAllowed: !isHeld && reads.some(({ allowed }) => allowed === true),
    isChanged: !isHeld && rewrites.length > 0,
    context: reads.flatMap(({ context = [] }) => context).join('\n'),
  }
}

function wanted({ decision, effects = [] }: Seen): Done {
  const has = (kind: Effect['kind']): boolean => effects.some((effect) => effect.kind === kind)
  return {
    isHeld: decision === 'deny' || has('stop'),
    isAllowed: decision === 'allow',
    isChanged: has('rewrite-input'),
    context: effects.flatMap((effect) => (effect.kind === 'add-context' ? effect.text : [])).join('\n'),
  }
}

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
