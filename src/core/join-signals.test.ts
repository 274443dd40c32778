import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { joinSignals } from './join-signals.ts'

const pair = (): [AbortController, AbortController] => [new AbortController(), new AbortController()]

test('one signal stays what it is', () => {
  const { signal } = new AbortController()
  expect(joinSignals(undefined, signal).signal).toBe(signal)
})

test.for([0, 1] as const)('the abort of signal %i arrives with its reason', (which) => {
  const controllers = pair()
  const { signal } = joinSignals(...controllers.map((each) => each.signal))
  controllers[which].abort('why')
  expect([signal.aborted, signal.reason]).toEqual([true, 'why'])
})

test('a signal that was aborted before counts', () => {
  const joined = joinSignals(new AbortController().signal, AbortSignal.abort('before'))
  expect(joined.signal.reason).toBe('before')
})

test('what was dropped hears nothing, and leaves the others their listener until the last is dropped', () => {
  const [a, b] = pair()
  const all = Array.from({ length: 20 }, () => joinSignals(a.signal, b.signal))
  const last = joinSignals(a.signal, b.signal)
  expect(getEventListeners(a.signal, 'abort')).toHaveLength(1)
  for (const { drop } of all) drop()
  a.abort()
  expect([all.some(({ signal }) => signal.aborted), last.signal.aborted]).toEqual([false, true])
  last.drop()
  const later = joinSignals(b.signal, new AbortController().signal)
  last.drop()
  b.abort('later')
  expect(later.signal.reason).toBe('later')
  later.drop()
  expect([a, b].map(({ signal }) => getEventListeners(signal, 'abort').length)).toEqual([0, 0])
})
