import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { identify, makeFolder, put } from '../../../test/helpers/identify.ts'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { readShebang } from './shebang.ts'
import { createTagger } from './tagger.ts'

const LONG = 'x'.repeat(9_000)

const CASES: readonly (readonly [string, string, readonly string[] | undefined])[] = [
  ['a program with an argument', '#!/bin/sh -e\n', ['/bin/sh', '-e']],
  ['white space around it, and a carriage return', '#! /bin/sh \r\n', ['/bin/sh']],
  ['no end of line', '#!/bin/sh', ['/bin/sh']],
  ['env', '#!/usr/bin/env python3.12\n', ['python3.12']],
  ['env without a folder', '#!env ruby\n', ['ruby']],
  ['env -S', '#!/usr/bin/env -S node --flag\n', ['node', '--flag']],
  ['another env is a program like any', '#!/usr/local/bin/env ruby\n', ['/usr/local/bin/env', 'ruby']],
  ['env of nothing', '#!/usr/bin/env\n', undefined],
  ['env -S of nothing', '#!/usr/bin/env -S\n', undefined],
  ['quotes', '#!"/opt/my dir/python3" -u\n', ['/opt/my dir/python3', '-u']],
  ['a quote that is never closed', '#!"/bin/sh\n', undefined],
  ['a comment', '#!/bin/sh # ruby\n', ['/bin/sh']],
  ['nothing', '#!\n/bin/sh\n', undefined],
  ['an empty file', '', undefined],
  ['a space in front', ' #!/bin/sh\n', undefined],
  ['a byte order mark in front', '\xef\xbb\xbf#!/bin/sh\n', undefined],
  ['letters that are not ASCII', '#!/bin/\xc3\xa9 sh\n', undefined],
  ['a control character', '#!/bin/sh\x1b\n', undefined],
  ['a NUL', '#!/bin/sh\0\n', undefined],
  ['a first line longer than the first read', `#!/bin/sh ${LONG}\n`, ['/bin/sh', LONG]],
  ['nix-shell', '#!/usr/bin/env nix-shell\n#! nix-shell -i python3 -p x\n', ['python3']],
  ['nix-shell by env -S', '#!/usr/bin/env -S nix-shell\n#!nix-shell -i ruby', ['ruby']],
  [
    'nix-shell: the last line that names one',
    '#!nix-shell\n#!nix-shell -i zsh\n#!nix-shell -i sh\n#!nix-shell -p x\n',
    ['sh'],
  ],
  ['nix-shell: the first of one line', '#!nix-shell\n#!nix-shell -i zsh -i ruby\n', ['zsh']],
  [
    'nix-shell: lines of others are passed over',
    '#!nix-shell\n#!\n#!other -i sh\n#!nix-shell -i "\n#!nix-shell -i ruby\n',
    ['ruby'],
  ],
  ['nix-shell: only the lines that follow at once', '#!nix-shell\n\n#!nix-shell -i ruby\n', ['nix-shell']],
  [
    'nix-shell: up to a line that is not ASCII',
    '#!nix-shell\n#!nix-shell -i perl\n#!\xff\n#!nix-shell -i ruby\n',
    ['perl'],
  ],
  ['nix-shell: far down', `#!nix-shell\n#!${LONG}\n#!nix-shell -i ruby\n`, ['ruby']],
  [
    'nix-shell without a further line',
    '#!/usr/bin/env nix-shell -i python3\n',
    ['nix-shell', '-i', 'python3'],
  ],
  [
    'nix-shell in a folder is a program like any',
    '#!/bin/nix-shell\n#!nix-shell -i ruby\n',
    ['/bin/nix-shell'],
  ],
]

test.for(CASES)('%s', ([, text, words]) => {
  const root = makeFolder()
  put(root, 'script', { text: Buffer.from(text, 'latin1') })
  expect(readShebang(`${root}/script`)).toEqual(words)
})

test('a file that is not there and a folder name no command', () => {
  const root = makeFolder()
  mkdirSync(`${root}/folder`)
  expect([readShebang(`${root}/missing`), readShebang(`${root}/folder`)]).toEqual([undefined, undefined])
})

test.skipIf(process.platform === 'win32')('a pipe nobody writes to keeps nobody waiting', () => {
  const root = makeFolder()
  execFileSync('mkfifo', ['-m', '755', `${root}/pipe`])
  expect(readShebang(`${root}/pipe`)).toBeUndefined()
  expect(createTagger(root).tagsOf('pipe')?.has('file')).toBe(true)
})

const prek = findPrek()
describe.skipIf('missing' in prek)('as in prek', () => {
  test('the tags of all these scripts', () => {
    const root = makeFolder()
    const names = CASES.map(([, text], index) =>
      put(root, `s${index}`, { text: Buffer.from(text, 'latin1'), mode: 0o755 }),
    )
    const tagger = createTagger(root)
    const ours = new Map(names.map((name) => [name, [...(tagger.tagsOf(name) ?? [])].toSorted()]))
    expect(ours).toEqual(identify('program' in prek ? prek.program : '', root, names))
  })
})
