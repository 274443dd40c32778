import { describe, expect, test } from 'vitest'
import { decodeOutput } from '../../../../test/helpers/claude-contract.ts'
import { command, eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { deny, noAnswer, type Answer } from '../../../core/decision.ts'
import type { Hook } from '../../../core/hook.ts'
import type { Said } from '../../../core/outcome.ts'

function read(event: string, outcome: Said, changes: Partial<Hook> = {}): Answer {
  return decodeOutput(hookFor(event, changes), eventNamed(event), outcome)
}

function pre(fields: object) {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } }
}

describe('an outcome that is no answer', () => {
  test.for([
    ['exit 1', exited(1, '', 'boom'), 'crash'],
    ['exit 255 without a word', exited(255), 'crash'],
    ['a program the shell did not find', exited(127, '', 'not found'), 'launch-failure'],
  ] as const)('%s leaves the decision to the failure policy', ([, outcome, failure]) =>
    expect(read('PreToolUse', outcome)).toMatchObject({ decision: 'none', effects: [], failure }),
  )

  test('exit 127 of a program itself is a crash', () => {
    const handler = { type: 'command', start: { kind: 'argv', words: ['x'] } } as const
    expect(read('PreToolUse', exited(127), { handler }).failure).toBe('crash')
  })

  test('a crash names the command, the code and the first line, and keeps the rest', () => {
    const { issues } = read('Stop', exited(3, '', 'first\nsecond\n'))
    expect(issues).toMatchObject([
      {
        message: 'Hook "check" exited with code 3. Failed with non-blocking status code: first',
        detail: 'first\nsecond',
        place: { hook: 'h' },
      },
    ])
  })
})

