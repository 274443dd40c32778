import { describe, expect, test } from 'vitest'
import type { CallPart, Event } from '../../core/event.ts'
import { argumentsIn, callsOf, isBeyondBounds } from './calls.ts'
import { commandsOf, hasUnreadCommand } from './commands.ts'
import { filesOf } from './files.ts'
import { textsOf } from './texts.ts'

type Called = Pick<Event, 'tool' | 'cwd'>

function called(name: string, input: CallPart['input'], parts?: readonly CallPart[]): Called {
  return {
    cwd: '/repo',
    tool: { name, nativeName: name, input, nativeInput: input, ...(parts && { parts }) },
  }
}

const lines = (event: Called): readonly string[] => commandsOf(event).map(({ line }) => line)

describe('command lines of a call', () => {
  test.for<[string, Called, readonly string[]]>([
    ['of the shell', called('Bash', { command: 'ls -la' }), ['ls -la']],
    ['of PowerShell', called('PowerShell', { command: 'dir' }), ['dir']],
    ['a list of words', called('Bash', { command: ['bash', '-lc', 'rm -rf x'] }), ["bash -lc 'rm -rf x'"]],
    ['a shell tool with another name for it', called('Bash', { script: 'rm x' }), ['rm x']],
    ['an MCP server', called('mcp__desktop__run', { command: 'rm x' }), ['rm x']],
    [
      'a program and its words',
      called('mcp__s__run', { command: 'rm', args: ['-rf', 'a b'] }),
      ["rm -rf 'a b'"],
    ],
    [
      'a list of lines',
      called('mcp__s__run', { commands: ['git status', 'rm -rf x'] }),
      ['git status', 'rm -rf x'],
    ],
    ['nested objects', called('mcp__s__batch', { steps: [{ cmd: 'rm x' }] }), ['rm x']],
    ['what is typed into a terminal', called('mcp__tmux__send_keys', { keys: 'rm -rf x' }), ['rm -rf x']],
    ['text of other tools is none', called('mcp__notes__add', { text: 'rm -rf x' }), []],
    ['a prompt is none', called('Task', { prompt: 'rm -rf x', command: 'x' }), []],
    ['the content of a file is none', called('Write', { file_path: 'a', content: 'rm', command: 'rm' }), []],
    ['Python of a tool', called('mcp__s__run', { code: 'x()', language: 'python' }), ["python3 -c 'x()'"]],
    ['code of no known language', called('mcp__s__run', { code: 'x' }), ['python3 -c x', 'node -e x']],
    ['code of a language without a shell line', called('mcp__s__run', { code: 'x', language: 'sql' }), []],
    [
      'a notebook',
      called('NotebookEdit', { new_source: '!rm x\nimport os' }),
      ['rm x', "python3 -c 'import os'"],
    ],
    ['a shell cell', called('NotebookEdit', { new_source: '%%bash\nrm x\nls' }), ['rm x\nls']],
    [
      'a statement for a database',
      called('mcp__postgres__query', { sql: 'DROP TABLE a' }),
      ["psql -c 'DROP TABLE a'"],
    ],
  ])('%s', ([, event, expected]) => expect(lines(event)).toEqual(expected))

  test.for<[string, CallPart['input'], boolean]>([
    ['a text', { command: 'ls' }, false],
    ['a list of words', { command: ['ls', '-l'] }, false],
    ['none, as in a restart', { restart: true }, false],
    ['null', { command: null }, false],
    ['a number', { command: 5 }, true],
    ['an object', { command: { line: 'rm -rf ~' } }, true],
    ['a list with an object in it', { command: ['rm', {}] }, true],
    ['an empty list', { command: [] }, true],
  ])('a command of a shell that is %s is unread: %s', ([, input, isUnread]) => {
    expect(hasUnreadCommand(called('Bash', input))).toBe(isUnread)
    expect(hasUnreadCommand(called('mcp__s__run', input))).toBe(false)
  })

  test('the language follows the tool and its arguments', () => {
    const languages = [
      called('PowerShell', { command: 'x' }),
      called('mcp__win__powershell', { command: 'x' }),
      called('mcp__s__run', { command: 'x', shell: 'cmd.exe' }),
      called('mcp__s__run', { command: 'x' }),
    ].flatMap((event) => commandsOf(event).map(({ language }) => language))
    expect(languages).toEqual(['powershell', 'powershell', 'cmd', 'bash'])
  })

  test('the folder is the one that the call names', () => {
    expect(commandsOf(called('Bash', { command: 'ls', cwd: '/tmp' }))).toEqual([
      { line: 'ls', language: 'bash', folder: '/tmp', certain: true },
    ])
  })

  test('a shell call that also patches files has its command and the parts', () => {
    const parts = [{ name: 'Edit', input: { file_path: '/repo/a', new_string: 'x' } }]
    expect(callsOf(called('Bash', { command: 'apply_patch' }, parts)).map(({ name }) => name)).toEqual([
      'Bash',
      'Edit',
    ])
  })
})

