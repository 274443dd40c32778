import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, type Repository } from '../../../test/helpers/repository.ts'
import { place } from '../../../test/helpers/work-tree.ts'
import { isIssue } from '../../core/issue.ts'
import { openGit } from '../repository/open.ts'
import type { Git } from '../contracts/git.ts'
import { watchWorkTree } from './modified.ts'

const FILES = { a: '1\n', b: '1\n', 'sub/c': '1\n', 'bad\udcff': '1\n', 'new\nline': '1\n' }

function committed(): Repository {
  const repository = makeRepository()
  for (const [name, text] of Object.entries(FILES)) place(repository.root, name, text)
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'first')
  return repository
}

type Counted = { readonly git: Git; readonly calls: string[] }

async function counted(repository: Repository, env: Record<string, string> = {}): Promise<Counted> {
  const git = await openGit({ cwd: repository.root, env: { ...repository.env, ...env } })
  if (isIssue(git)) throw new Error(git.message)
  const calls: string[] = []
  const note = (args: readonly string[]): void => void calls.push(args[0] as string)
  return {
    calls,
    git: {
      ...git,
      run: (args, call) => (note(args), git.run(args, call)),
      read: (args, call) => (note(args), git.read(args, call)),
    },
  }
}

type Row = readonly [name: string, hook: (repository: Repository) => void, expected: boolean]

const ROWS: readonly Row[] = [
  ['nothing', () => {}, false],
  ['an edit', ({ root }) => place(root, 'a', '2\n'), true],
  ['an edit of the same size at the same times', ({ root }) => sameTimes(join(root, 'a'), '2\n'), true],
  ['an edit of a file whose name is not UTF-8', ({ root }) => place(root, 'bad\udcff', '2\n'), true],
  ['a deletion', ({ root }) => fs.rmSync(join(root, 'b')), true],
  ['a folder turned into a file', ({ root }) => place(root, 'sub', 'x'), true],
  ['a new untracked file', ({ root }) => place(root, 'new', 'x'), false],
  ['a touch', ({ root }) => fs.utimesSync(join(root, 'a'), 1, 1), false],
  ['a change and back', ({ root }) => ['2\n', '1\n'].forEach((text) => place(root, 'a', text)), false],
  ['a new mode', ({ root }) => fs.chmodSync(join(root, 'a'), 0o755), true],
  ['a staged fix', (repository) => stage(repository, 'a', '2\n'), false],
  ['a new file that is staged', (repository) => stage(repository, 'new', 'x\n'), false],
  ['an edit that was staged and undone', (repository) => undone(repository), true],
]

function sameTimes(path: string, text: string): void {
  const { atime, mtime } = fs.statSync(path)
  fs.writeFileSync(path, text)
  fs.utimesSync(path, atime, mtime)
}

function stage({ root, git }: Repository, name: string, text: string): void {
  place(root, name, text)
  git('add', name)
}

function undone(repository: Repository): void {
  stage(repository, 'a', '2\n')
  place(repository.root, 'a', '1\n')
}

test.for(ROWS)('%s', async ([, hook, expected]) => {
  const repository = committed()
  const watch = watchWorkTree((await counted(repository)).git, repository.root)
  expect(await watch.begin()).toBeUndefined()
  hook(repository)
  expect(await watch.hasChanged()).toBe(expected)
  expect(await watch.hasChanged()).toBe(false)
})

test.for(ROWS)('in a work tree that was dirty before: %s', async ([, hook, expected]) => {
  const repository = committed()
  place(repository.root, 'sub/c', 'dirty\n')
  fs.rmSync(join(repository.root, 'new\nline'))
  const watch = watchWorkTree((await counted(repository)).git, repository.root)
  await watch.begin()
  hook(repository)
  expect(await watch.hasChanged()).toBe(expected)
})

test('a change of a dirty file, and its return to the staged text, are changes', async () => {
  const repository = committed()
  place(repository.root, 'a', 'dirty\n')
  const watch = watchWorkTree((await counted(repository)).git, repository.root)
  await watch.begin()
  place(repository.root, 'a', 'dirtier\n')
  expect(await watch.hasChanged()).toBe(true)
  place(repository.root, 'a', '1\n')
  expect(await watch.hasChanged()).toBe(true)
})

