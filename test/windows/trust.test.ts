import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const GUARD = 'hooks:\n  PreToolUse:\n    - { id: guard, command: node Scripts/deny.js, onFailure: deny }\n'

/** Ways to name `Scripts\deny.js` of the project, whose folder is `WHOLE`; the text is YAML in single quotes. */
const SPELLINGS: Readonly<Record<string, string>> = {
  slashes: `command: 'node scripts/DENY.js'`,
  backslashes: `command: 'node "Scripts\\\\deny.js"'`,
  dot: `command: 'node ".\\\\Scripts\\\\deny.js"'`,
  final: `command: 'node Scripts/deny.js.'`,
  ending: `command: 'node Scripts/deny'`,
  whole: `command: 'node "WHOLE\\\\scripts\\\\deny.js"'`,
  long: `command: 'node "\\\\\\\\?\\\\WHOLE\\\\Scripts\\\\deny.js"'`,
  stream: `command: 'node "Scripts/deny.js::\\$DATA"'`,
  cmd: `shell: cmd, command: 'call node .\\Scripts\\deny.js & exit 2'`,
  caret: `shell: cmd, command: 'node Scr^ipts\\deny.js'`,
  folder: `shell: cmd, command: 'node "%CD%\\Scripts\\deny.js"'`,
  variable: `shell: cmd, command: 'node "%CLAUDE_PROJECT_DIR%\\Scripts\\deny.js"'`,
  pwsh: `shell: pwsh, command: 'node $env:CLAUDE_PROJECT_DIR\\Scripts\\deny.js'`,
}

describeWindows('trust on Windows', () => {
  const machine = useMachine()

  test('S04 an approval lasts until a script changes in whichever case it is named, or it is revoked', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write('hookwright.yaml', GUARD.replace('Scripts', 'SCRIPTS'))
    sandbox.write('Scripts/deny.js', 'console.error("guarded"); process.exit(2)\n')
    const before = await sandbox.event(BASH)
    expect(before.stderr).toContain('skipped 1 project hook')
    await sandbox.cli(['trust', 'add', '--yes'])
    const store = JSON.parse(sandbox.read(`${sandbox.state}/trust.json`)) as { projects: object }
    expect(Object.keys(store.projects)).toEqual([sandbox.win()])
    expect((await sandbox.event(BASH)).stdout).toContain('"guarded"')
    sandbox.write('Scripts/deny.js', 'process.exit(0)\n')
    const after = await sandbox.event(BASH)
    expect(after.stdout).toContain('"permissionDecision":"deny"')
    expect(after.stdout).toContain('changed since it was approved')
    expect((await sandbox.cli(['trust', 'show'])).stdout).toMatch(/^changed {3}guard on PreToolUse/)
    expect(await sandbox.cli(['trust', 'revoke', '--yes'])).toMatchObject({ code: 0 })
    expect((await sandbox.cli(['trust', 'show'])).stdout).toMatch(/^new {7}guard on PreToolUse/)
  })

  test('S04 an approval covers a script however Windows lets it be spelt', async () => {
    const sandbox = createWindowsSandbox(machine)
    const place = sandbox.win().replaceAll('\\', '\\\\')
    const entries = Object.entries(SPELLINGS).map(
      ([id, keys]) => `    - { id: ${id}, ${keys.replace('WHOLE', () => place)} }\n`,
    )
    sandbox.write('hookwright.yaml', `hooks:\n  PreToolUse:\n${entries.join('')}`)
    sandbox.write('Scripts/deny.js', 'process.exit(2)\n')
    const { stdout, stderr } = await sandbox.cli(['trust', 'show', '--json'])
    expect(stderr).toBe('')
    const { hooks } = JSON.parse(stdout) as { hooks: { id: string; scripts: { path: string }[] }[] }
    const covered = hooks.map(({ id, scripts }) => [id, scripts.map(({ path }) => path.toLowerCase())])
    expect(covered).toEqual(Object.keys(SPELLINGS).map((id) => [id, ['scripts/deny.js']]))
  })

  test('a project file cannot be read as the user’s by naming it in another case', async () => {
    const sandbox = createWindowsSandbox(machine)
    const file = sandbox.write(
      'rules/hookwright.yaml',
      'hooks:\n  PreToolUse:\n    - { id: a, allow: yes }\n',
    )
    for (const source of [
      sandbox.win(file).toUpperCase(),
      'RULES/HOOKWRIGHT.YAML',
      `\\\\?\\${sandbox.win(file)}`,
    ]) {
      const { stdout, stderr } = await sandbox.event(BASH, ['--host', 'claude-code', '--source', source])
      expect([source, stdout]).toEqual([source, ''])
      expect(stderr).toContain('not approved')
    }
  })
})
