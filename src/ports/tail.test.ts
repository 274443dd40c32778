import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/helpers/watching.ts'
import { findTail } from './tail.ts'

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

test.for([
  ['all of a short file', 100, 'abcdef', 0],
  ['all of a file that just fits', 6, 'abcdef', 0],
  ['the end of a longer one', 2, 'ef', 4],
] as const)('%s is read', ([, maxBytes, expected, unreadBytes]) => {
  const file = testFolder().write('a', 'abcdef')
  const tail = findTail(file)?.read(maxBytes)
  expect([textOf(tail?.bytes), tail?.unreadBytes]).toEqual([expected, unreadBytes])
})

test('a file that grew since it was found is read as it is now', () => {
  const file = testFolder().write('a', 'one')
  const found = findTail(file)
  writeFileSync(file, 'one, two')
  expect(textOf(found?.read(100)?.bytes)).toBe('one, two')
})

test('another file in its place is not read', () => {
  const folder = testFolder()
  const found = findTail(folder.write('a', 'mine'))
  renameSync(folder.write('b', 'other'), folder.at('a'))
  expect(found?.read(100)).toBeUndefined()
})

test('a link in its place is not followed', () => {
  const folder = testFolder()
  const found = findTail(folder.write('a', 'mine'))
  renameSync(folder.at('a'), folder.at('moved'))
  symlinkSync(folder.at('moved'), folder.at('a'))
  expect(found?.read(100)).toBeUndefined()
})

test('the links on the way are named, one behind the other', () => {
  const folder = testFolder()
  folder.write('real/deep/a', 'x')
  symlinkSync('real', folder.at('one'))
  symlinkSync(folder.at('one/deep'), folder.at('two'))
  const found = findTail(folder.at('two/a'))
  expect(found?.real).toBe(folder.at('real/deep/a'))
  expect(found?.links).toEqual([folder.at('two'), folder.at('one')])
})

test.for([
  ['a link', (folder: ReturnType<typeof testFolder>) => symlinkSync(folder.write('b', ''), folder.at('a'))],
  [
    'a link to itself',
    (folder: ReturnType<typeof testFolder>) => symlinkSync(folder.at('a'), folder.at('a')),
  ],
  ['a folder', (folder: ReturnType<typeof testFolder>) => mkdirSync(folder.at('a'))],
  ['nothing', () => {}],
] as const)('%s is no file', ([, make]) => {
  const folder = testFolder()
  make(folder)
  expect(findTail(folder.at('a'))).toBeUndefined()
})
