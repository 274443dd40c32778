import { expect, test } from 'vitest'
import { hear } from './hear.ts'

/** What is heard of these chunks. */
function heard(chunks: readonly (readonly number[])[], most = Number.POSITIVE_INFINITY): readonly string[] {
  const texts: string[] = []
  const listen = hear('stdout', (_, text) => texts.push(text) < most)
  for (const chunk of chunks) listen?.(Buffer.from(chunk))
  return texts
}

test.for([
  ['plain text as it comes', [[104, 105], [33]], ['hi', '!']],
  ['a character of three bytes when it is whole', [[0xe2], [0x82], [0xac]], ['€']],
  [
    'the start of one waits for its end',
    [
      [104, 0xe2],
      [0x82, 0xac, 33],
    ],
    ['h', '€!'],
  ],
  ['a byte order mark is no text', [[0xef, 0xbb, 0xbf, 104]], ['h']],
  ['R17 UTF-16 with a byte order mark', [[0xff, 0xfe, 0x68, 0], [0x69], [0]], ['h', 'i']],
  ['bytes that are no text are replaced', [[0xff, 104]], ['\uFFFDh']],
] as const)('%s', ([, chunks, expected]) => {
  expect(heard(chunks)).toEqual(expected)
})

test('nothing more is handed on when enough was heard', () => {
  expect(heard([[97], [98], [99]], 2)).toEqual(['a', 'b'])
})

test('nobody who listens costs nothing', () => {
  expect(hear('stdout', undefined)).toBeUndefined()
})
