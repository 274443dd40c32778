import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, type Repository } from '../../../test/helpers/repository.ts'
import { place } from '../../../test/helpers/work-tree.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { systemClock } from '../../ports/clock.ts'
import { openGit } from '../repository/open.ts'
import type { Git } from '../contracts/git.ts'
import { journalPath, type Journal } from './journal.ts'
import type { Owner } from './owner.ts'
import { sweepPatches } from './patches.ts'
import { recover } from './recover.ts'
import { setAsideUnstaged, type SetAside } from './stash.ts'

const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n'
const clock = systemClock

async function open({ root, env }: Repository): Promise<Git> {
  const git = await openGit({ cwd: root, env })
  if (isIssue(git)) throw new Error(git.message)
  return git
}

type Run = {
  readonly repository: Repository
  readonly git: Git
  readonly set: SetAside
  readonly patch: string
}

/** A run in the middle of its hooks: `a` has one more line unstaged, and `gone` is deleted. */
async function running(): Promise<Run> {
  const repository = makeRepository()
  for (const name of ['a', 'b', 'gone']) place(repository.root, name, LINES)
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'first')
  place(repository.root, 'a', LINES + 'mine\n')
  fs.rmSync(join(repository.root, 'gone'))
  const git = await open(repository)
  const storeDir = join(repository.home, 'store')
  const set = await setAsideUnstaged(git, { storeDir, configFiles: [], clock })
  if (set === undefined || isIssue(set)) throw new Error('not set aside')
  return { repository, git, set, patch: set.notice?.place.file as string }
}

/** The same, of a process that is dead by now, or of whom `over` says. */
async function interrupted(over: Partial<Owner> = {}): Promise<Run> {
  const run = await running()
  disown(run.git, over)
  return run
}

function disown({ gitDir }: Git, over: Partial<Owner> = {}): void {
  const path = journalPath(gitDir)
  const journal = JSON.parse(fs.readFileSync(path, 'utf8')) as Journal
  const pid = spawnSync('true').pid
  fs.writeFileSync(path, JSON.stringify({ ...journal, owner: { ...journal.owner, pid, ...over } }))
}

const read = ({ repository: { root } }: Run, name: string): string =>
  fs.readFileSync(join(root, name), 'utf8')
const codes = (issues: readonly Issue[]): string[] => issues.map((each) => each.code)

test('nothing to recover is nothing to tell', async () => {
  const repository = makeRepository()
  expect(await recover(await open(repository), { clock })).toEqual([])
})

test('the next run restores and says so, once', async () => {
  const run = await interrupted()
  expect((await recover(run.git, { clock })).map((each) => [each.severity, each.message])).toEqual([
    ['notice', `Restored unstaged changes of an interrupted run from \`${run.patch}\``],
  ])
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
  expect(fs.existsSync(join(run.repository.root, 'gone'))).toBe(false)
  expect(await recover(run.git, { clock })).toEqual([])
})

test('edits made after the interruption are merged where they fit', async () => {
  const run = await interrupted()
  place(run.repository.root, 'a', 'later\n' + LINES)
  expect(codes(await recover(run.git, { clock }))).toEqual(['worktree.recovered'])
  expect(read(run, 'a')).toBe('later\n' + LINES + 'mine\n')
})

test('a git that was killed while it merged does not keep the next one from merging', async () => {
  const run = await interrupted()
  place(run.repository.root, 'a', `hook\n${LINES}`)
  fs.writeFileSync(join(run.git.gitDir, 'hookwright', run.set.id, 'stage-index.lock'), '')
  expect(codes(await recover(run.git, { clock }))).toEqual(['worktree.recovered'])
  expect(read(run, 'a')).toBe(`hook\n${LINES}mine\n`)
})

