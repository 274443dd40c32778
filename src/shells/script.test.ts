import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SHELLS } from '../core/hook.ts'
import { isIssue } from '../core/issue.ts'
import { SCRIPT_SHELLS, scriptCommand } from './script.ts'

/** Every code point, lone surrogates too. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
})

const words = (
  shell: (typeof SHELLS)[number],
  platform: NodeJS.Platform,
  args: readonly string[] = ['A', 'F'],
) => {
  const command = scriptCommand(shell, 'SCRIPT', { args, platform })
  return isIssue(command) ? command.code : [command.file, ...command.args].join(' ')
}

test.for([
  ['sh', 'linux', 'sh -e SCRIPT A F'],
  ['sh', 'win32', 'sh -e SCRIPT A F'],
  ['bash', 'linux', 'bash --noprofile --norc -eo pipefail SCRIPT A F'],
  ['bash', 'win32', 'bash --noprofile --norc -eo pipefail SCRIPT A F'],
  ['pwsh', 'darwin', 'pwsh -NoProfile -NonInteractive -File SCRIPT A F'],
  ['pwsh', 'win32', 'pwsh -NoProfile -NonInteractive -ExecutionPolicy Bypass -File SCRIPT A F'],
  ['powershell', 'linux', 'powershell -NoProfile -NonInteractive -File SCRIPT A F'],
  ['powershell', 'win32', 'powershell -NoProfile -NonInteractive -ExecutionPolicy Bypass -File SCRIPT A F'],
  ['cmd', 'linux', 'cmd /D /E:ON /V:OFF /S /C CALL SCRIPT A F'],
  ['cmd', 'win32', 'cmd /D /E:ON /V:OFF /S /C CALL SCRIPT A F'],
] as const)('%s on %s is exactly its command line', ([shell, platform, line]) =>
  expect(words(shell, platform)).toBe(line),
)

test('script files are entry.sh, entry.ps1 and entry.cmd', () =>
  expect(SHELLS.map((shell) => SCRIPT_SHELLS[shell].scriptFile)).toEqual([
    'entry.sh',
    'entry.sh',
    'entry.ps1',
    'entry.ps1',
    'entry.cmd',
  ]))

test.for(['sh', 'bash', 'pwsh', 'powershell'] as const)('%s gets its arguments untouched', (shell) =>
  fc.assert(
    fc.property(fc.array(fc.string()), (args) => {
      const command = scriptCommand(shell, '/s', { args, platform: 'win32' })
      expect(command).toMatchObject({ file: shell, args: expect.arrayContaining(args) })
      expect(command).not.toHaveProperty('verbatim')
    }),
  ),
)

describe('cmd on Windows', () => {
  const last = (arg: string) => {
    const command = scriptCommand('cmd', 'S', { args: [arg], platform: 'win32' })
    return isIssue(command) ? command.code : command.args.at(-1)
  }

  test.for([
    ['a plain word stays bare', 'configured', 'configured'],
    ['a path stays bare', String.raw`C:\a\b-c_d.txt`, String.raw`C:\a\b-c_d.txt`],
    ['an option stays bare', '--fix', '--fix'],
    ['a space is quoted', 'b c.txt', '"b c.txt"'],
    ['an empty argument is quoted', '', '""'],
    ['an operator is quoted', 'a&calc', '"a&calc"'],
    ['a redirection is quoted', 'a>b', '"a>b"'],
    ['what splits batch arguments is quoted', '--x=a,b;c', '"--x=a,b;c"'],
    ['/? is quoted, or CALL would print its help', '/?', '"/?"'],
    ['a quote is doubled', 'a"b', '"a""b"'],
    ['backslashes before a quote are doubled', 'a\\"b', '"a\\\\""b"'],
    ['backslashes at the end of a quoted word are doubled', 'a b\\', '"a b\\\\"'],
    ['a quote cannot end the quoting', '"&calc&"', '"""&calc&"""'],
    ['other scripts are quoted', 'é', '"é"'],
    ['a percent sign is refused', '100%', 'shell.unsafe-argument'],
    ['a caret is refused', 'a^b', 'shell.unsafe-argument'],
    ['a line break is refused', 'a\nb', 'shell.unsafe-argument'],
    ['a carriage return is refused', 'a\rb', 'shell.unsafe-argument'],
    ['a NUL is refused', 'a\0b', 'shell.unsafe-argument'],
  ] as const)('%s', ([, arg, expected]) => expect(last(arg)).toBe(expected))

  test('a script path with spaces is quoted and arguments go verbatim', () =>
    expect(scriptCommand('cmd', String.raw`C:\My State\entry.cmd`, { args: [], platform: 'win32' })).toEqual({
      file: 'cmd',
      args: ['/D', '/E:ON', '/V:OFF', '/S', '/C', 'CALL', String.raw`"C:\My State\entry.cmd"`],
      verbatim: true,
    }))

  test('an argument can never leave its quotes', () =>
    fc.assert(
      fc.property(anyText, (arg) => {
        const quoted = last(arg) ?? ''
        fc.pre(quoted !== 'shell.unsafe-argument')
        expect(outsideQuotes(quoted)).toMatch(/^[\w.:\\/@+#$-]*$/)
      }),
    ))

  test('the refusal names the argument and the character', () =>
    expect(scriptCommand('cmd', 'S', { args: ['a%PATH%'], platform: 'win32' })).toMatchObject({
      message: 'cmd cannot be given "a%PATH%" unchanged: it contains "%".',
    }))
})

/** What cmd sees while its quote flag is off; each `"` flips the flag. */
function outsideQuotes(text: string): string {
  return text
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('')
}
