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
  readonly texts?: fc.Arbitrary<string>
  readonly extensions?: readonly string[]
}

const DEEP = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
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

const JSON_PARTS = [
  ...[
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"a":',
    '"b": 1,',
    '"',
    'null',
    'true',
    'false',
    'nul',
    '1',
    '-',
    '0',
    '.5',
    'e9',
  ],
  ...[
    '\n',
    ' ',
    '\r\n',
    '\\',
    '\\u00e9',
    '\\ud83d',
    '\\ude00',
    '\\n',
    '\x01',
    '\xc3\xa9',
    '[1,',
    '1]',
    '{"a":[',
    '}',
    ']',
  ],
]
/** Texts that are JSON, laid out badly. */
const document = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(0, 1, 2, 4, '\t'),
    fc.constantFrom('', '\n', '\r\n', '\r'),
  )
  .map(([value, indent, end]) => Buffer.from(JSON.stringify(value, null, indent) + end).toString('latin1'))
const NUMBERS = [
  ...[
    '1.0',
    '1e5',
    '1E400',
    '123456789012345678901234567890',
    '-0',
    '0.1000',
    '-0.0',
    '1.50e+10',
    '1e-7',
    '18446744073709551615',
  ],
  ...[
    '18446744073709551616',
    '-9223372036854775808',
    '-9223372036854775809',
    '0.30000000000000004',
    '1e15',
    '1e16',
    '1e-5',
  ],
  ...[
    '1e-6',
    '1e-400',
    '5e-324',
    '1.7976931348623157e308',
    '9007199254740993.0',
    '12345678901234567.0',
    '0e999999999999',
  ],
  ...[
    '1e999999999999',
    '1e-999999999999',
    '1844674407370955161.65',
    '18446744073709551616.5',
    '1.',
    '1.e',
    '01',
    '--1',
    '1e+',
    '00',
  ],
  ...[
    '0.00001234567890123456789012345',
    '123456789.123456789e-300',
    '1e308',
    '9e308',
    '17976931348623157e292',
  ],
]
const LINES = Array.from({ length: 9 }, (_, index) => `  "k${index}": ${index % 3},\n`)

const JSON_FAMILIES: readonly Family[] = [
  {
    hook: 'pretty-format-json',
    args: [
      [],
      ['--autofix'],
      ['--indent', '\t', '--no-ensure-ascii'],
      ['--no-sort-keys', '--indent=0', '--autofix'],
    ],
    parts: JSON_PARTS,
    files: [...NUMBERS, DEEP(127), DEEP(128), `\xef\xbb\xbf[]`, '["\xc3\xa9", x]', '"\xc3\xa9\n'],
    texts: document,
  },
  {
    hook: 'pretty-format-json',
    args: [[], ['--top-keys=k5,k1,k5', '--top-keys', 'k3'], ['--no-sort-keys', '--top-keys', 'k2,zz']],
    parts: ['{}'],
    texts: fc
      .array(fc.constantFrom(...LINES), { maxLength: 40 })
      .map((lines) => `{\n${lines.join('')}  "z": 1\n}\n`),
  },
]

const SAMPLES = 120
const seed = Number(process.env['HOOKWRIGHT_SEED'] ?? 5)

function casesOf(family: Family): readonly BuiltinCase[] {
  const { hook, args, parts, files = [], extensions = ['txt'] } = family
  const random = fc.sample(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), { numRuns: SAMPLES, seed })
  const more = family.texts ? fc.sample(family.texts, { numRuns: SAMPLES, seed }) : []
  const texts = [...new Set([...parts, ...files, ...more, ...random.map((each) => each.join(''))])]
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
    const cases = [...FAMILIES, ...JSON_FAMILIES].flatMap(casesOf)
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