test('edits made after the interruption that do not fit are left alone, and the saved version is named', async () => {
  const run = await interrupted()
  place(run.repository.root, 'a', LINES + 'later\n')
  place(run.repository.root, 'b', 'later\n')
  const [first, second] = await recover(run.git, { clock })
  expect(first?.code).toBe('worktree.recovered')
  expect(second).toMatchObject({ code: 'worktree.left', message: expect.stringMatching(/: a\.$/) })
  expect([read(run, 'a'), read(run, 'b')]).toEqual([LINES + 'later\n', 'later\n'])
  const kept = /`([^`]*)`/.exec(second?.hint ?? '')?.[1] as string
  expect(fs.readFileSync(join(kept, 'a'), 'utf8')).toBe(LINES + 'mine\n')
  expect(fs.existsSync(join(run.repository.root, 'gone'))).toBe(false)
  expect(await recover(run.git, { clock })).toEqual([])
  expect(fs.existsSync(join(kept, 'a'))).toBe(true)
})

test('a patch that the user has applied is not applied again', async () => {
  const run = await interrupted()
  run.repository.git('apply', run.patch)
  expect(codes(await recover(run.git, { clock }))).toEqual(['worktree.recovered'])
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test('a file that is missing after the interruption comes back', async () => {
  const run = await interrupted()
  fs.rmSync(join(run.repository.root, 'a'))
  await recover(run.git, { clock })
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test('a repository that was moved is recovered where it is now, also without its store', async () => {
  const run = await interrupted()
  const root = `${run.repository.root}-moved`
  fs.renameSync(run.repository.root, root)
  fs.rmSync(join(run.repository.home, 'store'), { recursive: true })
  const moved = { ...run.repository, root }
  expect(codes(await recover(await open(moved), { clock }))).toEqual(['worktree.recovered'])
  expect(fs.readFileSync(join(root, 'a'), 'utf8')).toBe(LINES + 'mine\n')
})

test('a copy of an interrupted repository is recovered for itself', async () => {
  const run = await interrupted()
  const copy = makeRepository({ copyOf: run.repository.root })
  for (const each of [copy, run.repository]) {
    expect(codes(await recover(await open(each), { clock }))).toEqual(['worktree.recovered'])
    expect(fs.readFileSync(join(each.root, 'a'), 'utf8')).toBe(LINES + 'mine\n')
  }
})

test.for<[string, () => Promise<Run>]>([
  ['this process', running],
  ['a living process', () => interrupted({ pid: process.pid })],
  ['another machine that was heard of just now', () => interrupted({ host: 'elsewhere' })],
  ['another PID namespace of this machine', () => interrupted({ namespace: 'pid:[1]' })],
])('what %s has set aside is not touched', async ([, start]) => {
  const run = await start()
  const issues = await recover(run.git, { clock })
  expect(issues).toMatchObject([{ code: 'worktree.busy', severity: 'error' }])
  expect(read(run, 'a')).toBe(LINES)
  await run.set.restore()
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test.for<[string, Partial<Owner>, number]>([
  ['a later process with the same id', { pid: process.pid, started: '1' }, 0],
  ['another machine that has been silent', { host: 'elsewhere' }, 3_600_000],
  ['another PID namespace that has been silent', { namespace: 'pid:[1]' }, 3_600_000],
])('what belongs to nobody but %s is restored', async ([, owner, laterMs], { skip }) => {
  if (owner.started !== undefined && process.platform !== 'linux')
    skip('only Linux tells when a process started')
  const run = await interrupted(owner)
  const later = { ...clock, now: () => Date.now() + laterMs }
  expect(codes(await recover(run.git, { clock: later }))).toEqual(['worktree.recovered'])
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test('a run inside a run leaves what the outer one has set aside', async () => {
  const run = await running()
  expect(await recover(run.git, { clock, within: run.set.id })).toEqual([])
  expect(read(run, 'a')).toBe(LINES)
  await run.set.restore()
})

test('of two that recover at once only one does', async () => {
  const run = await interrupted()
  const both = await Promise.all([recover(run.git, { clock }), recover(run.git, { clock })])
  expect(both.map((told) => codes(told).join()).sort()).toEqual(['worktree.busy', 'worktree.recovered'])
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test('a successor that died before it began is succeeded in turn', async () => {
  const run = await interrupted()
  const path = journalPath(run.git.gitDir)
  const journal = JSON.parse(fs.readFileSync(path, 'utf8')) as Journal
  const { pid, started } = journal.owner
  const dead = { ...journal, owner: { ...journal.owner, pid: spawnSync('true').pid } }
  fs.writeFileSync(join(path, `../journal-after-${pid}-${started ?? '0'}.json`), JSON.stringify(dead))
  expect(codes(await recover(run.git, { clock }))).toEqual(['worktree.recovered'])
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

/** Passes everything on to git, and fails at the first `add --intent-to-add`. */
function failingOnce(repository: Repository): Repository {
  const bin = join(repository.home, 'bin')
  const git = spawnSync('sh', ['-c', 'command -v git'], {
    encoding: 'utf8',
    env: repository.env,
  }).stdout.trim()
  const mark = join(repository.home, 'failed')
  const text = `#!/bin/sh
