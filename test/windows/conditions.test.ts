import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWindows, useMachine } from './machine.ts'
import { createWindowsSandbox } from './sandbox.ts'

const CONFIG = `hooks:
  PreToolUse:
    - { id: source, matcher: Edit, if: 'Edit(src/**)', deny: source }
    - { id: env, matcher: Edit, if: 'Edit(.env)', deny: env }
    - { id: home, matcher: Edit, if: 'Edit(~/keys/**)', deny: home }
    - { id: drive, matcher: Edit, if: 'Edit(DRIVE/safe/**)', deny: drive }
`

/** `PROJECT` is the project's folder, `HOME` the user's. */
const FILES: readonly (readonly [file: string, rules: readonly string[]])[] = [
  ['PROJECT\\src\\a.ts', ['source']],
  ['PROJECT/SRC/a.ts', ['source']],
  ['src\\deep\\a.ts', ['source']],
  ['\\\\?\\PROJECT\\src\\a.ts', ['source']],
  ['PROJECT\\other\\..\\.ENV', ['env']],
  ['PROJECT\\.env::$DATA', ['env']],
  ['PROJECT\\.env. ', ['env']],
  ['HOME\\keys\\id', ['home']],
  ['%USERPROFILE%\\keys\\id', ['home']],
  ['PROJECT\\Safe\\x', ['drive']],
  ['PROJECT\\readme.md', []],
]

describeWindows('conditions on Windows', () => {
  const machine = useMachine()

  test('`if` on files holds for every spelling of a path', async () => {
    const sandbox = createWindowsSandbox(machine)
    const drive = sandbox.win().replaceAll('\\', '/')
    sandbox.write(join(sandbox.config, 'hookwright.yaml'), CONFIG.replace('DRIVE', drive))
    const home = machine.windowsPath(sandbox.home)
    const found: (readonly [string, readonly string[]])[] = []
    for (const [file] of FILES) {
      const path = file.replace('PROJECT', () => sandbox.win()).replace('HOME', () => home)
      const call = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: path } }
      const { stdout } = await sandbox.event(call)
      const reason = /"permissionDecisionReason":"([^"]*)"/.exec(stdout)?.[1] ?? ''
      found.push([file, reason === '' ? [] : reason.split('\\n')])
    }
    expect(found).toEqual(FILES)
  }, 60_000)
})
