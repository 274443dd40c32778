import { describe, expect, test } from 'vitest'
import { blankUnseen, escapeHidden, escapeUnseen, visibleJson } from './unseen.ts'

const ALL = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point))

test('every character that Unicode draws as nothing, reorders by or ends lines with is escaped', () => {
  const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u
  const missed = ALL.filter((one) => unseen.test(one) && !'\t\n'.includes(one) && escapeUnseen(one) === one)
  expect(missed).toEqual([])
})

test('letters, marks, signs, blanks and emoji are not', () => {
  const seen = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u
  const drawn = ALL.filter((one) => seen.test(one) && !/\p{Default_Ignorable_Code_Point}/u.test(one))
  expect(drawn.filter((one) => escapeUnseen(one) !== one)).toEqual(['\u2800'])
})

test.for([
  ['a\u200Bb', String.raw`a\u{200B}b`],
  ['\u{E0041}', String.raw`\u{E0041}`],
  ['\u001B[31m', String.raw`\u{1B}[31m`],
  ['a\tb\n', 'a\tb\n'],
  ['\uD800', String.raw`\u{D800}`],
] as const)('%j is shown as %j', ([text, shown]) => expect(escapeUnseen(text)).toBe(shown))

describe('in text to be read', () => {
  test.for([
    '\u{1F469}\u200D\u{1F4BB}',
    '\u{1F469}\u{1F3FD}\u200D\u{1F4BB}',
    '\u{1F3F3}\uFE0F\u200D\u{1F308}',
    '1\uFE0F\u20E3',
    '\u0646\u0645\u06CC\u200C\u0634',
    '\u0915\u094D\u200D\u0937',
    '\u0D28\u0D4D\u200D.',
    '\u09A4\u09CD\u200D ',
    '\u0645\u06CC\u200C',
    '\uA98F\uA9C0\u200D\uA98F',
    '\u1B13\u1B44\u200C\u1B13',
    // Other forms of Japanese characters, the second outside the first plane.
    '\u845B\u{E0100}\u98FE\u533A',
    '\u{20BB7}\u{E0101}',
    // England, Scotland, Wales.
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}!',
    '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
    '\u182D\u180B',
    '\u182D\u180E\u1820',
  ])('%s stays', (text) => expect(escapeHidden(text)).toBe(text))

  test.for([
    ['rm\u200D -rf', String.raw`rm\u{200D} -rf`],
    ['a\u200Cb', String.raw`a\u{200C}b`],
    ['a\uFE0F', String.raw`a\u{FE0F}`],
    ['\u{1F469}\u200Dx', '\u{1F469}' + String.raw`\u{200D}x`],
    ['\u{1F469}\u200D\u200D\u{1F4BB}', '\u{1F469}' + String.raw`\u{200D}\u{200D}` + '\u{1F4BB}'],
    ['\u{1F3F4}\u{E0067}\u{E007F}', '\u{1F3F4}' + String.raw`\u{E0067}\u{E007F}`],
    ['\u0D28\u0D4D\u200D\u200D', '\u0D28\u0D4D\u200D' + String.raw`\u{200D}`],
    ['\u0646\u200C\u200C\u0646', '\u0646\u200C' + String.raw`\u{200C}` + '\u0646'],
    ['\u0646\u200D.', '\u0646' + String.raw`\u{200D}.`],
    ['\u{13430}', String.raw`\u{13430}`],
    ['a\u{E0100}', String.raw`a\u{E0100}`],
    ['\u845B\u{E0100}\u{E0101}', '\u845B\u{E0100}' + String.raw`\u{E0101}`],
    ['\u845B\u{E0041}', '\u845B' + String.raw`\u{E0041}`],
    // Texas.
    [
      '\u{1F3F4}\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}',
      '\u{1F3F4}' + String.raw`\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}`,
    ],
    [
      'x\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      'x' + String.raw`\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}`,
    ],
    [
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}\u{E0072}',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}' + String.raw`\u{E0072}`,
    ],
    ['a\u180B', String.raw`a\u{180B}`],
    ['a\u2028b', String.raw`a\u{2028}b`],
  ] as const)('%j becomes %j', ([text, shown]) => expect(escapeHidden(text)).toBe(shown))
})

test('JSON with escapes parses to the same value', () => {
  const value = { 'a\u200B': ['\u{E0041}\u2028\u009B\uFE0F', '\n\t'] }
  const text = visibleJson(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(escapeUnseen(text)).toBe(text)
})

test('a message of one line has blanks in their place', () => {
  expect(blankUnseen(' a\u200B\u2028\n b\u001Bc ')).toBe('a b c')
})
