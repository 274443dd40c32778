import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { identify, makeFolder, put } from '../../../test/helpers/identify.ts'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { createTagger, type Tagger, type WantedTags } from './tagger.ts'
import { ALL_TAGS } from '../contracts/tag-table.ts'

const isPosix = process.platform !== 'win32'
const any: WantedTags = { types: [], typesOr: [], excludeTypes: [] }

function tags(tagger: Tagger, name: string): string | undefined {
  const found = tagger.tagsOf(name)
  return found && [...found].toSorted().join(' ')
}

/** More files than are looked at one by one, so that the listing is what answers. */
function crowd(root: string, folder = ''): void {
  for (const name of ['c1', 'c2', 'c3', 'c4']) put(root, `${folder}${name}`)
}

/** A tagger that has listed the folder. */
function listedTagger(root: string, folder = ''): Tagger {
  const tagger = createTagger(root)
  for (const name of ['c1', 'c2', 'c3', 'c4']) tagger.tagsOf(`${folder}${name}`)
  return tagger
}

describe.skipIf(!isPosix)('rules', () => {
  test.for([
    ['a text file without an extension', { text: 'a\n' }, 'plain', 'file non-executable text'],
    ['an empty file is text', {}, 'empty', 'file non-executable text'],
    ['a NUL makes it binary', { text: 'a\0' }, 'data', 'binary file non-executable'],
    ['an escape is text, DEL is not', { text: '\x1b\x7f' }, 'del', 'binary file non-executable'],
    ['high bytes are text', { text: new Uint8Array([0xff, 0xfe, 0x80]) }, 'high', 'file non-executable text'],
    [
      'only the first kilobyte counts',
      { text: `${'a'.repeat(1_024)}\0` },
      'late',
      'file non-executable text',
    ],
    ['the name decides before the content', { text: '\0' }, 'x.py', 'file non-executable python text'],
    ['a name that leaves it open is read', { text: '\0' }, 'x.plist', 'binary file non-executable plist'],
    [
      'a shebang counts in an executable',
      { text: '#!/bin/sh\n', mode: 0o755 },
      'run',
      'executable file sh shell text',
    ],
    [
      'and beside the tags of the name',
      { text: '#!/bin/sh\n', mode: 0o755 },
      'x.py',
      'executable file python sh shell text',
    ],
    [
      'any execute bit will do',
      { text: '#!/bin/sh\n', mode: 0o645 },
      'others',
      'executable file sh shell text',
    ],
    ['a shebang counts only there', { text: '#!/bin/sh\n', mode: 0o644 }, 'not', 'file non-executable text'],
  ] as const)('%s', ([, sample, name, expected]) => {
    const root = makeFolder()
    put(root, name, sample)
    crowd(root)
    expect([tags(createTagger(root), name), tags(listedTagger(root), name)]).toEqual([expected, expected])
  })

  test('links are not followed, folders and sockets are what they are', async () => {
    const root = makeFolder()
    crowd(root)
    mkdirSync(`${root}/submodule.py`)
    symlinkSync('c1', `${root}/link.py`)
    symlinkSync('submodule.py', `${root}/to-folder`)
    symlinkSync('nowhere', `${root}/broken`)
    await listenOn(`${root}/socket.sh`)
    for (const tagger of [createTagger(root), listedTagger(root)]) {
      const names = ['submodule.py', 'link.py', 'to-folder', 'broken', 'socket.sh']
      const expected = ['directory', 'symlink', 'symlink', 'symlink', 'socket']
      expect(names.map((name) => tags(tagger, name))).toEqual(expected)
      expect(names.map((name) => tagger.matches(name, { ...any, types: ['python'] }))).not.toContain(true)
    }
  })

  test('a name that leads nowhere has no tags and matches nothing, not even no condition', () => {
    const root = makeFolder()
    crowd(root)
    const tagger = listedTagger(root)
    const names = [
      'gone.py',
      'gone/a.py',
      'gone/b.py',
      'gone/c.py',
      'c1/under-a-file',
      'nul\0',
      'x'.repeat(300),
    ]
    expect(names.map((name) => tagger.tagsOf(name))).toEqual(names.map(() => undefined))
    expect(names.map((name) => tagger.matches(name, any))).not.toContain(true)
  })

  test.for([
    'with space.py',
    'new\nline.py',
    'quote".py',
    'é.py',
    '\uDCFF.py',
    '\uFFFD.py',
    'dir\uDCFF/x.py',
    '-x.py',
  ])('the odd name %j is found, alone and in a crowd', (name) => {
    const root = makeFolder()
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    put(root, name)
    crowd(root, folder)
    const expected = 'file non-executable python text'
    expect(tags(createTagger(root), name)).toBe(expected)
    expect(tags(listedTagger(root, folder), name)).toBe(expected)
  })

  test('a name with U+FFFD in it is not taken for one that is not UTF-8', () => {
    const root = makeFolder()
    crowd(root)
    put(root, '\uDCFF.py')
    expect(listedTagger(root).tagsOf('\uFFFD.py')).toBeUndefined()
  })

  test('names may be deep, absolute, or lead through `.` and `..`', () => {
    const root = makeFolder()
    put(root, 'a/b/c.txt')
    crowd(root)
    crowd(root, 'a/b/')
    const names = ['a/b/c.txt', './a/b/c.txt', 'a/../a/b/c.txt', `${root}/a/b/c.txt`]
    const file = 'file non-executable plain-text text'
    for (const tagger of [createTagger(root), listedTagger(root, 'a/b/')]) {
      expect(names.map((name) => tags(tagger, name))).toEqual(names.map(() => file))
      expect(['.', 'a', 'a/', 'a/.', 'a/b/..'].map((name) => tags(tagger, name))).toEqual(
        Array(5).fill('directory'),
      )
    }
  })

  test('a folder that cannot be listed is asked for each name', () => {
    const root = makeFolder()
    put(root, 'closed/x.py')
    crowd(root, 'closed/')
    chmodSync(`${root}/closed`, 0o311)
    onTestFinished(() => chmodSync(`${root}/closed`, 0o755))
    expect(tags(listedTagger(root, 'closed/'), 'closed/x.py')).toBe('file non-executable python text')
  })

  test('what a hook changes later does not change the tags of a run', () => {
    const root = makeFolder()
    put(root, 'a')
    const tagger = createTagger(root)
    const before = tags(tagger, 'a')
    writeFileSync(`${root}/a`, '\0')
    chmodSync(`${root}/a`, 0o755)
    expect(tags(tagger, 'a')).toBe(before)
    rmSync(`${root}/a`)
    expect(tags(tagger, 'a')).toBe(before)
  })
})

