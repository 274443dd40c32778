import { describe, expect, test, vi } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'
import { allow, deny } from '../core/decision.ts'
import type { StreamItem } from './stream.ts'

const stop = { name: 'Stop', sessionId: 's1' } as const
const bash = {
  name: 'PreToolUse',
  sessionId: 's1',
  tool: { name: 'Bash', input: { command: 'ls' } },
} as const

describe('session hooks', () => {
  test('fire for their session only, and end with it', async () => {
    const { engine } = await engineWith('Stop', [command('echo no >&2; exit 2')], {
      session: { sessionId: 's1' },
    })
    const decisions = async () => [
      (await engine.dispatch(stop)).decision,
      (await engine.dispatch({ ...stop, sessionId: 's2' })).decision,
    ]
    expect(await decisions()).toEqual(['deny', 'none'])
    await engine.dispatch({ name: 'SessionEnd', sessionId: 's2', fields: { reason: 'other' } })
    expect(await decisions()).toEqual(['deny', 'none'])
    await engine.dispatch({ name: 'SessionEnd', sessionId: 's1', fields: { reason: 'other' } })
    expect(await decisions()).toEqual(['none', 'none'])
    expect(engine.has('Stop')).toBe(false)
  })

  test("an agent's hooks see that agent's calls only", async () => {
    const { engine } = await engineWith('PreToolUse', [command('exit 2')], {
      session: { sessionId: 's1', agentId: 'a1' },
    })
    const decision = async (agent?: { id: string }) =>
      (await engine.dispatch({ ...bash, ...(agent && { agent }) })).decision
    expect([await decision(), await decision({ id: 'a2' }), await decision({ id: 'a1' })]).toEqual([
      'none',
      'none',
      'deny',
    ])
  })

  test.for([
    ['a success', 'exit 0', 1],
    ['an exit 2', 'exit 2', 0],
    ['a JSON block', `echo '{"decision":"block","reason":"no"}'`, 0],
    ['an error', 'exit 1', 0],
    ['a timeout', 'sleep 30', 0],
  ] as const)('after %s the success callback is called %$ times', async ([, script, times]) => {
    const onSuccess = vi.fn<() => void>()
    const { engine } = await engineWith('Stop', [command(script, { timeout: 0.3 })], {
      session: { onSuccess },
    })
    await engine.dispatch(stop)
    expect(onSuccess).toHaveBeenCalledTimes(times)
  })

  test('an exception in the success callback is told and changes nothing', async () => {
    const onSuccess = (): never => {
      throw new Error('oops')
    }
    const { engine } = await engineWith('Stop', [command('exit 0')], { session: { onSuccess } })
    expect(await engine.dispatch(stop)).toMatchObject({
      decision: 'none',
      issues: [{ code: 'session.callback', severity: 'notice' }],
    })
  })

  test('a hook that runs once goes after a success, not after a no or an error', async () => {
    const { engine } = await engineIn()
    const answers = [deny('no'), 'throw', undefined, deny('never asked')]
    engine.on('Stop', { once: true }, () => {
      const next = answers.shift()
      if (next === 'throw') throw new Error('broken')
      return next as undefined
    })
    const decisions = []
    for (let round = 0; round < 4; round += 1) decisions.push((await engine.dispatch(stop)).decision)
    expect(decisions).toEqual(['deny', 'none', 'none', 'none'])
    expect(answers).toHaveLength(1)
  })

  test('a broken set says what is wrong with it', async () => {
    const { engine } = await engineIn()
    const { hooks, issues } = await engine.addHooks({ hooks: { Stop: [{ hooks: [{ type: 'comand' }] }] } })
    expect([hooks, issues.map(({ code }) => code)]).toEqual([[], ['hook.type']])
  })
})

