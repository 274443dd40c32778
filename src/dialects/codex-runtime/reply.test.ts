import { describe, expect, test } from 'vitest'
import { emptyVerdict, type Effect, type Verdict } from '../../core/decision.ts'
import { issue } from '../../core/issue.ts'
import { codexRuntime } from './index.ts'

const reply = (name: string, verdict: Partial<Verdict>) =>
  codexRuntime.encodeReply(
    { name, native: name, host: '', cwd: '', projectDir: '', at: 0, fields: {} },
    { ...emptyVerdict, ...verdict },
  )
const patch = (fields: object): Effect => ({ kind: 'patch', ...fields })
const silence = { stdout: '', stderr: '', exitCode: 0 }
const said = (document: object, exitCode = 0) => ({
  stdout: `${JSON.stringify(document)}\n`,
  stderr: '',
  exitCode,
})
const failed = { hook: 'h', answer: { decision: 'none', effects: [], issues: [], failure: 'crash' } } as const

describe('a reply is the shell contract', () => {
  test.for<readonly [string, string, Partial<Verdict>, object]>([
    ['nothing to say is a noop', 'run:PreRun', {}, silence],
    ['an allow is no more', 'PreToolUse', { decision: 'allow' }, silence],
    ['a deny is exit 2', 'run:PreRun', { decision: 'deny', reason: 'no' }, said({ message: 'no' }, 2)],
    ['a deny of a tool', 'PreToolUse', { decision: 'deny', reason: 'no' }, said({ message: 'no' }, 2)],
    ['a deny has a reason', 'run:PreTurn', { decision: 'deny' }, said({ message: 'Denied by a hook' }, 2)],
    ['ask is never weakened', 'run:PreRun', { decision: 'ask', reason: 'ok?' }, said({ message: 'ok?' }, 2)],
    [
      'a deny beside a patch',
      'run:PreRun',
      { decision: 'deny', reason: 'no', effects: [patch({ model: 'm' })] },
      said({ message: 'no' }, 2),
    ],
    ['afterwards nothing is denied', 'run:PostRun', { decision: 'deny', reason: 'no' }, silence],
    [
      'a patch has the names of the output',
      'run:PreTurn',
      {
        effects: [
          patch({ prompt: 'p', model: 'm', attachments: [{ ImageUrl: { url: 'u' } }], metadata: { a: 1 } }),
        ],
      },
      said({
        action: 'mutate',
        promptOverride: 'p',
        modelOverride: 'm',
        addAttachments: [{ ImageUrl: { url: 'u' } }],
        metadataDelta: { a: 1 },
      }),
    ],
    [
      'patches add up in order',
      'run:PreRun',
      {
        effects: [
          patch({ model: 'one', attachments: [1], metadata: { a: 1, b: 1 } }),
          patch({ model: 'two', attachments: [2], metadata: { b: 2 } }),
        ],
      },
      said({ action: 'mutate', modelOverride: 'two', addAttachments: [1, 2], metadataDelta: { a: 1, b: 2 } }),
    ],
    [
      'a session takes no prompt',
      'run:PreSessionStart',
      { effects: [patch({ prompt: 'p', attachments: [1], model: 'm' })] },
      said({ action: 'mutate', modelOverride: 'm' }),
    ],
    ['a tool takes no patch', 'PreToolUse', { effects: [patch({ model: 'm' })] }, silence],
    [
      'a failed hook is noted in the report of the runtime',
      'run:PreRun',
      { answers: [failed] },
      { ...silence, exitCode: 1 },
    ],
    ['also afterwards', 'run:PostRun', { answers: [failed] }, { ...silence, exitCode: 1 }],
    [
      'a patch is worth more than the note',
      'run:PreRun',
      { answers: [failed], effects: [patch({ model: 'm' })] },
      said({ action: 'mutate', modelOverride: 'm' }),
    ],
  ])('%s', ([, name, verdict, expected]) => expect(reply(name, verdict)).toEqual(expected))
})

describe('our own failure', () => {
  const problem = issue('payload.json', {}, 'It is not JSON.', 'Write JSON.')
  const text = 'hookwright: It is not JSON. Write JSON.'

  test.for<readonly [string, string, 'ignore' | 'deny', object]>([
    ['lets the run go on', 'run:PreRun', 'ignore', { stdout: '', stderr: `${text}\n`, exitCode: 1 }],
    ['under the native name too', 'PreRun', 'ignore', { stdout: '', stderr: `${text}\n`, exitCode: 1 }],
    ['blocks where told to', 'PreRun', 'deny', { ...said({ message: text }, 2), stderr: `${text}\n` }],
    [
      'blocks where the phase is not known',
      '',
      'deny',
      { ...said({ message: text }, 2), stderr: `${text}\n` },
    ],
    [
      'afterwards it can only be noted',
      'run:PostTurn',
      'deny',
      { stdout: '', stderr: `${text}\n`, exitCode: 1 },
    ],
  ])('%s', ([, name, policy, expected]) =>
    expect(codexRuntime.encodeFailure({ name }, problem, policy)).toEqual(expected),
  )
})

test('it has no files, and says so when one is named', async () => {
  expect(codexRuntime.files({} as never)).toEqual([])
  const side = await codexRuntime.config()
  const reading = side.read({ file: '/x.json', scope: 'user', value: {} }, {} as never)
  expect(reading.issues).toMatchObject([{ code: 'config.none', place: { file: '/x.json' } }])
  expect(side.combine([reading], {} as never)).toEqual({ hooks: [], issues: [] })
})
