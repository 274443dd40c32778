import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRegex } from '../../../test/helpers/any-regex.ts'
import { pythonFindings } from '../../../test/helpers/python-regex.ts'
import { compileBytesRegex, compileRegex, isRegex } from './regex-compile.ts'
import type { RegexDialect } from './regex-reader.ts'

const latin1 = (text: string) => Buffer.from(text).toString('latin1')

const TEXTS = [
  'a',
  'A',
  'ab',
  'aab',
  'abab',
  'aé',
  'É',
  'a\n',
  'a\nb',
  '\nab',
  'b\r\n',
  'a b\tc',
  'foo(bar)',
  'TODO: x',
  'x=1;  y = 22',
  '<a>b</a>',
  'a-b_c.d',
  '"q" \'r\'',
  '{1,2}',
  '\\n',
].map(latin1)

const PATTERNS = [
  'a',
  '\\bTODO\\b',
  '(?i)todo',
  '(?x) foo \\( # call',
  'a$',
  'a\\Z',
  '^b',
  '(?m)^b',
  '(?m:^b)$',
  '[^\\x00-\\x7f]',
  'é',
  'É+',
  '(?i)é',
  '[é]',
  '[\\x80-\\xff]{2}',
  '\\101',
  '\\0',
  '\\12',
  '[\\101\\60-\\71]',
  '\\w+',
  '\\W',
  '\\s+$',
  '\\d+',
  '[\\W]+',
  '[^\\W]+',
  '\\<a\\>',
  '(["\\\']).*?\\1',
  '<(\\w)>.*</\\1>',
  '(?P<q>["\\\'])\\w(?P=q)',
  '(a)?b(?(1)a|$)',
  '(?P<n>a)?b(?(n)a|x)',
  '(<)?a(?(1)>)',
  '(?>a+)b',
  'a++b',
  'a{,2}b',
  '{1',
  '{,}',
  'x{1',
  '(?<=o)\\(',
  '(?<!a)b',
  'a(?#c)*b',
  '[]a]',
  '[^]a]',
  '[a&&b]',
  '[[:alpha:]]',
  '[a-]',
  '(?a)\\w',
  '(?i:T)odo',
  '(?i:T)ODO',
  '(?-i:T)ODO',
  '(?s:a.b)',
  'a.b',
  '(?=a)*b',
  '(?i)([a-z])\\1',
  'a(?i)b',
  'a**',
  '*a',
  'a{2}{3}',
  'a{2,1}',
  '{2}',
  '^*',
  '(?u)a',
  '(?-i)a',
  '\\z',
  '\\h',
  '\\p{L}',
  '\\u0041',
  '\\N{BULLET}',
  '\\8',
  '\\400',
  '(?P<é>a)',
  '(?P<n>a)(?P<n>b)',
  '(?<n>a)',
  '(?(n)a)',
  '(?(1)a|b|c)()',
  '(a',
  'a)',
  '[a',
  '[z-a]',
  '[\\w-z]',
  '(?#a',
  '\\',
  '(?',
  '(?z)',
  '(?P=n)',
]

const FLAGS = [[], ['I'], ['M', 'S'], ['I', 'M', 'S']] as const

type Flags = (typeof FLAGS)[number]
const ROWS = FLAGS.map((flags) => ({ flags, shown: flags.join('') || 'none' }))

/** What each pattern comes to on each text; `refused` for all. */
function ours(patterns: readonly string[], flags: readonly string[]) {
  const [ignoreCase, multiline] = [flags.includes('I'), flags.includes('M')]
  return patterns.map((pattern) => {
    const regex = compileBytesRegex(pattern, { ignoreCase, multiline, dotAll: multiline })
    if (!isRegex(regex)) return [pattern, 'refused']
    return [pattern, TEXTS.map((text) => spanOf(regex.exec(text)))]
  })
}

function spanOf(match: RegExpExecArray | null) {
  return match && [match.index, match.index + match[0].length]
}

function python(patterns: readonly string[], flags: Flags) {
  const found = pythonFindings(patterns.map(latin1), { kind: 'bytes', flags, texts: TEXTS })
  if ('missing' in found) return found
  return found.map((each, index) => [patterns[index], 'error' in each ? 'refused' : each.spans])
}

test.for(ROWS)(
  'on bytes, Python finds the same spans and refuses the same patterns, flags $shown',
  ({ flags }, { skip }) => {
    const theirs = python(PATTERNS, flags)
    if ('missing' in theirs) return skip(theirs.missing)
    expect(ours(PATTERNS, flags)).toEqual(theirs)
  },
)

