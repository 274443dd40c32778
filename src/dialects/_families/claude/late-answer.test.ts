import { describe, expect, test } from 'vitest'
import { decodeLate } from '../../../../test/helpers/claude-contract.ts'
import { eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { toolEvent } from '../../../../test/helpers/builders.ts'
import { noAnswer } from '../../../core/decision.ts'
import { noOutput, type Outcome } from '../../../core/outcome.ts'
import { lateLine, readDeclaration } from './declaration.ts'

describe('a declaration', () => {
  test.for([
    ['has 15 s when it does not say', '{"async":true}', 15_000],
    ['says its time in milliseconds', ' {"async": true, "asyncTimeout": 30000} ', 30_000],
    ['may say a fraction', '{"async":true,"asyncTimeout":0.5}', 0.5],
    ['of no time has the default', '{"async":true,"asyncTimeout":0}', 15_000],
    ['of negative time has the default', '{"async":true,"asyncTimeout":-1}', 15_000],
    ['of endless time has the default', '{"async":true,"asyncTimeout":1e999}', 15_000],
    ['of a time in words has the default', '{"async":true,"asyncTimeout":"9"}', 15_000],
    ['may hold other fields', '{"async":true,"decision":"block"}', 15_000],
  ] as const)('%s', ([, line, timeoutMs]) => expect(readDeclaration(line)).toMatchObject({ timeoutMs }))

  test.for(['', 'async', '{}', '{"async":false}', '{"async":"true"}', '[{"async":true}]', '{"async":true'])(
    'is not %o',
    (line) => expect(readDeclaration(line)).toBeUndefined(),
  )
})

test.for([
  ['the first object after the declaration', '{"async":true}\n{"a":1}\n{"b":2}', '{"a":1}'],
  ['behind plain text', '\uFEFF\n{"async":true}\r\nworking\r\n  {"a":1}\r\n', '{"a":1}'],
  ['not another declaration', '{"async":true}\n{"async":true}\n{"a":1}', '{"a":1}'],
  ['not the first line', '{"a":1}', undefined],
  ['not a list', '{"async":true}\n[1]', undefined],
  ['not an object over two lines', '{"async":true}\n{\n}', undefined],
] as const)('the late line is %s', ([, stdout, wanted]) => expect(lateLine(stdout)).toBe(wanted))

describe('a hook that ended in the background', () => {
  const late = (outcome: Outcome, event = 'PostToolUse') =>
    decodeLate(hookFor(event, { mode: 'background' }), eventNamed(event), outcome)
  const context = { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'c' } }
  const told = [{ kind: 'add-context', text: 'c' }]

  test.for([
    ['as one document', exited(0, JSON.stringify(context, undefined, 2))],
    ['on a line among others', exited(0, `working\n${JSON.stringify(context)}\ndone`)],
    ['after its declaration', exited(0, `{"async":true}\n${JSON.stringify(context)}`)],
    ['whatever its exit code', exited(7, context)],
  ] as const)('tells its context %s', ([, outcome]) =>
    expect(late(outcome)).toEqual({ answer: { ...noAnswer, effects: told } }),
  )

  test('tells context also where an answer in time would keep the agent going', () => {
    const output = { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'c' } }
    expect(late(exited(0, output), 'Stop').answer.effects).toEqual(told)
  })

  test('tells its message', () =>
    expect(late(exited(0, { systemMessage: 'm' })).answer.effects).toEqual([{ kind: 'message', text: 'm' }]))

  test('loses only the field of the wrong type, and it says so', () => {
    const { answer } = late(exited(0, { ...context, systemMessage: 3 }))
    expect(answer.effects).toEqual(told)
    expect(answer.issues).toMatchObject([
      { code: 'output.late', message: 'systemMessage must be a string, not 3; it was dropped.' },
    ])
  })

  test.for([[{ hookSpecificOutput: 'x' }], [{ hookSpecificOutput: { additionalContext: ['c'] } }]] as const)(
    'with nothing but a wrong field %o says nothing',
    ([output]) => {
      const { answer } = late(exited(0, output))
      expect(answer).toMatchObject({ decision: 'none', effects: [], issues: [{ code: 'output.late' }] })
      expect(answer.failure).toBeUndefined()
    },
  )

  test('is too late to decide, and it says what was ignored', () => {
    const output = { decision: 'block', continue: false, ...context, suppressOutput: true }
    const { answer } = late(exited(0, output))
    expect(answer).toMatchObject({ decision: 'none', effects: told })
    expect(answer.issues[0]?.message).toBe(
      'A hook in the background is too late for decision, continue; ignored.',
    )
  })

  test.for([
    ['plain text', exited(0, 'text')],
    ['plain text after its declaration', exited(0, '{"async":true}\ntext')],
    ['exit 2', exited(2, '', 'no')],
  ] as const)('by %s changes nothing, and it says so', ([, outcome]) =>
    expect(late(outcome, 'SessionStart')).toMatchObject({
      answer: { decision: 'none', effects: [], issues: [{ code: 'output.late', severity: 'notice' }] },
    }),
  )

  test.for([
    ['a declaration alone', exited(0, '{"async":true}\n')],
    ['silence', exited(0)],
  ] as const)('by %s says nothing', ([, outcome]) => expect(late(outcome)).toEqual({ answer: noAnswer }))

  test.for([
    ['crash', exited(3, '', 'boom')],
    ['signal', { ...exited(null), signal: 'SIGKILL' }],
    ['timeout', { kind: 'timed-out', afterMs: 5, stdout: noOutput, stderr: noOutput, ms: 5 }],
    ['cancelled', { kind: 'cancelled', by: 'host', ms: 1 }],
  ] as [string, Outcome][])('may fail: %s', ([failure, outcome]) =>
    expect(late(outcome).answer).toMatchObject({ failure, decision: 'none', effects: [] }),
  )

  test('R58 is read whole: what is too long is kept in a file later', () => {
    const { answer } = late(exited(0, { systemMessage: 'x'.repeat(10_001) }))
    expect(answer).toMatchObject({ effects: [{ text: 'x'.repeat(10_001) }], issues: [] })
  })

  test.for(['', '{"async":true}\n'])('R12 has failed when its answer was cut, after %j', (before) => {
    const outcome = exited(0, `${before}{"systemMessage":"x`)
    if (outcome.kind !== 'exited') throw new Error('it exited')
    const cut = { ...outcome, stdout: { ...outcome.stdout, droppedBytes: 9 } }
    expect(late(cut).answer).toMatchObject({ failure: 'overflow', issues: [{ code: 'output.overflow' }] })
  })
})

