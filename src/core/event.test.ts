import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { subjectOf, type SubjectSpec } from './event.ts'
import { indexHooks, plan } from './planner.ts'

const edit = toolEvent('Edit', { file_path: '/p/src/a.ts', path: '/p', lines: 3 })

describe('what a matcher is tested against', () => {
  test.for([
    ['an argument of the tool', { argument: 'file_path' }, edit, '/p/src/a.ts'],
    ['the last part of an argument', { argument: 'file_path', basename: true }, edit, 'a.ts'],
    ['no argument that is not text', { argument: 'lines' }, edit, undefined],
    ['no argument that is only inherited', { argument: 'toString' }, edit, undefined],
    ['the file that the tool is about', { path: true }, edit, '/p/src/a.ts'],
    ['the last part of it', { path: true, basename: true }, edit, 'a.ts'],
    [
      'the notebook',
      { path: true },
      toolEvent('NotebookEdit', { notebook_path: '/p/n.ipynb' }),
      '/p/n.ipynb',
    ],
    ['the folder of a search', { path: true }, toolEvent('Grep', { pattern: 'x', path: 'C:\\p' }), 'C:\\p'],
    ['no file', { path: true }, toolEvent('Bash', { command: 'ls' }), undefined],
    ['the command line', 'command', toolEvent('Bash', { command: 'ls | wc' }), 'ls | wc'],
    ['no command line', 'command', edit, undefined],
  ] as const)('is %s', ([, spec, event, subject]) => expect(subjectOf(event, spec)).toBe(subject))

  test('is nothing where the event has no tool', () => {
    const { tool: _, ...event } = edit
    const specs: readonly SubjectSpec[] = ['command', { argument: 'x' }, { path: true }]
    expect(specs.map((spec) => subjectOf(event, spec))).toEqual([undefined, undefined, undefined])
  })
})

test('a hook may be for some command lines only', () => {
  const network = hook({ subject: 'command', matcher: { kind: 'regex', source: 'curl|wget' } })
  const index = indexHooks([network])
  const judged = { refusals: new Map(), conditions: new Map() }
  const steps = (command: string) => plan(toolEvent('Bash', { command }), index, judged).steps.length
  expect([steps('cd x && curl y'), steps('ls'), steps('wget z')]).toEqual([1, 0, 1])
})

test('the name of an MCP tool may be the one that a host gives it', () => {
  const spec = { tool: { Bash: ['Shell'] }, mcp: { prefix: 'MCP:' } }
  const subjects = ['mcp__github__push', 'mcp__?__push', 'Bash', 'Grep'].map((name) =>
    subjectOf(toolEvent(name), spec),
  )
  expect(subjects).toEqual(['MCP:push', 'MCP:push', 'Shell', 'Grep'])
})
