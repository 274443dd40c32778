import { describe, expect, test } from 'vitest'
import { analysePowerShell, foldPowerShell } from './powershell.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const match = (content: string, command: string) =>
  matchCommand(compileShellPattern(foldPowerShell(content)), command, analysePowerShell(command))

describe('PowerShell commands', () => {
  test.for([
    ['case is ignored', 'Remove-Item *', 'REMOVE-item x', true],
    ['an alias is its cmdlet', 'Remove-Item *', 'rm -r x', true],
    ['an alias in the rule as well', 'rm *', 'Remove-Item x', true],
    ['two aliases of one cmdlet are equal', 'del:*', 'ri x', true],
    ['another cmdlet is not', 'Remove-Item *', 'Get-ChildItem x', false],
    ['";" separates', 'Remove-Item *', 'ls; rm x', true],
    ['"|" separates', 'Remove-Item *', 'ls | rm', true],
    ['"&&" and "||" separate', 'Remove-Item *', 'ls && x || rm y', true],
    ['a newline separates', 'Remove-Item *', 'ls\r\nrm x', true],
    ['a block is looked into', 'Remove-Item *', 'if ($x) { rm y }', true],
    ['a subexpression is looked into', 'Remove-Item *', 'echo $(rm x)', true],
    ['a subexpression in a string is looked into', 'Remove-Item *', 'echo "a $(rm x)"', true],
    ['a subexpression with nested quotes is looked into', 'Remove-Item *', 'echo "a $(rm "x")"', true],
    ['an assigned command is looked into', 'Get-Content *', '$x = cat y', true],
    ['the call operator', 'Remove-Item *', "& 'rm' x", true],
    ['a called variable may be any command', 'Remove-Item *', '& $cmd x', true],
    ['a backtick escape does not hide a name', 'Remove-Item *', 'Remove`-Item x', true],
    ['a folder and .exe do not hide a program', 'git *', 'C:\\Git\\bin\\git.exe push', true],
    [
      'a module does not hide a cmdlet',
      'Remove-Item *',
      'Microsoft.PowerShell.Management\\Remove-Item x',
      true,
    ],
    ['several spaces are one', 'git push *', 'git   push x', true],
    ["git's own options do not hide its subcommand", 'git push *', 'git.exe -C . --no-pager push', true],
    ['a variable leaves a longer pattern in doubt', 'git push *', 'echo $env:X', true],
    ['a variable says nothing about a name', 'Remove-Item *', 'echo $env:X', false],
    ['an assignment is no call', 'Remove-Item *', '$x = 5', false],
    ['single quotes are data', 'Remove-Item *', "echo 'a; rm x'", false],
    ['double quotes are data', 'Remove-Item *', 'echo "a; rm x"', false],
    ['a here-string is data', 'Remove-Item *', "echo @'\nrm x\n'@", false],
    ['a comment is no command', 'Remove-Item *', 'ls # ; rm x', false],
    ['a block comment is no command', 'Remove-Item *', 'ls <# ; rm x #>', false],
    ['an open quote cannot be analysed', 'Remove-Item *', 'echo "x', true],
    ['an open comment cannot be analysed', 'Remove-Item *', 'echo <# x', true],
  ] as const)('%s', ([, content, command, holds]) => {
    expect(match(content, command).holds).toBe(holds)
  })
})

test.for([
  ['git *', 'git status', true],
  ['git *', 'git status; rm x', false],
  ['git *', 'git log $x', false],
] as const)('PowerShell(%s) covers the whole of %s: %s', ([content, command, whole]) => {
  expect(match(content, command)).toMatchObject({ holds: true, whole })
})
