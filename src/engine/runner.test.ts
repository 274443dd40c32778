import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { dialectWith, engineOf } from '../../test/helpers/engine.ts'
import { deny, noAnswer, rewriteInput, type Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'
import { rewrittenCall } from '../core/rewritten.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { Combination } from '../dialects/dialect.ts'
import type { Handler } from '../handlers/handler.ts'

const library = (input: Record<string, unknown> = { command: 'ls' }): Event =>
  toolEvent('Bash', input, { host: 'library' })
const functionHook = (id: string, run: FunctionHandler, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'function', run }, ...fields })
const ruleHook = (id: string, reason: string, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'rule', decision: 'deny', reason }, ...fields })

const serial = () => 'serial' as const
const chain = {
  rewrites: 'chain',
  next: (event, { answer }) => rewrittenCall(event, answer),
} satisfies Partial<Combination>

function withResolvers(): { promise: Promise<unknown>; resolve: (value: unknown) => void } {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise((done) => (resolve = done))
  return { promise, resolve }
}

describe('groups', () => {
  test('R43 stopOnDeny returns at the first deny and cancels the rest', async () => {
    const hangs = functionHook('hangs', () => new Promise(() => {}), { timeoutMs: 60_000 })
    const { results, verdict } = await engineOf([hangs, ruleHook('no', 'no', { stopOnDeny: true })]).run(
      library(),
    )
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['cancelled', 'answered'])
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'no' })
  })

  test('R43 stopOnDeny cancels the hooks of other dialects too', async () => {
    const hangs = functionHook('hangs', () => new Promise(() => {}), { timeoutMs: 60_000, dialect: 'other' })
    const { results } = await engineOf([hangs, ruleHook('no', 'no', { stopOnDeny: true })]).run(library())
    expect(results.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'cancelled', by: 'earlier-step' },
      { kind: 'answered' },
    ])
  })

  test('R43 without it the hanging hook meets its own deadline', async () => {
    const hangs = functionHook('hangs', () => new Promise(() => {}), { timeoutMs: 30 })
    const { results } = await engineOf([hangs, ruleHook('no', 'no')]).run(library())
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['timed-out', 'answered'])
  })

  test('R46 what a function changes in its event reaches nobody else', async () => {
    const seen: unknown[] = []
    const mutates = functionHook('mutates', (event) => {
      seen.push(event.tool?.input['command'])
      Object.assign(event.tool?.input ?? {}, { command: 'rm -rf /' })
      Object.assign(event.fields, { source: 'mutates' })
    })
    const dialect = () => dialectWith({ order: serial })
    const event = library()
    const before = structuredClone(event)
    const { plan } = await engineOf([mutates, { ...mutates, id: 'later' }], { dialect }).run(event)
    expect([seen, event, plan.event]).toEqual([['ls', 'ls'], before, before])
  })

  test('a serial dialect runs one after the other and stops where it says', async () => {
    const ran: string[] = []
    const step = (id: string, answer?: Answer): Hook =>
      functionHook(id, async () => {
        ran.push(`${id} starts`)
        await Promise.resolve()
        ran.push(`${id} ends`)
        return answer
      })
    const dialect = () => dialectWith({ order: serial, stopAt: ['deny'] })
    await engineOf([step('a'), step('b', deny('no')), step('c')], { dialect }).run(library())
    expect(ran).toEqual(['a starts', 'a ends', 'b starts', 'b ends'])
  })

  test.for([
    ['PreToolUse', deny('no'), 1],
    ['PostToolUse', deny('no'), 2],
    ['PostToolUse', { ...deny(), effects: [{ kind: 'stop' }] }, 1],
  ] as const)('where a serial dialect stops may depend on the event: %s', async ([name, said, count]) => {
    const stopAt = (event: string) => (event === 'PreToolUse' ? (['deny'] as const) : (['stop'] as const))
    const dialect = () => dialectWith({ order: serial, stopAt })
    const step = (id: string): Hook => functionHook(id, () => said, { event: name })
    const { results } = await engineOf([step('a'), step('b')], { dialect }).run({ ...library(), name })
    expect(results).toHaveLength(count)
  })

  test('a chaining dialect shows each step what the one before made of the result', async () => {
    const seen: unknown[] = []
    const append = (id: string): Hook =>
      functionHook(
        id,
        (event) => {
          seen.push(event.tool?.response)
          return {
            ...noAnswer,
            effects: [{ kind: 'rewrite-output', output: `${String(event.tool?.response)}${id}` }],
          }
        },
        { event: 'PostToolUse' },
      )
    const dialect = () => dialectWith({ order: serial, ...chain })
    const base = library()
    const event = { ...base, name: 'PostToolUse', tool: { ...base.tool!, response: 'x' } }
    await engineOf([append('a'), append('b')], { dialect }).run(event)
    expect(seen).toEqual(['x', 'xa'])
  })

  test('a chaining dialect shows each step the rewrite before it', async () => {
    const seen: unknown[] = []
    const append = (id: string): Hook =>
      functionHook(id, (event) => {
        seen.push(event.tool?.input['command'])
        return rewriteInput({ command: `${String(event.tool?.input['command'])}${id}` })
      })
    const dialect = () => dialectWith({ order: serial, ...chain })
    const { verdict } = await engineOf([append('a'), append('b')], { dialect }).run(library())
    expect(seen).toEqual(['ls', 'lsa'])
    expect(verdict.effects).toEqual([{ kind: 'rewrite-input', input: { command: 'lsab' } }])
  })

  test('groups of different dialects run side by side, and results keep configuration order', async () => {
    const gate = withResolvers()
    const first = functionHook('first', () => gate.promise.then(() => undefined), { dialect: 'one' })
    const second = functionHook('second', () => gate.resolve(undefined), { dialect: 'two' })
    const dialect = () => dialectWith({ order: serial })
    const { results } = await engineOf([first, second], { dialect }).run(library())
    expect(results.map(({ hook: { id } }) => id)).toEqual(['first', 'second'])
  })
})

