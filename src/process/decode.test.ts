import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode } from './decode.ts'

const nothing = Buffer.alloc(0)

/** Cuts like the capture does: `head` bytes from the start, `tail` from the end. */
function cut(bytes: Buffer, head: number, tail: number) {
  return decode(bytes.subarray(0, head), bytes.subarray(bytes.length - tail), bytes.length - head - tail)
}

test.for([
  ['plain text', Buffer.from('héllo'), { text: 'héllo', wellFormed: true }],
  ['nothing', nothing, { text: '', wellFormed: true }],
  [
    'a UTF-8 byte order mark and nothing else',
    Buffer.of(0xef, 0xbb, 0xbf),
    { text: '', wellFormed: true, bom: 'utf-8' },
  ],
  ['UTF-16LE', Buffer.from('\ufeffhé🪝', 'utf16le'), { text: 'hé🪝', wellFormed: true, bom: 'utf-16le' }],
  [
    'UTF-16BE',
    Buffer.from('\ufeffhé🪝', 'utf16le').swap16(),
    { text: 'hé🪝', wellFormed: true, bom: 'utf-16be' },
  ],
  [
    'UTF-16 with half a character',
    Buffer.of(0xff, 0xfe, 0x41, 0, 0x42),
    { text: 'A\ufffd', wellFormed: false, bom: 'utf-16le' },
  ],
  ['a UTF-8 sequence without its end', Buffer.of(0x41, 0xe2, 0x82), { text: 'A\ufffd', wellFormed: false }],
  ['an encoded surrogate', Buffer.of(0xed, 0xa0, 0x80), { text: '\ufffd\ufffd\ufffd', wellFormed: false }],
] as const)('decodes %s', ([, bytes, expected]) => {
  expect(decode(bytes, nothing, 0)).toEqual({ ...expected, droppedBytes: 0 })
})

test('head and tail that meet are one text, also inside a character', () => {
  const bytes = Buffer.from('a🪝b')
  expect(decode(bytes.subarray(0, 3), bytes.subarray(3), 0)).toEqual({
    text: 'a🪝b',
    droppedBytes: 0,
    wellFormed: true,
  })
})

test('a cut says how many bytes are missing, those of split characters included', () => {
  expect(cut(Buffer.from('ab🪝 middle 🪝yz'), 4, 4)).toEqual({
    text: 'ab\n… 16 bytes left out …\nyz',
    droppedBytes: 16,
    wellFormed: true,
  })
})

test('a cut does not hide the byte order mark', () => {
  expect(cut(Buffer.from('\ufeffabcdef'), 5, 2)).toMatchObject({ bom: 'utf-8', droppedBytes: 2 })
})

test('a cut does not hide what was ill-formed', () => {
  expect(cut(Buffer.of(0x41, 0xff, 0x42, 0x43, 0x44, 0x45), 3, 1).wellFormed).toBe(false)
})

test.for(['utf8', 'utf16le', 'utf16be'] as const)(
  'no cut makes well-formed %s ill-formed, and nothing is counted twice or lost',
  (encoding) => {
    const arbitrary = fc.tuple(fc.string({ unit: 'grapheme', minLength: 8 }), fc.nat(), fc.nat())
    fc.assert(
      fc.property(arbitrary, ([text, a, b]) => {
        const bytes = encode(text, encoding)
        const head = Math.max(2, a % bytes.length)
        const tail = b % Math.max(1, bytes.length - head)
        fc.pre(bytes.length - head - tail > 0)
        const output = cut(bytes, head, tail)
        const [before, after] = output.text.split(`\n… ${output.droppedBytes} bytes left out …\n`)
        const kept =
          encode(before ?? '', encoding).length + encode(after ?? '', encoding).length - bom(encoding)
        expect(output.wellFormed).toBe(true)
        expect(kept + output.droppedBytes).toBe(bytes.length)
      }),
    )
  },
)

function encode(text: string, encoding: 'utf8' | 'utf16le' | 'utf16be'): Buffer {
  if (encoding === 'utf8') return Buffer.from(text.replaceAll('\ufeff', ''))
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf16be' ? bytes.swap16() : bytes
}

function bom(encoding: string): number {
  return encoding === 'utf8' ? 0 : 2
}
