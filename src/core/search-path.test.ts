import { expect, test } from 'vitest'
import { safePath, unsafePath, type PathRules } from './search-path.ts'

const linux: PathRules = { platform: 'linux', isInside: (folder) => folder.startsWith('/repo') }
const windows: PathRules = { platform: 'win32', isInside: (folder) => folder.startsWith('C:\\repo') }

test.for([
  ['whole paths stay', linux, '/opt/x:/usr/bin', '/opt/x:/usr/bin', []],
  ['empty and relative entries go', linux, ':.:a/b:../c:/usr/bin:', '/usr/bin', ['', '.', 'a/b', '../c', '']],
  ['folders of the repository go', linux, '/repo/bin:/usr/bin', '/usr/bin', ['/repo/bin']],
  ['a PATH of which nothing is left is the standard one', linux, '.', '/usr/local/bin:/usr/bin:/bin', ['.']],
  ['an empty PATH is the current folder', linux, '', '/usr/local/bin:/usr/bin:/bin', ['']],
  [
    'without a PATH bash would search the current folder',
    linux,
    undefined,
    '/usr/local/bin:/usr/bin:/bin',
    [],
  ],
  ['Windows has drives', windows, 'C:\\a;"D:\\b c";\\\\host\\s', 'C:\\a;"D:\\b c";\\\\host\\s', []],
  ['drive-relative entries go', windows, 'C:a;\\b;.;C:\\w', 'C:\\w', ['C:a', '\\b', '.']],
  ['Windows skips empty entries', windows, 'C:\\a;;C:\\b', 'C:\\a;;C:\\b', []],
  [
    'quotes hide no folder of the repository, and keep a semicolon',
    windows,
    '"C:\\repo\\bin";"C:\\a;b";C:\\"x y"',
    '"C:\\a;b";C:\\"x y"',
    ['"C:\\repo\\bin"'],
  ],
  ['folders of the repository go on Windows', windows, 'C:\\repo\\bin;C:\\w', 'C:\\w', ['C:\\repo\\bin']],
] as const)('%s', ([, rules, given, path, dropped]) => {
  expect(safePath(given, rules)).toEqual({ path, dropped })
})

test('programs of the system are found in a project that is the whole disk', () => {
  const everywhere: PathRules = { platform: 'linux', isInside: () => true }
  expect(safePath('/usr/bin:/bin:/work/bin', everywhere)).toEqual({
    path: '/usr/bin:/bin',
    dropped: ['/work/bin'],
  })
})

test('programs of Windows are found in a project that is the whole drive', () => {
  const everywhere: PathRules = { platform: 'win32', isInside: () => true }
  const { path } = safePath('C:\\Windows\\System32;c:\\windows\\;C:\\WindowsTools', everywhere)
  expect(path).toBe('C:\\Windows\\System32;c:\\windows\\')
})

test('each entry is named once, and control characters are escaped', () => {
  expect(unsafePath(['', '', 'a\u001bb'])?.message).toContain('"", "a\\u001bb".')
})
