import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFolder, put } from '../../../test/helpers/identify.ts'
import type { Pattern } from '../contracts/model.ts'
import { filterPaths, hasMatch, selectFiles, type FileRule } from './filter.ts'
import { shuffled } from './shuffle.ts'
import { createTagger, type Tagger } from './tagger.ts'

const rule: FileRule = { types: ['file'], typesOr: [], excludeTypes: [] }

function pattern(regex: RegExp): Pattern {
  return { text: regex.source, test: (path) => regex.test(path) }
}

const NAMES = ['a.py', 'b.txt', 'deep/c.py', 'deep/d.png', 'folder', 'gone.py', 'link', 'sp ace\n.py']

function makeTree(): Tagger {
  const root = makeFolder()
  for (const name of NAMES) if (!['folder', 'link'].includes(name)) put(root, name)
  mkdirSync(`${root}/folder`)
  symlinkSync('a.py', `${root}/link`)
  rmSync(`${root}/gone.py`)
  return createTagger(root)
}

test.for([
  [
    'without a word of its own a hook gets files',
    {},
    ['a.py', 'b.txt', 'deep/c.py', 'deep/d.png', 'sp ace\n.py'],
  ],
  ['`files` chooses', { files: pattern(/^deep\//) }, ['deep/c.py', 'deep/d.png']],
  ['`exclude` takes away', { exclude: pattern(/\.py$/) }, ['b.txt', 'deep/d.png']],
  [
    '`exclude` wins over `files`',
    { files: pattern(/py/), exclude: pattern(/^deep/) },
    ['a.py', 'sp ace\n.py'],
  ],
  ['all of `types` must be there', { types: ['python', 'text'] }, ['a.py', 'deep/c.py', 'sp ace\n.py']],
  ['one of `types_or` must', { types: [], typesOr: ['png', 'symlink'] }, ['deep/d.png', 'link']],
  ['none of `exclude_types` may', { excludeTypes: ['python', 'image'] }, ['b.txt']],
  ['a submodule is a directory', { types: ['directory'] }, ['folder']],
  ['no condition: all but what is deleted', { types: [] }, NAMES.filter((name) => name !== 'gone.py')],
  ['a tag and a path together', { files: pattern(/^deep/), types: ['image'] }, ['deep/d.png']],
  ['nothing is left', { files: pattern(/^none$/) }, []],
] as const)('%s', ([, more, names]) => {
  const tagger = makeTree()
  const hook = { ...rule, ...more }
  expect(selectFiles(NAMES, hook, tagger)).toEqual(shuffled(names))
  expect(hasMatch(NAMES, hook, tagger)).toBe(names.length > 0)
})

test('the paths of a project are filtered by name alone', () => {
  const filter = { files: pattern(/py|png/), exclude: pattern(/^deep\/c/) }
  expect(filterPaths(NAMES, filter)).toEqual(['a.py', 'deep/d.png', 'gone.py', 'sp ace\n.py'])
  expect(filterPaths(NAMES, {})).toBe(NAMES)
})

test('looking for one match stops at the first', () => {
  const seen: string[] = []
  const files: Pattern = { text: '', test: (path) => seen.push(path) > 0 }
  hasMatch(NAMES, { ...rule, files }, makeTree())
  expect(seen).toEqual(['a.py'])
})

test('equal wishes on the same names are answered once, other names are not taken for them', () => {
  const tagger = makeTree()
  const first = selectFiles(NAMES, rule, tagger)
  expect(selectFiles(NAMES, { ...rule, types: ['file'] }, tagger)).toBe(first)
  expect(selectFiles(['a.py'], rule, tagger)).toEqual(['a.py'])
  expect(selectFiles(NAMES, { ...rule, types: ['image'] }, tagger)).toEqual(['deep/d.png'])
})
