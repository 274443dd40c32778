import { describe, expect, test } from 'vitest'
import { noPowershell, SHELLS } from './program.ts'
import { said, script } from './scripts.ts'

/** Each argument with its type, between characters that are in none of them. */
const SHOW =
  '[Console]::Out.Write("$($args.Count)`u{1f}"); foreach ($a in $args) { [Console]::Out.Write("$($a.GetType().Name):$a`u{1f}") }'

const shown = (values: readonly string[], type = 'String'): string =>
  [values.length, ...values.map((value) => `${type}:${value}`), ''].join('\u001f')

const QUOTED = [
  '',
  'a b',
  "'",
  '"',
  `it's "q"`,
  'tab\there',
  'a\nb',
  'a\r\nb',
  ' lead',
  'trail ',
  '\\',
  'a\\',
]
const ACTED_ON = [
  '$HOME',
  '$(id)',
  '`id`',
  '`n',
  'a;b&c|d>e',
  '@x',
  '@(1)',
  '{x}',
  '(x)',
  '#x',
  'a,b',
  '%HOME%',
  '~',
]
const WILD = ['*', '?', '[x]', '[a-z]*.ps1']
const DASHES = [
  '-',
  '--',
  '-e',
  '-Verbose',
  '-File',
  '-Command',
  '-?',
  '--x',
  '–en',
  '—em',
  '-a.b',
  '/?',
  '/c',
]
const TYPED = ['1', '0x10', '$true', '$null', 'é', 'e\u0301', '😀', '\u202e', 'a:b', ':']

describe.skipIf(noPowershell)('arguments of a PowerShell script', () => {
  test.for(SHELLS)('T6, T7 %s gets the configured ones, then the names, as text', async (shell) =>
    expect(
      await script(`"${shell}:$($args[0]):$($args[1])"; exit 7`, { shell, args: ['configured', 'b c.txt'] }),
    ).toEqual(said(`${shell}:configured:b c.txt\n`, 7)),
  )

  test.for(SHELLS)('%s gets odd names unchanged', async (shell) => {
    const args = [...QUOTED, ...ACTED_ON, ...WILD, ...DASHES, ...TYPED]
    expect(await script(SHOW, { shell, args })).toEqual(said(shown(args)))
  })

  test('2,000 names of 40 characters arrive', async () => {
    const args = Array.from({ length: 2000 }, (_, index) => `${'n'.repeat(36)}${index + 1000}`)
    expect(await script(SHOW, { args })).toEqual(said(shown(args)))
  })

  test('no argument is no argument', async () => expect(await script(SHOW)).toEqual(said(shown([]))))

  // PowerShell's own reading of what follows -File; docs/shells.md warns of it.
  test('PowerShell cuts -NAME:VALUE in two, makes a boolean of $true, and drops --%', async () => {
    const args = ['-a:b', '-switch:$true', '–dash:x', '--%', 'end']
    const parts = ['String:-a', 'String:b', 'String:-switch', 'Boolean:True', 'String:–dash', 'String:x']
    expect(await script(SHOW, { args })).toEqual(said(['7', ...parts, 'String:end', ''].join('\u001f')))
  })

  test('a param block takes parameters by name, and the rest by place', async () => {
    const source =
      'param([switch] $Fix, [string] $Level, [Parameter(ValueFromRemainingArguments)] $Names)\n"$Fix|$Level|$Names"'
    expect(await script(source, { args: ['-Level:high', '-Fix', 'a.txt', 'b.txt'] })).toEqual(
      said('True|high|a.txt b.txt\n'),
    )
  })

  test('a file with an odd name is opened by -LiteralPath', async () => {
    const source =
      'foreach ($a in $args) { Set-Content -LiteralPath $a -Value x -NoNewline; (Get-Item -LiteralPath $a).Length }'
    const args = ['a b', "it's", '$HOME', '`x', 'a;b', '@x', '[x]', 'é😀', 'a\nb', './-x']
    expect(await script(source, { args })).toEqual(said('1\n'.repeat(args.length)))
  })
})
