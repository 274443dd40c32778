import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { ownSignal } from './own-signal.ts'

test('without a signal of the caller it never aborts, and no two calls share it', () => {
  const [a, b] = [ownSignal(), ownSignal()]
  expect(a.signal).not.toBe(b.signal)
  a.drop()
  expect([a.signal.aborted, b.signal.aborted]).toEqual([false, false])
})

test('it aborts with the reason of the caller, before and after the call began', () => {
  const callers = new AbortController()
  const early = ownSignal(callers.signal)
  callers.abort('earlier-step')
  const late = ownSignal(callers.signal)
  expect([early.signal.reason, late.signal.reason]).toEqual(['earlier-step', 'earlier-step'])
})

test('many calls put one listener on the signal of the caller, and the last one takes it away', () => {
  const { signal } = new AbortController()
  const calls = Array.from({ length: 50 }, () => ownSignal(signal))
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  calls.forEach(({ drop }) => drop())
  calls.forEach(({ drop }) => drop())
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a call that is over does not stop others from hearing the signal', () => {
  const callers = new AbortController()
  const [over, next] = [ownSignal(callers.signal), ownSignal(callers.signal)]
  over.drop()
  const another = ownSignal(callers.signal)
  callers.abort()
  expect([over, next, another].map(({ signal }) => signal.aborted)).toEqual([false, true, true])
})

test('a call that is dropped twice leaves the listener of later calls alone', () => {
  const callers = new AbortController()
  const first = ownSignal(callers.signal)
  first.drop()
  const second = ownSignal(callers.signal)
  first.drop()
  callers.abort()
  expect(second.signal.aborted).toBe(true)
})
