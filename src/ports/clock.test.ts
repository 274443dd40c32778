import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { clockSince, systemClock } from './clock.ts'

test('the clock of a process knows how old the process is', () => {
  expect(Math.abs(systemClock.age() - process.uptime() * 1_000)).toBeLessThan(1_000)
})

test('the clock of one call counts from when it began, also in another process', () => {
  const clock = clockSince(systemClock.elapsed() - 5_000)
  expect(clock.age()).toBeGreaterThanOrEqual(5_000)
  expect(clock.age()).toBeLessThan(10_000)
})

test('all processes count alike', () => {
  const said = execFileSync(process.execPath, [
    '-e',
    'const [s, n] = process.hrtime(); console.log(s * 1e3 + n / 1e6)',
  ])
  expect(Math.abs(Number(said) - systemClock.elapsed())).toBeLessThan(10_000)
})
