import { describe, expect, test } from 'vitest'
import { readCmd } from './reader.ts'

const read = (text: string) => readCmd(text, { folder: { kind: 'known', path: '.' }, variables: new Map() })
const lines = (text: string): readonly string[] =>
  read(text).programs.map(({ name, words }) => [name, ...words.slice(1).map((word) => word.text)].join(' '))
const codes = (text: string): readonly string[] => read(text).unanalysable.map(({ code }) => code)

describe('programs of cmd', () => {
  test.for<[string, string, readonly string[]]>([
    ['one program', 'rd /s /q C:\\Users', ['rd /s /q C:\\Users']],
    ['a path, .exe and case', '"C:\\Program Files\\Git\\GIT.EXE" push', ['git push']],
    ['"&", "&&", "||" and "|"', 'a 1& b && c || d | e', ['a 1', 'b', 'c', 'd', 'e']],
    ['lines', 'a\r\nb\nc', ['a', 'b', 'c']],
    ['quotes', 'a "b & c" d', ['a b & c d']],
    ['a quote ends with its line', 'a "b\nc', ['a b', 'c']],
    ['carets', 'r^d /s C:^&x', ['rd /s C:&x']],
    ['a caret at the end of a line', 'a b ^\r\n c', ['a b c']],
    ['blocks', '(a & b) & c', ['a', 'b', 'c']],
    ['brackets in words', 'echo (a) b)', ['echo (a) b)']],
    ['if', 'if exist x a 1', ['a 1']],
    ['if not', 'if /i not "%x%"=="y" a', ['a']],
    ['if with three words', 'if %x% EQU 1 a', ['a']],
    ['if and else', 'if exist x (a) else (b)', ['a', 'b']],
    ['for', 'for %i in (x y) do a %i', ['a %i']],
    ['for with one word', 'for %%i in (x) do a %%i', ['a x']],
    ['for with a block', 'for %i in (x) do (a %i & b)', ['a x', 'b']],
    ['for with a command', "for /f %i in ('a b') do c %i", ['a b', 'c %i']],
    ['call and @', '@call a b', ['a b']],
    ['a comment', 'rem a\n:: b\n:c\nd', ['d']],
    ['a variable of the line', 'set X=rd& call %X% /s', ['set X=rd', 'rd /s']],
    ['a variable with several words', 'set "X=rd /s x" & %X%', ['set X=rd /s x', 'rd /s x']],
    ['delayed expansion', 'set X=rd& !X! /s', ['set X=rd', 'rd /s']],
    ['a variable that nobody knows', 'a %Y% %Y:~0,1% %1 %*', ['a %Y% %Y:~0,1% %1 %*']],
    ['COMSPEC', '%COMSPEC% /c a', ['cmd /c a']],
    ['options without spaces', 'rd/s/q x', ['rd /s /q x']],
    ['options of a program stay', 'a /b/c', ['a /b/c']],
    ['redirections are no words', 'a b >c 2>>d 2>&1 <e', ['a b']],
  ])('%s', ([, text, expected]) => expect(lines(text)).toEqual(expected))
})

test('what is around a program', () => {
  const [, , a, b] = read('cd C:\\x & set Y=1 & a >f | b').programs
  expect(a).toMatchObject({
    folder: { kind: 'known', path: 'C:/x' },
    variables: [{ name: 'Y', value: { text: '1', known: true } }],
    redirections: [{ mode: 'write', target: { text: 'f' } }],
  })
  expect(b?.input).toEqual({ from: 'pipe', programs: [2] })
})

describe('what cannot be known is reported', () => {
  test.for<[string, string, readonly string[]]>([
    ['nothing', 'a "%X%" & if exist b c', []],
    ['a name', '%X% /s', ['run-time-name']],
    ['a script', 'a.cmd', ['unseen-script']],
    ['a script in a folder that is not known', '%TEMP%\\a.bat', ['unseen-script']],
    ['a block', '(a', ['syntax']],
    ['too much text', 'a '.repeat(40_000), ['too-large']],
    ['too many programs', 'a&'.repeat(2_000), ['too-large']],
    ['a variable that holds itself', 'set X=a ^%X^%& %X%', ['too-large']],
  ])('%s', ([, text, expected]) => expect(codes(text)).toEqual(expected))
})

test.for([
  '"',
  '^',
  '%',
  '!',
  '%a',
  '(',
  'for %i in (',
  "for /f %i in ('",
  '>',
  'if ',
  '&',
  '@',
  'set x=%x%%x%&',
])('a text of nothing but %s ends at once', (piece) => {
  const started = performance.now()
  read(piece.repeat(60_000 / piece.length))
  expect(performance.now() - started).toBeLessThan(1000)
})