describe('slots and the deadline of a run', () => {
  const command = (id: string, timeoutMs = 60_000): Hook =>
    hook({ id, timeoutMs, handler: { type: 'command', start: { kind: 'argv', words: ['x'] } } })
  const exited = {
    kind: 'exited',
    code: 0,
    stdout: { text: '', droppedBytes: 0, wellFormed: true },
    stderr: { text: '', droppedBytes: 0, wellFormed: true },
    ms: 1,
  } as const

  test('no more processes at once than there are slots, and every step gets its turn', async () => {
    let running = 0
    let most = 0
    const handler = async () => {
      most = Math.max(most, (running += 1))
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return exited
    }
    const { results } = await engineOf(
      Array.from({ length: 10 }, (_, index) => command(`h${index}`)),
      { command: handler, slotCount: 3 },
    ).run(library())
    expect([most, results.length, running]).toEqual([3, 10, 0])
  })

  test.for([
    ['nobody listens', {}, undefined],
    ['the engine has a listener', { onProgress: () => {} }, 'function'],
  ] as const)('what a process writes is heard only when somebody listens: %s', async ([, parts, heard]) => {
    const seen: (string | undefined)[] = []
    const handler: Handler = ({ onOutput }) => {
      seen.push(onOutput && typeof onOutput)
      return Promise.resolve(exited)
    }
    await engineOf([command('a')], { command: handler, ...parts }).run(library())
    expect(seen).toEqual([heard])
  })

  test('waiting for a slot is not charged to a hook’s own timeout', async () => {
    const given: number[] = []
    const handler = async ({ timeoutMs }: { timeoutMs: number }) => {
      given.push(timeoutMs)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return exited
    }
    await engineOf([command('a', 500), command('b', 500)], { command: handler, slotCount: 1 }).run(library())
    expect(given).toEqual([500, 500])
  })

  test('R36 a step the deadline leaves no time for is reported before it starts', async () => {
    const handler = async ({ signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number }) => {
      await new Promise((resolve) => setTimeout(resolve, timeoutMs + 10))
      void signal
      return exited
    }
    const { results } = await engineOf([command('a'), command('b')], { command: handler, slotCount: 1 }).run(
      library(),
      { deadlineMs: 100 },
    )
    expect(
      results.map(({ outcome }) => (outcome.kind === 'not-started' ? outcome.issue.code : outcome.kind)),
    ).toEqual(['exited', 'run.deadline'])
  })

  const hangs = (fields: Partial<Hook>): Hook =>
    functionHook('hangs', () => new Promise(() => {}), { timeoutMs: 60_000, ...fields })

  test('a function that hangs is ended by the deadline, which is named', async () => {
    const { verdict } = await engineOf([hangs({ onFailure: 'deny' })]).run(library(), { deadlineMs: 100 })
    expect([verdict.decision, verdict.reason, verdict.issues[0]?.hint]).toEqual([
      'deny',
      "Hook hangs could not decide: It had not answered when the run's deadline of 0.1 s ended it.",
      'Raise the deadline, or make the hook faster.',
    ])
  })

  test('a hook that meets its own timeout is told so, deadline or not', async () => {
    const { verdict } = await engineOf([hangs({ timeoutMs: 20 })]).run(library(), { deadlineMs: 10_000 })
    expect(verdict.issues[0]?.hint).toContain('Raise its `timeout`')
  })

  test('a function the deadline left no time for is not started', async () => {
    const ran: string[] = []
    const dialect = () => dialectWith({ order: serial })
    const late = functionHook('late', () => void ran.push('late'), { onFailure: 'ask' })
    const { verdict, results } = await engineOf([hangs({}), late], { dialect }).run(library(), {
      deadlineMs: 50,
    })
    expect([ran, results.map(({ outcome }) => outcome.kind), verdict.reason]).toEqual([
      [],
      ['timed-out', 'not-started'],
      "Hook late could not decide: It was not started: the run's deadline of 0.05 s left no time for it.",
    ])
  })

  test('a rule needs no time, so a deadline that has passed does not silence it', async () => {
    const dialect = () => dialectWith({ order: serial })
    const { verdict } = await engineOf([hangs({}), ruleHook('no', 'no')], { dialect }).run(library(), {
      deadlineMs: 50,
    })
    expect([verdict.decision, verdict.reason]).toEqual(['deny', 'no'])
  })

  test.for([2 ** 31, Number.POSITIVE_INFINITY])('a deadline of %s ms is simply long', async (deadlineMs) => {
    const { results } = await engineOf([command('a')], { command: () => Promise.resolve(exited) }).run(
      library(),
      { deadlineMs },
    )
    expect(results[0]?.outcome.kind).toBe('exited')
  })
})

