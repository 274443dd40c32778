import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { isIssue } from '../../core/issue.ts'
import { chosenFiles, type Choice } from './chosen-files.ts'

function prepared(): Repository {
  const repository = makeRepository()
  for (const name of ['top.md', 'sub/b.py', 'sub/x/a.py', 'subway.py', 'other/c.py', 'gone.py'])
    repository.write(name, '1')
  repository.git('add', '.')
  repository.write('new.py', '1')
  rmSync(join(repository.root, 'gone.py'))
  symlinkSync('nowhere', join(repository.root, 'broken'))
  return repository
}

const isPython = (name: string): boolean => name.endsWith('.py')

const CASES: readonly (readonly [
  claim: string,
  choice: Partial<Choice>,
  names: readonly string[],
  missing?: readonly string[],
])[] = [
  [
    'untracked files may be named, missing ones are dropped',
    { files: ['new.py', 'none', 'gone.py'] },
    ['new.py'],
    ['none', 'gone.py'],
  ],
  ['a file named twice counts once', { files: ['./top.md', 'top.md', 'sub/../top.md'] }, ['top.md']],
  ['a broken link is not there', { files: ['broken'] }, [], ['broken']],
  ['an empty name is no file', { files: [''] }, [], ['']],
  ['a folder means its tracked files', { directories: ['sub'] }, ['sub/b.py', 'sub/x/a.py']],
  [
    'the whole work tree',
    { directories: ['.'], files: ['new.py'] },
    ['new.py', 'gone.py', 'other/c.py', 'sub/b.py', 'sub/x/a.py', 'subway.py', 'top.md'],
  ],
  ['a file as a folder is itself', { directories: ['sub/b.py'] }, ['sub/b.py']],
  ['a folder that does not exist has no files', { directories: ['none'] }, []],
  [
    'a glob is tested on tracked files',
    { globs: [(name) => name.startsWith('sub')] },
    ['sub/b.py', 'sub/x/a.py', 'subway.py'],
  ],
  [
    'a glob sees only what is below the current folder',
    { cwd: 'sub', globs: [isPython] },
    ['sub/b.py', 'sub/x/a.py'],
  ],
  [
    'a glob is tested on names from the current folder',
    { cwd: 'sub', globs: [(name) => name === 'b.py'] },
    ['sub/b.py'],
  ],
  [
    'names are relative to the current folder',
    { cwd: 'sub', files: ['b.py', '../top.md'], directories: ['../other'] },
    ['sub/b.py', 'top.md', 'other/c.py'],
  ],
  [
    'all together, each once',
    { files: ['sub/b.py'], directories: ['sub', 'other'], globs: [isPython] },
    ['sub/b.py', 'gone.py', 'other/c.py', 'sub/x/a.py', 'subway.py'],
  ],
]

test.for(CASES)('%s', async ([, choice, names, missing = []]) => {
  const repository = prepared()
  const git = await openRepository(repository)
  const chosen = await chosenFiles(git, { ...choice, cwd: join(repository.root, choice.cwd ?? '.') })
  if (isIssue(chosen)) throw new Error(chosen.message)
  expect(chosen.names).toEqual(names)
  expect(chosen.issues.map((issue) => issue.place.file)).toEqual(missing)
})

test('a current folder behind a link is the same folder', async () => {
  const repository = prepared()
  symlinkSync(join(repository.root, 'sub'), join(repository.home, 'link'))
  const git = await openRepository(repository)
  const chosen = await chosenFiles(git, { cwd: join(repository.home, 'link'), files: ['b.py'] })
  expect(chosen).toMatchObject({ names: ['sub/b.py'] })
})
