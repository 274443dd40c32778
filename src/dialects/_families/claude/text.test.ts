import { expect, test } from 'vitest'
import { textCaps } from '../../claude-code/contract.ts'
import { cap, clean } from './text.ts'

test.for([
  ['colours go', '\u001B[1;31mred\u001B[0m', 'red'],
  ['a clipboard sequence goes with its content', 'a\u001B]52;c;c2VjcmV0\u0007b', 'ab'],
  ['a string terminator ends it too', 'a\u001B]0;title\u001B\\b', 'ab'],
  ['an unfinished sequence takes nothing that follows an escape', 'a\u001B]0;x\u001B[31mb', 'ab'],
  ['eight-bit sequences go', 'a\u009B31mb\u009D0;t\u009Cc', 'abc'],
  ['bidi controls go', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
  ['tabs and newlines stay', 'a\tb\nc', 'a\tb\nc'],
  ['CRLF becomes LF', 'a\r\nb', 'a\nb'],
  ['NUL and backspace go', 'a\0b\bc', 'abc'],
  ['leading space stays', '  a', '  a'],
  ['other scripts stay', 'naïve 日本 🙂', 'naïve 日本 🙂'],
] as const)('S29 %s', ([, given, wanted]) => expect(clean(given)).toBe(wanted))

test.for([
  [9_999, false],
  [10_000, false],
  [10_001, true],
  [5_000_000, true],
] as const)('R58 %i characters: cut %s', ([length, cut]) => {
  const result = cap('x'.repeat(length))
  expect(result.cut).toBe(cut)
  expect(result.text.length).toBe(Math.min(length, textCaps.most))
  expect(result.text.includes(String(length))).toBe(cut)
})

test('R58 a cut never halves a character', () => {
  const { text } = cap('🙂'.repeat(6_000))
  expect(() => encodeURIComponent(text)).not.toThrow()
})

test('cleaning 5 MB of opened sequences is linear', () => {
  const start = performance.now()
  clean('\u001B]'.repeat(2_500_000))
  clean(`\u001B[${'0'.repeat(5_000_000)}`)
  expect(performance.now() - start).toBeLessThan(2_000)
})
