import { describe, expect, test, vi } from 'vitest'
import { command, engineIn, engineWith } from '../../test/helpers/library.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { workspaceIn } from '../../test/helpers/session.ts'
import { testFolder } from '../../test/helpers/watching.ts'
import { addContext, deny } from '../core/decision.ts'
import type { Engine } from './engine.ts'
import { checkHook, functionHook, sdkHooks } from './function-hooks.ts'
import { compactInstructions, compactLines } from './outcomes.ts'

const stop = { name: 'Stop', sessionId: 's1', messages: [] } as const
const later = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

describe('CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS', () => {
  const VARIABLE = 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'
  const end = { name: 'SessionEnd', fields: { reason: 'other' } } as const
  const ways = (ms: number): [string, (engine: Engine) => void][] => [
    ['a callback', (engine) => void engine.onCallbacks({ SessionEnd: [{ hooks: [() => later(ms)] }] })],
    ['a function', (engine) => void engine.on('SessionEnd', {}, () => later(ms))],
    [
      'a callback with a timeout of its own',
      (engine) => void engine.onCallbacks({ SessionEnd: [{ timeout: 30, hooks: [() => later(ms)] }] }),
    ],
  ]

  test.for(ways(20_000))('ends %s that takes longer', async ([, add]) => {
    vi.stubEnv(VARIABLE, '200')
    const { engine } = await engineIn()
    add(engine)
    const { results } = await engine.run(end)
    expect(results).toMatchObject([{ outcome: { kind: 'timed-out', deadlineMs: 200 } }])
  })

  test.for(ways(1_700))('lets %s have more than the default', async ([, add]) => {
    vi.stubEnv(VARIABLE, '10000')
    const { engine } = await engineIn()
    add(engine)
    expect((await engine.run(end)).results).toMatchObject([{ outcome: { kind: 'answered' } }])
  })

  test.for([undefined, '', 'soon', '0', '-5'])('is 1.5 s when it is %j', async (value) => {
    vi.stubEnv(VARIABLE, value)
    const { engine } = await engineIn()
    engine.onCallbacks({ SessionEnd: [{ hooks: [() => later(20_000)] }] })
    expect((await engine.run(end)).results).toMatchObject([
      { outcome: { kind: 'timed-out', deadlineMs: 1_500 } },
    ])
  })
})

describe('disableAllHooks of a policy', () => {
  const id = (event: string): string => `callback:${event}`
  const no = () => deny('no')

  test.for([
    ['a function', functionHook('Stop', { id: 'f' }, no)],
    ['a check', checkHook('Stop', { id: 'c', sessionId: 's1', message: 'no' }, () => false)],
    [
      'a callback',
      sdkHooks({ Stop: [{ hooks: [() => ({ decision: 'block', reason: 'no' })] }] }, id, () => ({}))[0],
    ],
  ] as const)('stops %s, and its end lets it run again', async ([, hook]) => {
    const folder = testFolder()
    const { core, reload } = await workspaceIn(folder)
    if (hook !== undefined) core.add(hook)
    const event = {
      ...stop,
      native: stop.name,
      host: 'library',
      cwd: folder.dir,
      projectDir: folder.dir,
      at: 0,
      fields: {},
    }
    expect((await core.run(event)).verdict.decision).toBe('deny')
    const managed = '/etc/claude-code/managed-settings.json'
    await reload(memoryFiles({ [managed]: '{"disableAllHooks": true}' }))
    const { verdict, plan } = await core.run(event)
    expect(verdict.decision).toBe('none')
    expect(plan.skipped).toMatchObject([{ because: 'disabled', why: 'switched off by "disableAllHooks"' }])
    await reload(memoryFiles({ [managed]: '{"allowManagedHooksOnly": true}' }))
    expect((await core.run(event)).verdict.decision).toBe('deny')
  })
})

describe('PreCompact', () => {
  const event = { name: 'PreCompact', fields: { trigger: 'auto' } } as const

  test('what callbacks and functions say adds to the instructions, in the order of the hooks', async () => {
    const { engine } = await engineWith('PreCompact', [command('echo keep names')])
    engine.onCallbacks({ PreCompact: [{ hooks: [async () => ({ systemMessage: 'keep dates' })] }] })
    engine.on('PreCompact', {}, () => addContext('keep places'))
    engine.on('PreCompact', {}, () => ({ systemMessage: 'keep numbers' }))
    engine.onCallbacks({ PreCompact: [{ hooks: [() => ({}), () => ({ systemMessage: ' ' })] }] })
    const run = await engine.run(event)
    expect(compactInstructions(run)).toBe('keep names\n\nkeep dates\n\nkeep places\n\nkeep numbers')
    expect(run.verdict.issues).toEqual([])
    expect(compactLines(run)).toContain(
      'PreCompact [callback:PreCompact:1] completed successfully: keep dates',
    )
  })

  test('what a failed or blocking one says does not', async () => {
    const { engine } = await engineIn()
    engine.onCallbacks({
      PreCompact: [
        { hooks: [() => Promise.reject(new Error('x')), () => ({ decision: 'block', systemMessage: 'no' })] },
      ],
    })
    const run = await engine.run(event)
    expect([run.verdict.decision, compactInstructions(run)]).toEqual(['deny', undefined])
  })

  test('a message in the JSON of a command is still no instruction', async () => {
    const { engine } = await engineWith('PreCompact', [command(`echo '{"systemMessage":"x"}'`)])
    expect(compactInstructions(await engine.run(event))).toBeUndefined()
  })
})

test('the timeout of a hook that declared itself async is the one it declared', async () => {
  const { engine } = await engineWith('Stop', [
    command(`echo '{"async":true,"asyncTimeout":300}'; sleep 60`, { timeout: 20 }),
  ])
  const issues: unknown[] = []
  engine.background.subscribe((change) => {
    if (change.kind === 'finished') issues.push(change.outcome, ...change.answer.issues)
  })
  await engine.run(stop)
  await engine.background.settled()
  expect(issues).toMatchObject([
    { kind: 'timed-out', afterMs: 300 },
    {
      message: 'It had not answered after 0.3 s and was stopped.',
      hint: 'Raise its `asyncTimeout`, or make it faster.',
    },
  ])
})

describe('a timeout of callbacks', () => {
  test.for([
    ['0', 0, 600_000],
    ['nothing', undefined, 600_000],
    ['2', 2, 2_000],
  ] as const)('of %s', async ([, timeout, wanted]) => {
    const { engine } = await engineIn()
    engine.onCallbacks({ Stop: [{ hooks: [() => ({})], ...(timeout !== undefined && { timeout }) }] })
    expect(engine.hooks).toMatchObject([{ timeoutMs: wanted }])
  })

  test('that is negative is refused', async () => {
    const { engine } = await engineIn()
    expect(() => engine.onCallbacks({ Stop: [{ hooks: [() => ({})], timeout: -1 }] })).toThrow(TypeError)
  })
})
