import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, type Repository } from '../../../test/helpers/repository.ts'
import { disturbRandomly, fillRandomly, picture, place, random } from '../../../test/helpers/work-tree.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemClock } from '../../ports/clock.ts'
import { openGit, type OpenRequest } from '../repository/open.ts'
import type { Git } from '../contracts/git.ts'
import { setAsideUnstaged, type SetAside } from './stash.ts'

async function open(repository: Repository, over: Partial<OpenRequest> = {}): Promise<Git> {
  const git = await openGit({ cwd: repository.root, env: repository.env, ...over })
  if (isIssue(git)) throw new Error(git.message)
  return git
}

function request(repository: Repository) {
  return { storeDir: join(repository.home, 'store'), configFiles: [], clock: systemClock }
}

async function aside(repository: Repository, git?: Git): Promise<SetAside> {
  const set = await setAsideUnstaged(git ?? (await open(repository)), request(repository))
  if (set === undefined || isIssue(set)) throw new Error(set ? `${set.message} ${set.detail}` : 'clean')
  return set
}

const codes = (issues: readonly Issue[]): string[] => issues.map((each) => each.code)

function committed(files: Readonly<Record<string, string>>): Repository {
  const repository = makeRepository()
  for (const [name, text] of Object.entries(files)) place(repository.root, name, text)
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'first')
  return repository
}

const read = ({ root }: Repository, name: string): string => fs.readFileSync(join(root, name), 'utf8')
const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'

test('a work tree as it is staged has nothing to set aside', async () => {
  const repository = committed({ a: '1\n' })
  place(repository.root, 'untracked', 'x')
  fs.utimesSync(join(repository.root, 'a'), 1, 1)
  expect(await setAsideUnstaged(await open(repository), request(repository))).toBeUndefined()
  expect(fs.existsSync(join(repository.root, '.git/hookwright'))).toBe(false)
})

test('hooks see the staged text, and the patch is private and complete', async () => {
  const repository = committed({ a: LINES })
  place(repository.root, 'a', 'staged\n' + LINES)
  repository.git('add', 'a')
  place(repository.root, 'a', 'staged\n' + LINES + 'unstaged\n')
  const set = await aside(repository)
  expect(read(repository, 'a')).toBe('staged\n' + LINES)
  const patch = set.notice?.place.file as string
  expect(set.notice?.message).toBe(`Unstaged changes detected. Temporarily saving them to \`${patch}\``)
  expect(patch).toMatch(/store\/patches\/\d{13}-\d+\.patch$/)
  expect(fs.statSync(patch).mode & 0o777).toBe(0o600)
  expect(fs.statSync(join(patch, '..')).mode & 0o777).toBe(0o700)
  repository.git('apply', patch)
  expect(read(repository, 'a')).toBe('staged\n' + LINES + 'unstaged\n')
  expect((await set.restore()).map((each) => each.message)).toEqual([
    `Restored unstaged changes from \`${patch}\``,
  ])
  expect(read(repository, 'a')).toBe('staged\n' + LINES + 'unstaged\n')
  expect(fs.existsSync(patch)).toBe(true)
})

test("plumbing of a hook sees clean files, and a build sees that the user's version is younger", async () => {
  const repository = committed({ a: '1\n' })
  place(repository.root, 'a', '2\n')
  fs.utimesSync(join(repository.root, 'a'), 1_000, 1_000)
  const set = await aside(repository)
  expect(repository.git('diff-files')).toBe('')
  const builtAt = Date.now()
  await set.restore()
  expect(fs.statSync(join(repository.root, 'a')).mtimeMs).toBeGreaterThanOrEqual(builtAt - 10)
})

test('changes of hooks and of the user that fit together are both kept', async () => {
  const repository = committed({ a: LINES, b: '1\n', other: '1\n' })
  place(repository.root, 'a', LINES + 'mine\n')
  place(repository.root, 'b', '2\n')
  const set = await aside(repository)
  place(repository.root, 'a', 'hook\n' + LINES)
  place(repository.root, 'other', 'hook\n')
  expect(codes(await set.restore())).toEqual(['worktree.restored'])
  expect(['a', 'b', 'other'].map((name) => read(repository, name))).toEqual([
    'hook\n' + LINES + 'mine\n',
    '2\n',
    'hook\n',
  ])
})

test('of changes that conflict those of all hooks are dropped, and kept as a patch', async () => {
  const repository = committed({ a: LINES, other: '1\n', 'deep/x': '1\n', gone: '1\n' })
  place(repository.root, 'a', 'mine\n' + LINES)
  const set = await aside(repository)
  place(repository.root, 'a', 'hook\n' + LINES)
  place(repository.root, 'other', 'hook\n')
  place(repository.root, 'deep', 'a file where a folder was')
  fs.rmSync(join(repository.root, 'gone'))
  place(repository.root, 'made', 'untracked, by a hook\n')
  const issues = await set.restore()
  expect(codes(issues)).toEqual(['worktree.conflict', 'worktree.restored'])
  expect(['a', 'other', 'deep/x', 'gone', 'made'].map((name) => read(repository, name))).toEqual([
    'mine\n' + LINES,
    '1\n',
    '1\n',
    '1\n',
    'untracked, by a hook\n',
  ])
  expect(fs.readFileSync(issues[0]?.place.file as string, 'utf8')).toContain('+hook')
})

