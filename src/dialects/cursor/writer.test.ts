import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook(fields), failure: 'none', words: ['./a.sh', 'b c'], ...more })
}

const argv: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['./a.sh', 'b c'] }, cwd: '.' }

test('an entry has a command line, seconds, and says when a failure is a no', () => {
  const matcher = { kind: 'names', names: ['Bash', 'mcp__s__t'] } as const
  expect(write({ handler: argv, matcher, subject: 'tool', timeoutMs: 5_000 }, { failure: 'deny' })).toEqual({
    event: 'preToolUse',
    form: 'entry',
    entry: { matcher: '^(?:Shell|MCP:t)$', command: `./a.sh 'b c'`, timeout: 5, failClosed: true },
    saysFailure: true,
    losses: [],
  })
})

test('folder and variables go into the command line', () => {
  const handler: Hook['handler'] = { ...argv, cwd: 'sub', env: { A: 'b' } }
  expect(write({ handler, timeoutMs: 60_000 })).toMatchObject({
    entry: { command: `cd ./'sub' && env A=b ./a.sh 'b c'` },
  })
})

test('a question to a model is one of its types, several turns are not', () => {
  const model = { type: 'model', prompt: 'p', continueOnBlock: true } as const
  expect(write({ handler: { ...model, form: 'prompt' }, timeoutMs: 30_000 })).toMatchObject({
    entry: { type: 'prompt', prompt: 'p' },
  })
  expect(write({ handler: { ...model, form: 'agent' } })).toMatchObject({
    losses: [{ effect: 'lost', part: 'type' }],
  })
})

test('on an event without a gate a failure cannot be a no', () => {
  expect('saysFailure' in write({ handler: argv, event: 'PostToolUse' }, { failure: 'deny' })).toBe(false)
})

test('hooks of other wires have no loop limit, which the usual one is told from', () => {
  expect(writer.noteLoss?.('loop_limit=5')).toBeUndefined()
  expect(writer.noteLoss?.('loop_limit=1')).toMatchObject({ effect: 'note', part: 'loop_limit' })
})
