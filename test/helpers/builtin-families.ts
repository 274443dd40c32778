import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import type { BuiltinCase } from './prek-builtins.ts'

/** A hook, ways to call it, and what its files are put together from. Bytes are latin1. */
export type Family = {
  readonly hook: string
  readonly args: readonly (readonly string[])[]
  readonly parts: readonly string[]
  readonly files?: readonly string[]
  readonly texts?: fc.Arbitrary<string>
  readonly extensions?: readonly string[]
}

export type Samples = { readonly numRuns: number; readonly seed: number }

/** One case per way to call it, all on the same files. */
export function casesOf(family: Family, samples: Samples): readonly BuiltinCase[] {
  const { hook, args, parts, files = [], extensions = ['txt'] } = family
  const random = fc.sample(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), samples)
  const more = family.texts ? fc.sample(family.texts, samples) : []
  const texts = [...new Set([...parts, ...files, ...more, ...random.map((each) => each.join(''))])]
  const named = texts.map((text, index): [string, Uint8Array] => [
    `f${index}.${extensions[index % extensions.length]}`,
    Buffer.from(text, 'latin1'),
  ])
  return args.map((each) => ({ hook, args: each, files: new Map(named) }))
}

const split = (text: string): readonly string[] => text.split('¦')

/** Where every hook may go wrong: ends of lines, white space, bytes that are no text. */
const EDGES = split('¦\n¦\r¦\r\n¦ ¦\t¦\f¦\v¦\0¦\xff¦\xef\xbb\xbf¦a¦\xc3\xa9¦\xc2\xa0')
const LONG = `${'x'.repeat(300_000)} \n`

const FIXERS: readonly Family[] = [
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
  // prek empties a file that ends in more than 4096 bytes of line ends; ours does not, so there is none here.
  {
    hook: 'end-of-file-fixer',
    args: [[]],
    parts: EDGES,
    files: [LONG, '\n'.repeat(300_000), `x${'\r\n'.repeat(2_000)}`],
  },
  {
    hook: 'mixed-line-ending',
    args: [[], ['--fix=auto'], ['-fno'], ['--fix', 'lf'], ['-f', 'crlf'], ['--fix=cr']],
    parts: split('\n¦\r¦\r\n¦a¦ ¦\0¦\xff¦\n\n'),
  },
  {
    hook: 'fix-byte-order-marker',
    args: [[]],
    parts: split('\xef\xbb\xbf¦\xef\xbb¦a¦\n'),
    files: [`\xef\xbb\xbf${LONG}`],
  },
  {
    hook: 'file-contents-sorter',
    args: [[], ['--ignore-case'], ['--unique']],
    parts: split('a¦b¦B¦b ¦c¦\n¦\r\n¦\n\n¦ ¦\xff¦\xc3\xa9¦\xc3\x89¦\t\n¦\v¦\r'),
  },
  {
    hook: 'requirements-txt-fixer',
    args: [[]],
    parts: split(
      'a==1¦A¦b>=2¦b-c~=1¦# c¦\n¦\n¦\n¦ ¦ \\\n¦;¦\r\n¦#egg=z¦&egg=Y¦pkg-resources==0.0.0\n¦pkg_resources==0.0.0¦!=¦=¦<' +
        '¦\xff¦-e ¦\f¦\n#x\n¦b\n¦c\n',
    ),
  },
]

/** Texts that are JSON, laid out badly. */
const DOCUMENT = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(0, 1, 2, 4, '\t'),
    fc.constantFrom('', '\n', '\r\n', '\r'),
  )
  .map(([value, indent, end]) => Buffer.from(JSON.stringify(value, null, indent) + end).toString('latin1'))
