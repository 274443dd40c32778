import { describe, expect, test } from 'vitest'
import { takesQuestions } from '../../../../test/helpers/claude-contract.ts'
import { eventNamed } from '../../../../test/conformance/helpers/claude.ts'
import { toolEvent } from '../../../../test/helpers/builders.ts'
import { readQuestion, summarise, withoutQuestions, writeReply } from './questions.ts'

const QUESTION = { id: 'q1', message: 'Sure?', options: [{ key: 'y', label: 'Yes' }] }
const LINE = '{"prompt":"q1","message":"Sure?","options":[{"key":"y","label":"Yes"}]}'

describe('a line that asks', () => {
  test('has an id, a message and options', () => expect(readQuestion(` ${LINE}\r`)).toEqual(QUESTION))

  test('may describe an option', () => {
    const line = '{"prompt":"q","message":"m","options":[{"key":"k","label":"l","description":"d","x":1}]}'
    expect(readQuestion(line)?.options).toEqual([{ key: 'k', label: 'l', description: 'd' }])
  })

  test.for([
    '',
    'Sure?',
    '{',
    '[]',
    '{"prompt":"q1"}',
    '{"prompt":1,"message":"m","options":[]}',
    '{"prompt":"q","message":"m","options":{}}',
    '{"prompt":"q","message":"m","options":["y"]}',
    '{"prompt":"q","message":"m","options":[{"key":"y"}]}',
    '{"decision":"block"}',
  ])('is not %o', (line) => expect(readQuestion(line)).toBeUndefined())
})

test('the reply names the question and the key', () =>
  expect(writeReply(QUESTION, 'y')).toBe('{"prompt_response":"q1","selected":"y"}'))

test.for([
  ['the request goes', `${LINE}\n{"decision":"block"}\n`, '{"decision":"block"}\n'],
  ['every copy goes, however indented', `a\n  ${LINE}\r\n${LINE}`, 'a'],
  ['other requests stay', LINE.replace('q1', 'q2'), LINE.replace('q1', 'q2')],
] as const)('%s', ([, stdout, wanted]) => expect(withoutQuestions(stdout, [LINE])).toBe(wanted))

test('output of a hook that asked nothing is untouched', () =>
  expect(withoutQuestions('a\r\n', [])).toBe('a\r\n'))

describe('the summary', () => {
  test.for([
    ['a command on one line', 'Bash', { command: 'git\n  push', description: 'x' }, 'git push'],
    ['a file', 'Edit', { file_path: '/a', old_string: 'x' }, '/a'],
    ['an address', 'WebFetch', { url: 'https://a.example', prompt: 'x' }, 'https://a.example'],
    ['a pattern', 'Grep', { pattern: 'x.*', path: '/a' }, 'x.*'],
    ['else the input', 'mcp__a__b', { n: 1 }, '{"n":1}'],
    ['without what steers a terminal', 'Bash', { command: 'a\u001B[31mb' }, 'ab'],
  ] as const)('is %s', ([, tool, input, wanted]) => expect(summarise(toolEvent(tool, input))).toBe(wanted))

  test('is cut at 120 characters, never inside one', () => {
    const text = summarise(toolEvent('Bash', { command: `${'x'.repeat(118)}🙂🙂` })) ?? ''
    expect(text).toBe(`${'x'.repeat(118)}…`)
  })

  test('is given on two events only', () => {
    const on = (name: string) => summarise(toolEvent('Bash', { command: 'a' }, { name }))
    expect([on('PermissionRequest'), on('PostToolUse'), summarise(eventNamed('Stop'))]).toEqual([
      'a',
      undefined,
      undefined,
    ])
  })
})

test.for([
  ['PreToolUse', true],
  ['PermissionRequest', true],
  ['UserPromptSubmit', true],
  ['Stop', true],
  ['SubagentStop', true],
  ['PostToolUse', false],
  ['SessionStart', false],
] as const)('hooks of %s may ask: %s', ([name, wanted]) =>
  expect(takesQuestions(eventNamed(name))).toBe(wanted),
)
