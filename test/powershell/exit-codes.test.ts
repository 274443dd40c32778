import { describe, expect, test } from 'vitest'
import { noPowershell, SHELLS } from './program.ts'
import { failed, said, script } from './scripts.ts'

const STOP = '$ErrorActionPreference = "Stop"\n'

describe.skipIf(noPowershell)('exit codes of a PowerShell script', () => {
  test.for(SHELLS)('%s: both streams and the code are the script’s', async (shell) =>
    expect(await script('"out"; [Console]::Error.WriteLine("err"); exit 7', { shell })).toEqual({
      exit: 7,
      stdout: 'out\n',
      stderr: 'err\n',
    }),
  )

  test.for([
    ['exit 0 passes', 'exit 0', said('')],
    ['exit 2 is 2', 'exit 2', said('', 2)],
    ['exit 255 is 255', 'exit 255', said('', 255)],
    ['an empty source passes', '', said('')],
    ['exit inside a function ends the script', 'function f { exit 4 }; f; "after"', said('', 4)],
    ['a shebang has no effect', '#!/bin/false\n"ran"', said('ran\n')],
    ['a throw that nobody catches is 1', 'throw "refused"; "after"', failed(1, 'refused')],
    [
      'a script that cannot be parsed is 1, and no line of it runs',
      '"before"\nif (',
      failed(1, 'ParserError'),
    ],
    ['a #requires that does not hold is 1', '#requires -version 99\n"ran"', failed(1, '99')],
  ] as const)('%s', async ([, source, expected]) => expect(await script(source)).toEqual(expected))

  describe('nothing is added that ends a script at its first error', () => {
    test.for([
      ['a cmdlet that fails: the script goes on', 'Get-Item /nope; "after"', failed(0, 'nope', 'after\n')],
      ['a cmdlet that fails last: the script passes', 'Get-Item /nope', failed(0, 'nope')],
      [
        'an unknown command: the script goes on',
        'no-such-thing; "after"',
        failed(0, 'no-such-thing', 'after\n'),
      ],
      ['a program that fails: the script goes on', 'sh -c "exit 3"; "after"', said('after\n')],
      ['a program that fails last: the script passes', 'sh -c "exit 3"', said('')],
      ['exit $LASTEXITCODE hands its code on', 'sh -c "exit 3"; exit $LASTEXITCODE', said('', 3)],
    ] as const)('%s', async ([, source, expected]) => expect(await script(source)).toEqual(expected))
  })

  describe('with $ErrorActionPreference = "Stop"', () => {
    test.for([
      ['the first cmdlet that fails ends it with 1', 'Get-Item /nope; "after"', failed(1, 'nope')],
      ['an unknown command ends it with 1', 'no-such-thing; "after"', failed(1, 'no-such-thing')],
      ['Write-Error ends it with 1', 'Write-Error "refused"; "after"', failed(1, 'refused')],
      ['a program that fails does not end it', 'sh -c "exit 3"; "after"', said('after\n')],
      [
        '$PSNativeCommandUseErrorActionPreference makes a program that fails end it with 1',
        '$PSNativeCommandUseErrorActionPreference = $true\nsh -c "exit 3"; "after"',
        failed(1, 'NativeCommandExitException'),
      ],
      [
        'a caught error does not end it',
        'try { Get-Item /nope } catch { "caught" }; exit 5',
        said('caught\n', 5),
      ],
    ] as const)('%s', async ([, source, expected]) =>
      expect(await script(`${STOP}${source}`)).toEqual(expected),
    )
  })

  test('a prompt fails instead of waiting', async () =>
    expect(await script('Read-Host "name"; "after"')).toEqual(failed(0, 'NonInteractive', 'after\n')))
})
