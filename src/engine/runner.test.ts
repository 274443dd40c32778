import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { dialectWith, engineOf } from '../../test/helpers/engine.ts'
import { deny, rewriteInput, type Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'

const library = (input: Record<string, unknown> = { command: 'ls' }): Event =>
  toolEvent('Bash', input, { host: 'library' })
const functionHook = (id: string, run: FunctionHandler, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'function', run }, ...fields })
const ruleHook = (id: string, reason: string, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'rule', decision: 'deny', reason }, ...fields })

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

  test('R43 without it the hanging hook meets its own deadline', async () => {
    const hangs = functionHook('hangs', () => new Promise(() => {}), { timeoutMs: 30 })
    const { results } = await engineOf([hangs, ruleHook('no', 'no')]).run(library())
    expect(results.map(({ outcome }) => outcome.kind)).toEqual(['timed-out', 'answered'])
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
    const dialect = () => dialectWith({ order: 'serial', stopAt: ['deny'] })
    await engineOf([step('a'), step('b', deny('no')), step('c')], { dialect }).run(library())
    expect(ran).toEqual(['a starts', 'a ends', 'b starts', 'b ends'])
  })

  test('a chaining dialect shows each step the rewrite before it', async () => {
    const seen: unknown[] = []
    const append = (id: string): Hook =>
      functionHook(id, (event) => {
        seen.push(event.tool?.input['command'])
        return rewriteInput({ command: `${String(event.tool?.input['command'])}${id}` })
      })
    const dialect = () => dialectWith({ order: 'serial', rewrites: 'chain' })
    const { verdict } = await engineOf([append('a'), append('b')], { dialect }).run(library())
    expect(seen).toEqual(['ls', 'lsa'])
    expect(verdict.effects).toEqual([{ kind: 'rewrite-input', input: { command: 'lsab' } }])
  })

  test('groups of different dialects run side by side, and results keep configuration order', async () => {
    const gate = withResolvers()
    const first = functionHook('first', () => gate.promise.then(() => undefined), { dialect: 'one' })
    const second = functionHook('second', () => gate.resolve(undefined), { dialect: 'two' })
    const dialect = () => dialectWith({ order: 'serial' })
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
})
