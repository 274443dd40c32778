import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GLOBS, NAMES, PREK_PATTERNS, REAL_PATTERNS } from '../../../test/helpers/pattern-corpus.ts'
import { anyRegex } from '../../../test/helpers/any-regex.ts'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { prekAccepts, prekMatches } from '../../../test/helpers/prek-patterns.ts'
import { pythonFindings } from '../../../test/helpers/python-regex.ts'
import { isPlainPath } from '../contracts/paths.ts'
import { compilePattern, isPatternProblem, type PatternValue } from './pattern.ts'

const TIMEOUT = 120_000

function selected(value: PatternValue, names = NAMES): readonly string[] {
  const pattern = compilePattern(value)
  if (isPatternProblem(pattern)) return [`refused: ${pattern.message}`]
  return names.filter((name) => pattern.test(name))
}

const prek = findPrek()
const skipped =
  'missing' in prek ? prek.missing : process.platform === 'win32' ? 'such names need Unix' : undefined
if (skipped !== undefined) console.log(`Not compared with prek: ${skipped}`)
const program = 'program' in prek ? prek.program : ''

describe.skipIf(skipped !== undefined)('prek', () => {
  function expectSame(values: readonly PatternValue[], names = NAMES): void {
    const theirs = prekMatches(program, values, names)
    const table = (of: (value: PatternValue, index: number) => readonly string[]) =>
      values.map((value, index) => [value, of(value, index)])
    expect(table((value) => selected(value, names))).toEqual(
      table((_, index) => names.filter((name) => theirs[index]?.has(name))),
    )
  }

  test('selects the same names for every regex', { timeout: TIMEOUT }, () => {
    expectSame([...REAL_PATTERNS, ...PREK_PATTERNS], NAMES.filter(isPlainPath))
  })

  test('selects the same names for every glob', { timeout: TIMEOUT }, () => {
    expectSame(GLOBS.map((glob) => ({ glob })))
  })

  test('selects the same names for random regexes', { timeout: TIMEOUT }, () => {
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
      '[a-c--b]',
      '\\1',
      'é',
      '(?i)',
    ]
    const groups = ['(', '(', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?i:', '(?-i:', '(?s:']
    // Loops whose turns may be empty end elsewhere in JavaScript, which only shows where they cannot be entered again.
    const isShown = (text: string) => text.length < 40 && !/\)(?:[*+?]|\{[\d,]+\})\+/.test(text)
    const random = fc.sample(anyRegex(atoms, groups), { seed: 5, numRuns: 1200 }).filter(isShown)
    const ours = [...new Set(random)].filter((text) => !isPatternProblem(compilePattern(text)))
    const accepted = prekAccepts(program, ours)
    const both = ours.filter((_, index) => accepted[index])
    expect(both.length).toBeGreaterThan(100)
    expectSame(both, [
      'a',
      'b',
      'A',
      'ab',
      'aB',
      'ba',
      'aab',
      'abab',
      'é',
      'aé',
      '-',
      'a-b',
      'b\n',
      'a\nb',
      'bcab',
    ])
  })

  test.for(['[z-a]', '[a', 'a\\', '{a', 'a}', '[]', '[!]', '{a,{b}'])(
    'refuses the glob %s as we do',
    (glob) => {
      expect(prekAccepts(program, [{ glob }])).toEqual([false])
      expect(compilePattern({ glob })).toHaveProperty('offset')
    },
  )
})

test('Python finds what people write in the same names', ({ skip }) => {
  // The end of a name that is a line's end, what is a word, and the letters of `(?i)` are known to differ.
  const names = NAMES.filter((name) => !/[\n\udcff]/.test(name))
  const found = pythonFindings(REAL_PATTERNS, { kind: 'str', texts: names })
  if ('missing' in found) return skip(found.missing)
  const theirs = found.map((each) =>
    'error' in each ? each.error : names.filter((_, index) => each.spans[index]),
  )
  const differing = REAL_PATTERNS.filter(
    (text, index) => String(selected(text, names)) !== String(theirs[index]),
  )
  // Python 3.11 refuses flags that are not at the start.
  expect(differing).toEqual(['^(?i)README(?-i)\\.md$'])
})

test('S17 no text makes the translator throw, and what it makes can be matched', () => {
  const signs = Array.from('ab(){}[]?*+|\\^$.-,:#<>=!&~PxiknpwdsN1209é😀 \n')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      return [text, { glob: text }].every((value) => {
        const pattern = compilePattern(value)
        if (isPatternProblem(pattern)) return (pattern.offset ?? 0) <= text.length
        return typeof pattern.test('a\udcff/b') === 'boolean'
      })
    }),
    { numRuns: 3000 },
  )
})

// prek lets no part of a regex match such a byte, so that `^[^/]+\.txt$` passes the file over in silence.
test('a byte that is not UTF-8 is one character to a regex, and no letter', () => {
  const names = ['\udcff.txt', '\udcff\udcfe.txt', 'é.txt']
  expect(selected('^.\\.txt$', names)).toEqual(['\udcff.txt', 'é.txt'])
  expect(selected('^\\w', names)).toEqual(['é.txt'])
})

test('a pattern keeps the text it was made from', () => {
  expect(compilePattern('(?x) a # b')).toHaveProperty('text', '(?x) a # b')
  expect(compilePattern({ glob: ['*.a', '*.b'] })).toHaveProperty('text', '*.a, *.b')
})
