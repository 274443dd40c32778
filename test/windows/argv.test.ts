import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox, type WindowsSandbox } from './sandbox.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const SHOW = 'require("fs").writeFileSync(__dirname + "/seen.json", JSON.stringify(process.argv.slice(2)))\n'

/** What every argument of a program must survive. */
const ODD = [
  '',
  'a b',
  '"quoted"',
  'a\\"b',
  'a\\\\"b',
  'trailing\\',
  'with space\\',
  'C:\\my dir\\',
  '%PATH%',
  '^caret',
  'a&echo pwned>pwned.txt',
  'a|b',
  '!PATH!',
  '<in>out',
  '(x)',
  "it's",
  '--x=a,b;c',
  '*.txt',
  'größe 日本 🚀',
  'two\nlines',
  '/?',
]

describeWindows('S40 arguments of a hook', { timeout: 60_000 }, () => {
  const machine = useMachine()

  /** A project whose hooks write down their arguments; the hooks are the user's. */
  function withHooks(...hooks: object[]): WindowsSandbox {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('show.js', SHOW)
    const config = { version: 1, hooks: { PreToolUse: hooks } }
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), JSON.stringify(config))
    return sandbox
  }
  const seenIn = (sandbox: WindowsSandbox): unknown => JSON.parse(sandbox.read('seen.json'))

  test('a program gets odd arguments unchanged', async () => {
    const sandbox = withHooks({ id: 'show', command: 'node', args: ['show.js', ...ODD] })
    const { stdout, stderr } = await sandbox.event(BASH)
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
    expect(seenIn(sandbox)).toEqual(ODD)
    expect(sandbox.exists('pwned.txt')).toBe(false)
  })

  test('a cmd script hands on odd arguments as they are, quotes and backslashes too', async () => {
    const args = ODD.filter((word) => !/[%^\n]/.test(word))
    const command = '@echo off\r\nnode show.js %*\r\n'
    const sandbox = withHooks({ id: 'show', command, shell: 'cmd', args })
    const { stdout, stderr } = await sandbox.event(BASH)
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
    expect(seenIn(sandbox)).toEqual(args)
    expect(sandbox.exists('pwned.txt')).toBe(false)
  })

  test('what cmd would read twice is refused by name, and a guard then denies', async () => {
    const words = ['%PATH%', '^caret', 'two\nlines']
    const hooks = words.map((word, index) => ({
      id: `guard-${index}`,
      command: '@exit 0\r\n',
      shell: 'cmd',
      args: [word],
      onFailure: 'deny',
    }))
    const { stdout } = await withHooks(...hooks).event(BASH)
    expect(stdout).toContain('"permissionDecision":"deny"')
    for (const word of words)
      expect(stdout).toContain(
        `cmd cannot be given ${JSON.stringify(word)}`.replaceAll('\\', '\\\\').replaceAll('"', '\\"'),
      )
  })

  test('a batch file is not started with arguments that cmd would read, and the message says what to write', async () => {
    const args = ['a&echo pwned>pwned.txt', '"&echo pwned>pwned.txt', '%PATH%']
    const tool = { command: './tool.cmd', args, onFailure: 'deny' }
    const sandbox = withHooks({ id: 'path', ...tool }, { id: 'name', ...tool, command: 'tool' })
    sandbox.write('tool.cmd', '@echo %*>ran.txt\r\n')
    sandbox.write(join(sandbox.root, 'bin/tool.cmd'), '@echo %*>ran.txt\r\n')
    const variables = { PATH: machine.windowsPath(join(sandbox.root, 'bin')) }
    const { stdout } = await sandbox.event(BASH, undefined, { variables })
    expect(stdout).toContain('"permissionDecision":"deny"')
    for (const file of [sandbox.win('tool.cmd'), machine.windowsPath(join(sandbox.root, 'bin/tool.cmd'))])
      expect(stdout).toContain(file.replaceAll('\\', '\\\\'))
    expect([sandbox.exists('ran.txt'), sandbox.exists('pwned.txt')]).toEqual([false, false])
    const check = await sandbox.cli(['check'], { variables })
    expect(check.stdout + check.stderr).toContain('Write `shell: cmd`')
  })
})
