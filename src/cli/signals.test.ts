import { expect, test } from 'vitest'
import { watchInterruption } from './signals.ts'

const listeners = (): number => process.listenerCount('SIGTERM')

test('a command that is given a signal listens to no signal of the process', () => {
  const before = listeners()
  const { signal } = new AbortController()
  const interruption = watchInterruption(signal, async () => {})
  expect(interruption.signal).toBe(signal)
  expect(listeners()).toBe(before)
})

test('a command without one listens until it is stopped', () => {
  const before = listeners()
  const interruption = watchInterruption(undefined, async () => {})
  expect(listeners()).toBe(before + 1)
  interruption.stop()
  expect(listeners()).toBe(before)
})