describe('our scratch file in the words of a shell is the hook', () => {
  const SCRATCH = '29431-5bce98f7-147d5bce98f7147d5bce98f7-1-entry'
  test.for([
    ['sh', `/run/user/0/hookwright/${SCRATCH}.sh: 2: Syntax error`, 'h: 2: Syntax error'],
    ['pwsh', `At C:\\Temp\\hookwright\\${SCRATCH}.ps1:1 char:5`, 'At h:1 char:5'],
    ['a quoting shell', `sh: '/tmp/${SCRATCH}.sh': no`, "sh: 'h': no"],
    ['another file', '/p/1-entry.sh: 2: Syntax error', '/p/1-entry.sh: 2: Syntax error'],
  ] as const)('of %s', ([, stderr, shown]) => {
    const crash = read('PreToolUse', exited(1, '', `${stderr}\n${stderr}`))
    expect(crash.issues).toMatchObject([
      {
        message: `Hook "check" exited with code 1. Failed with non-blocking status code: ${shown}`,
        detail: `${shown}\n${shown}`,
      },
    ])
    expect(read('PreToolUse', exited(2, '', stderr)).reason).toBe(`[check]: ${shown}`)
  })

  test('and is looked for once, however long the words are', () => {
    const started = performance.now()
    read('Stop', exited(1, '', '/1'.repeat(500_000)))
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('whatever the id holds', () =>
    expect(read('Stop', exited(1, '', `/s/${SCRATCH}.sh: no`), { id: '$&' }).issues[0]?.message).toBe(
      'Hook "check" exited with code 1. Failed with non-blocking status code: $&: no',
    ))
})

describe('an answer without a process', () => {
  const answered = (body: unknown): Said => ({ kind: 'answered', body, ms: 1 })
  test.for([
    ['nothing is no answer', undefined, noAnswer],
    ['an object is read as JSON output', { decision: 'block', reason: 'no' }, deny('no')],
    ['a text is read as stdout', JSON.stringify({ decision: 'block', reason: 'no' }), deny('no')],
  ] as const)('%s', ([, body, wanted]) => expect(read('PreToolUse', answered(body))).toEqual(wanted))

  test('a number is a protocol error', () =>
    expect(read('PreToolUse', answered(3)).failure).toBe('protocol-error'))

  test('an object that is no JSON is a protocol error', () => {
    const cycle: Record<string, unknown> = {}
    cycle['decision'] = cycle
    expect(read('PreToolUse', answered(cycle)).failure).toBe('protocol-error')
    expect(read('PreToolUse', answered([1])).failure).toBe('protocol-error')
  })
})

describe('exit 2', () => {
  test.for([
    ['PreToolUse', 'deny'],
    ['PostToolUse', 'deny'],
    ['PostToolUseFailure', 'deny'],
    ['UserPromptSubmit', 'deny'],
    ['Stop', 'deny'],
    ['SubagentStop', 'deny'],
    ['PreCompact', 'deny'],
    ['SessionStart', 'message'],
    ['SessionEnd', 'message'],
    ['Notification', 'nothing'],
    ['PermissionRequest', 'nothing'],
    ['BeforeModel', 'deny'],
  ] as const)('on %s is %s', ([event, wanted]) => {
    const answer = read(event, exited(2, '', 'no\n'))
    expect(answer.decision).toBe(wanted === 'deny' ? 'deny' : 'none')
    expect(answer.reason).toBe(wanted === 'deny' ? '[check]: no' : undefined)
    expect(answer.effects).toEqual(wanted === 'message' ? [{ kind: 'message', text: '[check]: no' }] : [])
    expect(answer.issues.map((one) => one.code)).toEqual(wanted === 'deny' ? [] : ['output.cannot-block'])
    expect(answer.failure).toBeUndefined()
  })

  test('names a command of several lines by its first', () =>
    expect(read('Stop', exited(2, '', 'no'), { handler: command('a\nb') }).reason).toBe('[a …]: no'))

  test('plain text beside it is no context', () =>
    expect(read('UserPromptSubmit', exited(2, 'text', 'no')).effects).toEqual([]))
})

describe('output that fails its check', () => {
  test('never blocks on a side event of the host, not even with exit 2', () =>
    expect(read('PreCompact', exited(2, { decision: 'deny' }, 'no'))).toMatchObject({
      decision: 'none',
      failure: 'protocol-error',
      issues: [{ code: 'output.invalid' }],
    }))

  test.for([
    ['that is no JSON at all', 'PreCompact', '{"decision":', {}],
    ['on a standard event', 'Stop', { decision: 'deny' }, {}],
    ['in a file of ours', 'PreCompact', { decision: 'deny' }, { dialect: 'hookwright' }],
  ] as const)('leaves the block of exit 2 standing %s', ([, event, output, changes]) =>
    expect(read(event, exited(2, output, 'no'), changes)).toMatchObject({ decision: 'deny' }),
  )

  test.for([
    ['an unknown decision', { decision: 'deny' }, 'decision must be one of "approve", "block", not "deny"'],
    ['a reason that is null', { reason: null }, 'reason must be a string, not null'],
    ['continue as text', { continue: 'no' }, 'continue must be true or false, not "no"'],
    [
      'the wrong event',
      { hookSpecificOutput: { hookEventName: 'Stop', permissionDecision: 'deny' } },
      'hookSpecificOutput.hookEventName must be "PreToolUse", not "Stop"',
    ],
    [
      'no event',
      { hookSpecificOutput: { permissionDecision: 'deny' } },
      'hookSpecificOutput.hookEventName must be "PreToolUse", not absent',
    ],
    [
      'an unknown permission',
      pre({ permissionDecision: 'block' }),
      'hookSpecificOutput.permissionDecision must be one of "allow", "deny", "ask", "defer", not "block"',
    ],
    [
      'a rewrite that is a list',
      pre({ updatedInput: [] }),
      'hookSpecificOutput.updatedInput must be an object, not []',
    ],
  ] as const)('%s is a protocol error that says so', ([, output, problem]) => {
    const answer = read('PreToolUse', exited(0, output))
    expect(answer).toMatchObject({ decision: 'none', effects: [], failure: 'protocol-error' })
    expect(answer.issues[0]?.message).toContain(problem)
    const [path = '', ...words] = problem.split(' ')
    expect(answer.issues[0]?.detail).toContain(` - ${path}: ${words.join(' ')}`)
    expect(answer.issues[0]?.detail).toContain(JSON.stringify(output, undefined, 2))
    expect(answer.issues[0]?.detail).toContain('"hookEventName": "PreToolUse",\n    "permissionDecision"?:')
  })

  test('a field that another event has is neither checked nor read', () => {
    const output = {
      hookEventName: 'PostToolUse',
      permissionDecision: 'deny',
      watchPaths: 3,
      updatedInput: 'x',
    }
    expect(read('PostToolUse', exited(0, { hookSpecificOutput: output }))).toEqual(noAnswer)
  })

  test('says what was lost', () => {
    const output = { continue: false, hookSpecificOutput: { permissionDecision: 'deny' } }
    expect(read('PreToolUse', exited(0, output)).issues[0]?.message).toContain(
      'Not applied: continue (false), permissionDecision (deny).',
    )
  })

  test('deep nesting is a protocol error', () => {
    const text = `{"decision":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(read('PreToolUse', exited(0, text)).failure).toBe('protocol-error')
  })

  test('R15 shows bad bytes escaped', () => {
    const stdout = { text: '{"a":"\uFFFD\u001B"}', droppedBytes: 0, wellFormed: false }
    const outcome = { ...exited(0), stdout } as Said
    expect(read('PreToolUse', outcome).issues[0]?.detail).toBe('{"a":"\\ufffd\\u001b"}')
  })

  test('bad bytes in plain context are replaced and said', () => {
    const stdout = { text: 'caf\uFFFD', droppedBytes: 0, wellFormed: false }
    const answer = read('SessionStart', { ...exited(0), stdout } as Said)
    expect(answer.effects).toEqual([{ kind: 'add-context', text: 'caf\uFFFD' }])
    expect(answer.issues).toMatchObject([{ code: 'output.encoding' }])
  })

  test('R12 a flood of plain context is cut and said', () => {
    const stdout = { text: 'x'.repeat(20_000), droppedBytes: 5, wellFormed: true }
    const answer = read('SessionStart', { ...exited(0), stdout } as Said)
    expect(answer.failure).toBeUndefined()
    expect(answer.issues).toMatchObject([{ code: 'output.cut' }])
  })
})

describe('S24 the payload on stdout', () => {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/w', reason: 'other' }

  test('is an echo when nothing is answered', () =>
    expect(read('PreToolUse', exited(0, payload))).toMatchObject({ decision: 'none', effects: [] }))

  test.for([
    [
      { decision: 'block', reason: 'no' },
      { decision: 'deny', reason: 'no' },
    ],
    [pre({ permissionDecision: 'deny' }), { decision: 'deny' }],
    [{ continue: false, stopReason: 'enough' }, { effects: [{ kind: 'stop', reason: 'enough' }] }],
    [{ systemMessage: 'hi' }, { effects: [{ kind: 'message', text: 'hi' }] }],
    [{ async: true }, { decision: 'none', issues: [] }],
  ] as const)('is read when the hook added its answer %o', ([answer, wanted]) => {
    const found = read('PreToolUse', exited(0, { ...payload, ...answer }))
    expect(found).toMatchObject(wanted)
    expect(found.issues.map((one) => one.code)).not.toContain('output.echo')
  })
})

describe('a hook that declared itself async and ended before it could be moved', () => {
  const late = '{"decision":"block","reason":"no"}'
  test.for([
    ['says nothing by the declaration alone', exited(0, '{"async":true}\n'), noAnswer],
    ['answers by a later line', exited(0, `{"async":true}\nworking\n${late}\nbye\n`), deny('no')],
    ['answers by its first answer', exited(0, `{"async":true}\n${late}\n{"reason":"x"}`), deny('no')],
    ['repeats its declaration for nothing', exited(0, '{"async":true}\n{"async":false}'), noAnswer],
  ] as const)('%s', ([, said, wanted]) => expect(read('PreToolUse', said)).toEqual(wanted))

  test('never adds plain text, also where plain text is context', () =>
    expect(read('SessionStart', exited(0, '{"async":true,"asyncTimeout":5}\nsome text\n'))).toEqual(noAnswer))

  test('still blocks with exit 2', () =>
    expect(read('PreToolUse', exited(2, '{"async":true}', 'no'))).toEqual(deny('[check]: no')))

  test('still fails with exit 1', () =>
    expect(read('PreToolUse', exited(1, '{"async":true}', 'boom')).failure).toBe('crash'))

  test('in other places than the first line says nothing either', () => {
    const spread = JSON.stringify({ async: true, decision: 'block' }, undefined, 2)
    expect(read('PreToolUse', exited(0, spread))).toMatchObject({
      decision: 'none',
      issues: [{ code: 'output.async', severity: 'notice' }],
    })
  })
})

describe('events of the next issue are read by the same table', () => {
  const specific = (event: string, fields: object) => ({
    hookSpecificOutput: { hookEventName: event, ...fields },
  })
  test.for([
    [
      'PermissionRequest',
      { decision: { behavior: 'allow', updatedInput: { a: 1 } } },
      {
        decision: 'allow',
        effects: [
          { kind: 'rewrite-input', input: { a: 1 } },
          { kind: 'permission-result', behavior: 'allow' },
        ],
      },
    ],
    [
      'PermissionRequest',
      { decision: { behavior: 'allow', updatedInput: {} } },
      { decision: 'allow', effects: [{ kind: 'permission-result', behavior: 'allow' }] },
    ],
    [
      'PermissionRequest',
      { decision: { behavior: 'deny', updatedInput: { a: 1 } } },
      { decision: 'deny', effects: [{ kind: 'permission-result', behavior: 'deny' }] },
    ],
    [
      'PermissionRequest',
      { decision: { behavior: 'nope', message: 'no', interrupt: true } },
      {
        decision: 'deny',
        reason: 'no',
        effects: [{ kind: 'permission-result', behavior: 'deny', message: 'no', interrupt: true }],
      },
    ],
    ['PermissionDenied', { retry: true }, { decision: 'none', effects: [{ kind: 'retry' }] }],
    [
      'Elicitation',
      { action: 'accept', content: { a: 1 } },
      { decision: 'none', effects: [{ kind: 'elicitation-reply', action: 'accept', content: { a: 1 } }] },
    ],
    ['Elicitation', { action: 'decline' }, { decision: 'deny' }],
    ['FileChanged', { watchPaths: [] }, { effects: [{ kind: 'watch-paths', paths: [] }] }],
    ['WorktreeCreate', { worktreePath: '/w' }, { effects: [{ kind: 'worktree-path', path: '/w' }] }],
    [
      'MessageDisplay',
      { displayContent: 'x' },
      { effects: [{ kind: 'native', field: 'displayContent', value: 'x' }] },
    ],
  ] as const)('%s %o', ([event, fields, wanted]) =>
    expect(read(event, exited(0, specific(event, fields)))).toMatchObject(wanted),
  )

  test('the last line of a worktree hook is the path', () =>
    expect(read('WorktreeCreate', exited(0, 'making\n\u001B[32m/w/t\u001B[0m\n\n')).effects).toEqual([
      { kind: 'worktree-path', path: '/w/t' },
    ]))

  test('a worktree hook that exits 1 failed, whatever it printed', () =>
    expect(read('WorktreeCreate', exited(1, '/w')).failure).toBe('crash'))
})
