import { describe, expect, test } from 'vitest'
import { createEngine } from './create-engine.ts'

const bash = { name: 'PreToolUse', tool: { name: 'Bash', input: {} } } as const

describe('what a function returns and no answer is', () => {
  test.for(['no', '', 'deny: rm', true, false, 1, []])('%j is a failure before a tool call', async (body) => {
    const engine = await createEngine()
    engine.on('PreToolUse', { onFailure: 'deny' }, () => body as never)
    const verdict = await engine.dispatch(bash)
    expect(verdict.decision).toBe('deny')
    expect(verdict.issues).toMatchObject([{ code: 'output.shape' }])
  })

  test('a text is told of where failures are passed over', async () => {
    const engine = await createEngine()
    engine.on('PreToolUse', { id: 'guard' }, () => 'no' as never)
    engine.onCallbacks({ PreToolUse: [{ hooks: [async () => 'no' as never] }] })
    const { decision, issues } = await engine.dispatch(bash)
    expect(decision).toBe('none')
    expect(issues).toMatchObject([
      { code: 'output.shape', message: expect.stringContaining('answered with the text "no"') },
      { code: 'output.shape' },
    ])
    expect(issues[0]?.hint).toContain('deny(reason)')
  })

  test('a text is context for the model where that of a command is', async () => {
    const engine = await createEngine()
    engine.on('UserPromptSubmit', { onFailure: 'deny' }, () => 'It is Monday.' as never)
    const { decision, effects, issues } = await engine.dispatch({ name: 'UserPromptSubmit', prompt: 'hi' })
    expect([decision, effects, issues]).toMatchObject([
      'none',
      [{ kind: 'add-context', text: 'It is Monday.' }],
      [],
    ])
  })

  test('a text that is Claude Code’s JSON is read as such', async () => {
    const engine = await createEngine()
    engine.on('PreToolUse', {}, () => '{"decision":"block","reason":"no"}' as never)
    expect(await engine.dispatch(bash)).toMatchObject({ decision: 'deny', reason: 'no', issues: [] })
  })
})

describe('a key that no answer has draws an issue', () => {
  test.for<[object, string, string | undefined]>([
    [{ decison: 'block' }, 'none', 'Did you mean "decision"?'],
    [{ systemMessage: 'hi', mine: 1 }, 'none', undefined],
    [{ decision: 'deny', reson: 'because' }, 'deny', 'Did you mean "reason"?'],
    [{ decision: 'deny', reson: 'because', effects: [], issues: [] }, 'deny', 'Did you mean "reason"?'],
  ])('%j', async ([body, decision, hint]) => {
    const engine = await createEngine()
    engine.on('PreToolUse', { id: 'guard' }, () => body as never)
    const verdict = await engine.dispatch(bash)
    expect(verdict.decision).toBe(decision)
    expect(verdict.issues).toMatchObject([{ code: 'output.unknown-key', place: { hook: 'guard' } }])
    expect(verdict.issues[0]?.hint).toBe(hint)
  })

  test('a callback’s too; one left undefined counts as absent, and the keys of the SDK are known', async () => {
    const engine = await createEngine()
    const bodies: readonly object[] = [
      { decison: 'block' },
      { decison: undefined },
      { async: true, asyncTimeout: 5 },
    ]
    const callbacks = bodies.map((body) => async () => body as never)
    engine.onCallbacks({ PreToolUse: [{ hooks: callbacks }] })
    const { issues } = await engine.dispatch(bash)
    expect(issues.filter(({ code }) => code === 'output.unknown-key')).toHaveLength(1)
  })
})
