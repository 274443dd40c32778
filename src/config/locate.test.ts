import { describe, expect, test } from 'vitest'
import { issue } from '../core/issue.ts'
import { excerpt, locate, placeIssue } from './locate.ts'

const yaml = `version: 1
hooks:
  PreToolUse:
    - matcher: Bash
      command: |
        a
        b
    - { comand: x, timeout: 10 }
`
const json = '{\n  "hooks": { "Stop": [ { "timeout": 0 } ] }\n}'
const toml = '[[hooks.Stop]]\ncommand = "a"\n\n[[hooks.Stop]]\ncomand = "b"\n[defaults]\ntimeout = 0\n'

describe('locate', () => {
  test.for([
    ['a scalar', 'a.yaml', yaml, ['version'], 'value', { line: 1, column: 10, length: 1 }],
    ['a key', 'a.yaml', yaml, ['version'], 'key', { line: 1, column: 1, length: 7 }],
    [
      'a mapping is shown at its key',
      'a.yaml',
      yaml,
      ['hooks', 'PreToolUse'],
      'value',
      { line: 3, column: 3, length: 10 },
    ],
    ['a list item', 'a.yaml', yaml, ['hooks', 'PreToolUse', 1], 'value', { line: 8, column: 7, length: 26 }],
    [
      'a value of several lines',
      'a.yaml',
      yaml,
      ['hooks', 'PreToolUse', 0, 'command'],
      'value',
      { line: 5, column: 16 },
    ],
    [
      'a key in flow style',
      'a.yaml',
      yaml,
      ['hooks', 'PreToolUse', 1, 'comand'],
      'key',
      { line: 8, column: 9, length: 6 },
    ],
    [
      'what is missing: its parent',
      'a.yaml',
      yaml,
      ['hooks', 'PreToolUse', 1, 'id', 'x'],
      'value',
      { line: 8, column: 7, length: 26 },
    ],
    ['missing at the top', 'a.yaml', yaml, ['imports'], 'value', { line: 1, column: 1 }],
    [
      'JSON value',
      'a.json',
      json,
      ['hooks', 'Stop', 0, 'timeout'],
      'value',
      { line: 2, column: 37, length: 1 },
    ],
    ['JSON key', 'a.json', json, ['hooks', 'Stop', 0, 'timeout'], 'key', { line: 2, column: 26, length: 9 }],
    ['TOML key', 'a.toml', toml, ['hooks', 'Stop', 1, 'comand'], 'key', { line: 5, column: 1, length: 6 }],
    ['TOML value', 'a.toml', toml, ['defaults', 'timeout'], 'value', { line: 7, column: 11, length: 1 }],
    ['TOML table', 'a.toml', toml, ['hooks', 'Stop', 1], 'value', { line: 4, column: 9, length: 4 }],
    [
      'after a byte order mark',
      'a.yaml',
      `\uFEFF${yaml}`,
      ['version'],
      'value',
      { line: 1, column: 10, length: 1 },
    ],
    ['in a file that does not parse', 'a.yaml', 'a: [', ['a'], 'value', undefined],
  ] as const)('%s', ([, file, text, pointer, at, expected]) =>
    expect(locate(text, file, pointer, { at })).toEqual(expected),
  )
})

describe('placeIssue', () => {
  const pointer = ['hooks', 'PreToolUse', 1, 'comand'] as const

  test('an unknown name is shown at the name', () => {
    const problem = issue('config.unknown-key', { file: 'a.yaml', pointer }, 'x')
    expect(placeIssue(problem, yaml).place).toEqual({
      file: 'a.yaml',
      pointer,
      line: 8,
      column: 9,
      length: 6,
    })
  })

  test('any other problem is shown at the value', () => {
    const problem = issue('config.value', { file: 'a.yaml', pointer }, 'x')
    expect(placeIssue(problem, yaml).place).toEqual({
      file: 'a.yaml',
      pointer,
      line: 8,
      column: 17,
      length: 1,
    })
  })

  test('an issue that has a line keeps it', () => {
    const problem = issue('config.syntax', { file: 'a.yaml', pointer, line: 3 }, 'x')
    expect(placeIssue(problem, yaml)).toEqual(problem)
  })
})

describe('excerpt', () => {
  test.for([
    ['underlines the length', 'ab: cde', { line: 1, column: 5, length: 3 }, ['ab: cde', '    ^^^']],
    ['one mark without a length', 'a\r\nb: c\r\n', { line: 2, column: 4 }, ['b: c', '   ^']],
    [
      'keeps tabs so that the mark lines up',
      '\tab: c',
      { line: 1, column: 2, length: 2 },
      ['\tab: c', '\t^^'],
    ],
    ['a mark after the end', 'a:', { line: 1, column: 3 }, ['a:', '  ^']],
    [
      'control characters cannot reach a terminal',
      'a: \u001b]0;x\u202e',
      { line: 1, column: 1 },
      [String.raw`a: \u{1B}]0;x\u{202E}`, '^'],
    ],
    ['no such line', 'a', { line: 9, column: 1 }, []],
  ] as const)('%s', ([, text, spot, expected]) => expect(excerpt(text, spot)).toEqual(expected))

  test('a very long line is cut around the place', () => {
    const [line = '', marks = ''] = excerpt(`${'x'.repeat(500)}HERE${'y'.repeat(500)}`, {
      line: 1,
      column: 501,
      length: 4,
    })
    expect({ length: line.length, under: line.slice(marks.indexOf('^'), marks.length) }).toEqual({
      length: 160,
      under: 'HERE',
    })
  })
})
