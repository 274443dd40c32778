import { describe, expect, test } from 'vitest'
import { encodeFailure, encodeReply } from '../../../../test/helpers/claude-contract.ts'
import { emptyVerdict, type Effect, type Verdict } from '../../../core/decision.ts'
import { issue } from '../../../core/issue.ts'
import { claudeEvents } from '../../claude-code/events.ts'

const WIRE = 'claude-code'

function reply(event: string, verdict: Partial<Verdict>) {
  const { stdout, stderr, exitCode } = encodeReply({ name: event }, { ...emptyVerdict, ...verdict }, WIRE)
  return { json: stdout.startsWith('{') ? (JSON.parse(stdout) as unknown) : stdout, stderr, exitCode }
}

function specific(event: string, fields: object) {
  return { json: { hookSpecificOutput: { hookEventName: event, ...fields } }, stderr: '', exitCode: 0 }
}

test.for(Object.keys(claudeEvents))('an empty verdict on %s is silence', (event) =>
  expect(reply(event, {})).toEqual({ json: '', stderr: '', exitCode: 0 }),
)

describe('a deny', () => {
  const block = { json: { decision: 'block', reason: 'no' }, stderr: '', exitCode: 0 }
  test.for([
    ['PreToolUse', specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' })],
    [
      'PreModelSwitch',
      specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    ],
    ['PermissionRequest', specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } })],
    ['PostToolUse', block],
    ['PostToolUseFailure', block],
    ['UserPromptSubmit', block],
    ['Stop', block],
    ['SubagentStop', block],
    ['PreCompact', block],
    ['TaskCreated', block],
    ['ConfigChange', block],
    ['Elicitation', specific('Elicitation', { action: 'decline' })],
    ['TaskCompleted', { json: '', stderr: 'no\n', exitCode: 2 }],
    ['WorktreeCreate', { json: '', stderr: 'no\n', exitCode: 2 }],
    ['Tomorrow', { json: '', stderr: 'no\n', exitCode: 2 }],
    ['SessionStart', { json: '', stderr: 'no\n', exitCode: 2 }],
    ['SessionEnd', { json: '', stderr: 'no\n', exitCode: 2 }],
    ['Notification', { json: '', stderr: 'no\n', exitCode: 0 }],
  ] as const)('on %s', ([event, wanted]) =>
    expect(reply(event, { decision: 'deny', reason: 'no' })).toEqual(wanted),
  )

  test('always has a reason', () =>
    expect(reply('Stop', { decision: 'deny' }).json).toMatchObject({ reason: expect.stringMatching(/./) }))

  test('takes no rewrite along', () =>
    expect(
      reply('PreToolUse', {
        decision: 'deny',
        reason: 'no',
        effects: [{ kind: 'rewrite-input', input: { a: 1 } }],
      }).json,
    ).not.toHaveProperty('hookSpecificOutput.updatedInput'))
})

describe('other decisions', () => {
  test.for([
    [
      'ask on PreToolUse',
      'PreToolUse',
      'ask',
      specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'why' }),
    ],
    [
      'allow on PreToolUse',
      'PreToolUse',
      'allow',
      specific('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'why' }),
    ],
    ['defer has no reason', 'PreToolUse', 'defer', specific('PreToolUse', { permissionDecision: 'defer' })],
    [
      'ask where there is none is a deny',
      'Stop',
      'ask',
      { json: { decision: 'block', reason: 'why' }, stderr: '', exitCode: 0 },
    ],
    [
      'allow on PermissionRequest',
      'PermissionRequest',
      'allow',
      specific('PermissionRequest', { decision: { behavior: 'allow' } }),
    ],
  ] as const)('%s', ([, event, decision, wanted]) =>
    expect(reply(event, { decision, reason: 'why' })).toEqual(wanted),
  )

  test('allow where there is none says nothing to the host', () =>
    expect(reply('Stop', { decision: 'allow' })).toEqual({ json: '', stderr: '', exitCode: 0 }))
})

