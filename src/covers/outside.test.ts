import { expect, test } from 'vitest'
import { isSystemPath } from './outside.ts'

test.for([
  ['/usr/bin/node', true],
  ['C:\\Windows\\System32\\cmd.exe', true],
  ['c:/windows/system32/cmd.exe', true],
  ['C:\\Program Files\\nodejs\\node.exe', true],
  ['C:\\Program Files (x86)\\tool\\a.exe', true],
  ['C:\\WindowsTools\\a.js', false],
  ['C:\\Program Files Of Mine\\a.js', false],
  ['C:\\Windows\\Temp\\a.js', false],
  ['C:\\Windows\\..\\a.js', false],
  ['/usrlocal/a.js', false],
] as const)('%s is installed by the owner of the machine: %s', ([path, isSystem]) => {
  expect(isSystemPath(path)).toBe(isSystem)
})
