import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { engineOf } from '../../test/helpers/engine.ts'
import { deny, rewriteInput, type Effect } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { FunctionHandler, Hook } from '../core/hook.ts'
import { warning } from '../core/issue.ts'
import { createStopCap } from './stop-cap.ts'

const functionHook = (id: string, run: FunctionHandler, fields: Partial<Hook> = {}): Hook =>
  hook({ id, handler: { type: 'function', run }, ...fields })

function promptEvent(fields: Partial<Event> = {}): Event {
  const { tool: _, ...event } = toolEvent('Bash', {}, { name: 'UserPromptSubmit', sessionId: 's', ...fields })
  return { ...event, prompt: 'hello' }
}

const LATE: readonly Effect[] = [
  { kind: 'add-context', text: 'the build is green' },
  { kind: 'message', text: 'built' },
]

describe('late answers', () => {
  test('come after what the hooks of the event say and what is announced', async () => {
    const broken = functionHook('broken', () => Promise.reject(new Error('boom')), {
      event: 'UserPromptSubmit',
    })
    const { verdict } = await engineOf([broken], { takeLate: () => LATE }).run(promptEvent())
    expect(verdict.effects.map(({ kind }) => kind)).toEqual(['message', 'add-context', 'message'])
    expect(verdict.effects.slice(1)).toEqual(LATE)
  })

  test('go with an event that has no hook', async () => {
    const { verdict } = await engineOf([], { takeLate: () => LATE }).run(promptEvent())
    expect(verdict.effects).toEqual(LATE)
  })

  test.for([
    ['of another host', { host: 'library' }],
    ['without a session', { sessionId: undefined }],
    ['that shows nothing to the model', { name: 'SessionEnd' }],
  ] as const)('stay where they are at an event %s', async ([, fields]) => {
    const taken: string[] = []
    const takeLate = (session: string): readonly Effect[] => {
      taken.push(session)
      return LATE
    }
    const { verdict } = await engineOf([], { takeLate }).run(promptEvent(fields as Partial<Event>))
    expect([taken, verdict.effects]).toEqual([[], []])
  })
})

test('late answers that cannot be read do not take the verdict with them', async () => {
  const guard = functionHook('guard', () => deny('no'), { event: 'UserPromptSubmit' })
  const takeLate = (): never => {
    throw new Error('EIO')
  }
  const { verdict } = await engineOf([guard], { takeLate }).run(promptEvent())
  expect(verdict).toMatchObject({ decision: 'deny', reason: 'no' })
  expect(verdict.issues).toMatchObject([{ code: 'late.unread', message: expect.stringContaining('EIO') }])
})

test('what is odd about a payload is an issue of the verdict, also when no hook runs', async () => {
  const odd = warning('payload.field', {}, '"cwd" in the payload is 7.')
  expect((await engineOf([]).run(toolEvent('Bash', {}, { issues: [odd] }))).verdict.issues).toEqual([odd])
})

test('an event that its host does not have is told', async () => {
  const { verdict } = await engineOf([]).run(toolEvent('Bash', {}, { name: 'Unheard', native: 'Unheard' }))
  expect(verdict.issues).toMatchObject([{ code: 'event.unknown' }])
})

test('the second look comes first: a guard sees the rewritten input, and its deny is what is fitted', async () => {
  const rewriter = functionHook('rewriter', () => rewriteInput({ command: 'rm -rf /' }))
  const guard = functionHook(
    'guard',
    ({ tool }) => (tool?.input['command'] === 'rm -rf /' ? deny('not that') : undefined),
    { guard: true },
  )
  const run = await engineOf([rewriter, guard]).run(toolEvent('Bash', { command: 'ls' }))
  expect(run.verdict).toMatchObject({ decision: 'deny', reason: 'not that' })
  expect(run.results.map(({ hook: { id }, pass }) => [id, pass])).toEqual([
    ['rewriter', undefined],
    ['guard', undefined],
    ['guard', 2],
  ])
})

test('the cap comes before the fit: a turn that ends is told to the user in terms of the host', async () => {
  const again = functionHook('again', () => deny('not done'), { event: 'Stop' })
  const engine = engineOf([again], { stopCap: createStopCap(1) })
  const stop = promptEvent({ name: 'Stop', native: 'Stop' })
  expect((await engine.run(stop)).verdict.decision).toBe('deny')
  const { verdict } = await engine.run(stop)
  expect(verdict).toMatchObject({ decision: 'none', issues: [{ code: 'stop.cap' }] })
  expect(verdict.effects).toMatchObject([{ kind: 'message' }])
})