describe('what breaks a step never rejects a run', () => {
  const boom = (): never => {
    throw new Error('boom')
  }
  const commandHook = hook({
    id: 'c',
    onFailure: 'deny',
    handler: { type: 'command', start: { kind: 'argv', words: ['x'] } },
  })

  test('an event that cannot be written down', async () => {
    const { results, verdict } = await engineOf([commandHook]).run(library({ size: 1n }))
    expect(results[0]?.outcome).toMatchObject({ kind: 'failed', issue: { code: 'input.unprepared' } })
    expect([verdict.decision, verdict.reason]).toEqual([
      'deny',
      'Hook c could not decide: Failed to prepare hook input: Do not know how to serialize a BigInt',
    ])
  })

  test('a handler that throws or rejects', async () => {
    const { verdict } = await engineOf([commandHook], { command: boom }).run(library())
    expect(verdict.reason).toBe('Hook c could not decide: It could not be run: boom')
  })

  test('a reader that throws', async () => {
    const side = await claudeCode.hooks()
    const native = functionHook('n', () => ({ decision: 'block' }), { onFailure: 'ask' })
    const { verdict } = await engineOf([native], {
      hookSide: () => Promise.resolve({ ...side, decodeOutput: boom }),
    }).run(library())
    expect([verdict.decision, verdict.answers[0]?.answer.failure]).toEqual(['ask', 'crash'])
  })

  test('an answer that cannot be looked at', async () => {
    const answer = Object.defineProperty({}, 'decision', { get: boom })
    const { verdict } = await engineOf([functionHook('n', () => answer)]).run(library())
    expect(verdict.answers[0]?.answer.failure).toBe('crash')
  })

  test('a rewrite that cannot be compared', async () => {
    const rewrites = (id: string, size: bigint): Hook => functionHook(id, () => rewriteInput({ size }))
    const { verdict } = await engineOf([rewrites('a', 1n), rewrites('b', 2n), rewrites('c', 2n)]).run(
      library({ size: 0n }),
    )
    expect(verdict.effects).toEqual([{ kind: 'rewrite-input', input: { size: 2n } }])
    expect(verdict.issues.map(({ code }) => code)).toEqual(['rewrite.conflict'])
  })

  test('a listener that throws', async () => {
    const warnings: string[] = []
    const warn = (text: string): void => void warnings.push(text)
    const { verdict } = await engineOf([ruleHook('no', 'no')], { onProgress: boom, warn }).run(library())
    expect(verdict.decision).toBe('deny')
    expect(warnings).toEqual(Array(2).fill(expect.stringContaining('A listener threw')))
  })
})
