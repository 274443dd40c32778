import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findPrek,
  runOwnBuiltins,
  runPrekBuiltins,
  type BuiltinCase,
} from '../../../test/helpers/prek-builtins.ts'

/** Where every hook may go wrong: ends of lines, white space, bytes that are no text. */
const EDGES = [
  '',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '\t',
  '\f',
  '\v',
  '\0',
  '\xff',
  '\xef\xbb\xbf',
  'a',
  '\xc3\xa9',
  '\xc2\xa0',
]
const LONG = `${'x'.repeat(300_000)} \n`

type Family = {
  readonly hook: string
  readonly args: readonly (readonly string[])[]
  /** What random files are put together from, as latin1. */
  readonly parts: readonly string[]
  readonly files?: readonly string[]
  readonly extensions?: readonly string[]
}

const WORDS = ['a', 'b', 'B', 'b ', 'c', '\n', '\r\n', '\n\n', ' ']
const FAMILIES: readonly Family[] = [
  {
    hook: 'trailing-whitespace',
    args: [
      [],
      ['--markdown-linebreak-ext=md'],
      ['--markdown-linebreak-ext', '*'],
      ['--chars', ' '],
      ['--chars=é\t'],
    ],
    parts: [...EDGES, '  ', '  \n', 'é'],
    extensions: ['txt', 'md', 'MD'],
    files: [LONG],
  },
  {
    hook: 'trailing-whitespace',
    args: [['--markdown-linebreak-ext=.MD,txt', '--chars= \t'], ['--markdown-linebreak-ext=']],
    parts: [...EDGES, '  ', '  \n'],
    extensions: ['txt', 'md', '', 'x.md'],
  },
  {
    hook: 'end-of-file-fixer',
    args: [[]],
    parts: EDGES,
    files: [LONG, '\n'.repeat(300_000), `x${'\r\n'.repeat(2_000)}`],
  },
  {
    hook: 'mixed-line-ending',
    args: [[], ['--fix=auto'], ['-fno'], ['--fix', 'lf'], ['-f', 'crlf'], ['--fix=cr']],
    parts: ['\n', '\r', '\r\n', 'a', ' ', '\0', '\xff', '\n\n'],
  },
  {
    hook: 'fix-byte-order-marker',
    args: [[]],
    parts: ['\xef\xbb\xbf', '\xef\xbb', 'a', '\n'],
    files: [`\xef\xbb\xbf${LONG}`],
  },
  {
    hook: 'file-contents-sorter',
    args: [[], ['--ignore-case'], ['--unique']],
    parts: [...WORDS, '\xff', '\xc3\xa9', '\xc3\x89', '\t\n', '\v', '\r'],
  },
  {
    hook: 'requirements-txt-fixer',
    args: [[]],
    parts: [
      ...[
        'a==1',
        'A',
        'b>=2',
        'b-c~=1',
        '# c',
        '\n',
        '\n',
        '\n',
        ' ',
        ' \\\n',
        ';',
        '\r\n',
        '#egg=z',
        '&egg=Y',
      ],
      ...[
        'pkg-resources==0.0.0\n',
        'pkg_resources==0.0.0',
        '!=',
        '=',
        '<',
        '\xff',
        '-e ',
        '\f',
        '\n#x\n',
        'b\n',
        'c\n',
      ],
    ],
  },
  {
    hook: 'detect-private-key',
    args: [[]],
    parts: [
      ...[
        'BEGIN ',
        'RSA PRIVATE KEY',
        'PRIVATE KEY',
        'EC ',
        'DSA ',
        'OPENSSH ',
        'ENCRYPTED ',
        'SSH2 ',
        'PGP ',
        ' BLOCK',
      ],
      ...['PuTTY-User-Key-File-', '2', '3', 'OpenVPN Static key V1', '\n', '-----'],
    ],
    files: [`${'x'.repeat(262_130)}BEGIN RSA PRIVATE KEY${'y'.repeat(100)}`],
  },
  {
    hook: 'check-merge-conflict',
    args: [['--assume-in-merge'], []],
    parts: [
      ...[
        '<<<<<<< ',
        '<<<<<<<',
        '>>>>>>> ',
        '>>>>>>>',
        '=======',
        '======= ',
        '=======\n',
        '=======\r\n',
        '||||||| ',
      ],
      ...['\n', '\n', '\r\n', 'a', '\r', '\n=======\n', '\n<<<<<<< x\n', '\n>>>>>>> y\n'],
    ],
  },
]

const SAMPLES = 120
const seed = Number(process.env['HOOKWRIGHT_SEED'] ?? 5)

function casesOf({ hook, args, parts, files = [], extensions = ['txt'] }: Family): readonly BuiltinCase[] {
  const random = fc.sample(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), { numRuns: SAMPLES, seed })
  const texts = [...new Set([...parts, ...files, ...random.map((each) => each.join(''))])]
  const named = texts.map((text, index): [string, Uint8Array] => [
    `f${index}.${extensions[index % extensions.length]}`,
    Buffer.from(text, 'latin1'),
  ])
  return args.map((each) => ({ hook, args: each, files: new Map(named) }))
}

const prek = findPrek()

test.skipIf('missing' in prek)(
  `text hooks do what prek does${'missing' in prek ? ` (${prek.missing})` : ''}`,
  async () => {
    if ('missing' in prek) return
    const cases = FAMILIES.flatMap(casesOf)
    const [theirs, ours] = [runPrekBuiltins(prek.program, cases), await runOwnBuiltins(cases)]
    expect(theirs.filter(({ code, output }) => code === 1 && output !== '').length).toBeGreaterThan(
      cases.length / 2,
    )
    for (const [index, { hook, args }] of cases.entries()) {
      expect({ hook, args, ...ours[index] }).toEqual({ hook, args, ...theirs[index] })
    }
  },
  120_000,
)
