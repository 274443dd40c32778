import { expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook(fields), failure: 'none', words: ['./a.sh', 'b c'], ...more })
}

const argv: Hook['handler'] = { type: 'command', start: { kind: 'argv', words: ['./a.sh', 'b c'] } }

test('words become a text for the shell of the session, and timeouts whole seconds', () => {
  expect(write({ handler: argv, timeoutMs: 1_500, statusMessage: 'x' })).toEqual({
    event: 'PreToolUse',
    form: 'group',
    entry: { type: 'command', command: `./a.sh 'b c'`, timeout: 2, statusMessage: 'x' },
    losses: [{ effect: 'note', part: 'timeout', why: 'the target takes whole numbers, so 1.5 became 2' }],
  })
})

test("the project's folder is found by git", () => {
  const { entry } = write({ handler: { ...argv, cwd: '.' } }) as unknown as { entry: { command: string } }
  expect(entry.command).toBe(`cd "$(git rev-parse --show-toplevel 2> /dev/null || pwd)" && ./a.sh 'b c'`)
})

test.for([
  ['names stay', { kind: 'names', names: ['Bash', 'Edit'] }, 'Bash|Edit', []],
  [
    'a name with a hyphen is a regular expression',
    { kind: 'names', names: ['mcp__a-b'] },
    '^(?:mcp__a-b)$',
    [],
  ],
  ['there is no look-around', { kind: 'regex', source: '^(?!Read)' }, undefined, ['wider']],
] as const)('matcher: %s', ([, matcher, text, effects]) => {
  const written = write({ handler: argv, matcher, subject: 'tool', timeoutMs: 600_000 })
  expect('matcher' in written ? written.matcher : undefined).toBe(text)
  expect(written.losses.map(({ effect }) => effect)).toEqual(effects)
})

test.for([
  [{ type: 'http', url: 'https://a.example', plain: 'anywhere' }, 'PreToolUse', 'type'],
  [{ type: 'model', form: 'prompt', prompt: 'p', continueOnBlock: false }, 'PreToolUse', 'type'],
  [argv, 'Notification', 'event'],
] as const)('%j on %s is lost', ([handler, event, part]) => {
  expect(write({ handler, event })).toMatchObject({ losses: [{ effect: 'lost', part }] })
})
