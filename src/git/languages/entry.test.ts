import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import type { ShellName } from '../../core/hook.ts'
import { isIssue } from '../../core/issue.ts'
import type { GitHook } from '../contracts/model.ts'
import { makeArgv, type EntryContext } from './entry.ts'

let dir = ''
let context: EntryContext

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookwright-entry-'))
  for (const name of ['work', 'bin', 'scratch']) mkdirSync(join(dir, name), { mode: 0o700 })
  for (const name of ['ruff', 'uv', 'echo', 'sh', 'bash', 'pwsh', 'powershell', 'cmd', 'python3'])
    writeFileSync(join(dir, 'bin', name), '', { mode: 0o755 })
  context = {
    cwd: join(dir, 'work'),
    env: { PATH: join(dir, 'bin') },
    platform: 'linux',
    scratchDir: join(dir, 'scratch'),
  }
})

afterEach(() => rmSync(dir, { recursive: true }))

function wordsOf(hook: Partial<GitHook>, more: Partial<EntryContext> = {}): readonly string[] | string {
  const whole = gitHook(hook)
  const argv = makeArgv(whole, { ...context, ...more })
  if (isIssue(argv)) return argv.message
  const command = argv.command([...whole.args, 'a.txt', 'b c.txt'])
  const words = isIssue(command) ? [command.message] : [command.file, ...command.args]
  argv.dispose()
  return words.map((word) =>
    word
      .replace(`${dir}/bin/`, '')
      .replace(/^.*\/scratch\/.*(entry\.\w+)$/, '$1')
      .replace(`${dir}/`, ''),
  )
}

describe('without a shell an entry is words, whatever it looks like', () => {
  test.for([
    ['ruff check', ['--fix'], ['ruff', 'check', '--fix', 'a.txt', 'b c.txt']],
    [
      'uv run mypy || uv run pyright',
      [],
      ['uv', 'run', 'mypy', '||', 'uv', 'run', 'pyright', 'a.txt', 'b c.txt'],
    ],
    ['echo first\necho second\n', [], ['echo', 'first', 'echo', 'second', 'a.txt', 'b c.txt']],
    ['echo $HOME * ~ >x # comment', [], ['echo', '$HOME', '*', '~', '>x', 'a.txt', 'b c.txt']],
    [`echo 'a b' "c\\"d" e\\ f`, [], ['echo', 'a b', 'c"d', 'e f', 'a.txt', 'b c.txt']],
    ['no-such-program x', [], ['no-such-program', 'x', 'a.txt', 'b c.txt']],
  ] as const)('%j', ([entry, args, expected]) => {
    expect(wordsOf({ entry, args })).toEqual(expected)
  })

  test.for([
    ['', 'Failed to parse entry: entry is empty'],
    ['  # only a comment', 'Failed to parse entry: entry is empty'],
    ['"', 'Failed to parse entry `"` as commands'],
    ['a \\', 'Failed to parse entry `a \\` as commands'],
  ] as const)('%j is an error that says so', ([entry, message]) => {
    expect(wordsOf({ entry })).toBe(message)
  })
})

describe('with a shell it is the source of a script', () => {
  test.for([
    ['sh', ['sh', '-e', 'entry.sh']],
    ['bash', ['bash', '--noprofile', '--norc', '-eo', 'pipefail', 'entry.sh']],
    ['pwsh', ['pwsh', '-NoProfile', '-NonInteractive', '-File', 'entry.ps1']],
    ['powershell', ['powershell', '-NoProfile', '-NonInteractive', '-File', 'entry.ps1']],
    ['cmd', ['cmd', '/D', '/E:ON', '/V:OFF', '/S', '/C', 'CALL', 'entry.cmd']],
  ] as const)('%s', ([shell, start]) => {
    expect(wordsOf({ entry: '"', shell, args: ['x'] })).toEqual([...start, 'x', 'a.txt', 'b c.txt'])
  })

  test('the source is written unchanged, once, and goes with the run', () => {
    const source = '\n#!/usr/bin/python\n  echo "$@"  '
    const argv = makeArgv(gitHook({ entry: source, shell: 'sh' }), context)
    if (isIssue(argv)) throw new Error(argv.message)
    const [script = ''] = argv.words.slice(-1)
    expect(readFileSync(script, 'utf8')).toBe(source)
    expect([argv.command(['1']), argv.command(['2'])]).toMatchObject([
      { args: ['-e', script, '1'] },
      { args: ['-e', script, '2'] },
    ])
    argv.dispose()
    expect(readdirSync(context.scratchDir)).toEqual([])
  })

  test('an empty script is legal', () => {
    expect(wordsOf({ entry: '', shell: 'sh' })).toEqual(['sh', '-e', 'entry.sh', 'a.txt', 'b c.txt'])
  })

  test('a file named like the entry changes nothing', () => {
    writeFileSync(join(context.cwd, 'run.sh'), '')
    expect(wordsOf({ entry: 'run.sh', shell: 'sh' }, { base: context.cwd })).toEqual([
      'sh',
      '-e',
      'entry.sh',
      'a.txt',
      'b c.txt',
    ])
  })
})

