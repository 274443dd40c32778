import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook(fields), failure: 'none', ...more })
}

const text: Hook['handler'] = {
  type: 'command',
  start: { kind: 'inline', form: 'sh-c', command: 'a | b' },
  cwd: '.',
}
const script: Hook['handler'] = {
  type: 'command',
  start: { kind: 'argv', words: ['a', 'b c'] },
  env: { A: 'b' },
  cwd: 'x',
}
const power: Hook['handler'] = {
  type: 'command',
  start: { kind: 'inline', form: 'pwsh-command', command: 'gci' },
  cwd: '.',
}

test.for([
  ['a text for the shell stays one', text, { type: 'command', bash: 'a | b', cwd: '.' }],
  ['words are quoted', script, { type: 'command', bash: `a 'b c'`, cwd: 'x', env: { A: 'b' } }],
  ['PowerShell has its own key', power, { type: 'command', powershell: 'gci', cwd: '.' }],
] as const)('%s', ([, handler, entry]) => {
  const words = handler === script ? ['a', 'b c'] : ['sh', '-c', 'a | b']
  expect(write({ handler, timeoutMs: 30_000 }, { words })).toMatchObject({
    event: 'PreToolUse',
    form: 'entry',
    entry,
  })
})

test('timeouts are seconds, and the default is left out', () => {
  expect(write({ handler: text, timeoutMs: 1_500 })).toMatchObject({ entry: { timeoutSec: 1.5 } })
  const usual = write({ handler: text, timeoutMs: 30_000 })
  expect('entry' in usual && 'timeoutSec' in usual.entry).toBe(false)
})

test('matchers fit the whole name there', () => {
  const regex = { kind: 'regex', source: 'mcp__.*' } as const
  expect(write({ handler: text, matcher: regex, subject: 'tool' })).toMatchObject({
    entry: { matcher: '.*(?:mcp__.*).*' },
  })
})

test('what it has no key for is told', () => {
  const fields = { condition: 'Bash(git *)', guard: true, mode: 'background', statusMessage: 'x' } as const
  const { losses } = write({ handler: text, ...fields })
  expect(losses.map(({ part, effect }) => `${part} ${effect}`)).toEqual([
    'windows note',
    'if wider',
    'async wider',
    'guard weaker',
    'statusMessage note',
  ])
})

test.for([
  ['PreModelSwitch', text, 'event'],
  ['PreToolUse', { type: 'mcp_tool', server: 's', tool: 't' }, 'type'],
  ['PreToolUse', { type: 'model', form: 'prompt', prompt: 'p', continueOnBlock: false }, 'type'],
] as const)('%s with %j is lost', ([event, handler, part]) => {
  expect(write({ event, handler })).toMatchObject({ losses: [{ effect: 'lost', part }] })
})

test('a form that an entry of another file cannot name is a loss', () => {
  expect(writer.noteLoss?.('cli:camelCase')).toBeUndefined()
  expect(writer.noteLoss?.('cli:PascalCase')).toMatchObject({ effect: 'weaker', part: 'payload' })
})
