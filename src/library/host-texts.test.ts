import { describe, expect, test } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'
import { ask, deny } from '../core/decision.ts'
import type { EventInput } from './event-input.ts'
import { hostTexts } from './outcomes.ts'

const say = (answer: unknown): string => `printf '%s' '${JSON.stringify(answer)}'`

const bash = { name: 'Bash', input: { command: 'ls' } }
const EVENTS: Readonly<Record<string, EventInput>> = {
  PreToolUse: { name: 'PreToolUse', tool: bash },
  PostToolUse: { name: 'PostToolUse', tool: bash },
  UserPromptSubmit: { name: 'UserPromptSubmit', prompt: 'make the file' },
  SessionStart: { name: 'SessionStart', fields: { source: 'startup' } },
  Stop: { name: 'Stop' },
  SubagentStop: { name: 'SubagentStop', agent: { id: 'a', type: 'Explore' } },
  TaskCompleted: { name: 'TaskCompleted' },
  PreCompact: { name: 'PreCompact', fields: { trigger: 'manual' } },
}

const context = (hookEventName: string) =>
  say({ hookSpecificOutput: { hookEventName, additionalContext: 'CTX' } })
const stopped = say({ continue: false, stopReason: 'STOP' })
const blocked = say({ decision: 'block', reason: 'WHY' })
const denied = say({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } })

/** Event, command, who reads it, and the words. Those marked `seen` were read in the requests and output of 2.1.325. */
const ROWS: readonly (readonly [string, string, 'model' | 'user', string])[] = [
  // seen
  ['PreToolUse', 'echo ERR >&2; exit 2', 'model', 'PreToolUse:Bash hook error: [echo ERR >&2; exit 2]: ERR'],
  ['PreToolUse', 'exit 2', 'model', 'PreToolUse:Bash hook error: [exit 2]: No stderr output'],
  ['PreToolUse', blocked, 'model', 'PreToolUse:Bash hook error: WHY'],
  ['PreToolUse', context('PreToolUse'), 'model', 'PreToolUse:Bash hook additional context: CTX'],
  [
    'PostToolUse',
    'echo ERR >&2; exit 2',
    'model',
    'PostToolUse:Bash hook blocking error from command: "echo ERR >&2; exit 2": [echo ERR >&2; exit 2]: ERR',
  ],
  ['PostToolUse', context('PostToolUse'), 'model', 'PostToolUse:Bash hook additional context: CTX'],
  [
    'UserPromptSubmit',
    blocked,
    'user',
    'UserPromptSubmit operation blocked by hook:\nWHY\n\nOriginal prompt: make the file',
  ],
  ['UserPromptSubmit', stopped, 'user', 'Operation stopped by hook: STOP'],
  ['UserPromptSubmit', say({ continue: false }), 'user', 'Operation stopped by hook'],
  ['UserPromptSubmit', 'echo TXT', 'model', 'UserPromptSubmit hook success: TXT'],
  ['UserPromptSubmit', context('UserPromptSubmit'), 'model', 'UserPromptSubmit hook additional context: CTX'],
  ['SessionStart', 'echo TXT', 'model', 'SessionStart:startup hook success: TXT'],
  ['Stop', blocked, 'model', 'Stop hook feedback:\nWHY'],
  ['Stop', context('Stop'), 'model', 'Stop hook additional context: CTX'],
  ['PreToolUse', denied, 'model', 'PreToolUse:Bash hook error: Blocked by hook'],
  [
    'UserPromptSubmit',
    say({
      decision: 'block',
      reason: 'WHY',
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: true },
    }),
    'user',
    'UserPromptSubmit operation blocked by hook:\nWHY',
  ],
  [
    'UserPromptSubmit',
    say({
      decision: 'block',
      reason: 'WHY',
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', suppressOriginalPrompt: false },
    }),
    'user',
    'UserPromptSubmit operation blocked by hook:\nWHY\n\nOriginal prompt: make the file',
  ],
  ['PreCompact', 'echo ERR >&2; exit 2', 'user', 'PreCompact [echo ERR >&2; exit 2] failed: ERR'],
  ['PreCompact', blocked, 'user', `PreCompact [${blocked}] failed: WHY`],
  // Not seen in a request: an offline run ends before them.
  ['PreToolUse', stopped, 'user', 'PreToolUse:Bash hook stopped continuation: STOP'],
  [
    'PreToolUse',
    say({ continue: false }),
    'user',
    'PreToolUse:Bash hook stopped continuation: Execution stopped by hook',
  ],
  [
    'Stop',
    say({ continue: false }),
    'user',
    'Stop hook stopped continuation: Stop hook prevented continuation',
  ],
  ['PreToolUse', say({ systemMessage: 'SYS' }), 'user', 'PreToolUse:Bash says: SYS'],
  ['SubagentStop', blocked, 'model', 'SubagentStop hook feedback:\nWHY'],
  [
    'TaskCompleted',
    'echo ERR >&2; exit 2',
    'model',
    'TaskCompleted hook feedback:\n[echo ERR >&2; exit 2]: ERR',
  ],
]

