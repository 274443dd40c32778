import { describe, expect, test } from 'vitest'
import { inlineForms } from '../../test/helpers/inline-forms.ts'
import { shOrGitBash, withPosixPaths } from './inline.ts'

type FormName = keyof typeof inlineForms

type Case = {
  platform: NodeJS.Platform
  variables?: Readonly<Record<string, string>>
  command?: string
  written?: string
}

const choices = (form: FormName, { platform, variables = {}, command = 'COMMAND', written }: Case) =>
  inlineForms[form].commands(
    { command, ...(written !== undefined && { written }) },
    { platform, variable: (name) => variables[name] },
  )

const commands = (form: FormName, example: Case) =>
  choices(form, example).map(({ file, args }) => [file, ...args])

const WITH_POLICY = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command']

describe('sh-c', () => {
  const bash = (example: Case) => commands('sh-c', example)

  test('is /bin/sh -c on POSIX, whatever SHELL says', () =>
    expect(bash({ platform: 'linux', variables: { SHELL: '/bin/zsh' } })).toEqual([
      ['/bin/sh', '-c', 'COMMAND'],
    ]))

  test('the prefix receives the whole command as one quoted argument', () =>
    expect(
      bash({
        platform: 'linux',
        command: `echo 'a b'; c`,
        variables: { CLAUDE_CODE_SHELL_PREFIX: 'log -x' },
      }),
    ).toEqual([['/bin/sh', '-c', String.raw`log -x 'echo '\''a b'\''; c'`]]))

  test('on Windows a chosen Git Bash is the only choice', () =>
    expect(
      bash({ platform: 'win32', variables: { CLAUDE_CODE_GIT_BASH_PATH: 'D:\\git\\bash.exe' } }),
    ).toEqual([['D:\\git\\bash.exe', '-c', 'COMMAND']]))

  test('on Windows Git Bash is looked for in its known places, then PowerShell takes over', () =>
    expect(
      bash({
        platform: 'win32',
        variables: { ProgramFiles: 'C:\\P', 'ProgramFiles(x86)': 'C:\\P86', LOCALAPPDATA: 'C:\\L' },
      }),
    ).toEqual([
      ['C:\\P\\Git\\bin\\bash.exe', '-c', 'COMMAND'],
      ['C:\\P86\\Git\\bin\\bash.exe', '-c', 'COMMAND'],
      ['C:\\L\\Programs\\Git\\bin\\bash.exe', '-c', 'COMMAND'],
      ['pwsh', ...WITH_POLICY, 'COMMAND'],
      ['powershell', ...WITH_POLICY, 'COMMAND'],
    ]))

  test.for([
    ['a script is run by bash', './a.sh', 'bash ./a.sh'],
    ['a script with arguments is run by bash', './a.sh x', 'bash ./a.sh x'],
    ['a quoted script is run by bash', '"a b.sh"', 'bash "a b.sh"'],
    ['bash is not named twice', 'bash a.sh', 'bash a.sh'],
    ['another suffix stays', './a.shx', './a.shx'],
    ['a command without a script stays', 'echo', 'echo'],
  ] as const)('on Windows %s', ([, command, expected]) =>
    expect(bash({ platform: 'win32', command, variables: { CLAUDE_CODE_GIT_BASH_PATH: 'B' } })).toEqual([
      ['B', '-c', expected],
    ]),
  )

  test('on Windows bash is named before the prefix wraps it', () =>
    expect(
      bash({
        platform: 'win32',
        command: './a.sh',
        variables: { CLAUDE_CODE_GIT_BASH_PATH: 'B', CLAUDE_CODE_SHELL_PREFIX: 'log' },
      }),
    ).toEqual([['B', '-c', `log 'bash ./a.sh'`]]))

  test('on Windows Git Bash alone reads POSIX paths, and PowerShell gets the command as written', () => {
    const asked = { platform: 'win32', command: 'node /c/p/x.js', written: 'node ${CLAUDE_PLUGIN_ROOT}/x.js' }
    expect(choices('sh-c', asked as Case).map(({ args, paths }) => [paths, args.at(-1)])).toEqual([
      ['posix', 'node /c/p/x.js'],
      [undefined, 'node ${env:CLAUDE_PLUGIN_ROOT}/x.js'],
      [undefined, 'node ${env:CLAUDE_PLUGIN_ROOT}/x.js'],
    ])
  })

  test('on POSIX a script runs by its own shebang', () =>
    expect(bash({ platform: 'darwin', command: './a.sh' })).toEqual([['/bin/sh', '-c', './a.sh']]))
})

