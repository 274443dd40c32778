import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import {
  addContext,
  allow,
  ask,
  deny,
  emptyVerdict,
  noAnswer,
  rewriteInput,
  type Answer,
} from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'

const library = (tool = 'Bash', input: Record<string, unknown> = { command: 'ls' }): Event =>
  toolEvent(tool, input, { host: 'library' })
const functionHook = (id: string, run: FunctionHandler, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'function', run }, ...fields })
const ruleHook = (id: string, reason: string, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'rule', decision: 'deny', reason }, ...fields })

/** Hooks whose answers arrive in the given order, one after the other. */
function inOrder(answers: readonly Answer[], order: readonly number[]): Hook[] {
  const gates = answers.map(() => withResolvers())
  void order.reduce(
    (before, index) => before.then(() => gates[index]?.resolve(undefined)).then(() => Promise.resolve()),
    Promise.resolve(),
  )
  return answers.map((answer, index) =>
    functionHook(`h${index}`, () => gates[index]!.promise.then(() => answer)),
  )
}

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise((done) => (resolve = done))
  return { promise, resolve }
}

describe('run', () => {
  test('no hook for the event: the empty verdict', async () => {
    expect((await engineOf([]).run(library())).verdict).toBe(emptyVerdict)
  })

  test('the verdict is the same for every order of completion', async () => {
    const answers = [
      deny('first'),
      ask('sure?'),
      addContext('note'),
      deny('second'),
      rewriteInput({ command: 'x' }),
      allow(),
    ]
    const expected = (await engineOf(inOrder(answers, [0, 1, 2, 3, 4, 5])).run(library())).verdict
    expect(expected).toMatchObject({ decision: 'deny', reason: 'first\nsecond' })
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (order) => {
        expect((await engineOf(inOrder(answers, order)).run(library())).verdict).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  test('R45 a hook that throws, rejects or never settles is a failure of its own', async () => {
    const never = functionHook('never', () => new Promise(() => {}), { timeoutMs: 20 })
    const throws = functionHook('throws', () => {
      throw new Error('boom')
    })
    const rejects = functionHook('rejects', () => Promise.reject(new Error('later')))
    const { verdict } = await engineOf([never, throws, rejects, functionHook('fine', () => deny('no'))]).run(
      library(),
    )
    expect(verdict.answers.map(({ hook: id, answer }) => [id, answer.failure])).toEqual([
      ['never', 'timeout'],
      ['throws', 'crash'],
      ['rejects', 'crash'],
      ['fine', undefined],
    ])
    expect(verdict.decision).toBe('deny')
  })

  test('onFailure: deny turns a failure into a deny that says so', async () => {
    const throws = functionHook('guard', () => Promise.reject(new Error('boom')), { onFailure: 'deny' })
    expect((await engineOf([throws]).run(library())).verdict).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('Hook guard could not decide'),
    })
  })

  test('a function may answer in Claude Code’s own words', async () => {
    const native = functionHook('native', () => ({ decision: 'block', reason: 'not today' }))
    expect((await engineOf([native]).run(library())).verdict).toMatchObject({
      decision: 'deny',
      reason: 'not today',
    })
  })

  test('a failed hook is told to the user where the host can show it', async () => {
    const throws = functionHook('lint', () => Promise.reject(new Error('boom')))
    const { verdict } = await engineOf([throws]).run(toolEvent('Bash'))
    expect(verdict.effects).toEqual([
      { kind: 'message', text: expect.stringMatching(/^hookwright: hook lint failed \(crash\): /) },
    ])
  })

  test('many steps that listen to one signal are no leak', async () => {
    const warned: string[] = []
    const warn = (warning: Error): void => void warned.push(warning.name)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const waits = Array.from({ length: 30 }, (_, index) =>
      functionHook(`waits-${index}`, () => new Promise((resolve) => setTimeout(resolve, 20))),
    )
    await engineOf(waits).run(library(), { signal: new AbortController().signal })
    expect(warned).toEqual([])
  })

  test('an aborted run cancels its steps', async () => {
    const controller = new AbortController()
    const waits = functionHook(
      'waits',
      (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
    )
    const running = engineOf([waits]).run(library(), { signal: controller.signal })
    controller.abort()
    expect((await running).results.map(({ outcome }) => outcome.kind)).toEqual(['cancelled'])
  })

  test('S26 headless turns ask into deny for a library caller too', async () => {
    const { verdict } = await engineOf([functionHook('asks', () => ask('sure?'))]).run(library(), {
      headless: true,
    })
    expect([verdict.decision, verdict.lost]).toEqual([
      'deny',
      [{ what: 'ask', why: 'the host gets deny instead' }],
    ])
  })
})

describe('after a rewrite', () => {
  const rewrites = functionHook('rewrites', () => rewriteInput({ command: 'rm -rf /' }))
  const noRm = (event: Event): Answer | undefined =>
    String(event.tool?.input['command']).includes('rm') ? deny('no rm') : undefined

  test('S27 a guard sees the final input and can still deny', async () => {
    const guard = functionHook('guard', noRm, { guard: true })
    expect((await engineOf([guard, rewrites]).run(library())).verdict).toMatchObject({
      decision: 'deny',
      reason: 'no rm',
    })
  })

  test('who denied in the second look is in the results and the answers', async () => {
    const guard = functionHook('guard', noRm, { guard: true })
    const { results, verdict } = await engineOf([guard, rewrites]).run(library())
    expect(results.map(({ hook: { id }, answer, pass }) => [id, answer.decision, pass])).toEqual([
      ['guard', 'none', undefined],
      ['rewrites', 'none', undefined],
      ['guard', 'deny', 2],
    ])
    expect(verdict.answers.at(-1)).toEqual({ hook: 'guard', answer: deny('no rm'), pass: 2 })
  })

  test('a guard that fails twice is told once, and its effects are lost once', async () => {
    const broken = functionHook('broken', () => Promise.reject(new Error('boom')), { guard: true })
    const retries = functionHook('retries', () => ({ ...noAnswer, effects: [{ kind: 'retry' }] }), {
      guard: true,
    })
    const { verdict } = await engineOf([broken, retries, rewrites]).run(toolEvent('Bash'))
    expect(verdict.effects.filter(({ kind }) => kind === 'message')).toHaveLength(1)
    expect(verdict.lost).toHaveLength(1)
  })

  test('a step that is no guard is not asked again', async () => {
    const { verdict } = await engineOf([functionHook('once', noRm), rewrites]).run(library())
    expect(verdict.decision).toBe('none')
  })

  test('rules look again through their conditions', async () => {
    const condition = (rule: string, event: Event) => ({
      holds: String(event.tool?.input['command']).startsWith(rule),
      whole: true,
      why: '',
    })
    const loadConditions = () => Promise.resolve(condition)
    const rule = ruleHook('rule', 'no rm', { condition: 'rm' })
    expect((await engineOf([rule, rewrites], { loadConditions }).run(library())).verdict).toMatchObject({
      decision: 'deny',
      reason: 'no rm',
    })
  })

  test('a rule’s allow is not sent with an input it did not allow', async () => {
    const condition = (rule: string, event: Event) => ({
      holds: String(event.tool?.input['command']).startsWith(rule),
      whole: true,
      why: '',
    })
    const rule = hook({ id: 'ls', handler: { type: 'rule', decision: 'allow' }, condition: 'ls' })
    const { verdict } = await engineOf([rule, rewrites], {
      loadConditions: () => Promise.resolve(condition),
    }).run(library())
    expect([verdict.decision, verdict.issues.map((problem) => problem.code)]).toEqual([
      'none',
      ['allow.dropped'],
    ])
  })

  test('a guard that rewrites again makes it a deny', async () => {
    const again = functionHook('again', () => rewriteInput({ command: 'ls' }), { guard: true })
    const { verdict } = await engineOf([rewrites, again]).run(library())
    expect([verdict.decision, verdict.issues.map((problem) => problem.code)]).toEqual([
      'deny',
      ['rewrite.second'],
    ])
  })

  test('a denied call is not looked at again', async () => {
    let calls = 0
    const guard = functionHook('guard', () => void (calls += 1), { guard: true })
    await engineOf([guard, rewrites, ruleHook('no', 'no')]).run(library())
    expect(calls).toBe(1)
  })
})

describe('has and add', () => {
  test('a hook can be added and removed', () => {
    const engine = engineOf([])
    const remove = engine.add(hook({ event: 'Stop' }))
    const during = engine.has('Stop')
    remove()
    expect([during, engine.has('Stop')]).toEqual([true, false])
  })
})
