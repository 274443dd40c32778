import { expect, test } from 'vitest'
import { memoryFiles, type MemoryEntry } from '../../test/helpers/memory-files.ts'
import type { FileSpec } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { discover } from './discover.ts'

const file: FileSpec = { find: 'file', scope: 'user', path: '/home/.claude/settings.json' }
const folder: FileSpec = { find: 'folder', scope: 'project', path: '/p/hooks', suffix: '.json', deep: false }
const deep: FileSpec = { ...folder, deep: true }
const nearest: FileSpec = {
  find: 'nearest',
  scope: 'project',
  names: ['hookwright.yaml', 'hookwright.json', 'hookwright.toml'],
  from: '/p/a/b',
  upTo: '/p',
}

test.for<[string, FileSpec, Record<string, MemoryEntry>, string[]]>([
  [
    'a file that is there',
    file,
    { '/home/.claude/settings.json': '{}' },
    ['user /home/.claude/settings.json'],
  ],
  ['a file that is absent', file, { '/home/.claude/other.json': '{}' }, []],
  [
    'a directory in the place of a file',
    file,
    { '/home/.claude/settings.json/x': '' },
    ['user config.directory'],
  ],
  [
    'a link to a file',
    file,
    { '/home/.claude/settings.json': { link: '/dot/s.json' }, '/dot/s.json': '{}' },
    ['user /home/.claude/settings.json'],
  ],
  [
    'a link to nothing',
    file,
    { '/home/.claude/settings.json': { link: '/dot/s.json' } },
    ['user config.dangling'],
  ],
  [
    'a link to itself',
    file,
    { '/home/.claude/settings.json': { link: 'settings.json' } },
    ['user config.dangling'],
  ],
  [
    'a folder nobody may enter',
    file,
    { '/home/.claude/settings.json': { problem: 'denied', detail: 'EACCES' } },
    ['user config.denied'],
  ],

  [
    'a folder is read in code unit order',
    folder,
    { '/p/hooks/b.json': '', '/p/hooks/B.json': '', '/p/hooks/a.json': '' },
    ['project /p/hooks/B.json', 'project /p/hooks/a.json', 'project /p/hooks/b.json'],
  ],
  [
    'hidden files, other endings and subfolders are left out',
    folder,
    { '/p/hooks/.a.json': '', '/p/hooks/a.md': '', '/p/hooks/x/a.json': '' },
    [],
  ],
  [
    'a deep folder includes subfolders, but no hidden ones',
    deep,
    { '/p/hooks/x/y/a.json': '', '/p/hooks/.git/a.json': '' },
    ['project /p/hooks/x/y/a.json'],
  ],
  [
    'the files of a folder come before those below it',
    deep,
    { '/p/hooks/a/z.json': '', '/p/hooks/b.json': '' },
    ['project /p/hooks/b.json', 'project /p/hooks/a/z.json'],
  ],
  [
    'a linked folder is not entered',
    deep,
    { '/p/hooks/x': { link: '/p/hooks' }, '/p/hooks/a.json': '' },
    ['project /p/hooks/a.json'],
  ],
  [
    'a dangling link in a folder',
    folder,
    { '/p/hooks/a.json': { link: 'gone.json' } },
    ['project config.dangling'],
  ],
  ['a folder that is absent', folder, {}, []],

  [
    'the nearest folder wins',
    nearest,
    { '/p/hookwright.yaml': '', '/p/a/hookwright.toml': '' },
    ['project /p/a/hookwright.toml'],
  ],
  ['the last folder counts', nearest, { '/p/hookwright.json': '' }, ['project /p/hookwright.json']],
  ['nothing above the last folder counts', nearest, { '/hookwright.yaml': '' }, []],
  [
    'two names in one folder',
    nearest,
    { '/p/a/b/hookwright.yaml': '', '/p/a/b/hookwright.json': '' },
    ['project config.several'],
  ],
  [
    'what is broken nearby does not fall back to a file further up',
    nearest,
    { '/p/a/hookwright.yaml/x': '', '/p/hookwright.yaml': '' },
    ['project config.directory'],
  ],
  [
    'outside of its limit only the first folder counts',
    { ...nearest, from: '/q/a' },
    { '/q/hookwright.yaml': '', '/p/hookwright.yaml': '', '/hookwright.yaml': '' },
    [],
  ],
  [
    'a sibling with the same beginning is outside',
    { ...nearest, from: '/pp/a' },
    { '/pp/hookwright.yaml': '' },
    [],
  ],
  [
    'a folder whose name starts with two dots is inside',
    { ...nearest, from: '/p/..a' },
    { '/p/hookwright.yaml': '' },
    ['project /p/hookwright.yaml'],
  ],
])('%s', ([, spec, entries, expected]) => {
  const { found, issues } = discover([spec], memoryFiles(entries))
  const shown = [
    ...found.map((each) => `${each.scope} ${each.path}`),
    ...issues.map((each) => `${each.scope} ${each.code}`),
  ]
  expect(shown).toEqual(expected)
})

test('two files in one folder are both named', () => {
  const files = memoryFiles({ '/p/a/hookwright.yaml': '', '/p/a/hookwright.toml': '' })
  expect(discover([nearest], files).issues).toEqual([
    {
      code: 'config.several',
      severity: 'error',
      scope: 'project',
      place: { file: '/p/a/hookwright.yaml' },
      message: 'Folder "/p/a" holds "hookwright.yaml" and "hookwright.toml", but only one of them may exist.',
      hint: 'Keep one file and move the hooks of the others into it.',
    },
  ])
})

test('an absent name costs one look and nothing is listed', () => {
  const looks: string[] = []
  const none = memoryFiles({})
  const counting: Files = {
    ...none,
    kind: (path) => (looks.push(path), none.kind(path)),
    list: () => expect.unreachable(),
  }
  discover([file, nearest], counting)
  expect(looks.length).toBe(1 + 3 * 3)
})
