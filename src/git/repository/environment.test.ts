import type { Buffer } from 'node:buffer'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { gitText, makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { splitNames } from '../contracts/paths.ts'
import { cleanGitEnv } from './environment.ts'

/** Runs `git commit` with a hook that keeps the variables and the index it gets. */
function commitSpied(repository: Repository, ...args: readonly string[]): Readonly<Record<string, string>> {
  const hooks = join(repository.home, 'hooks')
  mkdirSync(hooks)
  const script = '#!/bin/sh\nenv > "$HOME/env"\ncp "$GIT_INDEX_FILE" "$HOME/index"\n'
  writeFileSync(join(hooks, 'pre-commit'), script, { mode: 0o755 })
  repository.git('-c', `core.hooksPath=${hooks}`, 'commit', '-qm', 'spied', ...args)
  const lines = readFileSync(join(repository.home, 'env'), 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

test.for([
  ['git commit -a', ['-a'], ['a', 'b', 'c']],
  ['git commit FILE', ['--', 'a'], ['a', 'b']],
] as const)('R41: inside %s the temporary index is the one that is read', async ([, args, names]) => {
  const repository = makeRepository()
  for (const name of ['a', 'b']) repository.write(name, '1')
  repository.git('add', '.')
  repository.git('commit', '-qm', '1')
  for (const name of ['a', 'sub/c', 'c']) repository.write(name, '2')
  repository.git('add', 'c')
  const env = commitSpied(repository, ...args)
  const temporary = env['GIT_INDEX_FILE'] ?? ''
  expect(temporary).not.toBe('.git/index')
  cpSync(join(repository.home, 'index'), resolve(repository.root, temporary))
  const git = await openRepository(repository, {
    env,
    cwd: join(repository.root, 'sub'),
    calledIn: repository.root,
  })
  rmSync(join(repository.root, '.git/index'))
  expect(splitNames((await git.read(['ls-files', '-z'])) as Buffer)).toEqual(names)
})

test('R41: GIT_DIR of a linked work tree holds for folders below it', async () => {
  const repository = makeRepository()
  repository.write('sub/a', '1')
  repository.git('add', '.')
  repository.git('commit', '-qm', '1')
  const linked = join(repository.home, 'linked')
  repository.git('worktree', 'add', '-q', linked)
  const env = { ...repository.env, GIT_DIR: join(repository.root, '.git/worktrees/linked') }
  const git = await openRepository(repository, { env, cwd: join(linked, 'sub'), calledIn: linked })
  expect([git.root, git.gitDir, git.commonDir]).toEqual([linked, env.GIT_DIR, join(repository.root, '.git')])
  expect(await gitText(git, ['rev-parse', '--show-toplevel'], join(linked, 'sub'))).toBe(linked)
})

test('R41: a relative GIT_DIR is relative to where git started us', async () => {
  const repository = makeRepository()
  repository.write('sub/a', '1')
  const env = { ...repository.env, GIT_DIR: '.git' }
  const git = await openRepository(repository, {
    env,
    cwd: join(repository.root, 'sub'),
    calledIn: repository.root,
  })
  expect(await gitText(git, ['rev-parse', '--show-toplevel'], join(repository.root, 'sub'))).toBe(
    repository.root,
  )
})

test('R41: other repositories get nothing of the one that calls', () => {
  const own = {
    GIT_DIR: 'x',
    GIT_INDEX_FILE: 'x',
    GIT_WORK_TREE: 'x',
    GIT_PREFIX: 'x',
    GIT_CONFIG_PARAMETERS: 'x',
  }
  const harmless = {
    PATH: '/bin',
    GIT_EXEC_PATH: '/x',
    GIT_SSH_COMMAND: 'ssh',
    GIT_SSL_NO_VERIFY: '1',
    GIT_HTTP_PROXY_AUTHMETHOD: 'basic',
    GIT_ASKPASS: 'x',
    GIT_ALLOW_PROTOCOL: 'https',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'a.b',
    GIT_CONFIG_VALUE_0: 'c',
  }
  expect(cleanGitEnv({ ...own, ...harmless, GIT_AUTHOR_NAME: 'x', GIT_OBJECT_DIRECTORY: 'x' })).toEqual(
    harmless,
  )
})