case "$*" in *--intent-to-add*) [ -e '${mark}' ] || { touch '${mark}'; echo no >&2; exit 1; } ;; esac
exec '${git}' "$@"
`
  fs.mkdirSync(bin)
  fs.writeFileSync(join(bin, 'git'), text, { mode: 0o755 })
  return { ...repository, env: { ...repository.env, PATH: `${bin}:${repository.env['PATH'] ?? ''}` } }
}

test('intent-to-add entries that could not be restored are restored by the next run', async () => {
  const repository = failingOnce(makeRepository())
  for (const name of ['a', 'gone']) place(repository.root, name, LINES)
  repository.git('add', '-A')
  repository.git('commit', '-q', '-m', 'first')
  place(repository.root, 'a', LINES + 'mine\n')
  place(repository.root, 'intended', 'x\n')
  fs.rmSync(join(repository.root, 'gone'))
  repository.git('add', '-N', 'intended')
  const before = repository.git('status', '--porcelain')
  const git = await open(repository)
  const storeDir = join(repository.home, 'store')
  const set = await setAsideUnstaged(git, { storeDir, configFiles: [], clock })
  if (set === undefined || isIssue(set)) throw new Error('not set aside')
  expect(codes(await set.restore())).toEqual(['worktree.intent-to-add', 'worktree.restored'])
  expect(repository.git('status', '--porcelain')).toContain('?? intended')
  place(repository.root, 'a', LINES + 'mine, later\n')
  disown(git)
  expect(codes(await recover(git, { clock }))).toEqual(['worktree.recovered'])
  expect(repository.git('status', '--porcelain')).toBe(before)
  expect(fs.readFileSync(join(repository.root, 'a'), 'utf8')).toBe(LINES + 'mine, later\n')
  expect(fs.readdirSync(join(git.gitDir, 'hookwright'))).toEqual([])
  expect(await recover(git, { clock })).toEqual([])
})

test('a journal that was cut off protects nothing and stops nobody', async () => {
  const repository = makeRepository()
  const git = await open(repository)
  fs.mkdirSync(join(journalPath(git.gitDir), '..'))
  fs.writeFileSync(journalPath(git.gitDir), '{"version":1,')
  expect(await recover(git, { clock })).toEqual([])
  expect(fs.existsSync(journalPath(git.gitDir))).toBe(false)
})

test('a folder that somebody has removed is told, with the patch that is left', async () => {
  const run = await interrupted()
  fs.rmSync(join(run.git.gitDir, 'hookwright', run.set.id), { recursive: true })
  expect(await recover(run.git, { clock })).toMatchObject([
    { code: 'worktree.lost', hint: expect.stringContaining(`git apply ${run.patch}`) },
  ])
  run.repository.git('apply', run.patch)
  expect(read(run, 'a')).toBe(LINES + 'mine\n')
})

test('patches go after 30 days, unless a journal still names them', async () => {
  const run = await running()
  const storeDir = join(run.repository.home, 'store')
  const old = join(storeDir, 'patches/1-1.patch')
  const young = join(storeDir, 'patches/2-1.patch')
  for (const path of [old, young]) fs.writeFileSync(path, 'x')
  const days = (count: number): number => Date.now() / 1000 - count * 86_400
  for (const path of [old, run.patch]) fs.utimesSync(path, days(31), days(31))
  fs.utimesSync(young, days(29), days(29))
  expect(sweepPatches(storeDir, Date.now())).toBe(1)
  expect([old, young, run.patch].map((path) => fs.existsSync(path))).toEqual([false, true, true])
  await run.set.restore()
  expect(sweepPatches(storeDir, Date.now())).toBe(1)
  expect(sweepPatches(join(storeDir, 'nowhere'), Date.now())).toBe(0)
})
