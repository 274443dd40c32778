import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePath, diskPath, encodePath, isPlainPath, splitNames } from './paths.ts'

test('every name comes back as the bytes it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([...encodePath(decodePath(bytes))]).toEqual([...bytes])
    }),
  )
})

test('a name in UTF-8 is its own text', () => {
  expect(decodePath(Buffer.from('ä\uFFFD € 😀\n'))).toBe('ä\uFFFD € 😀\n')
  expect(diskPath('ä 😀')).toBe('ä 😀')
})

test('a character whose second half looks like an odd byte is plain, also beside one', () => {
  expect([isPlainPath('💀.txt'), diskPath('💀.txt')]).toEqual([true, '💀.txt'])
  const bytes = Buffer.concat([Buffer.from('💀'), Buffer.from([0xff, 0x80]), Buffer.from('\u{10080}')])
  expect(encodePath(decodePath(bytes))).toEqual(bytes)
})

test('a name that is not UTF-8 is told from others', () => {
  const [odd = '', plain = ''] = splitNames(Buffer.from([0xff, 0x61, 0, 0x62, 0]))
  expect([isPlainPath(odd), isPlainPath(plain)]).toEqual([false, true])
  expect(diskPath(odd)).toEqual(Buffer.from([0xff, 0x61]))
})

test('no output is no name', () => {
  expect(splitNames(Buffer.alloc(0))).toEqual([])
})
