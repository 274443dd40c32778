import { afterAll, describe, expect, test } from 'vitest'
import { createConditionEvaluator } from '../../src/conditions/index.ts'
import { toolEvent } from '../helpers/builders.ts'
import { byteLine } from './byte-lines.ts'
import { ALLOWED, bypassOf } from './judge.ts'
import { randomFrom } from './random-lines.ts'
import { runBatch } from './run-batch.ts'
import { runLine } from './run-line.ts'
import { createScratch, MARKER } from './scratch.ts'
import { seed } from './seed.ts'

const LINES = 2_000

const evaluate = createConditionEvaluator({ home: '/home/me', settingsBase: '/repo' })
const scratch = createScratch(['bash', 'cat'])
afterAll(() => scratch.remove())

/** A rule that ends in ` *` covers exactly these words, whatever white space or control characters they end in. */
function seen(line: string, words: string): { readonly holds: boolean; readonly sure: boolean } {
  const { holds, why } = evaluate(`Bash(${words} *)`, toolEvent('Bash', { command: line }))
  return { holds, sure: holds && !why.includes('to be safe') }
}

describe.runIf(process.platform !== 'win32')('the text that is judged is the text that bash gets', () => {
  test(`what bash ran is what was seen, byte for byte (HOOKWRIGHT_SEED=${seed} repeats this run)`, async () => {
    console.log(`lines of control characters from HOOKWRIGHT_SEED=${seed}`)
    const random = randomFrom(seed)
    const lines = [...new Set(Array.from({ length: LINES }, () => byteLine(random)))]
    const reports = await runBatch(lines, scratch)
    const marks = new Map(reports.map((report) => [report.at, report.marks]))
    const wrong = lines.flatMap((line, at) => differences(line, marks.get(at) ?? []))
    expect(wrong).toEqual([])
    expect(marks.size).toBeGreaterThan(lines.length / 5)
    expect(marks.size).toBeLessThan(lines.length)
  }, 120_000)

  test.for([
    ['echo x \r# ; qmark --flag x', ['--flag x']],
    ['echo x\r; qmark a\r', ['a\r']],
    ['qmark\r x', []],
    ['echo x #\r qmark x', []],
    ['echo x #\rqmark x\nqmark y', ['y']],
    ['qmark a \\\r\nqmark b', ['a \r', 'b']],
    ['qmark a \\\n b', ['a b']],
    ['qmark a # \\\nqmark b', ['a', 'b']],
    ['cat <<E\r\nqmark a\nE\nqmark b\nE\r\nqmark c', ['c']],
    ['cat <<E\nE\r\nqmark a\nE\nqmark b', ['b']],
    ['qmark a\v#b; qmark \f', ['a\v#b', '\f']],
    ['\rqmark x', []],
    ['qmark \x01\x7f\x1b', ['\x01\x7f\x1b']],
    ['qmark \u00a0#; qmark \u2028', ['\u00a0#', '\u2028']],
  ] as const)('%j', async ([line, expected]) => {
    scratch.restore()
    const marks = await runLine(line, scratch)
    expect(marks).toEqual(expected)
    expect(differences(line, marks)).toEqual([])
  })

  test('an allow does not rest on a comment that is none', () => {
    const line = 'echo x \r# ; qmark --flag x'
    const whole = ALLOWED.filter(
      (program) => evaluate(`Bash(${program} *)`, toolEvent('Bash', { command: line })).whole,
    )
    expect(whole).toEqual([])
  })
})

/** Every run of the marker was seen with its arguments, and what was seen for sure did run: no command here is skipped. */
function differences(line: string, marks: readonly string[]): readonly string[] {
  const shown = JSON.stringify(line)
  const unseen = marks.filter(
    (mark) => !seen(line, `${MARKER} ${mark}`.trimEnd() === MARKER ? MARKER : `${MARKER} ${mark}`).holds,
  )
  const bypass = bypassOf(line, marks)
  const imagined = marks.length === 0 && seen(line, MARKER).sure
  return [
    ...unseen.map((mark) => `${shown}: ran ${MARKER} with ${JSON.stringify(mark)}, which was not seen`),
    ...(bypass === undefined ? [] : [`${shown}: ${bypass}`]),
    ...(imagined ? [`${shown}: a run of ${MARKER} was seen, and bash did not run it`] : []),
  ]
}
