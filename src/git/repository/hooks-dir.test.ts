import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { hooksDir, type HooksDirRequest } from './hooks-dir.ts'

type Case = {
  readonly claim: string
  readonly local?: string
  readonly global?: string
  readonly over?: Partial<HooksDirRequest>
  /** ROOT and HOME stand for the folders. */
  readonly dir: string
}

const CASES: readonly Case[] = [
  { claim: 'the default folder', dir: 'ROOT/.git/hooks' },
  { claim: "the repository's own value", local: '.husky', dir: 'ROOT/.husky' },
  { claim: 'an absolute value', local: '/somewhere', dir: '/somewhere' },
  { claim: 'a value with a home', local: '~/hooks', dir: 'HOME/hooks' },
  { claim: "the repository's own value over the user's", local: 'mine', global: '/theirs', dir: 'ROOT/mine' },
  { claim: 'the default folder by force', global: '/theirs', over: { force: true }, dir: 'ROOT/.git/hooks' },
  { claim: 'a named git folder', global: '/theirs', over: { gitDir: '/repo.git' }, dir: '/repo.git/hooks' },
]

function configured({ local, global }: Pick<Case, 'local' | 'global'>): Repository {
  const repository = makeRepository()
  if (local !== undefined) repository.git('config', 'core.hooksPath', local)
  if (global !== undefined) repository.git('config', '--global', 'core.hooksPath', global)
  return repository
}

test.for(CASES)('hooks are installed into $claim', async ({ over, dir, ...config }) => {
  const repository = configured(config)
  const found = await hooksDir(await openRepository(repository), { action: 'install', ...over })
  expect(found).toMatchObject({
    dir: dir.replace('ROOT', repository.root).replace('HOME', repository.home),
    issues: over?.force ? [{ severity: 'warning' }] : [],
  })
})

test.for([
  ["the user's own folder", { global: '/theirs' }, 'git.hooks-path-outside'],
  ["the user's empty value", { global: '' }, 'git.hooks-path-outside'],
  ['an empty value', { local: '' }, 'git.hooks-path-empty'],
  ["an empty value over the user's", { local: '', global: '/theirs' }, 'git.hooks-path-empty'],
] as const)('hooks are neither installed into %s nor removed', async ([, config, code]) => {
  const git = await openRepository(configured(config))
  expect(await hooksDir(git, { action: 'install' })).toMatchObject({ code })
  expect(await hooksDir(git, { action: 'uninstall' })).toMatchObject({ code })
})

test('a linked work tree shares the folder, unless it has a value of its own', async () => {
  const repository = makeRepository()
  repository.git('commit', '-q', '--allow-empty', '-m', '1')
  const linked = join(repository.home, 'linked')
  repository.git('worktree', 'add', '-q', linked)
  const find = async () => hooksDir(await openRepository(repository, { cwd: linked }), { action: 'install' })
  expect(await find()).toMatchObject({ dir: join(repository.root, '.git/hooks') })
  repository.git('config', 'extensions.worktreeConfig', 'true')
  repository.gitIn(linked, 'config', '--worktree', 'core.hooksPath', 'own')
  expect(await find()).toMatchObject({ dir: join(linked, 'own') })
})