describe('a file whose name PowerShell would change', () => {
  const given = (shell: ShellName, name: string, args: readonly string[] = []): string => {
    const argv = makeArgv(gitHook({ entry: '', shell, args }), context)
    if (isIssue(argv)) return argv.code
    const command = argv.command([...args, name])
    argv.dispose()
    return isIssue(command) ? command.code : (command.args.at(-1) ?? '')
  }

  test.for(['-a:b', '-a:', '-:', '-a\n:b', '\u2013a:b', '\u2014a:b', '\u2015a:b', '--%'])(
    '%j is refused',
    (name) => {
      expect(['pwsh', 'powershell'].map((shell) => given(shell as ShellName, name))).toEqual([
        'shell.unsafe-argument',
        'shell.unsafe-argument',
      ])
      expect(given('bash', name)).toBe(name)
    },
  )

  test.for(['-a', '--', '-', 'a:b', './-a:b', '--%x', '\u2012a:b'])('%j is given', (name) =>
    expect(given('pwsh', name)).toBe(name),
  )

  test('a parameter in args is given', () => expect(given('pwsh', 'a.txt', ['-Level:high'])).toBe('a.txt'))
})

describe('the program', () => {
  test.for([
    ['#!/usr/bin/env python3', ['python3', 'work/tool', 'a.txt', 'b c.txt']],
    ['#!/usr/bin/env -S python3 -u', ['python3', '-u', 'work/tool', 'a.txt', 'b c.txt']],
    ['#! /bin/sh -e', ['/bin/sh', '-e', 'work/tool', 'a.txt', 'b c.txt']],
    ['#!é', ['work/tool', 'a.txt', 'b c.txt']],
    ['no shebang', ['work/tool', 'a.txt', 'b c.txt']],
  ] as const)('%j as first line, without an execute bit', ([first, expected]) => {
    writeFileSync(join(context.cwd, 'tool'), `${first}\n`, { mode: 0o644 })
    expect(wordsOf({ entry: './tool' })).toEqual(expected)
    expect(statSync(join(context.cwd, 'tool')).mode & 0o111).toBe(0)
  })

  test('is a path below the repository for scripts', () => {
    mkdirSync(join(dir, 'clone'))
    writeFileSync(join(dir, 'clone', 'x.sh'), '#!/bin/sh\n')
    chmodSync(join(dir, 'clone', 'x.sh'), 0o755)
    expect(wordsOf({ entry: 'x.sh -v' }, { base: join(dir, 'clone') })).toEqual([
      '/bin/sh',
      'clone/x.sh',
      '-v',
      'a.txt',
      'b c.txt',
    ])
  })

  test('{hook_repo} is the project of a local hook, and the clone of a remote one', () => {
    expect(wordsOf({ entry: 'echo {hook_repo}/x {other}' })).toEqual([
      'echo',
      'work/x',
      '{other}',
      'a.txt',
      'b c.txt',
    ])
    const repo = { kind: 'remote', url: 'u', rev: 'r', clone: '/store/c' } as const
    expect(wordsOf({ entry: 'echo {hook_repo}', repo })).toEqual(['echo', '/store/c', 'a.txt', 'b c.txt'])
  })

  test.for(['/st ore/c', `/it's "c"`, '/$(touch PWNED)', "/$&$'$`$$", '/{hook_repo}', '/a#b \\c'])(
    '{hook_repo} becomes %j inside its word, whatever the path contains',
    (clone) => {
      const repo = { kind: 'remote', url: 'u', rev: 'r', clone } as const
      const entry = `echo x{hook_repo}y "{hook_repo}" '{hook_repo}' {hook_re"po}"`
      expect(wordsOf({ entry, repo })).toEqual([
        'echo',
        `x${clone}y`,
        clone,
        clone,
        clone,
        'a.txt',
        'b c.txt',
      ])
    },
  )

  test('{hook_repo} stays as it is in the source of a shell and in args', () => {
    const repo = { kind: 'remote', url: 'u', rev: 'r', clone: '/$(touch PWNED)' } as const
    const hook = gitHook({ entry: 'echo "{hook_repo}"', shell: 'sh', repo })
    const argv = makeArgv(hook, context)
    if (isIssue(argv)) throw new Error(argv.message)
    expect(readFileSync(argv.words.at(-1) ?? '', 'utf8')).toBe('echo "{hook_repo}"')
    argv.dispose()
    expect(wordsOf({ entry: 'echo', args: ['{hook_repo}'], repo })).toEqual([
      'echo',
      '{hook_repo}',
      'a.txt',
      'b c.txt',
    ])
  })
})
