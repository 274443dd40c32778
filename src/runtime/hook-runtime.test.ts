import { describe, expect, test } from 'vitest'
import { blockAt, done, patch, problem, program, request, witness } from '../../test/helpers/runtime.ts'
import { createHookRuntime } from './hook-runtime.ts'
import type { HookAction, PostHook, PreHook } from './hook.ts'
import { ShellCommandHook } from './shell-command-hook.ts'

describe('a run', () => {
  test('fires PreRun, PreTurn, PostTurn, PostRun, and not the pair of a session', async () => {
    const { hook, seen, phases } = witness('w')
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] }, { now: () => 7 })
    expect(await runtime.run(request, program().steps)).toEqual(done)
    expect(phases()).toEqual(['PreRun', 'PreTurn', 'PostTurn', 'PostRun'])
    const shared = { cwd: '/work', model: 'm', correlationId: 'hk-1', tsMs: 7, metadata: {} }
    expect(seen).toEqual([
      { ...shared, phase: 'PreRun', threadId: null, turnId: null },
      { ...shared, phase: 'PreTurn', threadId: 'thread-1', turnId: null },
      { ...shared, phase: 'PostTurn', threadId: 'thread-1', turnId: 'turn-1', mainStatus: 'ok' },
      { ...shared, phase: 'PostRun', threadId: 'thread-1', turnId: null, mainStatus: 'ok' },
    ])
    expect(runtime.report()).toEqual({ issues: [] })
  })

  test('each has a correlation of its own', async () => {
    const { hook, seen } = witness('w')
    const runtime = createHookRuntime({ preHooks: [hook] })
    await runtime.run(request, program().steps)
    await runtime.run({ ...request, threadId: 'old' }, program().steps)
    expect(seen.map(({ correlationId }) => correlationId)).toEqual(['hk-1', 'hk-1', 'hk-2', 'hk-2'])
    expect(seen[2]?.threadId).toBe('old')
  })

  test('goes on when hooks fail, and reports them in order', async () => {
    const { hook } = witness('w', { PreRun: problem('PreRun'), PostRun: problem('PostRun') })
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    expect(await runtime.run(request, program().steps)).toEqual(done)
    expect(runtime.report()).toEqual({ issues: [problem('PreRun'), problem('PostRun')] })
  })

  test('a hook that throws has failed; a wrong name or phase of an issue is put right', async () => {
    const throwing: PreHook = { name: 't', pre: () => Promise.reject(new Error('boom')) }
    const nameless: PreHook = { name: 'n', pre: () => problem('PostRun', ' ') }
    const runtime = createHookRuntime({ preHooks: [throwing, nameless] })
    await runtime.run(request, program().steps)
    expect(runtime.report().issues.slice(0, 2)).toEqual([
      { ...problem('PreRun', 't'), message: 'boom' },
      problem('PreRun', 'n'),
    ])
  })

  const execution = (message: RegExp) => [
    { class: 'Execution', hookName: 'x', message: expect.stringMatching(message) as unknown },
  ]
  const validation = [{ class: 'Validation', hookName: 'x' }]
  test.for<readonly [string, () => unknown, readonly object[]]>([
    ['nothing', () => undefined, []],
    ['null', () => null, []],
    ['a number', () => 1, execution(/returned a value of type number/)],
    ['a text', () => 'block', execution(/returned "block"/)],
    ['a list', () => [], execution(/returned/)],
    ['a function', () => () => 1, execution(/returned/)],
    ['an unknown kind', () => ({ kind: 'blok' }), execution(/"blok"/)],
    ['a bare class', () => ({ class: 'Timeout' }), [{ class: 'Timeout', hookName: 'x', phase: 'PreRun' }]],
    ['no class we know', () => ({ class: 7, message: 7 }), execution(/without a message/)],
    ['no patch', () => ({ kind: 'mutate' }), validation],
    ['attachments of nothing', () => ({ kind: 'mutate', patch: { addAttachments: [null] } }), validation],
    ['a patch of null', () => ({ kind: 'mutate', patch: { metadataDelta: null } }), []],
    [
      'something that breaks',
      () => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw Object.create(null)
      },
      execution(/threw/),
    ],
  ])('goes on and is reported when a hook in JavaScript returns %s', async ([, answer, issues]) => {
    const hook = { name: 'x', pre: ({ phase }: { phase: string }) => (phase === 'PreRun' ? answer() : null) }
    const runtime = createHookRuntime({ preHooks: [hook as PreHook] })
    expect(await runtime.run(request, program().steps)).toEqual(done)
    expect(runtime.report().issues).toMatchObject(issues)
    expect(runtime.report().issues).toHaveLength(issues.length)
  })

  test.for([undefined, null, 1, true, 'x', {}, { class: 'Timeout' }])(
    'goes on when a hook for afterwards returns %j',
    async (answer) => {
      const hook = { name: 'x', post: () => answer } as unknown as PostHook
      const runtime = createHookRuntime({ postHooks: [hook] })
      expect(await runtime.run(request, program().steps)).toEqual(done)
    },
  )

  test('a block without a word blocks all the same', async () => {
    const hook = { name: 'x', pre: () => ({ kind: 'block' }) } as unknown as PreHook
    const runtime = createHookRuntime({ preHooks: [hook] })
    expect(await runtime.run(request, program().steps)).toMatchObject({
      kind: 'blocked',
      block: { hookName: 'x', phase: 'PreRun', message: 'blocked by hook (no message)' },
    })
  })

  test('post hooks hear of an error, and the caller gets it', async () => {
    const { hook, seen } = witness('w')
    const runtime = createHookRuntime({ postHooks: [hook] })
    const steps = { ...program().steps, startTurn: () => Promise.reject(new Error('offline')) }
    await expect(runtime.run(request, steps)).rejects.toThrow('offline')
    expect(seen.map(({ phase, mainStatus }) => [phase, mainStatus])).toEqual([
      ['PostTurn', 'error'],
      ['PostRun', 'error'],
    ])
  })

  test('that found no thread has no turn to end', async () => {
    const { hook, phases } = witness('w')
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    const steps = { ...program().steps, startThread: () => Promise.reject(new Error('offline')) }
    await expect(runtime.run(request, steps)).rejects.toThrow('offline')
    expect(phases()).toEqual(['PreRun', 'PostRun'])
  })
})

