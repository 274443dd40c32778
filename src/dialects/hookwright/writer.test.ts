import { describe, expect, test } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Hook } from '../../core/hook.ts'
import type { SourceHook } from '../writer.ts'
import { writer } from './writer.ts'

const claude = {
  dialect: 'claude-code',
  wire: 'claude-code',
  timeoutMs: 600_000,
  onFailure: 'native',
} as const
const copilot = { id: 'copilot:a:preToolUse:0', dialect: 'copilot', wire: 'copilot', detach: true } as const
const words = ['bash', '--norc', '--noprofile', '-c', './gate.sh | cat']
const inline = (command: string): Hook['handler'] => ({
  type: 'command',
  start: { kind: 'inline', form: 'sh-c', command },
})

function write(fields: Partial<Hook>, more: Partial<SourceHook> = {}): ReturnType<typeof writer.write> {
  return writer.write({ hook: hook(fields), failure: 'none', words, ...more })
}

describe('hooks of Claude Code stay groups', () => {
  test('with their text, without defaults', () => {
    const matcher = { kind: 'names', names: ['Bash', 'Edit'] } as const
    const written = write({ ...claude, handler: inline('a | b'), matcher, subject: 'tool' })
    expect(written).toEqual({
      event: 'PreToolUse',
      form: 'group',
      matcher: 'Bash|Edit',
      entry: { type: 'command', command: 'a | b' },
      losses: [],
    })
  })

  test('with what they say beside it', () => {
    const fields = {
      condition: 'Bash(git *)',
      timeoutMs: 1_500,
      mode: 'background',
      statusMessage: 'x',
    } as const
    expect(write({ ...claude, ...fields, handler: inline('a') })).toMatchObject({
      entry: {
        type: 'command',
        command: 'a',
        timeout: 1.5,
        if: 'Bash(git *)',
        async: true,
        statusMessage: 'x',
      },
    })
  })

  test('and say when a failure is a no', () => {
    const written = write({ ...claude, event: 'WorktreeCreate', handler: inline('a') }, { failure: 'deny' })
    expect(written).toMatchObject({ entry: { onFailure: 'block' }, saysFailure: true })
  })

  test('and tell of processes that they leave behind', () => {
    const { losses } = write({ ...claude, detach: true, handler: inline('serve & echo') })
    expect(losses.map(({ part, effect }) => [part, effect])).toEqual([['detach', 'note']])
    expect(write({ ...claude, detach: true, handler: inline('a && b 2>&1') }).losses).toEqual([])
  })
})

describe('hooks of other hosts become entries', () => {
  const handler: Hook['handler'] = {
    type: 'command',
    start: { kind: 'inline', form: 'bash-bare', command: './gate.sh | cat' },
    env: { TOKEN: 'secret' },
    cwd: '.',
  }

  test('that name their dialect and start what its host starts', () => {
    expect(write({ ...copilot, handler, timeoutMs: 15_000 }, { failure: 'deny' })).toEqual({
      event: 'PreToolUse',
      form: 'entry',
      entry: {
        id: 'copilot-a-preToolUse-0',
        command: 'bash',
        args: ['--norc', '--noprofile', '-c', './gate.sh | cat'],
        env: { TOKEN: 'secret' },
        dialect: 'copilot',
        timeout: 15,
        onFailure: 'deny',
        detach: true,
      },
      saysFailure: true,
      losses: [],
    })
  })

  test('with a shell where their host fills in placeholders', () => {
    const given = { words: ['node', '${DIR}/a.js'], variables: ['DIR'] }
    expect(write({ ...copilot, handler }, given)).toMatchObject({
      entry: { command: 'sh', args: ['-c', `exec node "\${DIR}"'/a.js'`] },
    })
  })

  test('and tell when another folder was meant', () => {
    const { cwd: _, ...elsewhere } = handler
    expect(write({ ...copilot, handler: elsewhere }).losses).toMatchObject([{ effect: 'note', part: 'cwd' }])
  })
})

test('an event that nobody has is a lost hook', () => {
  expect(write({ ...claude, event: 'Nothing', handler: inline('a') })).toEqual({
    losses: [{ effect: 'lost', part: 'event', why: 'hookwright.yaml has no event Nothing' }],
  })
})

test.for([
  [30_000, {}],
  [60_000, { timeout: 60 }],
] as const)(
  'a question to a model names no dialect, and its default is 30 s: %i ms',
  ([timeoutMs, timeout]) => {
    const handler = { type: 'model', form: 'prompt', prompt: 'p', continueOnBlock: true } as const
    const written = write({ id: 'x', dialect: 'cursor', wire: 'cursor', handler, timeoutMs })
    expect('entry' in written && written.entry).toEqual({
      id: 'x',
      prompt: 'p',
      continueOnBlock: true,
      ...timeout,
    })
  },
)
