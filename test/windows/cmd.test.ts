import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isIssue } from '../../src/core/issue.ts'
import { scriptCommand } from '../../src/shells/script.ts'
import { describeWindows, useMachine, type Machine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

/*
 * Wine 8 differs from Windows here: after CALL an `exit /b N` is 1 whatever N was, and carets inside quotes are not
 * doubled.
 */
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

/** The line a case is started with. A POSIX process cannot hand it over raw, but a batch file can. */
function prepare(
  machine: Machine,
  { source = ECHO, args = [], folder = 'state' }: Case,
  index: number,
): string {
  const directory = join(machine.temp, `${index}`, folder)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'entry.cmd'), source.replaceAll('\n', '\r\n'))
  const path = machine.windowsPath(join(directory, 'entry.cmd'))
  const command = scriptCommand('cmd', path, { args, platform: 'win32' })
  return isIssue(command) ? command.message : [command.file, ...command.args].join(' ')
}

/** All cases in one go: every start of wine takes a second. */
async function runAll(machine: Machine): Promise<readonly Result[]> {
  const lines = CASES.map(
    ([, example], index) => `${prepare(machine, example, index)}\r\necho #%errorlevel%\r\n`,
  )
  writeFileSync(join(machine.temp, 'all.cmd'), ['@echo off\r\n', ...lines].join(''))
  const { stdout } = await machine.run('cmd', ['/D', '/C', 'all.cmd'])
  const sections = stdout.replaceAll('\r\n', '\n').matchAll(/([^]*?)#(\d+)\n/g)
  return [...sections].map(([, text = '', status]) => ({ status: Number(status), stdout: text }))
}

describeWindows('the cmd adapter', { timeout: 60_000 }, () => {
  const machine = useMachine()
  let results: readonly Result[] = []

  beforeAll(async () => {
    results = await runAll(machine)
  }, 60_000)

  test.for(CASES.map(([claim, , expected], index) => [claim, index, expected] as const))(
    '%s',
    ([, index, expected]) => expect(results[index]).toEqual(expected),
  )

  test('the adapter’s own words start cmd directly', async () => {
    writeFileSync(join(machine.temp, 'direct.cmd'), '@echo got %*\r\n')
    const command = scriptCommand('cmd', 'direct.cmd', { args: ['a', 'b'], platform: 'linux' })
    if (isIssue(command)) throw new Error(command.message)
    expect((await machine.run(command.file, command.args)).stdout).toBe('got a b\r\n')
  })
})

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }

describeWindows('shells that Windows may lack', { timeout: 60_000 }, () => {
  const machine = useMachine()

  test('a guard in a shell that is missing denies, and each message says what to install', async () => {
    const sandbox = createWindowsSandbox(machine)
    const shells = ['sh', 'bash', 'pwsh', 'powershell']
    const hooks = shells.map((shell) => ({ id: shell, command: 'exit 0', shell, onFailure: 'deny' }))
    const config = { version: 1, hooks: { PreToolUse: hooks } }
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), JSON.stringify(config))
    // Without the folder in which wine has a powershell.exe that does nothing.
    const running = { variables: { PATH: 'C:\\windows\\system32' } }
    const { stdout } = await sandbox.event(BASH, undefined, running)
    expect(stdout).toContain('"permissionDecision":"deny"')
    for (const shell of shells) expect(stdout).toContain(`not found: tried \\"${shell}\\"`)
    expect(sandbox.log()).toMatchObject([{ hooks: shells.map((id) => ({ id, class: 'launch-failure' })) }])
    expect(readdirSync(join(sandbox.state, 'scratch'))).toEqual([])
    const check = await sandbox.cli(['check'], running)
    for (const text of ['Git for Windows', 'https://aka.ms/powershell'])
      expect(check.stdout + check.stderr).toContain(text)
  })

  test('the exit code of a script is that of the hook, and its stderr the reason', async () => {
    const sandbox = createWindowsSandbox(machine)
    const hooks = [
      { id: 'denies', command: '@echo off\r\necho no force >&2\r\nexit 2\r\n', shell: 'cmd' },
      { id: 'fails', command: '@exit 7\r\n', shell: 'cmd' },
      { id: 'passes', command: '@exit 0\r\n', shell: 'cmd' },
    ]
    const config = { version: 1, hooks: { PreToolUse: hooks } }
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), JSON.stringify(config))
    const { stdout } = await sandbox.event(BASH)
    expect(stdout).toContain('"permissionDecisionReason":"no force')
    expect(sandbox.log()).toMatchObject([
      {
        hooks: [
          { id: 'denies', exit: 2 },
          { id: 'fails', exit: 7 },
          { id: 'passes', exit: 0 },
        ],
      },
    ])
    expect(readdirSync(join(sandbox.state, 'scratch'))).toEqual([])
  })
})
