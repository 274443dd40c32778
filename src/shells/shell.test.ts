import { expect, test } from 'vitest'
import { SHELLS } from '../core/hook.ts'
import { parseShell } from './shell.ts'

test.for(SHELLS)('%s is a shell', (name) => expect(parseShell(name, {})).toBe(name))

const place = { file: 'hookwright.yaml', pointer: ['hooks', 'Stop', 0, 'shell'] }

test.for([
  ['another shell', 'zsh', '"zsh"', /without `shell`/],
  ['a shell with flags', 'bash -e', '"bash -e"', /`shell: bash`; its flags are fixed/],
  ['a path', '/usr/bin/bash', '"/usr/bin/bash"', /`shell: bash`/],
  ['a program file', 'PowerShell.exe', '"PowerShell.exe"', /`shell: powershell`/],
  ['a list', ['bash'], '["bash"]', /list/],
  ['a mapping', { command: 'zsh', args: ['-e'] }, '{"command":"zsh","args":["-e"]}', /mapping/],
  ['an empty text', '', '""', /without `shell`/],
  ['a number', 1, '1', /without `shell`/],
  ['true', true, 'true', /without `shell`/],
  ['nothing', undefined, 'undefined', /without `shell`/],
  ['an inherited name', 'constructor', '"constructor"', /without `shell`/],
] as const)('%s is refused by name', ([, value, shown, hint]) =>
  expect(parseShell(value, place)).toMatchObject({
    code: 'shell.unknown',
    place,
    message: `Shell ${shown} is not one of sh, bash, pwsh, powershell, cmd.`,
    hint: expect.stringMatching(hint),
  }),
)