describe('effects', () => {
  const native = (field: string, value: unknown): Effect => ({ kind: 'native', wire: WIRE, field, value })
  test.for([
    ['contexts are joined', 'PreToolUse', [context('a'), context('b')], { additionalContext: 'a\n\nb' }],
    ['equal contexts are said once', 'PostToolUse', [context('a'), context('a')], { additionalContext: 'a' }],
    ['the last rewrite stands', 'PreToolUse', [rewrite(1), rewrite(2)], { updatedInput: { n: 2 } }],
    [
      'a rewritten output',
      'PostToolUse',
      [{ kind: 'rewrite-output', output: null }],
      { updatedToolOutput: null },
    ],
    ['keep-going on Stop', 'Stop', [{ kind: 'keep-going', text: 'on' }], { additionalContext: 'on' }],
    ['a native field of the event', 'SessionStart', [native('sessionTitle', 'T')], { sessionTitle: 'T' }],
    ['watched paths add up', 'SessionStart', [watch('/a'), watch('/b')], { watchPaths: ['/a', '/b'] }],
    ['an empty watch list clears', 'CwdChanged', [{ kind: 'watch-paths', paths: [] }], { watchPaths: [] }],
    ['retry', 'PermissionDenied', [{ kind: 'retry' }], { retry: true }],
  ] as [string, string, Effect[], object][])('%s', ([, event, effects, wanted]) =>
    expect(reply(event, { effects })).toEqual(specific(event, wanted)),
  )

  test('messages are joined into one', () =>
    expect(reply('Stop', { effects: [message('a'), message('b')] }).json).toEqual({
      systemMessage: 'a\n\nb',
    }))

  test('a stop has its reason', () =>
    expect(reply('Stop', { effects: [{ kind: 'stop', reason: 'enough' }] }).json).toEqual({
      continue: false,
      stopReason: 'enough',
    }))

  test('an allowed permission carries input and rules', () => {
    const effects: Effect[] = [
      { kind: 'rewrite-input', input: { a: 1 } },
      { kind: 'permission-result', behavior: 'allow', permissions: [1] },
      { kind: 'permission-result', behavior: 'deny', interrupt: true },
    ]
    expect(reply('PermissionRequest', { decision: 'allow', effects })).toEqual(
      specific('PermissionRequest', {
        decision: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [1] },
      }),
    )
  })

  test('a path is printed bare', () =>
    expect(reply('WorktreeCreate', { effects: [{ kind: 'worktree-path', path: '/w' }] }).json).toBe('/w\n'))

  test('a native field of another event or wire stays out', () => {
    const effects: Effect[] = [
      native('sessionTitle', 'T'),
      { kind: 'native', wire: 'copilot', field: 'x', value: 1 },
    ]
    expect(reply('Stop', { effects }).json).toBe('')
  })

  test('what has no place goes to stderr', () =>
    expect(reply('Notification', { effects: [context('c'), message('m')] })).toEqual({
      json: '',
      stderr: 'm\nc\n',
      exitCode: 0,
    }))

  test('S29 a function hook cannot smuggle an escape sequence', () =>
    expect(reply('Stop', { decision: 'deny', reason: '\u001B]52;c;x\u0007no' }).json).toMatchObject({
      reason: 'no',
    }))
})

describe('our own failure', () => {
  const problem = issue('x', {}, 'It broke.', 'Mend it.')
  const text = 'hookwright: It broke. Mend it.'
  const fail = (name: string, policy: 'ignore' | 'deny') =>
    encodeFailure({ name }, problem, { policy, wire: WIRE })

  test.for(Object.keys(claudeEvents))('ignored on %s never blocks and is never silent', (event) =>
    expect(fail(event, 'ignore')).toMatchObject({ stderr: `${text}\n`, exitCode: 0 }),
  )

  test('ignored shows a message where the event has one', () => {
    expect(JSON.parse(fail('PreToolUse', 'ignore').stdout)).toEqual({ systemMessage: text })
    expect(fail('SessionEnd', 'ignore').stdout).toBe('')
  })

  test('ignored without a known event is exit 0', () => expect(fail('', 'ignore').exitCode).toBe(0))

  test('denied is a normal deny', () =>
    expect(JSON.parse(fail('PreToolUse', 'deny').stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: text,
      },
    }))

  test('denied without a known event is exit 2', () =>
    expect(fail('', 'deny')).toEqual({ stdout: '', stderr: `${text}\n`, exitCode: 2 }))
})

function context(text: string): Effect {
  return { kind: 'add-context', text }
}
function message(text: string): Effect {
  return { kind: 'message', text }
}
function rewrite(n: number): Effect {
  return { kind: 'rewrite-input', input: { n } }
}
function watch(path: string): Effect {
  return { kind: 'watch-paths', paths: [path] }
}
