import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

/** Prints which modules of Node were loaded after this one. */
const LISTS_MODULES = `
const before = new Set(process.moduleLoadList)
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((name) => !before.has(name))
  require('node:fs').writeFileSync(process.env.LOADED, loaded.join('\\n'))
})
`

/** Each of these loads a dozen others, and a host waits for them at every tool call. */
const COSTLY = ['stream', 'perf_hooks', 'net', 'child_process', 'crypto', 'http']

test('run without a match loads no costly module of Node', async () => {
  const sandbox = createSandbox()
  sandbox.write(
    'hookwright.yaml',
    'version: 1\nhooks:\n  PreToolUse:\n    - matcher: Edit\n      deny: no edits\n',
  )
  const preload = sandbox.write('lists-modules.cjs', LISTS_MODULES)
  const loaded = `${sandbox.root}/loaded`
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
  const env = { NODE_OPTIONS: `--require ${preload}`, LOADED: loaded }
  // The first run reads the YAML and keeps what it says; hosts pay for the others.
  await sandbox.event(payload)
  expect(await sandbox.event(payload, [], { env })).toMatchObject({ code: 0, stdout: '' })
  const modules = sandbox.read(loaded).split('\n')
  expect(modules).toContain('NativeModule os')
  expect(COSTLY.filter((name) => modules.includes(`NativeModule ${name}`))).toEqual([])
})