describe('a policy', () => {
  test('of managed hooks only stops hooks that were added, not callbacks nor functions', async () => {
    const { engine } = await engineIn({ managedSettings: { allowManagedHooksOnly: true } })
    await engine.addHooks({ hooks: { Stop: [{ hooks: [command('echo added >&2; exit 2')] }] } })
    engine.onCallbacks({ Stop: [{ hooks: [() => ({ decision: 'block', reason: 'callback' })] }] })
    engine.on('Stop', {}, () => deny('function'))
    const { blocks, plan } = await engine.run(stop)
    expect(blocks.map(({ reason }) => reason)).toEqual(['callback', 'function'])
    expect(plan.skipped).toMatchObject([
      { because: 'disabled', why: 'switched off by "allowManagedHooksOnly"' },
    ])
  })
})

describe('callbacks of the agent SDK', () => {
  test('get the wire input and the tool-use id, and answer in its JSON', async () => {
    const { engine } = await engineIn()
    const callback = vi.fn<() => object>(() => ({ decision: 'block', reason: 'sdk' }))
    const remove = engine.onCallbacks({ PreToolUse: [{ matcher: 'Bash', hooks: [callback] }] })
    const event = { ...bash, tool: { ...bash.tool, useId: 'tool-1' } }
    expect(await engine.dispatch(event)).toMatchObject({ decision: 'deny', reason: 'sdk' })
    expect(callback).toHaveBeenCalledWith(
      expect.objectContaining({
        hook_event_name: 'PreToolUse',
        session_id: 's1',
        tool_input: { command: 'ls' },
      }),
      'tool-1',
      { signal: expect.any(AbortSignal) },
    )
    remove()
    expect((await engine.dispatch(event)).decision).toBe('none')
  })

  const hang = () => new Promise(() => {})
  const crash = () => Promise.reject(new Error('x'))
  test.for([
    ['a timeout on PreToolUse blocks the call', bash, hang, undefined, 'deny'],
    [
      'a timeout on UserPromptSubmit blocks the prompt',
      { name: 'UserPromptSubmit' },
      hang,
      undefined,
      'deny',
    ],
    ['a timeout on Stop lets it stop', stop, hang, undefined, 'none'],
    ['a throw goes on', bash, crash, undefined, 'none'],
    ['a throw blocks with onFailure block', bash, crash, 'block', 'deny'],
    ['an object that declares itself async is a success', bash, () => ({ async: true }), 'block', 'none'],
    ['output that is not valid goes on', bash, () => ({ decision: 'maybe' }), undefined, 'none'],
    [
      'output that is not valid blocks with onFailure block',
      bash,
      () => ({ decision: 'maybe' }),
      'block',
      'deny',
    ],
  ] as const)('%s', async ([, event, callback, onFailure, decision]) => {
    const { engine } = await engineIn()
    const group = { hooks: [callback], timeout: 0.1, ...(onFailure && { onFailure }) }
    engine.onCallbacks({ [event.name]: [group] })
    expect((await engine.dispatch(event)).decision).toBe(decision)
  })

  test('equal callbacks all run', async () => {
    const { engine } = await engineIn()
    const callback = vi.fn<() => object>(() => ({}))
    engine.onCallbacks({ Stop: [{ hooks: [callback, callback] }, { hooks: [callback] }] })
    await engine.dispatch(stop)
    expect(callback).toHaveBeenCalledTimes(3)
  })
})

describe('a check of the conversation', () => {
  const check = { sessionId: 's1', message: 'Run the tests first.' }

  test.for([
    ['true lets it stop', (): boolean => true, 'none'],
    ['false keeps it going with the message', (): boolean => false, 'deny'],
    ['a throw is no verdict', (): Promise<boolean> => Promise.reject(new Error('x')), 'none'],
  ] as const)('%s', async ([, run, decision]) => {
    const { engine } = await engineIn()
    engine.onCheck('Stop', check, run)
    const verdict = await engine.dispatch({ ...stop, messages: ['hi'] })
    expect([verdict.decision, verdict.reason]).toEqual([
      decision,
      decision === 'deny' ? check.message : undefined,
    ])
  })

  test('sees the messages, and fails without them', async () => {
    const { engine } = await engineIn()
    const seen: unknown[] = []
    engine.onCheck('Stop', check, (messages): boolean => seen.push(...messages) > 0)
    const { results } = await engine.run(stop)
    expect(results).toMatchObject([{ answer: { decision: 'none', failure: 'crash' } }])
    await engine.dispatch({ ...stop, messages: ['a', 'b'] })
    expect(seen).toEqual(['a', 'b'])
  })
})

