import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeText, readText, systemFiles } from './files.ts'

const posix = process.platform !== 'win32'
let folder = ''
const at = (name: string): string => path.join(folder, name)

beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookwright-files-')))
  fs.writeFileSync(at('text'), 'abc')
  fs.writeFileSync(at('empty'), '')
  fs.writeFileSync(at('latin1'), Uint8Array.of(0x61, 0xe9))
  fs.mkdirSync(at('folder'))
  if (!posix) return
  fs.symlinkSync('text', at('link'))
  fs.symlinkSync('gone', at('dangling'))
  fs.symlinkSync('loop', at('loop'))
  execFileSync('mkfifo', [at('pipe')])
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

const ABSENT = undefined

test.for([
  ['a file', 'text', 'abc'],
  ['an empty file', 'empty', ''],
  ['nothing', 'gone', ABSENT],
  ['a path through a file', 'text/x', ABSENT],
  ['a directory', 'folder', { problem: 'directory', detail: 'EISDIR' }],
  ['bytes that are not UTF-8', 'latin1', { problem: 'not-utf8', detail: 'bytes that are not UTF-8' }],
] as const)('reading %s', ([, name, expected]) =>
  expect(readText(systemFiles, at(name), 3)).toEqual(expected),
)

test('a file above the bound is not read', () => {
  expect(systemFiles.readBytes(at('text'), 2)).toEqual({ problem: 'too-large', detail: 'more than 2 bytes' })
})

test.runIf(process.platform === 'linux')(
  'a file that reports no size is read to its end, within the bound',
  () => {
    expect(readText(systemFiles, '/proc/self/status', 1_000_000)).toContain('Pid:')
    expect(readText(systemFiles, '/proc/self/status', 10)).toMatchObject({ problem: 'too-large' })
  },
)

test.runIf(posix)('a pipe without a writer is refused instead of waited for', () => {
  expect(readText(systemFiles, at('pipe'), 10)).toEqual({ problem: 'special', detail: 'not a regular file' })
})

test.runIf(posix).for([
  ['text', 'file'],
  ['folder', 'directory'],
  ['link', 'file'],
  ['dangling', 'dangling'],
  ['loop', { problem: 'dangling', detail: 'ELOOP' }],
  ['pipe', 'special'],
  ['gone', ABSENT],
  ['text/x', ABSENT],
] as const)('%s is %o', ([name, expected]) => expect(systemFiles.kind(at(name))).toEqual(expected))

test.runIf(posix)('a real path follows links, and a listing does not', () => {
  expect(systemFiles.realpath(at('link'))).toBe(at('text'))
  expect(systemFiles.realpath(at('gone'))).toBe(ABSENT)
  const listed = systemFiles.list(folder)
  expect(listed).toContainEqual({ name: 'link', kind: 'link' })
  expect(listed).toContainEqual({ name: 'folder', kind: 'directory' })
  expect(systemFiles.list(at('gone'))).toBe(ABSENT)
})

test('a byte order mark is no part of the text', () => {
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
})

test('pieces are all bytes of a file, up to a limit', () => {
  const pieces: string[] = []
  const take = (piece: Uint8Array): void => void pieces.push(Buffer.from(piece).toString())
  expect(systemFiles.readPieces(at('text'), 3, take)).toBe(3)
  expect(pieces.join('')).toBe('abc')
  expect(systemFiles.readPieces(at('text'), 2, take)).toMatchObject({ problem: 'too-large' })
  expect(systemFiles.readPieces(at('folder'), 2, take)).toMatchObject({ problem: 'directory' })
  expect(systemFiles.readPieces(at('gone'), 2, take)).toBe(ABSENT)
})
