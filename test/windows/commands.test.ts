import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const BASH = {
  hook_event_name: 'PreToolUse',
  session_id: 's',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}
const RULE = 'hooks:\n  PreToolUse:\n    - { id: no, deny: first }\n'

/** Holds a file open until somebody has been about to replace it for a while. */
const READER = `
const fs = require('node:fs')
const [folder, name] = process.argv.slice(2)
const fd = fs.openSync(folder + '/' + name, 'r')
fs.writeFileSync(__filename + '.ready', '')
const isWanted = () => fs.readdirSync(folder).some((each) => each.startsWith(name + '.lock'))
const looking = setInterval(() => {
  if (!isWanted()) return
  clearInterval(looking)
  setTimeout(() => {
    console.log(isWanted() ? 'saw a writer' : 'nobody waited')
    fs.closeSync(fd)
  }, 300)
}, 5)
`

describeWindows('commands on Windows', () => {
  const machine = useMachine()

  test('--version and --help answer', async () => {
    const sandbox = createWindowsSandbox(machine)
    expect(await sandbox.cli(['--version'])).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
    expect((await sandbox.cli(['--help'])).stdout).toContain('Usage: hookwright COMMAND')
  })

  test.for([
    ['hookwright.yaml', RULE],
    ['hookwright.json', '{\n "hooks": { "PreToolUse": [{ "id": "no", "deny": "first" }] }\n}\n'],
    ['hookwright.toml', '[[hooks.PreToolUse]]\nid = "no"\ndeny = "first"\n'],
  ] as const)(
    '%s may begin with a mark of its encoding and end its lines as Windows does',
    async ([name, text]) => {
      const sandbox = createWindowsSandbox(machine)
      sandbox.write(join(sandbox.config, name), `\uFEFF${text.replaceAll('\n', '\r\n')}`)
      expect(await sandbox.cli(['check'])).toEqual({
        code: 0,
        // Before it stands that no agent calls hookwright here.
        stdout: expect.stringMatching(/\n1 file, 1 hook: 0 errors, 0 warnings\.\n$/) as string,
        stderr: '',
      })
    },
  )

  test('check names the file, the line and the column of a mistake', async () => {
    const sandbox = createWindowsSandbox(machine)
    const file = sandbox.write('hookwright.yaml', RULE.replace('deny', 'dany').replaceAll('\n', '\r\n'))
    const { code, stdout, stderr } = await sandbox.cli(['check'])
    expect(code).toBe(1)
    expect(stdout + stderr).toContain(`${sandbox.win(file)}:3:`)
  })

  test('disable, explain, enable and log tell of the same hook', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), RULE)
    expect((await sandbox.cli(['disable', 'no', '--yes'])).stdout).toBe('no is off until you enable it.\n')
    const input = JSON.stringify({ ...BASH, cwd: sandbox.win() })
    const explained = await sandbox.cli(['explain', '--host', 'claude-code'], { input })
    expect(explained.stdout).toContain(`project ${sandbox.win()}\n  skip no`)
    expect((await sandbox.event(BASH)).stdout).toBe('')
    expect((await sandbox.cli(['enable', 'no'])).stdout).toBe('no is on.\n')
    expect((await sandbox.event(BASH)).stdout).toContain('"first"')
    const { stdout } = await sandbox.cli(['log', '--last', '1', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ project: sandbox.win(), decision: 'deny', session: 's' })
    expect(sandbox.log().map(({ decision }) => decision)).toEqual(['none', 'deny'])
  })

  test('the second call reads the snapshot, until a file that it was made from changes', async () => {
    const sandbox = createWindowsSandbox(machine)
    const file = sandbox.write(join(sandbox.config, 'hookwright.yaml'), RULE)
    await sandbox.event(BASH)
    const folder = join(sandbox.state, 'snapshots')
    const [name = ''] = readdirSync(folder)
    const text = readFileSync(join(folder, name), 'utf8')
    const compiled = text.lastIndexOf('"first"')
    writeFileSync(
      join(folder, name),
      `${text.slice(0, compiled)}"of the snapshot"${text.slice(compiled + 7)}`,
    )
    expect((await sandbox.event(BASH)).stdout).toContain('of the snapshot')
    sandbox.write(file, RULE.replace('first', 'other'))
    expect((await sandbox.event(BASH)).stdout).toContain('other')
  })

  test('what is written to the state folder waits for who reads it, as Windows replaces no file that is open', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), RULE)
    await sandbox.cli(['disable', 'no', '--yes'])
    const reader = sandbox.write(join(sandbox.root, 'reader.js'), READER)
    const reading = machine.node([
      machine.windowsPath(reader),
      machine.windowsPath(sandbox.state),
      'disabled.json',
    ])
    await vi.waitFor(() => expect(sandbox.exists(join(sandbox.root, 'reader.js.ready'))).toBe(true), 20_000)
    expect(await sandbox.cli(['enable', 'no'])).toEqual({ code: 0, stdout: 'no is on.\n', stderr: '' })
    expect(await reading).toEqual({ code: 0, stdout: 'saw a writer\n', stderr: '' })
  })
})