describe('files of a call', () => {
  test.for<[string, Called, readonly object[]]>([
    ['Read', called('Read', { file_path: 'a' }), [{ path: 'a', access: 'read' }]],
    [
      'Write',
      called('Write', { file_path: 'a', content: 't' }),
      [{ path: 'a', access: 'write', text: 't', isWhole: true }],
    ],
    [
      'Edit',
      called('Edit', { file_path: 'a', old_string: 'x', new_string: 't' }),
      [{ path: 'a', access: 'write', text: 't' }],
    ],
    ['NotebookEdit', called('NotebookEdit', { notebook_path: 'a' }), [{ path: 'a', access: 'write' }]],
    ['Grep without a path', called('Grep', { pattern: 'x' }), [{ path: '/repo', access: 'search' }]],
    ['LS', called('LS', { path: '/etc' }), [{ path: '/etc', access: 'search' }]],
    [
      'a glob below another folder',
      called('Glob', { pattern: '~/.ssh/*' }),
      [{ path: '~/.ssh/', access: 'search' }],
    ],
    ['an MCP file reader', called('mcp__fs__read_file', { path: 'a b' }), [{ path: 'a b', access: 'read' }]],
    [
      'an MCP file writer',
      called('mcp__fs__write_file', { path: 'a', content: 't' }),
      [{ path: 'a', access: 'write', text: 't' }],
    ],
    [
      'an MCP tool that moves',
      called('mcp__fs__move_file', { source: 'a', destination: 'b' }),
      [
        { path: 'a', access: 'any' },
        { path: 'b', access: 'any' },
      ],
    ],
    ['camel case', called('readFile', { filePath: 'a' }), [{ path: 'a', access: 'read' }]],
    [
      'a browser that opens a file',
      called('mcp__browser__navigate', { url: 'file:///etc/passwd' }),
      [{ path: 'file:///etc/passwd', access: 'any' }],
    ],
    ['a browser that opens a page', called('mcp__browser__navigate', { url: 'https://x.org/.env' }), []],
    ['a command line', called('Bash', { command: 'cat a' }), []],
  ])('%s', ([, event, expected]) => expect(filesOf(event)).toEqual(expected))

  test('each part of a patch names its file', () => {
    const parts = [
      { name: 'Write', input: { file_path: '/repo/a', content: 'x' } },
      { name: 'Edit', input: { file_path: '/repo/b', new_string: 'y' } },
    ]
    expect(filesOf(called('Edit', { patch: '…' }, parts)).map(({ path }) => path)).toEqual([
      '/repo/a',
      '/repo/b',
    ])
  })

  test('a change without a file that can be read is in doubt', () => {
    expect(filesOf(called('Edit', { patch: 'x' }))).toEqual([
      { path: '', access: 'write', doubt: 'the call names no file that can be read' },
    ])
  })
})

describe('texts of a call', () => {
  test('every text in any argument is there, in order', () => {
    const input = { file_path: 'a', edits: [{ old_string: 'x', new_string: 'y' }], n: 1 }
    expect(textsOf(called('MultiEdit', input))).toEqual([
      { key: 'file_path', path: 'file_path', text: 'a', tool: 'MultiEdit', file: 'a' },
      { key: 'old_string', path: 'edits.0.old_string', text: 'x', tool: 'MultiEdit', file: 'a' },
      { key: 'new_string', path: 'edits.0.new_string', text: 'y', tool: 'MultiEdit', file: 'a' },
    ])
  })

  test('a call with too many values is not read to its end, and says so', () => {
    const event = called('mcp__s__t', { list: Array.from({ length: 100_000 }, () => 'x') })
    expect(argumentsIn(event.tool?.input).length).toBeLessThan(30_000)
    expect(isBeyondBounds(event)).toBe(true)
    expect(isBeyondBounds(called('Bash', { command: 'x' }))).toBe(false)
  })

  test('deep and circular values end', () => {
    const circular: Record<string, unknown> = { a: 'x' }
    circular['self'] = circular
    expect(isBeyondBounds(called('mcp__s__t', circular))).toBe(true)
    expect(commandsOf(called('mcp__s__t', circular))).toEqual([])
  })
})
