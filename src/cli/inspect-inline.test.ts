import { describe, expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { inlineForms } from '../../test/helpers/inline-forms.ts'
import { inlineForm } from '../shells/inline.ts'
import { inspectHook } from './inspect.ts'
import { scriptOf } from './inspect-inline.ts'

describe('the file a command names', () => {
  test.for([
    ['./a.sh', { file: './a.sh', mustRun: true }],
    ['./.github/hooks/scripts/gate.sh --x', { file: './.github/hooks/scripts/gate.sh', mustRun: true }],
    ['"a/b.sh"', { file: 'a/b.sh', mustRun: true }],
    ['MODE=1 ./a.sh', { file: './a.sh', mustRun: true }],
    ['bash ./a.sh', { file: './a.sh', mustRun: false }],
    ['node -r x scripts/a.mjs', undefined],
    ['python3 scripts/a.py', { file: 'scripts/a.py', mustRun: false }],
    ['& ./a.ps1', { file: './a.ps1', mustRun: true }],
    ['bash -c "./a.sh"', undefined],
    ['"$CLAUDE_PROJECT_DIR"/a.sh', undefined],
    ['$(git rev-parse --show-toplevel)/a.sh', undefined],
    ['~/a.sh', undefined],
    ['echo a/b', undefined],
    ['curl https://x/y', undefined],
    ['', undefined],
  ] as const)('%s', ([command, script]) => expect(scriptOf(command)).toEqual(script))
})

const formOf = (_: unknown, form: string) => inlineForm(inlineForms, form)

describe('check finds what a host would only find at run time', () => {
  const there = { '/home/dev/app/a.sh': '', '/bin/sh': '', '/usr/bin/bash': '' }
  const codes = (command: string, form = 'bash-bare', locked = false, more: object = {}) =>
    inspectHook(hook({ handler: { type: 'command', start: { kind: 'inline', form, command }, cwd: '.' } }), {
      places: places({ env: (name) => (name === 'PATH' ? '/usr/bin' : undefined) }),
      files: memoryFiles({ ...there, ...more }),
      mayRun: () => !locked,
      formOf,
    }).map(({ code }) => code)

  test('a script that is there says nothing', () => expect(codes('./a.sh')).toEqual([]))
  test('a script that is not there', () => expect(codes('./gone.sh')).toEqual(['script.missing']))
  test('a script that may not run', () =>
    expect(codes('./a.sh', 'bash-bare', true)).toEqual(['script.locked']))
  test('an interpreter needs no permission on it', () =>
    expect(codes('bash ./a.sh', 'bash-bare', true)).toEqual([]))
  test.for([
    ['./b.ps1', 'pwsh-bare', []],
    ['& ./b.ps1', 'pwsh-bare', []],
    ["& './B.PS1'", 'pwsh-bare', []],
    ['./b.ps1', 'pwsh-command', []],
    ['pwsh -File ./b.ps1', 'bash-bare', []],
    // bash asks the system to run the file, and so does PowerShell for any file but its own.
    ['./b.ps1', 'bash-bare', ['script.locked']],
    ['./a.sh', 'pwsh-bare', ['script.locked']],
  ] as const)(
    'PowerShell reads its own scripts, which need no permission: %s in %s',
    ([command, form, wanted]) =>
      expect(
        codes(command, form, true, {
          '/usr/bin/pwsh': '',
          '/home/dev/app/b.ps1': '',
          '/home/dev/app/B.PS1': '',
        }),
      ).toEqual(wanted),
  )
  test.for([
    ['./b.ps1', 'pwsh-command', 'if ($bad) { exit 2 }', ['script.exit-code']],
    ['& ./b.ps1 -x', 'pwsh-bare', 'EXIT  2', ['script.exit-code']],
    ['./b.ps1; exit $LASTEXITCODE', 'pwsh-command', 'exit 2', []],
    ['./b.ps1', 'pwsh-command', 'exit 20', []],
    ['./b.ps1', 'pwsh-command', '# exit 2 would block', []],
    ['./b.ps1', 'pwsh-command', 'exit 1', []],
    ['pwsh -File ./b.ps1', 'bash-bare', 'exit 2', []],
  ] as const)(
    'PowerShell ends with 1 where its script says exit 2: %s in %s, %s',
    ([command, form, text, wanted]) =>
      expect(codes(command, form, false, { '/usr/bin/pwsh': '', '/home/dev/app/b.ps1': text })).toEqual(
        wanted,
      ),
  )
  test('a shell that is not there', () => expect(codes('./a.sh', 'pwsh-bare')).toEqual(['shell.missing']))
  test.for([
    ['{ "bash": "./b.sh" }', ['script.twin']],
    ['{ "bash": "./b.sh", "powershell": "./b.ps1" }', []],
  ] as const)('a script for the other system that nobody runs: %s', ([text, codesWanted]) => {
    const file = '/home/dev/app/.github/hooks/a.json'
    const around = {
      places: places({ env: () => '/usr/bin' }),
      files: memoryFiles({
        '/home/dev/app/b.sh': '',
        '/home/dev/app/b.ps1': '',
        '/usr/bin/bash': '',
        [file]: text,
      }),
      mayRun: () => true,
    }
    const start = { kind: 'inline', form: 'bash-bare', command: './b.sh' } as const
    const ours = hook({
      handler: { type: 'command', start, cwd: '.' },
      source: { file, pointer: [], scope: 'project' },
    })
    expect(inspectHook(ours, { ...around, formOf }).map(({ code }) => code)).toEqual(codesWanted)
  })

  test('/bin/sh is there', () => expect(codes('./a.sh', 'sh-c')).toEqual([]))
})
