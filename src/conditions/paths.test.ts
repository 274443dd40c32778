import { describe, expect, test } from 'vitest'
import { compilePathRule, type PathRoots } from './paths.ts'

const roots: PathRoots = { home: '/home/me', settingsBase: '/repo', cwd: '/repo/app', projectDir: '/repo' }
const windows: PathRoots = {
  home: 'C:\\Users\\Me',
  settingsBase: 'C:\\repo',
  cwd: 'C:\\repo',
  projectDir: 'C:\\repo',
}

function check(
  given: PathRoots,
  pattern: string,
  matching: readonly string[],
  others: readonly string[],
): void {
  const matches = compilePathRule(pattern, given)
  expect(matching.filter((file) => !matches(file))).toEqual([])
  expect(others.filter((file) => matches(file))).toEqual([])
}

describe('anchors', () => {
  test.for([
    ['"//x" is absolute', '//etc/hosts', ['/etc/hosts'], ['/repo/etc/hosts', '/repo/app/etc/hosts']],
    ['"~/x" is in the home', '~/.ssh/**', ['/home/me/.ssh/id'], ['/home/you/.ssh/id', '/repo/.ssh/id']],
    ['"/x" starts at the settings base', '/src/**', ['/repo/src/a'], ['/repo/app/src/a', '/src/a']],
    ['"./x" starts at cwd', './a.ts', ['/repo/app/a.ts'], ['/repo/app/b/a.ts', '/repo/a.ts']],
    ['a path starts at cwd', 'src/a.ts', ['/repo/app/src/a.ts', 'src/a.ts'], ['/repo/src/a.ts']],
    [
      '"dir/**" starts at cwd',
      'src/**',
      ['/repo/app/src/a/b.ts'],
      ['/repo/app/x/src/a.ts', '/repo/src/a.ts'],
    ],
    [
      '"**/dir/**" is any depth',
      '**/src/**',
      ['/repo/app/src/a', '/repo/app/x/y/src/a', '/repo/src/a'],
      ['/x/src/a'],
    ],
    [
      'a bare name is any depth',
      '.env',
      ['/repo/app/.env', '/repo/app/x/.env', '/repo/.env'],
      ['/repo/app/.env2'],
    ],
    ['a bare name is found outside of the project', '.env', ['/elsewhere/.env'], ['/elsewhere/env']],
    [
      'a bare name with a star is any depth',
      '*.pem',
      ['/repo/app/a.pem', '/repo/app/x/b.pem'],
      ['/repo/app/pem'],
    ],
    ['".." climbs from cwd', '../lib/**', ['/repo/lib/a'], ['/repo/app/lib/a']],
  ] as const)('%s', ([, pattern, matching, others]) => check(roots, pattern, matching, others))
})

describe('wildcards', () => {
  test.for([
    ['"*" stays in one segment', 'src/*', ['src/a.ts', 'src/.hidden'], ['src/lib/a.ts', 'src']],
    [
      '"*" is part of a name',
      'src/*.test.ts',
      ['src/a.test.ts', 'src/.test.ts'],
      ['src/a.ts', 'src/x/a.test.ts'],
    ],
    ['"**" crosses', 'src/**/a.ts', ['src/a.ts', 'src/x/y/a.ts'], ['src/b.ts', 'a.ts']],
    ['"?" is one character', 'src/a?.ts', ['src/ab.ts', 'src/a😀.ts'], ['src/a.ts', 'src/abc.ts']],
    ['a set is one of its characters', 'src/[a-cx].ts', ['src/b.ts', 'src/x.ts'], ['src/d.ts', 'src/ab.ts']],
    ['a negated set is none of them', 'src/[!ab].ts', ['src/c.ts'], ['src/a.ts']],
    [
      'a folder called like a set is found',
      'app/[id]/page.tsx',
      ['app/[id]/page.tsx', 'app/i/page.tsx'],
      ['app/x/page.tsx'],
    ],
    ['brackets and braces are literal', 'app/(auth)/{x}.ts', ['app/(auth)/{x}.ts'], ['app/auth/x.ts']],
    ['an escaped star is a star', 'src/\\*', ['src/*'], ['src/a']],
    [
      'a plain name covers what is inside',
      'secrets',
      ['secrets', 'secrets/a', 'x/secrets/a/b'],
      ['secrets2', 'xsecrets/a'],
    ],
    ['a plain path covers what is inside', 'a/b', ['a/b', 'a/b/c'], ['x/a/b', 'a/bc']],
    ['a final slash means only what is inside', 'build/', ['build/a', 'x/build/a'], ['build', 'x/build']],
  ] as const)('%s', ([, pattern, matching, others]) => check(roots, pattern, matching, others))
})

describe('the path is normalised before it is compared', () => {
  test.for([
    [
      '"." and ".." are resolved',
      'src/**',
      ['/repo/app/./x/../src/a', './src/a', '//repo//app/src/a'],
      ['src/../a'],
    ],
    ['composed and decomposed letters are equal', 'src/caf\u00e9', ['src/cafe\u0301'], []],
    ['case counts', 'src/a', ['src/a'], ['SRC/A']],
  ] as const)('%s', ([, pattern, matching, others]) => check(roots, pattern, matching, others))

  test('case is ignored where the file system ignores it', () => {
    check({ ...roots, ignoreCase: true }, '.env', ['/repo/app/.ENV'], ['/repo/app/.ENVRC'])
  })
})

describe('Windows', () => {
  test.for([
    [
      'drive letters become segments',
      '//c/repo/src/**',
      ['C:\\repo\\src\\a', 'c:/repo/src/a', '/c/repo/src/a'],
      ['D:\\repo\\src\\a'],
    ],
    ['long-path prefixes are removed', '//c/repo/**', ['\\\\?\\C:\\repo\\a'], []],
    ['cwd and relative paths', 'src/**', ['C:\\repo\\src\\a', 'src\\a', 'SRC\\A'], ['C:\\other\\src\\a']],
    ['the home', '~/.ssh/**', ['C:\\Users\\me\\.ssh\\id'], ['C:\\Users\\you\\.ssh\\id']],
    ['the settings base', '/src/**', ['C:\\repo\\src\\a'], ['C:\\src\\a']],
    ['a pattern with a drive', 'C:\\secret\\**', ['c:\\Secret\\x'], ['C:\\repo\\secret\\x']],
    ['a bare name', '.env', ['C:\\x\\.ENV'], ['C:\\x\\env']],
  ] as const)('%s', ([, pattern, matching, others]) => check(windows, pattern, matching, others))
})

test('a pattern made to backtrack stays fast', () => {
  const started = performance.now()
  const matches = compilePathRule(`${'**/a*/'.repeat(20)}${'a*'.repeat(40)}b`, roots)
  expect(matches(`${'aaaa/'.repeat(2_000)}${'a'.repeat(10_000)}`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(200)
})
