import { expect, test } from 'vitest'
import { emptyVerdict, type Verdict } from '../core/decision.ts'
import { compare } from './compare.ts'
import type { Expectation } from './schema.ts'

const DENY: Verdict = { ...emptyVerdict, decision: 'deny', reason: 'No rm here.' }
const REWRITE: Verdict = {
  ...emptyVerdict,
  effects: [
    { kind: 'rewrite-input', input: { command: 'ls', n: { b: 1, a: 2 } } },
    { kind: 'add-context', text: 'one' },
    { kind: 'add-context', text: 'two' },
    { kind: 'message', text: 'hi' },
    { kind: 'rewrite-output', output: { stdout: '***' } },
  ],
}

const got = (expected: Expectation, verdict: Verdict): readonly string[] =>
  compare(expected, { verdict, ms: 1_500, readFile: (path) => (path === 'a' ? 'text\n' : undefined) }).map(
    ({ what, expected: wanted, got: came }) => `${what}: ${wanted} | ${came}`,
  )

test.for<[string, Expectation, Verdict]>([
  ['the decision', { decision: 'deny' }, DENY],
  ['one of several decisions', { decision: ['ask', 'deny'] }, DENY],
  ['a text in the reason', { reason: 'rm' }, DENY],
  ['a pattern, and all of a list', { reason: ['/^no RM/i', 'here'] }, DENY],
  ['a text over several contexts', { context: '/one\\ntwo/' }, REWRITE],
  ['no context and no message', { context: null, message: null }, DENY],
  ['a message', { message: 'hi' }, REWRITE],
  ['some arguments of the input, in any order of keys', { input: { n: { a: 2, b: 1 } } }, REWRITE],
  ['a pattern for an argument', { input: { command: '/^l/' } }, REWRITE],
  ['no rewrite', { input: null, output: null }, DENY],
  ['a pattern for the whole output', { output: '/\\*{3}/' }, REWRITE],
  ['files and time', { files: { a: 'text\n', b: null }, within: 2 }, DENY],
])('%s holds', ([, expected, verdict]) => expect(got(expected, verdict)).toEqual([]))

test.for<[string, Expectation, Verdict, string]>([
  ['another decision', { decision: ['ask', 'none'] }, DENY, 'decision: ask or none | deny'],
  ['a reason that is absent', { reason: 'x' }, REWRITE, 'reason: text with "x" | (nothing)'],
  ['a pattern that is not found', { reason: '/x+/' }, DENY, 'reason: text that matches /x+/ | No rm here.'],
  [
    'a pattern that is wrong',
    { reason: '/(/' },
    DENY,
    'reason: a pattern that is valid (/(/: Invalid regular expression: /(/: Unterminated group) | No rm here.',
  ],
  ['an argument', { input: { command: 'rm' } }, REWRITE, 'input: command: "rm" | "ls"'],
  [
    'a rewrite where there is none',
    { input: { command: 'rm' } },
    DENY,
    'input: {"command":"rm"} | not rewritten',
  ],
  ['a rewrite where none should be', { output: null }, REWRITE, 'output: not rewritten | {"stdout":"***"}'],
  ['a file that is absent', { files: { b: 'x' } }, DENY, 'files: b: "x" | no such file'],
  ['a file that should be', { files: { a: null } }, DENY, 'files: a: no such file | "text\\n"'],
  ['too much time', { within: 1 }, DENY, 'within: 1 s | 1.50 s'],
])('%s is told', ([, expected, verdict, told]) => expect(got(expected, verdict)).toEqual([told]))

test('S16: a pattern that would take years is ended, and counts as not found', () => {
  const long: Verdict = { ...DENY, reason: `${'a'.repeat(40)}b` }
  expect(got({ reason: '/^(a+)+$/' }, long)[0]).toContain('a pattern that ends within 1 s')
})
