import { expect, test } from 'vitest'
import { createStyle } from './style.ts'
import { table } from './table.ts'
import { fitLines } from './wrap.ts'

const plain = createStyle(false)
const HEAD = ['ID', 'EVENT', 'DOES']
const ROWS = [
  ['no-push', 'PreToolUse', 'one two three four five six seven eight nine ten'],
  ['a', 'Stop', 'nothing'],
]

test('a table that fits has one line for each row', () =>
  expect(table(HEAD, ROWS, plain, 80)).toEqual([
    'ID       EVENT       DOES',
    'no-push  PreToolUse  one two three four five six seven eight nine ten',
    'a        Stop        nothing',
  ]))

test('the last column of a wider one goes on below itself', () =>
  expect(table(HEAD, ROWS, plain, 50)).toEqual([
    'ID       EVENT       DOES',
    'no-push  PreToolUse  one two three four five six',
    '                     seven eight nine ten',
    'a        Stop        nothing',
  ]))

test('where it would be too narrow, it goes below the others', () =>
  expect(table(HEAD, ROWS, plain, 40)).toEqual([
    'ID       EVENT       '.trimEnd(),
    '    DOES',
    'no-push  PreToolUse',
    '    one two three four five six seven',
    '    eight nine ten',
    'a        Stop',
    '    nothing',
  ]))

test('where the others do not fit either, each row is a list', () =>
  expect(
    table([...HEAD.slice(0, 2), 'FILE', 'DOES'], [['no-push', 'PreToolUse', 'a/b', 'x y']], plain, 20),
  ).toEqual(['no-push', '  event PreToolUse', '  file a/b', '  does x y']))

test.for([20, 24, 33, 50, 80, 120])(
  'no line is wider than %i columns, and no character is lost',
  (columns) => {
    const rows = [['id-of-a-hook', 'PreToolUse', 'scope', `/${'long'.repeat(30)}/path and words`]]
    const lines = table(['ID', 'EVENT', 'SCOPE', 'DOES'], rows, plain, columns)
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    const text = lines.join('').replaceAll(' ', '')
    for (const cell of rows[0] ?? []) expect(text).toContain(cell.replaceAll(' ', ''))
  },
)

test('prose is broken for a known width only, as far in as it began, and colours do not count', () => {
  const style = createStyle(true)
  const line = `    ${style.red('one two')} three`
  expect(fitLines([line], undefined)).toEqual([line])
  expect(fitLines([line], 17)).toEqual([line])
  expect(fitLines([line], 12)).toEqual([`    ${style.red('one two')}`, '    three'])
})
