import { expect, test } from 'vitest'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import type { Env } from '../ports/env.ts'
import { findPlaces, isInside, realPath, refuseStateInside, stateDir } from './places.ts'

const env = (variables: Env['variables'] = {}, fields: Partial<Env> = {}): Env => ({
  platform: 'linux',
  home: '/home/dev',
  cwd: '/home/dev/app/src',
  variables,
  accountHome: () => '/home/dev',
  ...fields,
})

const REPOSITORY = memoryFiles({
  '/home/dev/app/.git/HEAD': '',
  '/home/dev/app/src/a.ts': '',
  '/home/dev/link': { link: '/home/dev/app' },
})

test.for([
  ['the git root above', REPOSITORY, undefined, '/home/dev/app'],
  ['the folder itself without a repository', memoryFiles({}), undefined, '/home/dev/app/src'],
  [
    'a root marked by a file, as worktrees and submodules have',
    memoryFiles({ '/home/dev/app/src/.git': '' }),
    undefined,
    '/home/dev/app/src',
  ],
  ['what --cwd says, relative to where we are', REPOSITORY, '..', '/home/dev/app'],
] as const)('S13 the project is %s', ([, files, cwd, expected]) => {
  expect(findPlaces(env(), files, cwd).projectDir).toBe(expected)
})

test.for([
  ['the home', env(), '/home/dev/.local/state/hookwright'],
  ['XDG_STATE_HOME', env({ XDG_STATE_HOME: '/x' }), '/x/hookwright'],
  [
    'the home when XDG_STATE_HOME is relative, as the XDG rules say',
    env({ XDG_STATE_HOME: 'x' }),
    '/home/dev/.local/state/hookwright',
  ],
] as const)('state is kept below %s', ([, given, expected]) => expect(stateDir(given)).toBe(expected))

test.for([
  ['/home/dev/app/.state/hookwright', true],
  ['/home/dev/link/.state/hookwright', true],
  ['/home/dev/.local/state/hookwright', false],
  ['/home/dev/app-2/hookwright', false],
] as const)('S06 a state folder at %s is refused: %s', ([dir, isRefused]) => {
  const places = findPlaces(env(), REPOSITORY, undefined)
  expect(refuseStateInside(dir, places, REPOSITORY) !== undefined).toBe(isRefused)
})

test('S06 with the home as project, state below the home is the usual place', () => {
  const files = memoryFiles({ '/home/dev/.git/HEAD': '' })
  const places = findPlaces(env({}, { cwd: '/home/dev' }), files, undefined)
  expect(refuseStateInside(stateDir(env()), places, files)).toBeUndefined()
})

test('a path that does not exist yet is resolved as far as it does', () => {
  expect(realPath('/home/dev/link/src/new/file', REPOSITORY)).toBe('/home/dev/app/src/new/file')
})

test.for([
  ['/a/b', '/a', true],
  ['/a', '/a', true],
  ['/a/..b', '/a', true],
  ['/ab', '/a', false],
  ['/', '/a', false],
] as const)('%s is inside %s: %s', ([file, folder, expected]) =>
  expect(isInside(file, folder)).toBe(expected),
)

test.for([
  ['a repository of dotfiles', '/home/dev', '/home/dev', true],
  ['a HOME pointed into a checkout', '/home/dev/app', '/home/dev', undefined],
  ['an account without a home', '/home/dev', undefined, undefined],
] as const)('%s: may the home lie in the project?', ([, home, account, expected]) => {
  const files = memoryFiles({ '/home/dev/.git/HEAD': '' })
  const places = findPlaces(env({}, { home, accountHome: () => account, cwd: '/home/dev' }), files, undefined)
  expect(places.isHomeInside).toBe(expected)
})
