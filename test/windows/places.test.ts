import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const rule = (id: string): string => `hooks:\n  PreToolUse:\n    - { id: ${id}, deny: ${id} }\n`

describeWindows('places on Windows', () => {
  const machine = useMachine()

  test('hooks come from %ProgramData%, %APPDATA%, the project and its local file', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(`${sandbox.managed}/hookwright.yaml`, rule('of-all'))
    sandbox.write(`${sandbox.config}/hookwright.json`, '{"hooks":{"PreToolUse":[{"id":"mine","deny":"no"}]}}')
    sandbox.write('hookwright.toml', '[[hooks.PreToolUse]]\nid = "ours"\ndeny = "no"\n')
    sandbox.write('hookwright.local.yaml', rule('local'))
    expect(await scopes(sandbox.cli(['list', '--json']))).toEqual([
      ['of-all', 'managed', join(sandbox.managed, 'hookwright.yaml')],
      ['mine', 'user', join(sandbox.config, 'hookwright.json')],
      ['ours', 'project', join(sandbox.project, 'hookwright.toml')],
      ['local', 'local', join(sandbox.project, 'hookwright.local.yaml')],
    ])
  })

  test('variables in the spelling of Git Bash lead to the same places', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(`${sandbox.managed}/hookwright.yaml`, rule('of-all'))
    sandbox.write(`${sandbox.config}/hookwright.yaml`, rule('mine'))
    const { ProgramData = '', APPDATA = '' } = sandbox.variables
    const listed = sandbox.cli(['list', '--json'], {
      variables: { ProgramData: null, PROGRAMDATA: ProgramData, APPDATA: null, AppData: APPDATA },
    })
    expect((await scopes(listed)).map(([id]) => id)).toEqual(['of-all', 'mine'])
  })

  test('without %APPDATA% and %LOCALAPPDATA% they are below the home folder', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(`${sandbox.home}/.config/hookwright/hookwright.yaml`, rule('mine'))
    const variables = { APPDATA: null, LOCALAPPDATA: null }
    expect(await sandbox.cli(['disable', 'mine', '--yes'], { variables })).toMatchObject({ code: 0 })
    expect(readdirSync(join(sandbox.home, '.local/state/hookwright'))).toContain('disabled.json')
  })

  test('the folders that the system itself names are used', async () => {
    const sandbox = createWindowsSandbox(machine)
    const { stdout: appData } = await machine.node(['-p', 'process.env.APPDATA'])
    const { stdout: local } = await machine.node(['-p', 'process.env.LOCALAPPDATA'])
    sandbox.write(join(machine.unixPath(appData.trim()), 'hookwright/hookwright.yaml'), rule('mine'))
    const running = { cwd: sandbox.project, input: JSON.stringify({ hook_event_name: 'PreToolUse' }) }
    const { stdout } = await machine.node([machine.windowsPath(CLI), 'run', '--host', 'claude-code'], running)
    expect(stdout).toContain('"permissionDecisionReason":"mine"')
    expect(readdirSync(join(machine.unixPath(local.trim()), 'hookwright'))).toContain('log')
  })

  test('a session in the home folder reads the settings of the user once, with the drive in lower case too', async () => {
    const sandbox = createWindowsSandbox(machine)
    const hook = { type: 'command', command: 'node', args: ['a.js'] }
    const settings = { hooks: { PreToolUse: [{ hooks: [hook] }] } }
    sandbox.write(join(sandbox.home, '.claude/settings.json'), JSON.stringify(settings))
    const home = machine.windowsPath(sandbox.home)
    for (const cwd of [home, home.replace('C:', 'c:')]) {
      const listed = sandbox.cli(['list', '--json', '--source', 'claude-code', '--cwd', cwd])
      expect((await scopes(listed)).map(([, scope]) => scope)).toEqual(['user'])
    }
  })

  test('S06 a state folder inside the project is refused, in whichever case it is written', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('hookwright.yaml', rule('ours'))
    const inside = sandbox.win('state')
    for (const LOCALAPPDATA of [inside.toUpperCase(), inside.replaceAll('\\', '/').toLowerCase()]) {
      const { code, stderr } = await sandbox.cli(['trust', 'add', '--yes'], { variables: { LOCALAPPDATA } })
      expect(stderr).toContain('is not used because it lies inside the project')
      expect(code).not.toBe(0)
    }
    expect(sandbox.exists('state')).toBe(false)
  })

  async function scopes(listing: Promise<{ stdout: string }>): Promise<readonly (readonly string[])[]> {
    const { stdout } = await listing
    const { hooks } = JSON.parse(stdout) as { hooks: { id: string; scope: string; file: string }[] }
    return hooks.map(({ id, scope, file }) => [id, scope, machine.unixPath(file)])
  }
})