test.for<[string, (root: string) => void]>([
  ['deletes the file', (root) => fs.rmSync(join(root, 'd/a'))],
  ['makes a folder of it', (root) => place(root, 'd/a/b', 'x')],
  ['makes a file of its folder', (root) => place(root, 'd', 'x')],
  ['makes a link of it', (root) => place(root, 'd/a', { link: 'x' })],
])('a hook that %s does not take the unstaged change away', async ([, hook]) => {
  const repository = committed({ 'd/a': '1\n', b: '1\n' })
  place(repository.root, 'd/a', '2\n')
  const set = await aside(repository)
  hook(repository.root)
  expect(codes(await set.restore())).toEqual(['worktree.conflict', 'worktree.restored'])
  expect(read(repository, 'd/a')).toBe('2\n')
})

test('a hook that turns line ends does not make a conflict under core.autocrlf', async () => {
  const repository = committed({ a: LINES })
  repository.git('config', 'core.autocrlf', 'true')
  place(repository.root, 'a', LINES.replaceAll('\n', '\r\n') + 'mine\r\n')
  const set = await aside(repository)
  place(repository.root, 'a', LINES)
  expect(codes(await set.restore())).toEqual(['worktree.restored'])
  expect(read(repository, 'a')).toContain('mine')
})

test('what a hook stages stays staged', async () => {
  const repository = committed({ a: LINES })
  place(repository.root, 'a', LINES + 'mine\n')
  const set = await aside(repository)
  place(repository.root, 'a', 'hook\n' + LINES)
  repository.git('add', 'a')
  await set.restore()
  expect(repository.git('show', ':a')).toBe('hook\n' + LINES)
  expect(read(repository, 'a')).toBe('hook\n' + LINES + 'mine\n')
})

test('intent-to-add entries leave the index and come back, also when nothing else is unstaged', async () => {
  const repository = committed({ a: '1\n', '.gitignore': 'ignored\n' })
  place(repository.root, 'new', 'x\n')
  place(repository.root, 'ignored', 'x\n')
  repository.git('add', '-N', '-f', 'new', 'ignored')
  const before = picture(repository)
  const set = await aside(repository)
  expect(set.notice).toBeUndefined()
  expect(repository.git('ls-files', 'new', 'ignored')).toBe('')
  expect(read(repository, 'new')).toBe('x\n')
  expect(await set.restore()).toEqual([])
  expect(picture(repository)).toEqual(before)
})

test('an intent-to-add entry whose file is gone does not become a file', async () => {
  const repository = committed({ a: '1\n' })
  place(repository.root, 'new', 'x\n')
  repository.git('add', '-N', 'new')
  fs.rmSync(join(repository.root, 'new'))
  place(repository.root, 'a', '2\n')
  const before = picture(repository)
  const set = await aside(repository)
  expect(fs.existsSync(join(repository.root, 'new'))).toBe(false)
  await set.restore()
  expect(picture(repository)).toEqual(before)
})

test('unmerged paths and unstaged config files stop the run before anything is touched', async () => {
  const repository = committed({ a: '1\n', 'sub/.pre-commit-config.yaml': 'repos: []\n' })
  place(repository.root, 'sub/.pre-commit-config.yaml', 'repos: [ ]\n')
  const config = { ...request(repository), configFiles: ['sub/.pre-commit-config.yaml'] }
  expect(await setAsideUnstaged(await open(repository), config)).toMatchObject({
    code: 'worktree.config-unstaged',
    message: 'Configuration file `sub/.pre-commit-config.yaml` is not staged.',
  })
  repository.git('checkout', '-q', '-b', 'other')
  place(repository.root, 'a', '2\n')
  repository.git('commit', '-q', '-a', '-m', 'two')
  repository.git('checkout', '-q', 'main')
  place(repository.root, 'a', '3\n')
  repository.git('commit', '-q', '-a', '-m', 'three')
  expect(() => repository.git('merge', 'other')).toThrow('Command failed')
  expect(await setAsideUnstaged(await open(repository), config)).toMatchObject({
    code: 'worktree.unmerged',
    message: 'Found unresolved merge conflicts: a.',
  })
})

test('only changes below the root of the run are set aside', async () => {
  const repository = committed({ 'in/a': '1\n', 'out/a': '1\n', input: '1\n' })
  for (const name of ['in/a', 'out/a', 'input']) place(repository.root, name, '2\n')
  const set = await setAsideUnstaged(await open(repository), {
    ...request(repository),
    root: join(repository.root, 'in'),
  })
  expect(['in/a', 'out/a', 'input'].map((name) => read(repository, name))).toEqual(['1\n', '2\n', '2\n'])
  await (set as SetAside).restore()
  expect(read(repository, 'in/a')).toBe('2\n')
})

