import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { rot13Repository, type Rot13 } from '../../../test/helpers/rot13.ts'
import { place } from '../../../test/helpers/work-tree.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemClock } from '../../ports/clock.ts'
import { encodePath } from '../contracts/paths.ts'
import type { Git } from '../contracts/git.ts'
import { readUnfiltered } from './hide-files.ts'
import { watchWorkTree } from './modified.ts'
import { setAsideUnstaged, type SetAside } from './stash.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
const read = ({ root }: Repository, name: string): string =>
  fs.readFileSync(encodePath(`${root}/${name}`), 'latin1')

type Done = { readonly set: SetAside | undefined; readonly told: readonly string[] }

async function aside(repository: Repository, configFiles: readonly string[] = []): Promise<Done> {
  const notices: Issue[] = []
  const set = await setAsideUnstaged(await openRepository(repository), {
    storeDir: join(repository.home, 'store'),
    configFiles,
    clock: systemClock,
    onNotice: (notice) => void notices.push(notice),
  })
  if (isIssue(set)) throw new Error(`${set.message} ${set.detail}`)
  return { set, told: notices.map(({ message }) => message) }
}

test('S13: a clean file whose filter is off is not set aside, and hooks see it as it is', async () => {
  const repository = rot13Repository({ 'a.secret': 'plain\n' })
  const { set, told } = await aside(repository)
  expect(set).toBeUndefined()
  expect(told).toEqual([
    'a.secret has a filter that hookwright does not run: hooks see it with its unstaged changes.',
  ])
  expect(read(repository, 'a.secret')).toBe('plain\n')
  expect(repository.ran()).toBe(false)
})

test('S13: five files whose filter is off are named, and the others counted', async () => {
  const names = [1, 2, 3, 4, 5, 6, 7].map((each) => `${each}.secret`)
  const repository = rot13Repository(Object.fromEntries(names.map((name) => [name, 'x\n'])))
  expect((await aside(repository)).told).toEqual([
    '1.secret, 2.secret, 3.secret, 4.secret, 5.secret and 2 more have filters that hookwright does not run: hooks see them with their unstaged changes.',
  ])
})

test('S13: beside files that are set aside, unstaged edits and deletions of filtered ones stay, out of the patch', async () => {
  const repository = rot13Repository({
    a: LINES,
    'a.secret': 'plain\n',
    'b.secret': 'gone\n',
    'bad\udcff.secret': 'plain\n',
    ':(top)*.secret': 'plain\n',
    'c.secret': 'fixed\n',
  })
  place(repository.root, 'a', LINES + 'mine\n')
  for (const name of ['a.secret', 'bad\udcff.secret', ':(top)*.secret'])
    place(repository.root, name, 'edited\n')
  fs.rmSync(join(repository.root, 'b.secret'))
  const { set } = await aside(repository)
  expect(read(repository, 'a')).toBe(LINES)
  expect(read(repository, 'a.secret')).toBe('edited\n')
  const patch = fs.readFileSync(set?.notice?.place.file as string, 'latin1')
  expect(patch.match(/^diff .*/gm)).toEqual(['diff --git a/a b/a'])
  place(repository.root, 'a', 'hook\n' + LINES)
  place(repository.root, 'c.secret', 'by a hook\n')
  expect((await set?.restore())?.map(({ code }) => code)).toEqual(['worktree.restored'])
  expect(read(repository, 'a')).toBe('hook\n' + LINES + 'mine\n')
  for (const name of ['a.secret', 'bad\udcff.secret', ':(top)*.secret'])
    expect(read(repository, name)).toBe('edited\n')
  expect(read(repository, 'c.secret')).toBe('by a hook\n')
  expect(fs.existsSync(join(repository.root, 'b.secret'))).toBe(false)
  expect(repository.ran()).toBe(false)
  expect(repository.git('status', '--porcelain', 'a.secret', 'b.secret', 'a')).toBe(
    ' M a\n M a.secret\n D b.secret\n',
  )
})

test('S13: a conflict elsewhere leaves filtered files alone, and their text out of the patch of the hooks', async () => {
  const repository = rot13Repository({ a: LINES, other: '1\n', 'a.secret': 'plain\n' })
  place(repository.root, 'a', 'mine\n' + LINES)
  const { set } = await aside(repository)
  for (const name of ['a', 'other', 'a.secret']) place(repository.root, name, 'hook\n')
  const issues = (await set?.restore()) ?? []
  expect(issues.map(({ code }) => code)).toEqual(['worktree.conflict', 'worktree.restored'])
  expect(['a', 'other', 'a.secret'].map((name) => read(repository, name))).toEqual([
    'mine\n' + LINES,
    '1\n',
    'hook\n',
  ])
  const patch = fs.readFileSync(issues[0]?.place.file as string, 'utf8')
  expect(patch.match(/^diff .*/gm)).toEqual(['diff --git a/a b/a', 'diff --git a/other b/other'])
})

test.for([
  ['added', '*.secret filter=rot13\n*.late filter=rot13\n', 'b.late'],
  ['removed', '# nothing\n', 'a.secret'],
])('S13: an unstaged attribute that is %s counts as much as a staged one', async ([, attributes, name]) => {
  const repository = rot13Repository({ 'a.secret': 'plain\n', 'b.late': 'plain\n' })
  place(repository.root, '.gitattributes', attributes as string)
  place(repository.root, name as string, 'edited\n')
  const { set } = await aside(repository)
  expect(read(repository, name as string)).toBe('edited\n')
  expect(read(repository, '.gitattributes')).toBe('*.secret filter=rot13\n')
  await set?.restore()
  expect(read(repository, name as string)).toBe('edited\n')
  expect(read(repository, '.gitattributes')).toBe(attributes)
})

