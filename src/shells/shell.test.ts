import { expect, test } from 'vitest'
import { SHELLS } from '../core/hook.ts'
import { parseShell } from './shell.ts'

test.for(SHELLS)('%s is a shell', (name) => expect(parseShell(name, {})).toBe(name))

const place = { file: 'hookwright.yaml', pointer: ['hooks', 'Stop', 0, 'shell'] }

test.for([
  ['another shell', 'zsh', 'Shell "zsh"', /without `shell`/],
  ['a shell with flags', 'bash -e', 'Shell "bash -e"', /`shell: bash`; its flags are fixed/],
  ['a path', '/usr/bin/bash', 'Shell "/usr/bin/bash"', /`shell: bash`/],
  ['a program file', 'PowerShell.exe', 'Shell "PowerShell.exe"', /`shell: powershell`/],
  ['a list', ['bash'], 'The shell (a list)', /list/],
  ['a mapping', { command: 'zsh', args: ['-e'] }, 'The shell (a mapping)', /mapping/],
  ['an empty text', '', 'The shell (an empty string)', /without `shell`/],
  ['a number', 1, 'The shell (a number)', /without `shell`/],
  ['true', true, 'The shell (true)', /without `shell`/],
  ['nothing', undefined, 'The shell (absent)', /without `shell`/],
  ['a shell with more than flags', 'bash -c canary', 'The text of "shell"', /`shell: bash`/],
  ['an inherited name', 'constructor', 'The text of "shell"', /without `shell`/],
] as const)('%s is refused by name', ([, value, shown, hint]) =>
  expect(parseShell(value, place)).toMatchObject({
    code: 'shell.unknown',
    place,
    message: `${shown} is not one of sh, bash, pwsh, powershell, cmd.`,
    hint: expect.stringMatching(hint),
  }),
)