test('S13: with a filter of the repository nothing is run and nothing is lost', async () => {
  const repository = committed({ a: 'clean\n', '.gitattributes': '*  filter=upper\n' })
  repository.git('config', 'filter.upper.clean', 'touch sentinel; tr A-Z a-z')
  repository.git('config', 'filter.upper.smudge', 'touch sentinel; tr a-z A-Z')
  place(repository.root, 'a', 'MINE\n')
  expect(await setAsideUnstaged(await open(repository), request(repository))).toBeUndefined()
  expect(read(repository, 'a')).toBe('MINE\n')
  expect(fs.existsSync(join(repository.root, 'sentinel'))).toBe(false)
})

test('submodules are left alone', async () => {
  const inner = committed({ x: '1\n' })
  const repository = committed({ a: '1\n' })
  repository.git('submodule', '--quiet', 'add', inner.root, 'sub')
  repository.git('commit', '-q', '-m', 'sub')
  place(repository.root, 'sub/x', 'dirty\n')
  repository.gitIn(join(repository.root, 'sub'), 'commit', '-q', '-a', '-m', 'two')
  place(repository.root, 'sub/x', 'dirtier\n')
  expect(await setAsideUnstaged(await open(repository), request(repository))).toBeUndefined()
  place(repository.root, 'a', '2\n')
  const set = await aside(repository)
  expect(read(repository, 'sub/x')).toBe('dirtier\n')
  await set.restore()
  expect(read(repository, 'a')).toBe('2\n')
})

test('files marked as unchanged keep what only this machine has in them', async () => {
  const repository = committed({ a: '1\n', local: '1\n' })
  repository.git('update-index', '--assume-unchanged', 'local')
  place(repository.root, 'local', 'secret\n')
  place(repository.root, 'a', '2\n')
  const set = await aside(repository)
  expect(read(repository, 'local')).toBe('secret\n')
  await set.restore()
  expect(read(repository, 'local')).toBe('secret\n')
})

test('a cancelled run restores all the same, and only once', async () => {
  const repository = committed({ a: '1\n' })
  place(repository.root, 'a', '2\n')
  const cancel = new AbortController()
  const set = await aside(repository, await open(repository, { signal: cancel.signal }))
  cancel.abort()
  const [first, second] = await Promise.all([set.restore(), set.restore()])
  expect(codes(first)).toEqual(['worktree.restored'])
  expect(second).toBe(first)
  place(repository.root, 'a', 'later\n')
  await set.restore()
  expect(read(repository, 'a')).toBe('later\n')
})

test('works in a linked work tree, and with a git folder on another file system', async ({ skip }) => {
  if (!fs.existsSync('/dev/shm')) skip('no second file system here')
  const elsewhere = fs.mkdtempSync('/dev/shm/hookwright-')
  const repository = makeRepository({ init: ['--separate-git-dir', join(elsewhere, 'git')] })
  try {
    const next = random(7)
    fillRandomly(repository, next)
    disturbRandomly(repository, next)
    const before = picture(repository)
    const set = await aside(repository)
    expect(repository.git('diff', '--raw')).toBe('')
    await set.restore()
    expect(picture(repository)).toEqual(before)
  } finally {
    fs.rmSync(elsewhere, { recursive: true })
  }
})

test('a second run that finds changes while the first has some set aside is told whose turn it is', async () => {
  const repository = committed({ a: '1\n', b: '1\n' })
  place(repository.root, 'a', '2\n')
  const set = await aside(repository)
  place(repository.root, 'b', '2\n')
  const second = await setAsideUnstaged(await open(repository), request(repository))
  expect(second).toMatchObject({
    code: 'worktree.busy',
    message: expect.stringContaining(`process ${process.pid} `),
  })
  await set.restore()
  expect([read(repository, 'a'), read(repository, 'b')]).toEqual(['2\n', '2\n'])
})

test('a file that cannot be moved brings every other one back', async ({ skip }) => {
  const repository = committed({ a: '1\n', 'locked/b': '1\n' })
  for (const name of ['a', 'locked/b']) place(repository.root, name, '2\n')
  const isRoot = process.getuid?.() === 0
  const lock = (mark: '+' | '-'): boolean =>
    isRoot
      ? spawnSync('chattr', [`${mark}i`, join(repository.root, 'locked/b')]).status === 0
      : spawnSync('chmod', [`u${mark === '+' ? '-' : '+'}w`, join(repository.root, 'locked')]).status === 0
  if (!lock('+')) skip('nothing can be locked here')
  try {
    const set = await setAsideUnstaged(await open(repository), request(repository))
    expect(set).toMatchObject({ code: 'worktree.set-aside-failed' })
    expect([read(repository, 'a'), read(repository, 'locked/b')]).toEqual(['2\n', '2\n'])
  } finally {
    lock('-')
  }
})

test('a store that cannot be written to is an issue, and nothing has moved', async () => {
  const repository = committed({ a: '1\n' })
  place(repository.root, 'a', '2\n')
  fs.writeFileSync(join(repository.home, 'store'), 'a file')
  expect(await setAsideUnstaged(await open(repository), request(repository))).toMatchObject({
    code: 'worktree.set-aside-failed',
  })
  expect(read(repository, 'a')).toBe('2\n')
})