test('a mode does not count where git ignores modes', async () => {
  const repository = committed()
  repository.git('config', 'core.fileMode', 'false')
  const watch = watchWorkTree((await counted(repository)).git, repository.root)
  await watch.begin()
  fs.chmodSync(join(repository.root, 'a'), 0o755)
  expect(await watch.hasChanged()).toBe(false)
})

test('a project sees only what is below it', async () => {
  const repository = committed()
  const watch = watchWorkTree((await counted(repository)).git, join(repository.root, 'sub'))
  await watch.begin()
  place(repository.root, 'a', '2\n')
  expect(await watch.hasChanged()).toBe(false)
  place(repository.root, 'sub/c', '2\n')
  expect(await watch.hasChanged()).toBe(true)
})

test('a work tree that is known to be clean costs nothing before the first hook, and one command after it', async () => {
  const repository = committed()
  const { git, calls } = await counted(repository)
  const watch = watchWorkTree(git, repository.root, { isClean: true })
  await watch.begin()
  expect(calls).toEqual([])
  expect(await watch.hasChanged()).toBe(false)
  expect(calls).toEqual(['diff'])
  place(repository.root, 'a', '2\n')
  expect(await watch.hasChanged()).toBe(true)
})

test('a git that cannot be asked is an issue, not an unchanged work tree', async () => {
  const repository = committed()
  const cancel = new AbortController()
  const git = await openGit({ cwd: repository.root, env: repository.env, signal: cancel.signal })
  if (isIssue(git)) throw new Error(git.message)
  const watch = watchWorkTree(git, repository.root)
  await watch.begin()
  cancel.abort()
  expect(await watch.hasChanged()).toMatchObject({ code: 'git.cancelled' })
})

test('submodules do not count', async () => {
  const inner = committed()
  const repository = committed()
  repository.git('submodule', '--quiet', 'add', inner.root, 'module')
  repository.git('commit', '-q', '-m', 'two')
  const watch = watchWorkTree((await counted(repository)).git, repository.root)
  await watch.begin()
  place(repository.root, 'module/a', '2\n')
  expect(await watch.hasChanged()).toBe(false)
})

test('the index of a calling `git commit` is the one that counts', async () => {
  const repository = committed()
  const index = join(repository.home, 'next-index')
  fs.copyFileSync(join(repository.root, '.git/index'), index)
  place(repository.root, 'a', '2\n')
  repository.git('add', 'a')
  const watch = watchWorkTree((await counted(repository, { GIT_INDEX_FILE: index })).git, repository.root)
  await watch.begin()
  place(repository.root, 'a', '1\n')
  expect(await watch.hasChanged()).toBe(true)
})

test.for(ROWS)('while listening: %s', async ([, hook, expected]) => {
  const repository = committed()
  const watch = watchWorkTree((await counted(repository)).git, repository.root, { listenIn: repository.home })
  await watch.begin()
  expect(await watch.hasChanged()).toBe(false)
  hook(repository)
  expect(await watch.hasChanged()).toBe(expected)
  expect(await watch.end()).toBe(false)
})

test('as long as nothing is heard git is not asked, but once at the end', async () => {
  const repository = committed()
  const { git, calls } = await counted(repository)
  const watch = watchWorkTree(git, repository.root, { listenIn: join(repository.home, 'scratch') })
  await watch.begin()
  expect(calls).toEqual(['ls-files', 'diff'])
  for (let look = 0; look < 5; look += 1) expect(await watch.hasChanged()).toBe(false)
  expect(calls).toEqual(['ls-files', 'diff'])
  expect(await watch.end()).toBe(false)
  expect(calls).toEqual(['ls-files', 'diff', 'diff'])
  expect(fs.readdirSync(join(repository.home, 'scratch'))).toEqual([])
})

test('what is written through memory is found at the end', async () => {
  const repository = committed()
  const watch = watchWorkTree((await counted(repository)).git, repository.root, { listenIn: repository.home })
  await watch.begin()
  const write = "import mmap; f = open('a', 'r+b'); m = mmap.mmap(f.fileno(), 0); m[0:1] = b'2'; m.close()"
  const ran = spawnSync('python3', ['-c', write], { cwd: repository.root })
  if (ran.status !== 0) return console.log('not run: python3 is not on PATH')
  const isSeen = (await watch.hasChanged()) === true || (await watch.end()) === true
  expect(isSeen).toBe(true)
})