describe('a block', () => {
  const issue = problem('PreRun', 'first')

  test('at PreRun ends everything: nothing starts, no post hook, no new report', async () => {
    const { hook, phases } = witness('w', { PreRun: blockAt('PreRun') })
    const { threads, steps } = program()
    const failing = witness('first', { PreRun: issue })
    const runtime = createHookRuntime({ preHooks: [failing.hook, hook], postHooks: [hook] })
    const { kind: _, ...block } = blockAt('PreRun') as HookAction & { kind: 'block' }
    expect(await runtime.run(request, steps)).toEqual({ kind: 'blocked', block })
    expect([phases(), threads, runtime.report().issues]).toEqual([['PreRun'], [], []])
  })

  test('at PreTurn skips PostTurn; PostRun hears of an error and the report is published', async () => {
    const { hook, seen, phases } = witness('w', { PreRun: problem('PreRun'), PreTurn: blockAt('PreTurn') })
    const { turns, steps } = program()
    const runtime = createHookRuntime({ preHooks: [hook], postHooks: [hook] })
    expect(await runtime.run(request, steps)).toMatchObject({ kind: 'blocked', block: { phase: 'PreTurn' } })
    expect(phases()).toEqual(['PreRun', 'PreTurn', 'PostRun'])
    expect([seen.at(-1)?.mainStatus, turns, runtime.report().issues]).toEqual([
      'error',
      [],
      [problem('PreRun')],
    ])
  })

  test('stops the hooks after it, and takes back what those before it wanted', async () => {
    const first = witness('a', { PreTurn: patch({ modelOverride: 'changed' }) })
    const second = witness('b', { PreTurn: blockAt('PreTurn', 'b') })
    const third = witness('c')
    const after = witness('d')
    const preHooks = [first.hook, second.hook, third.hook]
    const runtime = createHookRuntime({ preHooks, postHooks: [after.hook] })
    await runtime.run(request, program().steps)
    expect(third.phases()).toEqual(['PreRun'])
    expect(after.seen.map(({ model }) => model)).toEqual(['m'])
  })
})

test('shell hooks run in it, before and after', async () => {
  const guard = ShellCommandHook(
    'guard',
    `grep -q '"phase":"PreTurn"' && { echo 'not now'; exit 2; }; exit 0`,
  )
  const runtime = createHookRuntime({ preHooks: [guard], postHooks: [ShellCommandHook('log', 'exit 4')] })
  expect(await runtime.run(request, program().steps)).toEqual({
    kind: 'blocked',
    block: { hookName: 'guard', phase: 'PreTurn', message: 'not now' },
  })
  expect(runtime.report().issues).toEqual([
    { hookName: 'log', phase: 'PostRun', class: 'Execution', message: 'exited with code 4' },
  ])
})
