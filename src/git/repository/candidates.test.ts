import { Buffer } from 'node:buffer'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { allFiles, changedFiles, notedConflicts, stagedFiles, trackedFiles } from './candidates.ts'

const ODD_NAMES = [' lead', '-dash', ':(top)x', 'a\nb', 'sp ace', 'tab\tx', 'ümlaut', '"q"', '*']

function committed(...names: readonly string[]): Repository {
  const repository = makeRepository()
  for (const name of names) repository.write(name, `${name}\n`.repeat(5))
  repository.git('add', '.')
  repository.git('commit', '-qm', 'first', '--allow-empty')
  return repository
}

const staged = async (repository: Repository) => stagedFiles(await openRepository(repository))

test('staged files of a first commit are those of the index', async () => {
  const repository = makeRepository()
  for (const name of ODD_NAMES) repository.write(name, '1')
  repository.git('add', '.')
  repository.write('untracked', '1')
  expect(await staged(repository)).toEqual(ODD_NAMES.toSorted())
})

test('a name that is not UTF-8 keeps its byte', async () => {
  const repository = committed('a')
  writeFileSync(Buffer.concat([Buffer.from(`${repository.root}/b`), Buffer.from([0xff])]), '1')
  repository.git('add', '.')
  expect(await staged(repository)).toEqual(['b\uDCFF'])
})

const CHANGES: readonly (readonly [
  claim: string,
  change: (repository: Repository) => void,
  expected: readonly string[],
])[] = [
  ['nothing', () => {}, []],
  ['a change that is not staged is no candidate', ({ write }) => void write('a', '2'), []],
  ['a deletion is none', ({ git }) => void git('rm', '-q', 'a'), []],
  ['a rename counts under its new name', ({ git }) => void git('mv', 'a', 'z'), ['z']],
  ['a copy counts', ({ git, write }) => (write('z', 'a\n'.repeat(5)), void git('add', 'z')), ['z']],
  [
    'a file that became a link counts',
    ({ git, root }) => (rmSync(join(root, 'a')), symlinkSync('b', join(root, 'a')), void git('add', 'a')),
    ['a'],
  ],
  ['a new mode counts', ({ git }) => void git('update-index', '--chmod=+x', 'a'), ['a']],
  [
    'a staged file that is gone from the disk counts',
    ({ git, root, write }) => (write('a', '2'), git('add', 'a'), rmSync(join(root, 'a'))),
    ['a'],
  ],
  [
    'a file that is only meant to be added is none',
    ({ git, write }) => (write('n', '1'), void git('add', '-N', 'n')),
    [],
  ],
  [
    'a submodule counts as its own name',
    ({ git, root }) => void git('submodule', 'add', '-q', root, 'sub'),
    ['.gitmodules', 'sub'],
  ],
  [
    'diff settings of the user change nothing',
    ({ git, write, home }) => {
      writeFileSync(
        join(home, '.gitconfig'),
        '[diff]\nrelative=true\nrenames=copies\nignoreSubmodules=all\nnoprefix=true\n[core]\nquotePath=true\n',
      )
      write('d/ü', '1')
      git('add', '.')
    },
    ['d/ü'],
  ],
]

test.for(CHANGES)('staged: %s', async ([, change, expected]) => {
  const repository = committed('a', 'b')
  change(repository)
  expect(await staged(repository)).toEqual(expected)
})

function inConflict(): Repository {
  const repository = committed('both', 'theirs', 'ours')
  repository.git('checkout', '-q', '-b', 'side')
  for (const name of ['both', 'theirs']) repository.write(name, 'side\n')
  repository.git('commit', '-qam', 'side')
  repository.git('checkout', '-q', 'main')
  for (const name of ['both', 'ours']) repository.write(name, 'main\n')
  repository.git('commit', '-qam', 'main')
  expect(() => repository.git('merge', 'side')).toThrow('merge side')
  return repository
}

test('in a merge only what was in conflict or edited besides is a candidate', async () => {
  const repository = inConflict()
  repository.write('both', 'solved\n')
  repository.git('add', 'both')
  expect(await staged(repository)).toEqual(['both'])
  repository.write('theirs', 'edited besides\n')
  repository.git('add', 'theirs')
  expect(await staged(repository)).toEqual(['both', 'theirs'])
})

