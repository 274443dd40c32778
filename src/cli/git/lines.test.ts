import { describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import type { GitHook } from '../../git/contracts/model.ts'
import type { HookReport } from '../../git/run/report.ts'
import { cleanOutput } from './clean-output.ts'
import { groupLines, lineWidth, projectLine, type Look } from './lines.ts'

const plain: Look = { colour: false, verbose: false, width: 79, isShown: () => true }

function report(hook: Partial<GitHook>, more: Partial<HookReport> = {}): HookReport {
  const whole = gitHook({ name: hook.id ?? 'hook', ...hook })
  const rest = { isWithoutFiles: false, code: 0, ms: 4, output: Buffer.alloc(0), isModifying: false }
  return { hook: whole, status: 'passed', ...rest, ...more }
}

const one = (each: HookReport, look: Look = plain, indent = '') =>
  groupLines({ hooks: [each], isModified: false }, look, indent)

describe('status lines', () => {
  test.for([
    [
      report({ id: 'ruff' }),
      'ruff.....................................................................Passed',
    ],
    [
      report({ id: 'three' }, { status: 'skipped', isWithoutFiles: true }),
      'three................................................(no files to check)Skipped',
    ],
    [
      report({ id: 'one' }, { status: 'skipped' }),
      'one.....................................................................Skipped',
    ],
    [
      report({ id: 'a', name: '日本語名前' }, { status: 'dry-run', hook: gitHook({ name: '日本語名前' }) }),
      '日本語名前..............................................................Dry Run',
    ],
  ] as const)('%#', ([each, line]) => {
    expect(one(each)[0]).toBe(line)
  })

  test('a long name widens all lines', () => {
    expect(lineWidth(['short'])).toBe(79)
    expect(lineWidth(['x'.repeat(60)])).toBe(60 + 3 + 19 + 7)
    expect(lineWidth(['日'.repeat(30)])).toBe(60 + 3 + 19 + 7)
  })

  test('below a project the width stays', () => {
    expect(one(report({ id: 'Aaa' }), plain, '  ')).toEqual([
      '  Aaa....................................................................Passed',
    ])
  })

  test('in colour', () => {
    expect(one(report({ id: 't' }, { status: 'failed', code: 1 }), { ...plain, colour: true })).toEqual([
      `t\u001B[32m${'.'.repeat(72)}\u001B[39m\u001B[31;7mFailed\u001B[0m`,
      '\u001B[2m- hook id: t\u001B[0m',
      '\u001B[2m- exit code: 1\u001B[0m',
    ])
  })
})

test('details come in a fixed order', () => {
  const hook = { id: 'o', alias: 'al', description: 'Desc..\nmore', verbose: true }
  const output = Buffer.from('\n\n  first  \n\n  second  \n\n')
  expect(one(report(hook, { status: 'failed', code: 7, isModifying: true, output })).slice(1)).toEqual([
    '- hook id: o',
    '- hook alias: al',
    '- description: Desc',
    '- duration: 0.00s',
    '- exit code: 7',
    '- files were modified by this hook',
    '',
    '  first  ',
    '',
    '    second',
  ])
})

test('a skipped hook has no details, and one with a log file no output', () => {
  expect(one(report({ verbose: true }, { status: 'skipped' }))).toHaveLength(1)
  expect(one(report({ logFile: 'x', verbose: true }, { output: Buffer.from('text') })).join()).not.toContain(
    'text',
  )
})

test('a group that changed files stands together', () => {
  const hooks = [
    report({ id: 'touches' }),
    report({ id: 'u', verbose: true }, { output: Buffer.from('other') }),
    report({ id: 'v' }, { status: 'failed', code: 3, output: Buffer.from('a\n\nb') }),
  ]
  expect(groupLines({ hooks, isModified: true }, plain)).toEqual([
    'Files were modified by following hooks...................................Failed',
    '  ┌ touches..............................................................Passed',
    '  │ u....................................................................Passed',
    '  │ - hook id: u',
    '  │ - duration: 0.00s',
    '  │',
    '  │ other',
    '  └ v....................................................................Failed',
    '  │ - hook id: v',
    '  │ - exit code: 3',
    '  │',
    '  │ a',
    '  │',
    '  │ b',
  ])
})

test('a project is named with its end', () => {
  const groups = [{ hooks: [report({}, { status: 'failed' })], isModified: false }]
  expect([projectLine({ path: 'sub', groups }, plain), projectLine({ path: '', groups: [] }, plain)]).toEqual(
    ['× sub', '✓ <workspace>'],
  )
})

test.for([
  ['the last text of a line stays', 'old\rnew\n100%\r50\r\n', 'new\n50'],
  ['titles and cursor moves go', '\u001B]0;title\u0007a\u001B[2Kb\u001B[1;1Hc\u0007', 'abc'],
  ['colours go where there are none', '\u001B[31mred\u001B[0m', 'red'],
  ['tabs stay', 'a\tb', 'a\tb'],
  ['direction marks go', 'a\u202Eb', 'ab'],
] as const)('of output, %s', ([, text, shown]) => {
  expect(cleanOutput(Buffer.from(text), { colour: false })).toBe(shown)
})

test('colours stay where they are wanted', () => {
  expect(cleanOutput(Buffer.from('\u001B[31mred\u001B[0m'), { colour: true })).toBe('\u001B[31mred\u001B[0m')
})
