import { chmodSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  gitText,
  makeRepository,
  openRepository,
  refusedRepository,
  type Repository,
} from '../../../test/helpers/repository.ts'
import type { OpenRequest } from './open.ts'

test('names the root from a folder below it', async () => {
  const repository = makeRepository()
  repository.write('a/b/c.txt', '1')
  const git = await openRepository(repository, { cwd: join(repository.root, 'a/b') })
  expect([git.root, git.gitDir, git.commonDir]).toEqual([
    repository.root,
    join(repository.root, '.git'),
    join(repository.root, '.git'),
  ])
})

test('names the root through a symbolic link and with a line end in its name', async () => {
  const repository = makeRepository()
  const odd = join(repository.root, 'od\nd')
  repository.gitIn(repository.root, 'init', '-q', odd)
  symlinkSync(odd, join(repository.home, 'link'))
  expect((await openRepository(repository, { cwd: join(repository.home, 'link') })).root).toBe(odd)
})

test('a failing command is an issue that quotes git', async () => {
  const git = await openRepository(makeRepository())
  expect(await git.read(['rev-parse', '--verify', 'nothing'])).toMatchObject({
    code: 'git.failed',
    message: '"git rev-parse --verify nothing" failed with exit code 128:',
    detail: 'fatal: Needed a single revision',
  })
  expect(await git.run(['rev-parse', '--verify', 'nothing'])).toMatchObject({ code: 128 })
})

test('a cancelled call is an issue', async () => {
  const git = await openRepository(makeRepository())
  expect(await git.run(['diff'], { signal: AbortSignal.abort() })).toMatchObject({
    code: 'git.cancelled',
    message: 'The run was interrupted.',
  })
})

test('messages are in English whatever the locale', async () => {
  const repository = makeRepository()
  const git = await openRepository(repository, {
    env: { ...repository.env, LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de' },
  })
  expect(await git.run(['checkout', '--', 'nothing'])).toMatchObject({
    stderr: expect.stringContaining('did not match any file'),
  })
})

test('paths are taken literally, whatever pathspec variables are set', async () => {
  const repository = makeRepository()
  for (const name of ['*.txt', 'a.txt', ':(top)x']) repository.write(name, '1')
  repository.git('--literal-pathspecs', 'add', '.')
  const git = await openRepository(repository, {
    env: { ...repository.env, GIT_GLOB_PATHSPECS: '1', GIT_ICASE_PATHSPECS: '1' },
  })
  expect(await gitText(git, ['ls-files', '--', '*.txt'])).toBe('*.txt')
  expect(await gitText(git, ['ls-files', '--', ':(top)x'])).toBe(':(top)x')
})

const NOT_OPENED: readonly (readonly [
  claim: string,
  over: (repository: Repository) => Partial<OpenRequest>,
  expected: object,
])[] = [
  [
    'no repository, with the message of git',
    ({ home }) => ({ cwd: home }),
    {
      code: 'git.not-a-repository',
      message: expect.stringContaining('not a git repository'),
    },
  ],
  [
    'a GIT_DIR that leads nowhere',
    ({ env }) => ({ env: { ...env, GIT_DIR: '/nowhere' } }),
    {
      code: 'git.not-a-repository',
      hint: expect.stringContaining('GIT_DIR is "/nowhere"'),
    },
  ],
  [
    'a bare repository',
    ({ root, gitIn, home }) => ({
      cwd: (gitIn(root, 'init', '-q', '--bare', join(home, 'bare')), join(home, 'bare')),
    }),
    { code: 'git.bare' },
  ],
  ['the git folder itself', ({ root }) => ({ cwd: join(root, '.git') }), { code: 'git.outside-work-tree' }],
  [
    'a work tree elsewhere',
    ({ root, home, env }) => ({
      cwd: home,
      env: { ...env, GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root },
    }),
    { code: 'git.outside-work-tree' },
  ],
  [
    "somebody else's repository",
    ({ env }) => ({ env: { ...env, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } }),
    { code: 'git.dubious-ownership', detail: expect.stringContaining('safe.directory') },
  ],
  ['a PATH without git', ({ env, home }) => ({ env: { ...env, PATH: home } }), { code: 'git.missing' }],
  [
    'a config that git cannot read',
    ({ root, env }) => (writeFileSync(join(root, '.git/config'), '[oops'), { env }),
    { code: 'git.refused' },
  ],
]

test.for(NOT_OPENED)('not opened: %s', async ([, over, expected]) => {
  const repository = makeRepository()
  expect(await refusedRepository(repository, over(repository))).toMatchObject(expected)
})

test('S39: a program of the work tree called git is never started', async () => {
  const repository = makeRepository()
  const evil = repository.write('bin/git', '#!/bin/sh\ntouch "$HOME/ran"\n')
  chmodSync(evil, 0o755)
  repository.write('git', '#!/bin/sh\ntouch "$HOME/ran"\n')
  symlinkSync(join(repository.root, 'bin'), join(repository.home, 'link'))
  const PATH = [
    '.',
    '',
    'bin',
    join(repository.root, 'bin'),
    join(repository.home, 'link'),
    repository.env['PATH'],
  ]
  const git = await openRepository(repository, { env: { ...repository.env, PATH: PATH.join(':') } })
  expect(await gitText(git, ['-c', 'alias.p=!echo "$PATH"', 'p'])).not.toContain(repository.root)
  expect(readdirSync(repository.home)).not.toContain('ran')
})

test('a submodule is a work tree of its own', async () => {
  const repository = makeRepository()
  repository.write('a', '1')
  repository.git('add', '.')
  repository.git('commit', '-qm', '1')
  repository.git('submodule', 'add', '-q', repository.root, 'sub')
  const git = await openRepository(repository, { cwd: join(repository.root, 'sub') })
  expect([git.root, git.gitDir]).toEqual([
    join(repository.root, 'sub'),
    join(repository.root, '.git/modules/sub'),
  ])
})
