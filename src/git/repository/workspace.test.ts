import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { isIssue } from '../../core/issue.ts'
import { systemFiles } from '../../ports/files.ts'
import { findProjects, type Workspace } from './workspace.ts'

const CONFIG = '.pre-commit-config.yaml'

function withProjects(...folders: readonly string[]): Repository {
  const repository = makeRepository()
  for (const folder of folders) repository.write(join(folder, CONFIG), 'repos: []\n')
  return repository
}

async function find(repository: Repository, { cwd = '.', config }: { cwd?: string; config?: string } = {}) {
  const git = await openRepository(repository)
  const request = { cwd: join(repository.root, cwd), files: systemFiles }
  return findProjects(git, { ...request, ...(config !== undefined && { config }) })
}

async function paths(repository: Repository, cwd = '.'): Promise<readonly string[]> {
  const found = await find(repository, { cwd })
  if (isIssue(found)) throw new Error(found.message)
  return found.projects.map(({ path }) => path)
}

test('the nearest folder upward is the root, and folders below are projects, deepest first', async () => {
  const repository = withProjects('.', 'b', 'a', 'a/b/c', 'a/b', 'sp ace/ü', ':(top)x')
  repository.git('add', '.')
  repository.write('a/x/deep/file', '1')
  expect(await paths(repository)).toEqual(['a/b/c', 'a/b', 'sp ace/ü', ':(top)x', 'a', 'b', ''])
  expect(await paths(repository, 'a/x/deep')).toEqual(['b/c', 'b', ''])
})

test('a project knows its folder and its file, and several files are a warning', async () => {
  const repository = withProjects('.', 'a')
  const toml = repository.write('a/prek.toml', 'repos = []\n')
  expect(await find(repository)).toEqual({
    root: repository.root,
    projects: [
      { path: 'a', dir: join(repository.root, 'a'), configFile: toml },
      { path: '', dir: repository.root, configFile: join(repository.root, CONFIG) },
    ],
    issues: [expect.objectContaining({ code: 'config.several' })],
  } satisfies Workspace)
})

test('untracked projects count, and a link to a config file does', async () => {
  const repository = withProjects('.', 'a')
  mkdirSync(join(repository.root, 'link'))
  symlinkSync(`../a/${CONFIG}`, join(repository.root, 'link', CONFIG))
  symlinkSync('a', join(repository.root, 'folder-link'))
  mkdirSync(join(repository.root, 'no', CONFIG), { recursive: true })
  repository.write(`no/x${CONFIG}`, '')
  expect(await paths(repository)).toEqual(['a', 'link', ''])
})

test('hidden folders, templates and submodules are skipped', async () => {
  const repository = withProjects(
    '.',
    '.hidden/a',
    'a/.hidden',
    '{{ cookiecutter.x }}/a',
    '{{x}}',
    'cookiecutter',
  )
  repository.git('add', '.')
  repository.git('commit', '-qm', '1')
  repository.git('submodule', 'add', '-q', repository.root, 'sub')
  expect(await paths(repository)).toEqual(['cookiecutter', '{{x}}', ''])
})

test.for([
  ['.gitignore', '/a\n', ['b', '']],
  ['.gitignore', 'c\n', ['a/b', 'a', 'b', '']],
  ['.git/info/exclude', 'b\n', ['a', '']],
  ['.prekignore', '/a\n', ['b', '']],
  ['a/.prekignore', '/b\n!c\n', ['a', 'b', '']],
  ['a/.gitignore', '*\n!.pre-commit-config.yaml\n', ['a', 'b', '']],
] as const)('%s with %j leaves %j, tracked or not', async ([file, text, expected]) => {
  const repository = withProjects('.', 'a', 'a/b', 'a/b/c', 'b')
  repository.write(file, text)
  expect(await paths(repository)).toEqual(expected)
  repository.git('add', '-f', '.')
  expect(await paths(repository)).toEqual(expected)
})

test('ignore files above the workspace count, but the workspace itself is never ignored', async () => {
  const repository = withProjects('.', 'a', 'a/b', 'a/c')
  repository.git('add', '.')
  repository.write('.prekignore', 'b\n')
  expect(await paths(repository, 'a')).toEqual(['c', ''])
  repository.write('.gitignore', 'c\n')
  expect(await paths(repository, 'a')).toEqual([''])
  repository.write('.gitignore', '/a\n')
  expect(await paths(repository, 'a')).toEqual(['c', ''])
})

test('a file that is named is the only project, for the whole work tree', async () => {
  const repository = withProjects('.', 'a')
  expect(await find(repository, { cwd: 'a', config: 'other.yaml' })).toEqual({
    root: repository.root,
    projects: [{ path: '', dir: repository.root, configFile: join(repository.root, 'a/other.yaml') }],
    issues: [],
  })
})

test('no config up to the root is an issue', async () => {
  expect(await find(makeRepository())).toMatchObject({ code: 'git.no-config' })
})
