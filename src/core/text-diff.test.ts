import { expect, test } from 'vitest'
import { textDiff } from './text-diff.ts'

const lines = (count: number, text = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${text} ${index}\n`).join('')

test.for<[string, string, string, readonly string[]]>([
  ['equal texts', 'a\nb\n', 'a\nb\n', []],
  ['a line more', 'a\n', 'a\nb\n', [' a', '+b']],
  ['a line less', 'a\nb\n', 'a\n', [' a', '-b']],
  ['another line', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  ['a file that was not there', '', 'a\n', ['+a']],
  ['a file that is gone', 'a\n', '', ['-a']],
  ['an empty line', 'a\n\n', 'a\n', [' a', '-']],
  ['an end of line alone', 'a', 'a\n', []],
])('%s', ([, before, after, expected]) => {
  expect(textDiff(before, after)).toEqual({ lines: expected, leftOut: 0 })
})

test('lines far from a change are left out, with a mark between two changes', () => {
  const before = `first\n${lines(20)}last\n`
  const after = `FIRST\n${lines(20)}LAST\n`
  const shown = textDiff(before, after).lines
  expect(shown.slice(0, 6)).toEqual(['-first', '+FIRST', ' line 0', ' line 1', ' line 2', '…'])
  expect(shown.slice(-5)).toEqual([' line 17', ' line 18', ' line 19', '-last', '+LAST'])
})

test('of a large comparison the beginning is shown, and how much was left out', () => {
  const { lines: shown, leftOut } = textDiff(lines(3_000, 'old'), lines(3_000, 'new'))
  expect([shown.length, leftOut]).toEqual([120, 5_880])
})

test('one changed line of a large file is shown as that line', () => {
  const before = lines(50_000)
  expect(textDiff(before, before.replace('line 25000\n', 'other\n')).lines).toContain('+other')
})

test('of a long line the beginning is shown, and how much was left out', () => {
  expect(textDiff('', 'x'.repeat(1_000_000)).lines[0]).toMatch(/^\+x{199}… \(999801 more characters\)$/)
})
