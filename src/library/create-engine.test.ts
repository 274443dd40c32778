import { describe, expect, test } from 'vitest'
import { createEngine } from './create-engine.ts'
import { defineEvent } from './event-names.ts'
import { deny } from '../core/decision.ts'

const bash = () => ({ name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } }) as const

describe('dispose', () => {
  test('every call settles, and with it what was under way', async () => {
    const engine = await createEngine()
    engine.on('PreToolUse', {}, () => new Promise<never>(() => {}))
    const running = engine.run(bash())
    await Promise.all([engine.dispose(), engine.dispose()])
    expect((await running).results[0]?.outcome.kind).toBe('cancelled')
    await engine.dispose()
  })

  test('a disposed engine dispatches nothing', async () => {
    const engine = await createEngine()
    await engine.dispose()
    await expect(engine.dispatch(bash())).rejects.toThrow('The engine was disposed.')
    await expect(engine.run(bash())).rejects.toThrow('The engine was disposed.')
  })
})

describe('on', () => {
  test.for([
    ['PreTooluse', 'PreToolUse'],
    ['PostToolUsed', 'PostToolUse'],
    ['sessionstart', 'SessionStart'],
  ] as const)('%s throws and names %s', async ([event, near]) => {
    const engine = await createEngine()
    expect(() => engine.on(event as 'Stop', {}, () => undefined)).toThrow(
      new TypeError(`"${event}" is not a known event. Did you mean "${near}"?`),
    )
  })

  test.for(['PreToolUse', 'git:pre-commit', 'deploy', 'toString'])('%s is taken', async (event) => {
    const engine = await createEngine()
    const name = defineEvent(event)
    engine.on(name, {}, () => deny('no'))
    expect(await engine.dispatch({ ...bash(), name })).toMatchObject({ decision: 'deny' })
  })

  test.for([0, -1, Number.NaN, 86_400_001, Number.POSITIVE_INFINITY, '5' as unknown as number])(
    'R35 a timeoutMs of %s throws',
    async (timeoutMs) => {
      const engine = await createEngine()
      expect(() => engine.on('Stop', { id: 'x', timeoutMs }, () => undefined)).toThrow(
        new TypeError(
          `The timeoutMs of hook "x" is ${timeoutMs}; accepted: a number above 0, at most 86400000 (a day).`,
        ),
      )
      expect(engine.has('Stop')).toBe(false)
    },
  )

  test.for([1, 86_400_000])('a timeoutMs of %s is taken', async (timeoutMs) => {
    const engine = await createEngine()
    engine.on('Stop', { timeoutMs }, () => undefined)
    expect(engine.has('Stop')).toBe(true)
  })
})

test('R46 a hook cannot change the object of the calling program', async () => {
  const engine = await createEngine()
  engine.on('PreToolUse', {}, ({ tool, fields }) => {
    Object.assign(tool?.input ?? {}, { command: 'rm -rf /' })
    Object.assign(fields, { changed: true })
  })
  const event = { ...bash(), fields: { prompt_id: 'p' } }
  await engine.dispatch(event)
  expect(event).toEqual({ ...bash(), fields: { prompt_id: 'p' } })
})

test('a decision alone is an answer', async () => {
  const engine = await createEngine()
  engine.on('PreToolUse', {}, () => ({ decision: 'deny', reason: 'no' }))
  expect(await engine.dispatch(bash())).toMatchObject({ decision: 'deny', reason: 'no', issues: [] })
})
