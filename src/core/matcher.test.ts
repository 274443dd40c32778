import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMatcher, describeMatcher, parseMatcher, type MatcherRules } from './matcher.ts'

const rules: MatcherRules = { nameCharacters: /^[\w\-\s,|]+$/, separators: /[|,]/ }

describe('parseMatcher', () => {
  test.for([
    ['no pattern means every subject', undefined, { kind: 'all' }],
    ['an empty pattern means every subject', '', { kind: 'all' }],
    ['a star means every subject', '*', { kind: 'all' }],
    ['a plain name is exact', 'Bash', { kind: 'names', names: ['Bash'] }],
    ['a list is split and trimmed', 'Edit | Write,Read', { kind: 'names', names: ['Edit', 'Write', 'Read'] }],
    [
      'a former name becomes the current one',
      'Task|KillBash',
      { kind: 'names', names: ['Agent', 'TaskStop'] },
    ],
    ['any other character makes a regular expression', 'mcp__.*', { kind: 'regex', source: 'mcp__.*' }],
  ] as const)('%s', ([, pattern, expected]) => {
    expect(parseMatcher(pattern, rules, {})).toEqual(expected)
  })

  test('a broken regular expression is an issue that shows the literal form', () => {
    expect(parseMatcher('Bash(', rules, { file: 'f' })).toEqual({
      code: 'matcher.invalid',
      severity: 'error',
      place: { file: 'f' },
      message: 'Matcher "Bash(" is not a valid regular expression: /Bash(/: Unterminated group.',
      hint: 'Write "Bash\\(" to match that text literally.',
    })
  })

  test('no input makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (pattern) => {
        parseMatcher(pattern, rules, {})
      }),
    )
  })
})

describe('compileMatcher', () => {
  test.for([
    ['a name matches only itself', 'Bash', 'Bash', true],
    ['a name is not a prefix', 'Bash', 'BashOutput', false],
    ['case matters', 'bash', 'Bash', false],
    ['a regular expression is unanchored', 'sh$', 'Bash', true],
    ['a regular expression also sees former names', '^Tas.$', 'Agent', true],
    ['a bare MCP prefix matches nothing', 'mcp__memory', 'mcp__memory__read', false],
    ['constructor is a name like any other', 'x.*', 'constructor', false],
  ] as const)('%s', ([, pattern, subject, expected]) => {
    const spec = parseMatcher(pattern, rules, {})
    if ('code' in spec) throw new Error(spec.message)
    expect(compileMatcher(spec)(subject)).toBe(expected)
  })
})

test('describeMatcher shows what was meant', () => {
  expect([
    describeMatcher({ kind: 'all' }),
    describeMatcher({ kind: 'names', names: ['Edit', 'Write'] }),
    describeMatcher({ kind: 'regex', source: 'mcp__.*' }),
  ]).toEqual(['*', 'Edit|Write', '/mcp__.*/'])
})
