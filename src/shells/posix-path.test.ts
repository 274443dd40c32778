import { expect, test } from 'vitest'
import { isWindowsPath, toPosixPath } from './posix-path.ts'

test.for([
  ['a drive letter is lower-cased', 'C:\\Users\\dev', '/c/Users/dev'],
  ['a small drive letter stays', 'd:\\x', '/d/x'],
  ['a drive with slashes', 'C:/Users/dev', '/c/Users/dev'],
  ['mixed separators', 'C:\\a/b\\c', '/c/a/b/c'],
  ['the root of a drive', 'C:\\', '/c/'],
  ['a bare drive', 'C:', '/c'],
  ['a UNC path', '\\\\server\\share\\x', '//server/share/x'],
  ['a UNC path with slashes', '//server/share', '//server/share'],
  ['a long path', '\\\\?\\C:\\very\\long', '/c/very/long'],
  ['a long UNC path', '\\\\?\\UNC\\server\\share\\x', '//server/share/x'],
  ['a device path of a drive', '\\\\.\\D:\\x', '/d/x'],
  ['a device without a drive', '\\\\.\\pipe\\hooks', '//./pipe/hooks'],
  ['a volume without a drive', '\\\\?\\Volume{1}\\x', '//?/Volume{1}/x'],
  ['a POSIX path', '/home/dev', '/home/dev'],
  ['a relative path', 'a\\b', 'a/b'],
  ['a path above', '..\\a', '../a'],
  ['a path relative to a drive', 'C:a\\b', 'C:a/b'],
  ['spaces and characters of shells', 'C:\\Program Files (x86)\\$x', '/c/Program Files (x86)/$x'],
  ['letters beyond ASCII', 'C:\\Benutzer\\Jürgen', '/c/Benutzer/Jürgen'],
  ['nothing', '', ''],
] as const)('%s: %s is %s', ([, path, wanted]) => expect(toPosixPath(path)).toBe(wanted))

test.for([
  ['C:\\a', true],
  ['c:/a', true],
  ['C:', true],
  ['\\\\server\\share', true],
  ['\\\\?\\C:\\a', true],
  ['/a\\b', false],
  ['//server/share', false],
  ['a\\b', false],
  ['C:a', false],
  ['', false],
] as const)('only Windows writes %s so: %s', ([path, wanted]) => expect(isWindowsPath(path)).toBe(wanted))