describe('a hook that wakes', () => {
  const hook = hookFor('PostToolUse', { mode: 'rewake' })
  const late = (outcome: Outcome, event = toolEvent('Bash', {}, { name: 'PostToolUse' })) =>
    decodeLate(hook, event, outcome)
  const named = (name: string) => `Stop hook blocking error from command "${name}": `

  test('wakes with stderr on exit 2', () =>
    expect(late(exited(2, 'out', 'no\n'))).toEqual({
      answer: noAnswer,
      wake: `${named('PostToolUse:Bash')}no`,
    }))

  test.for([
    ['stdout when stderr is empty', exited(2, 'out\n'), 'out'],
    ['words of ours when both are', exited(2), 'No stderr output'],
  ] as const)('wakes with %s', ([, outcome, text]) =>
    expect(late(outcome).wake).toBe(`${named('PostToolUse:Bash')}${text}`),
  )

  test.for([
    ['Stop', {}, 'Stop'],
    ['SessionStart', { source: 'clear' }, 'SessionStart:clear'],
    ['SubagentStop', { agent_type: 'Explore' }, 'SubagentStop'],
    ['FileChanged', { file_path: '/a/b' }, 'FileChanged'],
  ] as const)('is named by event and subject on %s', ([event, fields, name]) =>
    expect(late(exited(2, '', 'no'), eventNamed(event, { fields })).wake).toBe(`${named(name)}no`),
  )

  test('tells nothing on exit 0, and says so when it tried', () => {
    expect(late(exited(0))).toEqual({ answer: noAnswer })
    const { answer, wake } = late(exited(0, { systemMessage: 'm' }))
    expect({ effects: answer.effects, wake }).toEqual({ effects: [], wake: undefined })
    expect(answer.issues).toMatchObject([{ code: 'output.late' }])
  })

  test('fails on other exits without waking', () => {
    const { answer, wake } = late(exited(1, '', 'boom'))
    expect({ failure: answer.failure, wake }).toEqual({ failure: 'crash', wake: undefined })
  })
})
