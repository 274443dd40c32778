import { expect, test } from 'vitest'
import { readScript, type Call } from './calls.ts'

const calls = (text: string): readonly Call[] => readScript(text, { alwaysSet: [] })?.calls ?? []
const named = (text: string, name: string): Call | undefined =>
  calls(text).find(({ words }) => words[0]?.text === name)

test('commands come in the order of the text, also those inside of words', () =>
  expect(calls('a "$(b | c)"; if d; then e; fi').map(({ words: [program] }) => program?.text)).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]))

test.for([
  ['a branch', 'if a; then x; fi', true],
  ['the condition of a branch', 'if x; then a; fi', false],
  ['behind &&', 'a && x', true],
  ['before &&', 'x && a', false],
  ['a loop', 'for i in 1; do x; done', true],
  ['a function', 'f() { x; }; f', true],
  ['a case', 'case $a in b) x;; esac', true],
  ['a group', '{ x; }', false],
] as const)('a command in %s: conditional is %s', ([, text, isConditional]) =>
  expect(named(text, 'x')).toMatchObject({ isConditional }),
)

test.for([
  ['x || true', true],
  ['x && y || true', true],
  ['true || x', false],
  ['x; true', false],
] as const)('%s: a failure of x is caught: %s', ([text, isTolerated]) =>
  expect(named(text, 'x')).toMatchObject({ isTolerated }),
)

test.for([
  ['x &', { isBackground: true }],
  ['(x) &', { isBackground: true }],
  ['y | x', { readsOther: true }],
  ['while x; do y; done < file', { readsOther: true }],
  ['x << E\na\nE\n', { hasDocument: true }],
  ['x', { isBackground: false, readsOther: false, hasDocument: false }],
] as const)('%s', ([text, part]) => expect(named(text, 'x')).toMatchObject(part))

test('words have their values where the script says them', () =>
  expect(named('dir=lib; x "$dir/a.sh" "$1" ${B:-b} *.c', 'x')?.words.slice(1)).toMatchObject([
    { text: 'lib/a.sh', isKnown: true },
    { isKnown: false, written: '"$1"' },
    { isKnown: false },
    { isKnown: false },
  ]))