describe('pwsh-command', () => {
  const powershell = (example: Case) => commands('pwsh-command', example)

  test('is pwsh, else powershell', () =>
    expect(powershell({ platform: 'linux' })).toEqual([
      ['pwsh', '-NoProfile', '-NonInteractive', '-Command', 'COMMAND'],
      ['powershell', '-NoProfile', '-NonInteractive', '-Command', 'COMMAND'],
    ]))

  test('bypasses the execution policy on Windows', () =>
    expect(powershell({ platform: 'win32' })[0]).toEqual(['pwsh', ...WITH_POLICY, 'COMMAND']))

  test('keeps the execution policy when the user says so', () =>
    expect(
      powershell({
        platform: 'win32',
        variables: { CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY: '1' },
      })[0],
    ).not.toContain('Bypass'))

  test('has no prefix', () =>
    expect(powershell({ platform: 'linux', variables: { CLAUDE_CODE_SHELL_PREFIX: 'log' } })[0]?.at(-1)).toBe(
      'COMMAND',
    ))

  test('reads path placeholders from the environment', () =>
    expect(
      powershell({
        platform: 'linux',
        command: '& "${CLAUDE_PROJECT_DIR}/a.ps1" ${CLAUDE_PLUGIN_ROOT} ${X}',
      })[0]?.at(-1),
    ).toBe('& "${env:CLAUDE_PROJECT_DIR}/a.ps1" ${env:CLAUDE_PLUGIN_ROOT} ${X}'))
})

test('variables that hold a Windows path are converted, others and other paths are not', () =>
  expect(
    withPosixPaths(
      {
        CLAUDE_PROJECT_DIR: 'C:\\work',
        CLAUDE_PLUGIN_ROOT: '\\\\server\\share',
        CLAUDE_PLUGIN_DATA: '/already\\posix',
        CLAUDE_ENV_FILE: 'D:/env.sh',
        HOME: 'C:\\Users\\dev',
      },
      inlineForms['sh-c'].pathVariables,
    ),
  ).toEqual({
    CLAUDE_PROJECT_DIR: '/c/work',
    CLAUDE_PLUGIN_ROOT: '//server/share',
    CLAUDE_PLUGIN_DATA: '/already\\posix',
    CLAUDE_ENV_FILE: '/d/env.sh',
    HOME: 'C:\\Users\\dev',
  }))

describe('bash-bare', () => {
  test.for(['linux', 'darwin', 'win32'] as const)('reads no start-up file on %s', (platform) =>
    expect(commands('bash-bare', { platform })).toEqual([['bash', '--norc', '--noprofile', '-c', 'COMMAND']]),
  )
})

describe('pwsh-bare', () => {
  const args = ['-NoProfile', '-NonInteractive', '-Command', 'COMMAND']

  test('is PowerShell 7 and nothing else on POSIX', () =>
    expect(commands('pwsh-bare', { platform: 'linux' })).toEqual([['pwsh', ...args]]))

  test('falls back to Windows PowerShell on Windows', () =>
    expect(commands('pwsh-bare', { platform: 'win32' })).toEqual([
      ['pwsh', ...args],
      ['powershell', ...args],
    ]))
})

describe('default-shell', () => {
  test('is /bin/sh on POSIX', () =>
    expect(commands('default-shell', { platform: 'linux' })).toEqual([['/bin/sh', '-c', 'COMMAND']]))

  test.for([undefined, 'C:\\Windows\\System32\\cmd.exe'])(
    'is Windows PowerShell where ComSpec is %s',
    (ComSpec) =>
      expect(
        commands('default-shell', { platform: 'win32', ...(ComSpec && { variables: { ComSpec } }) }),
      ).toEqual([
        ['powershell', '-ExecutionPolicy', 'Bypass', '-NoProfile', '-NoLogo', '-Command', 'COMMAND'],
      ]),
  )

  test('is what ComSpec says otherwise', () =>
    expect(commands('default-shell', { platform: 'win32', variables: { ComSpec: 'C:\\bash.exe' } })).toEqual([
      ['C:\\bash.exe', '-c', 'COMMAND'],
    ]))
})

test('a host without variables of its own has neither prefix, chosen bash nor placeholders', () => {
  const around = { platform: 'win32', variable: () => 'set' } as const
  const lines = shOrGitBash()({ command: 'x ${HOST_DIR}' }, around).map(({ file, args }) => [file, ...args])
  expect(lines[0]).toEqual(['set\\Git\\bin\\bash.exe', '-c', 'x ${HOST_DIR}'])
  expect(lines.at(-1)).toEqual(['powershell', ...WITH_POLICY, 'x ${HOST_DIR}'])
})

test('placeholders are those that the host names', () => {
  const starts = shOrGitBash({ placeholders: ['HOST_DIR'] })
  const lines = starts(
    { command: 'x ${HOST_DIR} ${OTHER} ${HOST_DIR}' },
    { platform: 'win32', variable: () => undefined },
  )
  expect(lines.at(-1)?.args.at(-1)).toBe('x ${env:HOST_DIR} ${OTHER} ${env:HOST_DIR}')
})