describe('hostTexts gives the words of Claude Code', () => {
  test.for(ROWS)('%s: %s, to the %s', async ([name, text, to, words]) => {
    const { engine } = await engineWith(name, [command(text)])
    const run = await engine.run(EVENTS[name] as EventInput)
    expect(hostTexts(run).map((each) => [each.to, each.text])).toEqual([[to, words]])
  })

  test('a hook that failed is an error to the user', async () => {
    const { engine } = await engineWith('PreToolUse', [command('echo oops >&2; exit 1')])
    expect(hostTexts(await engine.run(EVENTS['PreToolUse'] as EventInput))).toMatchObject([
      {
        to: 'user',
        kind: 'error',
        text: expect.stringMatching(
          /^PreToolUse:Bash hook error: .*Failed with non-blocking status code: oops$/,
        ),
      },
    ])
  })

  test.for<readonly [string, EventInput, string]>([
    ['ConfigChange', { name: 'ConfigChange', fields: { source: 'user_settings' } }, 'echo E >&2; exit 2'],
    ['PreCompact', { name: 'PreCompact', fields: { trigger: 'auto' } }, 'echo E >&2; exit 2'],
    ['WorktreeCreate', { name: 'WorktreeCreate', fields: { name: 'w' } }, 'echo E >&2; exit 2'],
    ['Elicitation', { name: 'Elicitation', fields: { mcp_server_name: 'm' } }, 'echo E >&2; exit 2'],
    ['Notification', { name: 'Notification', fields: { notification_type: 'x' } }, 'echo E >&2; exit 1'],
    ['Notification', { name: 'Notification', fields: { notification_type: 'x' } }, 'echo E >&2; exit 2'],
    ['PermissionRequest', { name: 'PermissionRequest', tool: bash }, 'echo E >&2; exit 2'],
  ])('%s %j: %s has no text, because nobody is known to read it', async ([name, input, text]) => {
    const { engine } = await engineWith(name, [command(text)])
    expect(hostTexts(await engine.run(input))).toEqual([])
  })

  test.for([
    ['SessionEnd', { name: 'SessionEnd', fields: { reason: 'other' } }],
    ['CwdChanged', { name: 'CwdChanged', fields: { old_cwd: '/', new_cwd: '/tmp' } }],
  ] as const)('%s shows the user what a hook wrote before exit 2', async ([name, input]) => {
    const { engine } = await engineWith(name, [command('echo ERR >&2; exit 2')])
    const texts = hostTexts(await engine.run(input))
    expect(texts).toMatchObject([{ to: 'user', text: expect.stringContaining('ERR') }])
  })

  test('a question that nobody can answer is a block for the model', async () => {
    const asks = say({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'May I?',
      },
    })
    const { engine } = await engineWith('PreToolUse', [command(asks)])
    const event = EVENTS['PreToolUse'] as EventInput
    expect(hostTexts(await engine.run(event))).toEqual([])
    expect(hostTexts(await engine.run(event, { headless: true }))).toMatchObject([
      { to: 'model', kind: 'block', text: 'PreToolUse:Bash hook error: May I?' },
    ])
    engine.on('PreToolUse', { id: 'no' }, () => deny('No.'))
    expect(hostTexts(await engine.run(event, { headless: true }))).toMatchObject([
      { kind: 'block', text: 'PreToolUse:Callback hook error: No.' },
    ])
  })

  test('a failure that asks is a block for the model when nobody can answer', async () => {
    const { engine } = await engineIn()
    const failing = (): never => {
      throw new Error('broken')
    }
    engine.on('PreToolUse', { id: 'mine', onFailure: 'ask' }, failing)
    const event = EVENTS['PreToolUse'] as EventInput
    expect(hostTexts(await engine.run(event, { headless: true }))).toMatchObject([
      { to: 'model', kind: 'block', text: expect.stringContaining('broken') },
    ])
  })

  test('an asking function without words is blocked in those of the host', async () => {
    const { engine } = await engineIn()
    engine.on('PreToolUse', { id: 'mine' }, () => ask())
    const event = EVENTS['PreToolUse'] as EventInput
    expect(hostTexts(await engine.run(event, { headless: true }))).toMatchObject([
      { to: 'model', kind: 'block', text: 'PreToolUse:Callback hook error: Blocked by hook' },
    ])
  })

  test('a hook that was cancelled or says nothing has no text', async () => {
    const { engine } = await engineWith('Stop', [command('true'), command('sleep 60')])
    const run = await engine.run({ name: 'Stop' }, { signal: AbortSignal.timeout(200) })
    expect(hostTexts(run)).toEqual([])
  })
})

test('texts come in configuration order, each with its hook', async () => {
  const { engine } = await engineWith('PreToolUse', [
    command(`sleep 0.2; ${say({ systemMessage: 'first' })}`),
    command(denied),
  ])
  engine.on('PreToolUse', { id: 'mine' }, () => deny('third'))
  const texts = hostTexts(await engine.run(EVENTS['PreToolUse'] as EventInput))
  expect(texts.map(({ kind, text }) => [kind, text])).toEqual([
    ['message', 'PreToolUse:Bash says: first'],
    ['block', 'PreToolUse:Bash hook error: Blocked by hook'],
    ['block', 'PreToolUse:Callback hook error: third'],
  ])
  expect(texts.at(-1)?.hook).toBe('mine')
})

test('a turn that hooks may no longer keep going has no feedback for the model, and the user is told', async () => {
  const { engine } = await engineIn({ stopCap: 1 })
  engine.on('Stop', {}, () => deny('again'))
  const stop = { name: 'Stop', sessionId: 's' } as const
  expect(hostTexts(await engine.run(stop))).toMatchObject([{ to: 'model', kind: 'block' }])
  const texts = hostTexts(await engine.run(stop))
  expect(texts).toMatchObject([{ to: 'user', kind: 'message', text: expect.stringContaining('now it ends') }])
})