describe('stream', () => {
  test('tells of every start before any end, then of the verdict', async () => {
    const { engine } = await engineWith('PreToolUse', [command('echo one', { statusMessage: 'Looking…' })])
    engine.on('PreToolUse', { id: 'two' }, () => allow())
    const items: StreamItem[] = []
    for await (const item of engine.stream(bash)) if (item.kind !== 'output') items.push(item)
    expect(items.map(({ kind }) => kind)).toEqual(['started', 'started', 'finished', 'finished', 'verdict'])
    expect(items[0]).toMatchObject({ kind: 'started', hook: { statusMessage: 'Looking…' } })
    expect(items.at(-1)).toMatchObject({ verdict: { decision: 'allow' }, counts: { success: 2 } })
  })

  test('an event without hooks is a verdict alone', async () => {
    const { engine } = await engineIn()
    const items: StreamItem[] = []
    for await (const item of engine.stream(stop)) items.push(item)
    expect(items).toMatchObject([{ kind: 'verdict', verdict: { decision: 'none' } }])
  })

  test('its end leaves hooks running that may wake the model', async () => {
    const { engine } = await engineWith('Stop', [command('sleep 60', { asyncRewake: true })])
    for await (const _ of engine.stream(stop)) continue
    expect(engine.background.list()).toHaveLength(1)
  })

  test('leaving the loop cancels what runs', async () => {
    const { engine } = await engineWith('Stop', [command('sleep 60')])
    for await (const _ of engine.stream(stop)) break
    await engine.dispose()
  })
})

describe('a run', () => {
  test('counts how its steps ended, and keeps every no with its hook and source', async () => {
    const { engine } = await engineWith('PreToolUse', [
      command('echo first >&2; exit 2'),
      command(`echo '{"decision":"block","reason":"second"}'`),
      command('exit 1'),
      command('sleep 30', { timeout: 0.2 }),
      command('exit 0'),
    ])
    const { counts, blocks } = await engine.run(bash)
    expect(counts).toEqual({ success: 1, blocking: 2, nonBlockingError: 1, cancelled: 1 })
    expect(blocks).toEqual([
      {
        hook: expect.stringMatching(/^claude-code:session:PreToolUse:[0-9a-f]{8}$/),
        command: 'echo first >&2; exit 2',
        source: 'settings',
        reason: '[echo first >&2; exit 2]: first',
      },
      expect.objectContaining({
        hook: expect.stringMatching(/^claude-code:session:PreToolUse:[0-9a-f]{8}$/),
        reason: 'second',
      }),
    ])
  })
})

test('has() is exact where a yes replaces the work of the host', async () => {
  const { engine } = await engineIn()
  engine.on('WorktreeCreate', {}, () => undefined)
  expect([engine.has('WorktreeCreate'), engine.has('WorktreeRemove')]).toEqual([true, false])
})

test('two engines share nothing', async () => {
  const [one, two] = [await engineIn(), await engineIn()]
  one.engine.on('Stop', {}, () => deny('one'))
  expect([(await one.engine.dispatch(stop)).decision, (await two.engine.dispatch(stop)).decision]).toEqual([
    'deny',
    'none',
  ])
  await one.engine.dispose()
  expect((await two.engine.dispatch(stop)).decision).toBe('none')
})

test.for([
  ['PreToolUse', 'deny'],
  ['PostToolUse', 'none'],
] as const)('an input that is no JSON cannot be shown to hooks: %s is %s', async ([name, decision]) => {
  const { engine } = await engineWith(name, [command('exit 0')])
  const verdict = await engine.dispatch({ name, tool: { name: 'Bash', input: { big: 1n } } })
  expect(verdict).toMatchObject({ decision, issues: [{ code: 'input.unprepared' }] })
  expect(verdict.issues[0]?.message).toMatch(/^Failed to prepare hook input: Do not know how to serialize/)
})
