import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hook } from '../../../test/helpers/builders.ts'
import type { Io } from '../io.ts'
import { createSpinner } from './spinner.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function spin(...hooks: readonly Parameters<typeof hook>[0][]) {
  const written: string[] = []
  const tell = createSpinner({ err: (text: string) => void written.push(text) } as Io)
  const all = hooks.map(hook)
  all.forEach((each) => tell({ kind: 'started', hook: each }))
  // What a hook writes is not its end.
  all.forEach((each) => tell({ kind: 'output', hook: each }))
  vi.advanceTimersByTime(400)
  const shown = written.at(-1) ?? ''
  all.forEach((each) => tell({ kind: 'finished', hook: each }))
  return { shown, last: written.at(-1) }
}

test('a hook is shown by its status message, else by its id', () => {
  expect(spin({ id: 'a', statusMessage: 'Checking types' }, { id: 'b' }).shown).toContain(
    ' Checking types, b 0.4 s',
  )
})

test('a status message cannot steer the terminal', () => {
  expect(spin({ statusMessage: 'x\u001B[2J\ny' }).shown).toContain(String.raw` x\u{1B}[2J y 0.4 s`)
})

test('the line is cleared at the end', () => {
  expect(spin({ id: 'a' }).last).toBe('\r\u001B[K')
})