test.for(ROWS)(
  'on bytes, Python finds random regexes in the same texts, flags $shown',
  ({ flags }, { skip }) => {
    const atoms = [
      'a',
      'b',
      'A',
      '.',
      '\\w',
      '\\b',
      '^',
      '$',
      '\\Z',
      '[ab]',
      '[^a]',
      '[\\W.]',
      '\\1',
      'é',
      '[\\x80-\\xff]',
    ]
    const groups = ['(', '(', '(?:', '(?=', '(?!', '(?i:', '(?-i:', '(?s:', '(?m:', '(?(1)']
    const random = fc.sample(anyRegex(atoms, groups), { seed: 7, numRuns: 2500 })
    // Loops whose turns may be empty end elsewhere in JavaScript, which only shows where they cannot be entered again.
    const patterns = [...new Set(random)].filter(
      (text) => text.length < 50 && !/\)(?:[*+?]|\{[\d,]+\})\+/.test(text),
    )
    const theirs = python(patterns, flags)
    if ('missing' in theirs) return skip(theirs.missing)
    const isFound = (rows: readonly (readonly unknown[])[]) =>
      rows.map(([pattern, spans]) => [pattern, Array.isArray(spans) ? spans.map(Boolean) : spans])
    const mine = isFound(ours(patterns, flags))
    const both = theirs.flatMap(([, spans], index) =>
      spans !== 'refused' && mine[index]?.[1] !== 'refused' ? [index] : [],
    )
    expect(both.length).toBeGreaterThan(200)
    expect(both.map((index) => mine[index])).toEqual(both.map((index) => isFound(theirs)[index]))
  },
)

type RefusalCase = readonly [pattern: string, dialect: RegexDialect, offset: number, says: RegExp]

test.for<RefusalCase>([
  ['ab(c', 'path', 2, /no closing "\)"/],
  ['ab)c', 'path', 2, /no opening "\("/],
  ['a[bc', 'path', 1, /no closing "\]"/],
  ['a(?#b', 'path', 1, /comment/],
  ['a\\', 'path', 1, /ends in a backslash/],
  ['a|*.py', 'path', 2, /nothing to repeat/],
  ['a**', 'path', 2, /cannot be repeated/],
  ['a{3,2}', 'path', 1, /at least 3 and at most 2/],
  ['a{2000000}', 'path', 1, /up to 1000000/],
  ['[z-a]', 'path', 1, /"z-a" is not a range/],
  ['[\\w-z]', 'path', 1, /not a range/],
  ['x\\y', 'path', 1, /"\\y" has no meaning/],
  ['x\\N{BULLET}', 'path', 1, /"\\N" has no meaning/],
  ['x\\X', 'path', 1, /"\\X" has no meaning/],
  ['\\012', 'path', 0, /Octal/],
  ['[\\0]', 'path', 1, /Octal/],
  ['\\x4', 'path', 0, /names no character/],
  ['\\ud800', 'path', 0, /names no character/],
  ['\\p{Klingon}', 'path', 0, /"Klingon" is not a known/],
  ['(a)\\2', 'path', 3, /no group 2/],
  ['(?P=n)', 'path', 0, /no group "n"/],
  ['(?P<n>a)(?P>n)', 'path', 8, /called/],
  ['(a)\\g<1>', 'path', 3, /called/],
  ['(?~a)', 'path', 0, /no known kind of group/],
  ['(?a)b', 'path', 0, /flag "a"/],
  ['(?L)b', 'bytes', 0, /flag "L"/],
  ['(?R)b', 'path', 0, /flag "R"/],
  ['a(?i)b', 'bytes', 1, /at its start/],
  ['(?P<n>a)?(?(n)b)', 'path', 9, /does not name a group/],
  ['(a)(?(1)b|c|d)', 'path', 3, /two branches/],
  ['(?:(a)|b)*\\1', 'path', 10, /group 1 has taken part/],
  ['\\1(a)', 'path', 0, /group 1 has taken part/],
  ['(a\\1)', 'path', 2, /group 1 has taken part/],
  ['(?<=(a)\\1)b', 'path', 7, /group 1 has taken part/],
  ['b(?i:(a)\\1)', 'path', 8, /cannot ignore case/],
  ['\\u0041', 'bytes', 0, /pattern for bytes/],
  ['\\b*', 'bytes', 2, /cannot be repeated/],
  ['(?P<a-b>c)', 'bytes', 0, /not a name/],
  ['('.repeat(300), 'path', 250, /more than 250 deep/],
  ['['.repeat(300), 'path', 101, /more than 100 deep/],
])('S17 %s is refused for a %s, at offset %i', ([pattern, dialect, offset, says]) => {
  const problem = compileRegex(pattern, { dialect })
  expect(problem).toMatchObject({ offset, message: expect.stringMatching(says) })
})

test('offsets count characters of the pattern, not its bytes', () => {
  expect(compileBytesRegex('éé(', {})).toMatchObject({ offset: 2 })
})

test('a pattern beyond the limits is refused, not tried', () => {
  const says = (text: string) => (compileRegex(text, { dialect: 'path' }) as { message?: string }).message
  expect(says('a'.repeat(65_537))).toMatch(/longer than 65536/)
  expect(says('a'.repeat(65_536))).toMatch(/too large for the regex engine/)
  const doubling = Array.from({ length: 200 }, (_, index) => `(a)?(?(${index + 1})b)`).join('')
  expect(says(doubling)).toMatch(/too often/)
  expect(says(Array.from({ length: 500 }, (_, index) => `src/file_${index}\\.py`).join('|'))).toBeUndefined()
})
