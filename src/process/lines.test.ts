import { expect, test } from 'vitest'
import { createLines } from './lines.ts'

function read(chunks: readonly Buffer[], maxBytes = 100): { lines: string[]; overflows: number } {
  const lines: string[] = []
  let overflows = 0
  const { add } = createLines(maxBytes, { line: (text) => lines.push(text), tooLong: () => (overflows += 1) })
  chunks.forEach(add)
  return { lines, overflows }
}

const bytes = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text))

test.for<[string, Buffer[], string[]]>([
  ['several lines in one chunk are several lines', bytes('a\nb\nc\n'), ['a', 'b', 'c']],
  ['a line in several chunks is one line', bytes('a', 'b', 'c\n'), ['abc']],
  ['a carriage return before the end is no part of the line', bytes('a\r\nb\n'), ['a', 'b']],
  ['an empty line is a line', bytes('\n\n'), ['', '']],
  ['what has no end is no line', bytes('a\nrest'), ['a']],
  [
    'a character cut in two by chunks is whole again',
    [Buffer.from([0xe2, 0x82]), Buffer.from([0xac, 10])],
    ['€'],
  ],
])('%s', ([, chunks, expected]) => expect(read(chunks)).toEqual({ lines: expected, overflows: 0 }))

test('a line over the limit is told once, and nothing is heard after it', () => {
  expect(read(bytes('ok\n', 'x'.repeat(60), 'x'.repeat(60), 'x\n', 'later\n'))).toEqual({
    lines: ['ok'],
    overflows: 1,
  })
})

test('a line that comes whole is heard whatever its length, because it is already here', () => {
  expect(read(bytes(`${'x'.repeat(200)}\n`))).toEqual({ lines: ['x'.repeat(200)], overflows: 0 })
})
