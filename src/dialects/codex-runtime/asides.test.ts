import { describe, expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import { engineOf } from '../../../test/helpers/engine.ts'
import type { Event } from '../../core/event.ts'
import type { Hook } from '../../core/hook.ts'
import { noOutput, type Outcome } from '../../core/outcome.ts'
import { hookSide } from './hook-side.ts'

const event: Event = {
  name: 'run:PreRun',
  native: 'PreRun',
  host: 'codex-runtime',
  cwd: '/',
  projectDir: '/',
  at: 0,
  fields: {},
}
const behind = (mode: Hook['mode']): Hook =>
  hook({
    id: 'h',
    event: event.name,
    wire: 'codex-runtime',
    handler: { type: 'command', start: { kind: 'argv', words: ['x'] } },
    mode,
  })
const exited = (code: number, text = ''): Outcome => ({
  kind: 'exited',
  code,
  stdout: { ...noOutput, text },
  stderr: noOutput,
  ms: 1,
})
const late = (mode: Hook['mode'], outcome: Outcome) =>
  hookSide.asides?.decodeLate(behind(mode), event, outcome)

describe('the end of a hook in the background', () => {
  test.for<readonly [string, Hook['mode'], Outcome, object]>([
    ['is usually nothing', 'background', exited(0), { answer: { decision: 'none', issues: [] } }],
    [
      'cannot block',
      'background',
      exited(2, 'no'),
      { answer: { decision: 'none', issues: [{ code: 'output.late' }] } },
    ],
    [
      'cannot change anything',
      'rewake',
      exited(0, '{"action":"mutate","modelOverride":"m"}'),
      { answer: { effects: [], issues: [{ code: 'output.late' }] } },
    ],
    [
      'wakes where it may',
      'rewake',
      exited(2, '{"message":"look"}'),
      { wake: 'look', answer: { decision: 'none', issues: [] } },
    ],
    [
      'is a failure',
      'background',
      exited(1),
      { answer: { failure: 'crash', issues: [{ code: 'hook.crash' }] } },
    ],
  ])('%s', ([, mode, outcome, expected]) => expect(late(mode, outcome)).toMatchObject(expected))
})

test('nobody waits for a hook in the background', async () => {
  let end: (outcome: Outcome) => void = () => {}
  const core = engineOf([behind('background')], {
    hookSide: () => Promise.resolve(hookSide),
    command: ({ talk }) => {
      talk?.started({ write: () => {}, closeInput: () => {}, allow: () => {}, handOver: () => {} })
      return new Promise<Outcome>((settle) => (end = settle))
    },
  })
  const { results } = await core.run(event)
  expect(results.map(({ outcome }) => outcome.kind)).toEqual(['backgrounded'])
  end(exited(0))
})
