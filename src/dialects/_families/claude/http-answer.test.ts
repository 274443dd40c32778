import { describe, expect, test } from 'vitest'
import { decodeOutput } from '../../../../test/helpers/claude-contract.ts'
import { eventNamed, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { noAnswer, type Answer } from '../../../core/decision.ts'

const handler = { type: 'http', url: 'https://me:canary@hooks.example/a', plain: 'anywhere' } as const

function read(event: string, body: unknown, status = 200, dialect = 'claude-code'): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return decodeOutput(hookFor(event, { handler, dialect }), eventNamed(event), {
    kind: 'answered',
    body: text,
    status,
    ms: 1,
  })
}

const NOT_JSON = 'HTTP hook must return JSON, but got non-JSON response body: '

describe('S23 an http answer that says a key twice', () => {
  const twice = '{"decision":"block","reason":"no","decision":"approve"}'

  test('is refused by its no in a file of ours', () =>
    expect(read('PreToolUse', twice, 200, 'hookwright')).toMatchObject({
      decision: 'deny',
      reason: 'no',
      issues: [{ code: 'output.repeated', severity: 'warning' }],
    }))

  test("approves nothing in Claude Code's own file", () =>
    expect(read('PreToolUse', twice)).toMatchObject({ decision: 'none', failure: 'protocol-error' }))
})

describe('an http answer', () => {
  test.for([
    ['an empty body', ''],
    ['white space', ' \r\n'],
    ['an empty object', '{}'],
    ['{"async":true}', '{"async":true}'],
    ['{"async":true} beside a block', { async: true, decision: 'block', reason: 'no' }],
    ['{"async":true} beside something invalid', { async: true, decision: 7 }],
  ] as const)('%s is a success without a word', ([, body]) =>
    expect(read('PreToolUse', body)).toEqual(noAnswer),
  )

  test.for([
    ['text', 'ok', 'ok'],
    ['HTML', '<html>x</html>', '<html>x</html>'],
    ['a list', '[{"decision":"block"}]', '[{"decision":"block"}]'],
    ['a string', '"{}"', '"{}"'],
    ['null', 'null', 'null'],
    ['half an object', '{"decision":"block"', '{"decision":"block"'],
    ['two objects', '{}{}', '{}{}'],
    ['200 characters', 'x'.repeat(200), 'x'.repeat(200)],
    ['201 characters', 'x'.repeat(201), `${'x'.repeat(200)}…`],
    ['half a pair at the cut', `${'x'.repeat(199)}😀y`, `${'x'.repeat(199)}…`],
    ['escape sequences', '\u001B[31mred\u0007', 'red'],
  ] as const)('S37 %s is a failure that quotes it, on events with plain context too', ([, body, quoted]) => {
    for (const event of ['PreToolUse', 'UserPromptSubmit', 'PreCompact', 'WorktreeCreate'])
      expect(read(event, body)).toMatchObject({
        decision: 'none',
        effects: [],
        failure: 'protocol-error',
        issues: [{ code: 'output.json', message: NOT_JSON + quoted }],
      })
  })

  test('JSON is read like that of a command', () => {
    expect(read('PreToolUse', { decision: 'block', reason: 'no' })).toMatchObject({
      decision: 'deny',
      reason: 'no',
    })
    const hookSpecificOutput = { hookEventName: 'PreToolUse', permissionDecision: 'ask' }
    expect(read('PreToolUse', { hookSpecificOutput })).toMatchObject({ decision: 'ask' })
    expect(read('Stop', { continue: false, stopReason: 'enough' }).effects).toEqual([
      { kind: 'stop', reason: 'enough' },
    ])
  })

  test('a worktree path comes in its field', () => {
    const hookSpecificOutput = { hookEventName: 'WorktreeCreate', worktreePath: '/w' }
    expect(read('WorktreeCreate', { hookSpecificOutput }).effects).toEqual([
      { kind: 'worktree-path', path: '/w' },
    ])
    expect(read('WorktreeCreate', {}).effects).toEqual([])
  })

  test.for([
    ['a value of the wrong kind', { decision: 'no' }],
    ['another event', { hookSpecificOutput: { hookEventName: 'Stop' }, decision: 'block' }],
    ['a list of many levels', '['.repeat(2_000)],
    ['too many levels', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  ] as const)('%s is a failure, and shows no secret of the URL', ([, body]) => {
    for (const event of ['PreToolUse', 'UserPromptSubmit']) {
      const answer = read(event, body)
      expect(answer).toMatchObject({ decision: 'none', effects: [], failure: 'protocol-error' })
      expect(JSON.stringify(answer)).not.toContain('canary')
    }
  })

  test('S24 an echo of the input is no answer, and is said', () => {
    const { decision, issues } = read('PreToolUse', {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '/p',
    })
    expect([decision, issues.map(({ code }) => code)]).toEqual(['none', ['output.echo']])
  })

  test.for([200, 201, 299])('status %s alone never blocks', (status) =>
    expect(read('PreToolUse', '', status)).toEqual(noAnswer),
  )
})
