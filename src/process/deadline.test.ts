import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atDeadline, within } from './deadline.ts'

test('the deadline is never early', async () => {
  for (const ms of [0.4, 1, 3.7, 20]) {
    const deadline = performance.now() + ms
    await new Promise<void>((resolve) => atDeadline(deadline, resolve))
    expect(performance.now()).toBeGreaterThanOrEqual(deadline)
  }
})

test.for([2 ** 31, 1e12])('R35 a deadline %d ms away does not come at once', async (ms) => {
  let isOver = false
  const callOff = atDeadline(performance.now() + ms, () => (isOver = true))
  await sleep(30)
  callOff()
  expect(isOver).toBe(false)
})

test('a deadline that was called off does not come', async () => {
  let isOver = false
  atDeadline(performance.now() + 10, () => (isOver = true))()
  await sleep(30)
  expect(isOver).toBe(false)
})

test('within tells a promise in time from one that is late', async () => {
  expect(await within(Promise.resolve(), 0)).toBe(true)
  expect(await within(new Promise(() => {}), 5)).toBe(false)
})
