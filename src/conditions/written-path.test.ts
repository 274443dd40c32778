import { expect, test } from 'vitest'
import { pathReadings } from './written-path.ts'

const posix = { home: '/home/me', cwd: '/repo' }
const windows = { home: 'C:\\Users\\me', cwd: 'C:\\repo' }

test('a plain path has one reading', () => {
  expect(pathReadings('src/a.ts', posix)).toEqual({ paths: ['src/a.ts'], doubt: undefined })
})

test.for([
  ['~', '/home/me'],
  ['~+/x', '/repo/x'],
  ['$PWD/x', '/repo/x'],
  ['~you/x', '/home/you/x'],
  ['file:///a%20b#c', '/a b'],
  ['file:///C:/x', 'C:/x'],
  ['file:///C|/x', 'C:/x'],
  ['a\\b', 'a/b'],
  [' x ', 'x'],
] as const)('%s may be %s', ([file, path]) => expect(pathReadings(file, posix).paths).toContain(path))

test.for([
  '~you/x',
  '~-/x',
  '$OTHER/x',
  '${OTHER}',
  '%OTHER%/x',
  'file://server/x',
  'vscode-remote://x/y',
  'a\0b',
])('%j is in doubt', (file) => expect(pathReadings(file, posix).doubt).toBeDefined())

test.for([
  ['.env.', '.env'],
  ['.env ', '.env'],
  ['x\\.env::$DATA', 'x/.env'],
  ['C:\\x. \\.env:s', 'C:/x/.env'],
  ['..\\.env', '../.env'],
  ['/mnt/c/x', '/c/x'],
  ['/cygdrive/c/x', '/c/x'],
  ['C:.env', '.env'],
  ['C:.ENV.', '.ENV'],
  ['C:src\\a', 'src/a'],
  ['\\\\localhost\\C$\\x', 'C:/x'],
  ['\\??\\C:\\x', 'C:/x'],
  ['\\\\?\\C:\\x', 'C:/x'],
] as const)('on Windows %s may be %s', ([file, path]) =>
  expect(pathReadings(file, windows).paths).toContain(path),
)

test('on Windows a share is in doubt, a drive is not', () => {
  expect(pathReadings('\\\\server\\x\\y', windows).doubt).toBe('the path is on a share')
  expect(pathReadings('\\\\server\\c$\\y', windows).doubt).toBeUndefined()
  expect(pathReadings('C:\\x', windows).doubt).toBeUndefined()
})
