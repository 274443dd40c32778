import { describe, expect, test } from 'vitest'
import { createToolNames, type ToolInput } from './tool-names.ts'

/** A host with two ways to write a call, and one tool for edits and new files. */
const names = createToolNames({
  snake: {
    names: { Bash: ['run_shell', 'run_script'], Read: ['read_file'] },
    arguments: { Read: { absolute_path: 'file_path' } },
    shared: { change_file: (input: ToolInput) => (Object.hasOwn(input, 'content') ? 'Write' : 'Edit') },
  },
  camel: {
    names: { Bash: ['runShell'], Read: ['readFile'] },
    arguments: { Read: { filePath: 'file_path' } },
  },
})

describe('names of tools', () => {
  test.for([
    ['run_script', {}, 'Bash'],
    ['runShell', {}, 'Bash'],
    ['change_file', { content: '' }, 'Write'],
    ['change_file', {}, 'Edit'],
    ['Task', {}, 'Agent'],
    ['mcp__server__tool', {}, 'mcp__server__tool'],
    ['constructor', {}, 'constructor'],
  ] as const)('%s with %o is the tool %s', ([native, input, canonical]) =>
    expect(names.canonicalName(native, input)).toBe(canonical),
  )

  test.for([
    ['the usual name, for a call of another host', { name: 'Bash', nativeName: 'Bash' }, 'run_shell'],
    ['its own name, for a call of this one', { name: 'Bash', nativeName: 'run_script' }, 'run_script'],
    ['not the name of the other style', { name: 'Bash', nativeName: 'runShell' }, 'run_shell'],
    ['the shared name', { name: 'Write', nativeName: 'Write', input: { content: '' } }, 'change_file'],
    [
      'its own, when the shared name would be read back as another',
      { name: 'Write', nativeName: 'Write' },
      'Write',
    ],
    ['its own, when no table has it', { name: 'toString', nativeName: 'x' }, 'toString'],
  ] as const)('a tool is called %s', ([, tool, native]) =>
    expect(names.nativeName('snake', tool)).toBe(native),
  )

  test('a native name belongs to its style only', () =>
    expect([names.isNative('camel', 'readFile'), names.isNative('snake', 'readFile')]).toEqual([true, false]))
})

describe('names of arguments', () => {
  test.for([
    ['its own key', { absolute_path: '/a', limit: 1 }, 'snake', { file_path: '/a', limit: 1 }, []],
    [
      'a key of the other style, where its own is absent',
      { filePath: '/a' },
      'snake',
      { file_path: '/a' },
      [],
    ],
    [
      'its own key before that of the other style',
      { absolute_path: '/a', filePath: '/b' },
      'snake',
      { file_path: '/a', filePath: '/b' },
      ['filePath'],
    ],
    [
      'its own key before the canonical one',
      { absolute_path: '/a', file_path: '/b' },
      'snake',
      { file_path: '/a', spare_file_path: '/b' },
      ['file_path'],
    ],
    ['the canonical key of a canonical call', { file_path: '/a' }, 'canonical', { file_path: '/a' }, []],
  ] as const)('the canonical argument comes from %s', ([, input, style, canonical, spare]) =>
    expect(names.canonicalInput('Read', input, style)).toEqual({ input: canonical, spare }),
  )

  test('go back to what the style calls them', () =>
    expect(names.nativeInput('Read', { file_path: '/a', spare_file_path: '/b', limit: 1 }, 'snake')).toEqual({
      absolute_path: '/a',
      file_path: '/b',
      limit: 1,
    }))

  test('a tool without a table keeps its arguments', () => {
    const input = { path: '/a' }
    expect(names.nativeInput('toString', input, 'snake')).toBe(input)
    expect(names.canonicalInput('Bash', input, 'snake')).toEqual({ input, spare: [] })
  })
})
