import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox, type Placing } from './sandbox.ts'

const BASH = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
const CONFIG = 'hooks:\n  PreToolUse:\n    - { id: no, command: node deny.js }\n'
/** Denies with the folder it runs in. */
const DENY = 'console.error(process.cwd()); process.exit(2)\n'

describeWindows('paths on Windows', () => {
  const machine = useMachine()

  test.for([
    { drive: 'C', name: 'my project' },
    { drive: 'Z', name: 'a & b (c) %PATH% ^d !e' },
    { drive: 'C', name: 'Übung/日本語 ñ' },
    { drive: 'Z', name: "it's [x] {y} #1 @2 $HOME ~1" },
  ] satisfies readonly Placing[])(
    'a project in $drive:\\…\\$name is approved and guarded',
    async (placing) => {
      const sandbox = createWindowsSandbox(machine, placing)
      sandbox.write('hookwright.yaml', CONFIG)
      sandbox.write('deny.js', DENY)
      const added = await sandbox.cli(['trust', 'add', '--yes'])
      expect(added).toEqual({ code: 0, stdout: `Approved 1 hook of ${sandbox.win()}.\n`, stderr: '' })
      const { stdout } = await sandbox.event(BASH)
      expect(stdout).toContain(`"permissionDecisionReason":${JSON.stringify(sandbox.win())}`)
    },
  )

  test('a project is the same one in every spelling of its folder', async () => {
    const sandbox = createWindowsSandbox(machine, { name: 'Some Project' })
    sandbox.write('hookwright.yaml', CONFIG)
    sandbox.write('Sub/deny.js', '')
    sandbox.write('deny.js', DENY)
    await sandbox.cli(['trust', 'add', '--yes'])
    const folder = sandbox.win()
    const spellings = [
      folder.toLowerCase(),
      folder.toUpperCase(),
      `${folder.replaceAll('\\', '/')}/sub/../`,
      `\\\\?\\${folder}`,
      folder.slice(2),
      'SUB',
    ]
    for (const spelling of spellings) {
      const { stdout } = await sandbox.cli(['list', '--json', '--cwd', spelling])
      expect([spelling, JSON.parse(stdout)]).toEqual([
        spelling,
        { version: 1, hooks: [expect.objectContaining({ id: 'no', trust: 'trusted' })] },
      ])
    }
  })

  test('an event in a subfolder finds the hooks of the project, and they run in that folder', async () => {
    const sandbox = createWindowsSandbox(machine)
    sandbox.write(
      'hookwright.yaml',
      'hooks:\n  PreToolUse:\n    - { id: no, command: node ../deny.js, cwd: sub }\n',
    )
    sandbox.write('deny.js', DENY)
    sandbox.write('sub/deeper/file.txt', '')
    await sandbox.cli(['trust', 'add', '--yes'])
    const { stdout } = await sandbox.event({ ...BASH, cwd: sandbox.win('sub/deeper').replaceAll('\\', '/') })
    expect(stdout).toContain(JSON.stringify(sandbox.win('sub')))
  })
})