const NUMBERS = split(
  '1.0¦1e5¦1E400¦123456789012345678901234567890¦-0¦0.1000¦-0.0¦1.50e+10¦1e-7¦18446744073709551615¦18446744073709551616' +
    '¦-9223372036854775808¦-9223372036854775809¦0.30000000000000004¦1e15¦1e16¦1e-5¦1e-6¦1e-400¦5e-324¦1e308¦9e308' +
    '¦1.7976931348623157e308¦9007199254740993.0¦12345678901234567.0¦0e999999999999¦1e999999999999¦1e-999999999999' +
    '¦1844674407370955161.65¦18446744073709551616.5¦1.¦1.e¦01¦--1¦1e+¦00¦0.00001234567890123456789012345' +
    '¦123456789.123456789e-300¦17976931348623157e292',
)
const LINES = Array.from({ length: 9 }, (_, index) => `  "k${index}": ${index % 3},\n`)
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const JSONS: readonly Family[] = [
  {
    hook: 'pretty-format-json',
    args: [
      [],
      ['--autofix'],
      ['--indent', '\t', '--no-ensure-ascii'],
      ['--no-sort-keys', '--indent=0', '--autofix'],
    ],
    parts: split(
      '[¦]¦{¦}¦,¦:¦"a":¦"b": 1,¦"¦null¦true¦false¦nul¦1¦-¦0¦.5¦e9¦\n¦ ¦\r\n¦\r¦\\¦\\u00e9¦\\ud83d¦\\ude00¦\\n¦\x01¦\xc3\xa9' +
        '¦[1,¦1]¦{"a":[¦}¦]',
    ),
    files: [...NUMBERS, nested(127), nested(128), `\xef\xbb\xbf[]`, '["\xc3\xa9", x]', '"\xc3\xa9\n'],
    texts: DOCUMENT,
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

const GITHUB = 'https://github.com/o/r/blob/'
const TEXT_PATTERNS = [
  ['a'],
  ['-i', 'A', 'É'],
  ['^a$', '^b'],
  ['bc.'],
  ['[^a]$'],
  [''],
  ['^$'],
  [String.raw`\s$`, String.raw`\Aa`],
]
const RARE_PATTERNS = [
  ['[[:alpha:]&&[^b]]{2}'],
  ['(?x) a  b # c'],
  [String.raw`\x{62}\pL`],
  [String.raw`\bb\b`],
]
const WHOLE_PATTERNS = [
  ['-im', 'B.*A'],
  ['-m', 'a$'],
  ['-m', '^b'],
  ['-m', ''],
  ['--multiline', '(?-s)a.+'],
  ...[String.raw`\z`, String.raw`\W{2}`, String.raw`[^\n]c`, String.raw`b\n`].map((each) => [
    '-m',
    each,
    '.é',
  ]),
]

const SEARCHES: readonly Family[] = [
  {
    hook: 'detect-private-key',
    args: [[]],
    parts: split(
      'BEGIN ¦RSA PRIVATE KEY¦PRIVATE KEY¦EC ¦DSA ¦OPENSSH ¦ENCRYPTED ¦SSH2 ¦PGP ¦ BLOCK¦PuTTY-User-Key-File-¦2¦3' +
        '¦OpenVPN Static key V1¦\n¦-----',
    ),
    files: [`${'x'.repeat(262_130)}BEGIN RSA PRIVATE KEY${'y'.repeat(100)}`],
  },
  {
    hook: 'check-merge-conflict',
    args: [['--assume-in-merge'], []],
    parts: split(
      '<<<<<<< ¦<<<<<<<¦>>>>>>> ¦>>>>>>>¦=======¦======= ¦=======\n¦=======\r\n¦||||||| ¦\n¦\n¦\r\n¦a¦\r¦\n=======\n' +
        '¦\n<<<<<<< x\n¦\n>>>>>>> y\n',
    ),
  },
  {
    hook: 'check-vcs-permalinks',
    args: [
      [],
      ['--additional-github-domain=g.x', '--additional-github-domain', 'github.com'],
      ['--additional-github-domain=a+b'],
    ],
    parts: split(
      `${GITHUB}¦${GITHUB}main/f#L1¦${GITHUB}abc1/f#L1 ¦${GITHUB}v1.0/f#L1 ¦https://g.x/o/r/blob/¦main¦ab12¦/f#L¦12¦\n¦\r\n` +
        `¦ ¦\xff¦\xc3\xa9¦/¦#¦${'a'.repeat(64)}¦${'b'.repeat(65)}¦\xd9\xa3¦https://a+b/o/r/blob/x/y#L3`,
    ),
  },
  ...['deny-pattern', 'require-pattern'].map((hook) => ({
    hook,
    args: [...TEXT_PATTERNS, ...RARE_PATTERNS, ...WHOLE_PATTERNS],
    parts: split('a¦b¦c¦A¦\n¦\r\n¦\r¦ ¦\xff¦\xc3¦\xc3\xa9¦\xc3\x89¦\xe2\x82\xac¦\0¦bc¦.'),
  })),
]

export const FAMILIES: readonly Family[] = [...FIXERS, ...JSONS, ...SEARCHES]

const NAMES = split('a¦A.txt¦b c¦d/e.TXT¦d/.x¦\uDCFF¦f\uDCC3.txt¦é.txt¦con¦x/aux.h¦q?¦e.¦y./z')
const NAME_PATTERNS = [
  ['a'],
  ['-i', 'A', 'É'],
  [String.raw`^.\.`],
  ['^f.'],
  ['[^.]{3}$'],
  ['d/'],
  [String.raw`\w`, 'x'],
]

/** Hooks that look at names only. */
export const NAME_CASES: readonly BuiltinCase[] = [
  ...['deny-filename-pattern', 'require-filename-pattern'].flatMap((hook) =>
    NAME_PATTERNS.map((args) => ({ hook, args })),
  ),
  { hook: 'check-illegal-windows-names', args: [] },
].map((each) => ({ ...each, files: new Map(NAMES.map((name) => [name, Buffer.from('x\n')])) }))
