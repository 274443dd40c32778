import { describe, expect, test } from 'vitest'
import { engineIn } from '../../test/helpers/library.ts'
import type { AskUser, Asking } from '../ports/ask-user.ts'
import type { Hook } from '../core/hook.ts'
import type { Engine } from './engine.ts'

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'git push --force' } } } as const
const question = (id: string): string =>
  JSON.stringify({
    prompt: id,
    message: 'Push?',
    options: [
      { key: 'y', label: 'Yes' },
      { key: 'n', label: 'No', description: 'stay' },
    ],
  })
/** Reads the payload's line, asks each question and says on stderr what it was answered. */
const asking = (...ids: readonly string[]): string =>
  [
    'read -r payload',
    ...ids.map((id) => `echo '${question(id)}'; read -r answer || answer=none; echo "$answer" >&2`),
    'exit 2',
  ].join('; ')

async function engineThatAsks(askUser: AskUser | undefined, script: string): Promise<Engine> {
  const { engine } = await engineIn({ ...(askUser && { askUser }), asks: () => true })
  await engine.addHooks({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: script, timeout: 20 }] }] },
  })
  return engine
}

describe('a hook that asks', () => {
  test('gets the answers in order, and the surface hears who asks about what', async () => {
    const asked: Asking[] = []
    const engine = await engineThatAsks(
      async (each) => {
        asked.push(each)
        return each.id === 'one' ? 'y' : 'n'
      },
      asking('one', 'two'),
    )
    const { blocks } = await engine.run(bash)
    expect(blocks[0]?.reason).toContain(
      '{"prompt_response":"one","selected":"y"}\n{"prompt_response":"two","selected":"n"}',
    )
    expect(asked).toMatchObject([
      {
        id: 'one',
        name: 'PreToolUse:Bash',
        message: 'Push?',
        summary: 'git push --force',
        hook: expect.stringMatching(/^claude-code:session:PreToolUse:[0-9a-f]{8}$/),
      },
      { id: 'two' },
    ])
  })

  test('the next question waits for the answer to the one before', async () => {
    let open = 0
    let most = 0
    const engine = await engineThatAsks(
      async () => {
        most = Math.max(most, (open += 1))
        await new Promise((resolve) => setTimeout(resolve, 30))
        open -= 1
        return 'y'
      },
      `read -r payload; echo '${question('a')}'; echo '${question('b')}'; read -r x; read -r y; echo "$x$y" >&2; exit 2`,
    )
    const { blocks } = await engine.run(bash)
    expect(most).toBe(1)
    expect(blocks[0]?.reason).toContain('"a","selected":"y"}{"prompt_response":"b"')
  })

  test('request lines never reach the final output', async () => {
    const deny =
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"asked"}}'
    const engine = await engineThatAsks(
      async () => 'n',
      `read -r payload; echo '${question('q')}'; read -r answer; echo '${deny}'`,
    )
    expect(await engine.dispatch(bash)).toMatchObject({ decision: 'deny', reason: 'asked', issues: [] })
  })

  test.for([
    ['a person who cancels', async (): Promise<string | undefined> => undefined],
    ['a surface that breaks', (): Promise<string> => Promise.reject(new Error('closed'))],
    ['an answer that is no option', async (): Promise<string> => 'maybe'],
  ] as const)('%s closes stdin', async ([, askUser]) => {
    const engine = await engineThatAsks(askUser, asking('one', 'two'))
    expect((await engine.run(bash)).blocks[0]?.reason).toContain('none\nnone')
  })

  test('without a surface stdin ends after the payload, so nothing hangs', async () => {
    const engine = await engineThatAsks(undefined, asking('one'))
    expect((await engine.run(bash)).blocks[0]?.reason).toContain('none')
  })

  test('a question nobody waits for is withdrawn when the hook ends', async () => {
    let withdrawn: Promise<unknown> = Promise.resolve()
    const engine = await engineThatAsks(
      (_, { signal }) => {
        withdrawn = new Promise((resolve) => signal.addEventListener('abort', resolve))
        return new Promise(() => {})
      },
      `echo '${question('q')}'; sleep 0.2; exit 0`,
    )
    await engine.dispatch(bash)
    await withdrawn
  })
})

test('every other hook reads to the end of its payload: `cat` never hangs', async () => {
  const asks = (hook: Hook): boolean => hook.id === 'nobody'
  const { engine } = await engineIn({ askUser: async () => 'y', asks })
  await engine.addHooks({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'cat >&2; exit 2' }] }] },
  })
  expect((await engine.run(bash)).blocks[0]?.reason).toContain('"hook_event_name":"PreToolUse"')
})