describe.skipIf(!isPosix)('matching', () => {
  const shebangs = ['', '#!/bin/sh\n', '#!/usr/bin/env python3\n', '\0', 'text\n']
  const names = ['x', 'x.py', 'x.png', 'x.plist', 'x.sh', 'Makefile', 'x.unknown', 'CMakeLists.txt', '\uDCFF']
  const entries = names.flatMap((name) =>
    shebangs.flatMap((text, index) =>
      [0o644, 0o755].map((mode) => ({ name: `${index}-${mode}/${name}`, text, mode })),
    ),
  )
  const asked = [
    'file',
    'directory',
    'symlink',
    'executable',
    'non-executable',
    'text',
    'binary',
    'python',
    'sh',
  ]
  const wantedTag = fc.oneof(
    fc.constantFrom(...asked, 'shell', 'png', 'plist', 'makefile', 'cmake'),
    fc.constantFrom(...ALL_TAGS),
  )
  const wantedTags = fc.uniqueArray(wantedTag, { maxLength: 3 })

  test('is the plain rule on all tags, whatever is asked first', () => {
    const root = makeFolder()
    for (const { name, text, mode } of entries) put(root, name, { text, mode })
    mkdirSync(`${root}/0-420/folder`)
    symlinkSync('x', `${root}/0-420/link`)
    const all = [...entries.map(({ name }) => name), '0-420/folder', '0-420/link', '0-420/gone', 'gone/gone']
    const wanted = fc.record({ types: wantedTags, typesOr: wantedTags, excludeTypes: wantedTags })
    const property = fc.property(
      fc.array(wanted, { minLength: 1, maxLength: 4 }),
      fc.shuffledSubarray(all),
      (wishes, some) => {
        const tagger = createTagger(root)
        for (const wish of wishes)
          expect(some.filter(tagger.matcher(wish))).toEqual(
            some.filter((name) => plainRule(createTagger(root), name, wish)),
          )
      },
    )
    fc.assert(property, { numRuns: 60 })
  })

  test('wants nothing from a file that its name settles', () => {
    const root = makeFolder()
    execFileSync('mkfifo', [`${root}/pipe.py`])
    const tagger = createTagger(root)
    expect(
      tagger.matches('pipe.py', { types: ['text', 'python'], typesOr: ['file'], excludeTypes: ['yaml'] }),
    ).toBe(true)
  })
})

function plainRule(tagger: Tagger, name: string, { types, typesOr, excludeTypes }: WantedTags): boolean {
  const found = tagger.tagsOf(name)
  if (found === undefined) return false
  const has = (tag: string): boolean => found.has(tag)
  return types.every(has) && (typesOr.length === 0 || typesOr.some(has)) && !excludeTypes.some(has)
}

const prek = findPrek()
describe.skipIf('missing' in prek || !isPosix)('as in prek', () => {
  test('files, links, folders and sockets of one tree', async () => {
    const root = makeFolder()
    const names = ['plain', 'with space.py', 'new\nline', 'é.md', 'deep/er/x.rs', 'unreadable'].map((name) =>
      put(root, name),
    )
    for (const byte of Array(256).keys())
      names.push(put(root, `byte${byte}`, { text: new Uint8Array([97, byte]) }))
    names.push(
      put(root, 'late', { text: `${'a'.repeat(1_024)}\0` }),
      put(root, 'exe.png', { text: '#!/bin/sh\n', mode: 0o711 }),
    )
    chmodSync(`${root}/unreadable`, 0)
    symlinkSync('plain', `${root}/link`)
    symlinkSync('nowhere', `${root}/broken`)
    await listenOn(`${root}/socket`)
    names.push('link', 'broken', 'socket', 'deep')
    const tagger = createTagger(root)
    const ours = new Map(names.map((name) => [name, [...(tagger.tagsOf(name) ?? [])].toSorted()]))
    expect(ours).toEqual(identify('program' in prek ? prek.program : '', root, names))
  })
})

async function listenOn(path: string): Promise<void> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(path, resolve))
}