test('S13: a config file whose filter is off is not taken for unstaged', async () => {
  const repository = rot13Repository({ 'hooks.secret': 'repos: []\n' })
  expect((await aside(repository, ['hooks.secret'])).set).toBeUndefined()
})

test('a filter of the user runs: hooks see the staged text, turned', async () => {
  const repository = rot13Repository({ 'a.secret': 'plain\n' }, { scope: '--global' })
  expect((await aside(repository)).set).toBeUndefined()
  expect(repository.ran()).toBe(true)
  place(repository.root, 'a.secret', 'edited\n')
  const { set, told } = await aside(repository)
  expect(told).toEqual([])
  expect(read(repository, 'a.secret')).toBe('plain\n')
  await set?.restore()
  expect(read(repository, 'a.secret')).toBe('edited\n')
})

function counting(git: Git): { readonly git: Git; readonly calls: string[] } {
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

test('without a filter that is off no process more is started', async () => {
  const repository = rot13Repository({ a: '1\n', 'a.secret': 'plain\n' }, { scope: '--global' })
  const { git, calls } = counting(await openRepository(repository))
  await setAsideUnstaged(git, { storeDir: repository.home, configFiles: [], clock: systemClock })
  await readUnfiltered(git, { args: ['diff'], scratchDir: join(repository.home, 'scratch') })
  const watch = watchWorkTree(git, repository.root, { isClean: true })
  await watch.begin()
  await watch.hasChanged()
  expect(calls).toEqual(['diff', 'diff', 'diff'])
  expect(fs.existsSync(join(repository.home, 'scratch'))).toBe(false)
})

const LARGE = 'x'.repeat(2_000_000)

type Row = readonly [name: string, hook: (repository: Rot13) => void, expected: boolean]

const ROWS: readonly Row[] = [
  ['nothing', () => {}, false],
  ['an edit', ({ root }) => place(root, 'a.secret', 'other\n'), true],
  ['an edit of the same size at the same times', ({ root }) => sameTimes(join(root, 'a.secret')), true],
  ['an edit of a large file', ({ root }) => place(root, 'large.secret', `${LARGE}y`), true],
  ['a touch', ({ root }) => fs.utimesSync(join(root, 'a.secret'), 2, 2), false],
  ['the same text again', ({ root }) => place(root, 'a.secret', 'plain\n'), false],
  ['a deletion', ({ root }) => fs.rmSync(join(root, 'a.secret')), true],
  ['a new mode', ({ root }) => fs.chmodSync(join(root, 'a.secret'), 0o755), true],
  ['an edit of another file', ({ root }) => place(root, 'a', '2\n'), true],
  ['a staged fix of another file', (repository) => stage(repository, 'a'), false],
  ['a new file with the filter that is staged', (repository) => stage(repository, 'new.secret'), false],
]

function sameTimes(path: string): void {
  fs.writeFileSync(path, 'pla1n\n')
  fs.utimesSync(path, 1, 1)
}

function stage({ root, git }: Repository, name: string): void {
  place(root, name, '2\n')
  git('add', name)
}

test.for(ROWS)('S13: beside a filter that is off, whether hooks changed something: %s', async (row) => {
  const [, hook, expected] = row
  const repository = rot13Repository({ a: '1\n', 'a.secret': 'plain\n', 'large.secret': LARGE })
  const git = await openRepository(repository)
  for (const options of [{ isClean: true }, { listenIn: join(repository.home, 'scratch') }]) {
    place(repository.root, 'a', '1\n')
    repository.git('add', 'a')
    place(repository.root, 'a.secret', 'plain\n')
    place(repository.root, 'large.secret', LARGE)
    fs.utimesSync(join(repository.root, 'a.secret'), 1, 1)
    const watch = watchWorkTree(git, repository.root, options)
    expect(await watch.begin()).toBeUndefined()
    expect(await watch.hasChanged()).toBe(false)
    hook(repository)
    expect(await watch.hasChanged()).toBe(expected)
    expect(await watch.hasChanged()).toBe(false)
    await watch.end()
  }
})

test('S13: a project sees only the filtered files below it', async () => {
  const repository = rot13Repository({ 'a.secret': '1\n', 'sub/b.secret': '1\n' })
  const watch = watchWorkTree(await openRepository(repository), join(repository.root, 'sub'))
  await watch.begin()
  place(repository.root, 'a.secret', '2\n')
  expect(await watch.hasChanged()).toBe(false)
  place(repository.root, 'sub/b.secret', '2\n')
  expect(await watch.hasChanged()).toBe(true)
})

test('S13: the files are hidden from a copy of the index that is in use, and from no other', async () => {
  const repository = rot13Repository({ a: '1\n', 'a.secret': 'plain\n' })
  const index = join(repository.home, 'next-index')
  fs.renameSync(join(repository.root, '.git/index'), index)
  const git = await openRepository(repository, { env: { ...repository.env, GIT_INDEX_FILE: index } })
  const before = fs.readFileSync(index)
  const scratchDir = join(repository.home, 'scratch')
  const listed = await readUnfiltered(git, { args: ['ls-files'], scratchDir })
  expect(isIssue(listed) || listed.toString()).toBe('.gitattributes\na\n')
  expect(fs.readdirSync(scratchDir)).toEqual([])
  expect(fs.readFileSync(index).equals(before)).toBe(true)
  expect(fs.existsSync(join(repository.root, '.git/index'))).toBe(false)
})
