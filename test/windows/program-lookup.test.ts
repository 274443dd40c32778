import { linkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWindows, useMachine, windowsNode, type Ended } from './machine.ts'
import { createWindowsSandbox, type WindowsSandbox } from './sandbox.ts'

/** Denies with the path of the program that runs it. */
const TELL = 'console.error(process.execPath); process.exit(2)\n'
const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }

function reasonOf({ stdout }: Ended): string {
  const reply = JSON.parse(stdout || '{}') as { hookSpecificOutput?: { permissionDecisionReason?: string } }
  return reply.hookSpecificOutput?.permissionDecisionReason ?? ''
}

describeWindows('S39 programs on Windows', () => {
  const machine = useMachine()

  /** A hook of the user, and a project that brings programs of its own. */
  function guarded(command: string, placing = {}): WindowsSandbox {
    const sandbox = createWindowsSandbox(machine, placing)
    const script = sandbox.write(join(sandbox.home, 'tell.js'), TELL)
    const line = `${command} '${machine.windowsPath(script)}'`
    sandbox.write(
      join(sandbox.config, 'hookwright.yaml'),
      `hooks:\n  PreToolUse:\n    - id: tell\n      command: ${JSON.stringify(line)}\n`,
    )
    return sandbox
  }

  test('a node.exe in the project does not run in place of the one on PATH', async () => {
    const sandbox = guarded('node')
    linkSync(windowsNode(), join(sandbox.project, 'node.exe'))
    linkSync(windowsNode(), join(sandbox.project, 'node.com'))
    expect(reasonOf(await sandbox.event(BASH))).toBe(machine.windowsPath(windowsNode()))
  })

  test('a program that only the project has is not found by its bare name', async () => {
    const sandbox = guarded('planted')
    linkSync(windowsNode(), join(sandbox.project, 'planted.exe'))
    const { stderr } = await sandbox.event(BASH)
    expect(stderr).toContain('"planted" was not found on PATH')
  })

  test('PATH that leads into the project leads to no program, however it is spelt', async () => {
    const sandbox = guarded('planted')
    mkdirSync(join(sandbox.project, 'Tools'))
    linkSync(windowsNode(), join(sandbox.project, 'Tools', 'planted.exe'))
    const inside = sandbox.win('Tools')
    const spellings = [
      inside,
      inside.toUpperCase(),
      inside.replaceAll('\\', '/'),
      `"${inside}"`,
      `\\\\?\\${inside}`,
      'Tools',
      '.\\Tools',
      inside.slice(2),
    ]
    const { stderr } = await sandbox.event(BASH, undefined, {
      variables: { PATH: spellings.join(';') },
    })
    expect(stderr).toContain('"planted" was not found on PATH')
  })

  test('a program of a folder on PATH is found with and without its ending, in quotes too', async () => {
    for (const name of ['other', 'other.exe', 'OTHER.EXE']) {
      const sandbox = guarded(name)
      mkdirSync(join(sandbox.root, 'my tools'))
      linkSync(windowsNode(), join(sandbox.root, 'my tools', 'other.exe'))
      const folder = machine.windowsPath(join(sandbox.root, 'my tools'))
      const variables = { PATH: `"${folder}";C:\\windows` }
      const reason = reasonOf(await sandbox.event(BASH, undefined, { variables }))
      expect(reason.toLowerCase()).toBe(`${folder}\\other.exe`.toLowerCase())
    }
  })

  test('a batch file on PATH is named as such, by run and by check', async () => {
    const sandbox = guarded('tool')
    sandbox.write(join(sandbox.root, 'bin/tool.cmd'), '@echo off\r\n')
    const variables = { PATH: machine.windowsPath(join(sandbox.root, 'bin')) }
    const run = await sandbox.event(BASH, undefined, { variables })
    const check = await sandbox.cli(['check'], { variables })
    for (const text of [run.stderr, check.stdout + check.stderr]) expect(text).toContain('bin\\tool.cmd')
  })

  test('a git.exe of the work tree is not run, whatever PATH says', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('.pre-commit-config.yaml', 'repos: []\n')
    mkdirSync(join(sandbox.project, 'bin'))
    for (const name of ['git.exe', 'bin/git.exe']) linkSync(windowsNode(), join(sandbox.project, name))
    const inside = sandbox.win('bin')
    const spellings = [
      inside.toUpperCase(),
      inside.replaceAll('\\', '/'),
      inside.slice(2),
      '.',
      `"${inside}"`,
    ]
    const variables = { PATH: spellings.join(';') }
    const { code, stderr } = await sandbox.cli(['git', 'run'], { variables })
    expect(stderr).toContain('No program "git" in PATH outside the work tree')
    expect(code).not.toBe(0)
  })

  test('the PATH that a hook sets counts in whichever spelling, and leads to no program of the project', async () => {
    const sandbox = guarded('planted')
    mkdirSync(join(sandbox.project, 'Tools'))
    linkSync(windowsNode(), join(sandbox.project, 'Tools', 'planted.exe'))
    const file = join(sandbox.config, 'hookwright.yaml')
    const env = `      env: { path: ${JSON.stringify(sandbox.win('Tools'))} }\n`
    sandbox.write(file, sandbox.read(file) + env)
    expect((await sandbox.event(BASH)).stderr).toContain('"planted" was not found on PATH')
    mkdirSync(join(sandbox.root, 'own'))
    linkSync(windowsNode(), join(sandbox.root, 'own', 'planted.exe'))
    sandbox.write(
      file,
      sandbox
        .read(file)
        .replace(
          /path: .*\}/,
          () => `path: ${JSON.stringify(machine.windowsPath(join(sandbox.root, 'own')))} }`,
        ),
    )
    expect(reasonOf(await sandbox.event(BASH))).toBe(
      machine.windowsPath(join(sandbox.root, 'own/planted.exe')),
    )
  })

  test('a path to what is no program says so', async () => {
    const sandbox = createWindowsSandbox(machine)
    const commands = ['./hook.cmd', './hook.js', './hook', './folder', './nothing']
    const entries = commands.map((command) => `    - { command: ${command} }\n`)
    sandbox.write('hookwright.yaml', `hooks:\n  PreToolUse:\n${entries.join('')}`)
    for (const name of ['hook.cmd', 'hook.js', 'hook', 'folder/x']) sandbox.write(name, 'exit 2\r\n')
    await sandbox.cli(['trust', 'add', '--yes'])
    const { stderr } = await sandbox.event(BASH)
    for (const said of [
      'hook.cmd", which only cmd can start',
      'hook.js" is not a program that Windows can start',
      'hook" is not a program that Windows can start',
      'folder" is a directory',
      'nothing" was not found',
    ])
      expect(stderr).toContain(said)
  })
})
