import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import { scriptCommand } from '../../src/shells/script.ts'

/*
 * Wine's cmd stands in for Windows'. Wine 8 was seen to differ: after CALL an `exit /b N` is 1 whatever N
 * was, and carets inside quotes are not doubled.
 */
const hasWine = process.platform !== 'win32' && spawnSync('sh', ['-c', 'command -v wine']).status === 0
if (!hasWine) console.log('not run: wine is not on PATH, so only the command line of cmd is checked here')

type Case = { readonly source?: string; readonly args?: readonly string[]; readonly folder?: string }
type Result = { readonly status: number; readonly stdout: string }

const ECHO = '@echo off\necho [%1] [%2]\necho all %*\n'
const echoed = (seen: string): Result => ({ status: 0, stdout: `[${seen}] [last]\nall ${seen} last\n` })

const CASES: readonly (readonly [claim: string, Case, expected: unknown])[] = [
  [
    'T8 arguments are %1 and %2',
    { source: '@echo off\necho cmd:%1:%2\n', args: ['configured', 'input.txt'] },
    { status: 0, stdout: 'cmd:configured:input.txt\n' },
  ],
  ['a space stays in its argument', { args: ['b c.txt', 'last'] }, echoed('"b c.txt"')],
  ['an operator runs nothing', { args: ['a&echo pwned', 'last'] }, echoed('"a&echo pwned"')],
  ['pipes and redirections do nothing', { args: ['a|b>c<d', 'last'] }, echoed('"a|b>c<d"')],
  ['what splits batch arguments does not', { args: ['--x=a,b;c', 'last'] }, echoed('"--x=a,b;c"')],
  ['parentheses arrive', { args: ['(x)', 'last'] }, echoed('"(x)"')],
  ['a quote does not let an operator out', { args: ['a"&echo pwned', 'last'] }, echoed('"a""&echo pwned"')],
  ['/? does not ask CALL for help', { args: ['/?', 'last'] }, echoed('"/?"')],
  ['an exclamation mark expands nothing', { args: ['!PATH!', 'last'] }, echoed('"!PATH!"')],
  ['an empty argument arrives', { args: ['', 'last'] }, echoed('""')],
  ['a leading dash arrives', { args: ['-x', 'last'] }, echoed('-x')],
  ['%~1 has no quotes', { source: '@echo [%~1]\n', args: ['b c.txt'] }, { status: 0, stdout: '[b c.txt]\n' }],
  [
    'a script path with spaces and operators runs',
    { args: ['x', 'last'], folder: 'my state & (co)' },
    echoed('x'),
  ],
  ['exit 7 is 7', { source: '@exit 7\n' }, { status: 7, stdout: '' }],
  ['an empty script passes', { source: '' }, { status: 0, stdout: '' }],
  [
    'a failed command in the middle goes on',
    { source: '@cmd /c exit 3\n@echo after\n@exit 0\n' },
    { status: 0, stdout: 'after\n' },
  ],
  [
    'exit /b fails the hook',
    { source: '@exit /b 7\n' },
    { status: expect.toSatisfy((status) => status !== 0), stdout: '' },
  ],
]

let root = ''

function wine(args: readonly string[]): string {
  const env = { ...process.env, WINEPREFIX: join(root, 'prefix'), WINEDEBUG: '-all' }
  const { stdout } = spawnSync('wine', args, {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 110_000,
    input: '',
  })
  return stdout.replaceAll('\r\n', '\n')
}

/** The line a case is started with. A POSIX process cannot hand it over raw, but a batch file can. */
function prepare({ source = ECHO, args = [], folder = 'state' }: Case, index: number): string {
  const directory = join(root, `${index}`, folder)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'entry.cmd'), source.replaceAll('\n', '\r\n'))
  const path = `Z:${directory.replaceAll('/', '\\')}\\entry.cmd`
  const command = scriptCommand('cmd', path, { args, platform: 'win32' })
  return isIssue(command) ? command.message : [command.file, ...command.args].join(' ')
}

/** All cases in one go: every start of wine takes seconds. */
function runAll(): readonly Result[] {
  const lines = CASES.map(([, example], index) => `${prepare(example, index)}\r\necho #%errorlevel%\r\n`)
  writeFileSync(join(root, 'all.cmd'), ['@echo off\r\n', ...lines].join(''))
  const sections = wine(['cmd', '/D', '/C', 'all.cmd']).matchAll(/([^]*?)#(\d+)\n/g)
  return [...sections].map(([, stdout = '', status]) => ({ status: Number(status), stdout }))
}

describe.skipIf(!hasWine)('cmd under wine', () => {
  let results: readonly Result[] = []
  let direct = ''

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'hookwright-wine-'))
    results = runAll()
    writeFileSync(join(root, 'direct.cmd'), '@echo got %*\r\n')
    const command = scriptCommand('cmd', 'direct.cmd', { args: ['a', 'b'], platform: 'linux' })
    direct = isIssue(command) ? command.message : wine([command.file, ...command.args])
  }, 240_000)

  afterAll(() => {
    const env = { ...process.env, WINEPREFIX: join(root, 'prefix') }
    spawnSync('wineserver', ['-k'], { env })
    spawnSync('wineserver', ['-w'], { env, timeout: 20_000 })
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }, 60_000)

  test.for(CASES.map(([claim, , expected], index) => [claim, index, expected] as const))(
    '%s',
    ([, index, expected]) => expect(results[index]).toEqual(expected),
  )

  test('the adapter’s own words start cmd directly', () => expect(direct).toBe('got a b\n'))
})