test('a conflict that was solved by taking one side is still a candidate', async () => {
  const repository = inConflict()
  repository.git('checkout', '--ours', 'both')
  repository.git('add', 'both')
  expect(await staged(repository)).toEqual(['both'])
})

test('a merge in a linked work tree is seen there', async () => {
  const repository = inConflict()
  repository.git('merge', '--abort')
  const linked = join(repository.home, 'linked')
  repository.git('worktree', 'add', '-q', '-b', 'other', linked)
  expect(() => repository.gitIn(linked, 'merge', 'side')).toThrow('merge side')
  writeFileSync(join(linked, 'both'), 'solved\n')
  repository.gitIn(linked, 'add', 'both')
  expect(await stagedFiles(await openRepository(repository, { cwd: linked }))).toEqual(['both'])
  expect(await staged(repository)).toEqual([])
})

test('a merge with files still in conflict is an issue', async () => {
  expect(await staged(inConflict())).toMatchObject({ code: 'git.failed' })
})

test('conflicts are noted after a tab, with or without a comment mark', () => {
  const message = "Merge branch 'x'\n\n# Conflicts:\n#\ta b.txt\n\tc\r\n#  no\nno\n#\t\n"
  expect(notedConflicts(message)).toEqual(['a b.txt', 'c'])
})

test('all files are the tracked ones, each once, and below a folder if one is given', async () => {
  const repository = inConflict()
  repository.write('d/e', '1')
  repository.write('d*/e', '1')
  repository.git('add', 'd/e', ':(literal)d*/e')
  repository.write('untracked', '1')
  const git = await openRepository(repository)
  expect(await allFiles(git)).toEqual(['both', 'd*/e', 'd/e', 'ours', 'theirs'])
  expect(await allFiles(git, join(repository.root, 'd*'))).toEqual(['d*/e'])
  expect(await allFiles(git, join(repository.root, 'none'))).toEqual([])
})

test('a range is what changed since both sides parted', async () => {
  const repository = inConflict()
  repository.git('merge', '--abort')
  renameSync(join(repository.root, 'ours'), join(repository.root, 'moved'))
  rmSync(join(repository.root, 'theirs'))
  repository.git('add', '-A')
  repository.git('commit', '-qm', 'moved')
  const git = await openRepository(repository)
  expect(await changedFiles(git, { from: 'side', to: 'main' })).toEqual(['both', 'moved'])
  expect(await changedFiles(git, { from: 'main', to: 'side' })).toEqual(['both', 'theirs'])
  expect(await changedFiles(git, { from: 'main', to: 'side', under: join(repository.root, 'x') })).toEqual([])
})

test('without a common commit a range is the difference of both trees', async () => {
  const repository = committed('a', 'b')
  repository.git('checkout', '-q', '--orphan', 'new')
  repository.write('c', '1')
  repository.git('add', '.')
  repository.git('commit', '-qm', 'new')
  expect(await changedFiles(await openRepository(repository), { from: 'main', to: 'new' })).toEqual(['c'])
})

test.for([
  ['S12: an option is no ref', { from: '--output=evil', to: 'HEAD' }, { code: 'git.bad-ref' }],
  [
    'an unknown ref is quoted from git',
    { from: 'HEAD', to: 'nope' },
    { code: 'git.failed', detail: "fatal: bad revision 'HEAD..nope'" },
  ],
  ['S12: a ref that looks like a file is no file', { from: 'a', to: 'b' }, { code: 'git.failed' }],
] as const)('%s', async ([, range, expected]) => {
  const git = await openRepository(committed('a', 'b', 'a..b'))
  expect(await changedFiles(git, range)).toMatchObject(expected)
})

test('of tracked files those are odd that may not be plain files on disk', async () => {
  const repository = makeRepository()
  for (const name of ['plain', 'run', 'sparse', 'assumed', 'tab\there'])
    writeFileSync(join(repository.root, name), '')
  symlinkSync('plain', join(repository.root, 'link'))
  repository.git('add', '-A')
  repository.git('update-index', '--chmod=+x', 'run')
  repository.git('update-index', '--skip-worktree', 'sparse')
  repository.git('update-index', '--assume-unchanged', 'assumed')
  expect(await trackedFiles(await openRepository(repository))).toEqual({
    names: ['assumed', 'link', 'plain', 'run', 'sparse', 'tab\there'],
    odd: new Set(['assumed', 'link', 'sparse']),
  })
})
