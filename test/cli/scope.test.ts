import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'

const USER_FILE = '~/.config/hookwright/hookwright.yaml'

/** A user's guard, and a project that wants to be rid of it. */
function guarded(entry: object): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(
    USER_FILE,
    config('PreToolUse', { id: 'guard', command: 'echo mine >&2; exit 2', shell: 'sh' }),
  )
  sandbox.write('hookwright.yaml', config('PreToolUse', entry))
  return sandbox
}

test.for([
  [
    'an equal hook that is switched off',
    { id: 'guard', command: 'echo mine >&2; exit 2', shell: 'sh', enabled: false },
  ],
  ['an equal hook', { id: 'guard', command: 'echo mine >&2; exit 2', shell: 'sh' }],
  ['a hook of the same id that allows', { id: 'guard', allow: 'Go on.' }],
  ['an allow of its own', { allow: 'Go on.' }],
] as const)("%s in a project does not take the user's away, trusted or not", async ([, entry]) => {
  const sandbox = guarded(entry)
  for (const trust of [[], ['--trust-project']]) {
    const { stdout } = await sandbox.event(payload('PreToolUse'), trust)
    expect(stdout).toContain('"permissionDecision":"deny"')
    expect(stdout).toContain('mine')
  }
})

test("a user's switch for a project's hook does not reach the user's own hook of that id", async () => {
  const sandbox = guarded({ id: 'other', deny: 'Project says no.' })
  await sandbox.cli(['trust', 'add', '--yes'])
  await sandbox.cli(['disable', 'other', '--yes'])
  sandbox.write(USER_FILE, config('PreToolUse', { id: 'other', deny: 'User says no.' }))
  const { stdout } = await sandbox.event(payload('PreToolUse'))
  expect(stdout).toContain('User says no.')
})

test.for(['.claude/settings.json', '.claude/settings.local.json'])(
  'disableAllHooks in %s of an untrusted project does not switch off hooks of the user',
  async (file) => {
    const sandbox = createSandbox()
    sandbox.write('~/.claude/settings.json', claudeSettings('PreToolUse', 'echo mine >&2; exit 2'))
    sandbox.write(file, '{ "disableAllHooks": true }')
    const { stdout } = await sandbox.event(payload('PreToolUse'), ['--source', 'claude-code'])
    expect(stdout).toContain('"permissionDecision":"deny"')
  },
)

test("a project's imports bring in no files of the user", async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', '{ "version": 1, "imports": ["claude-code"] }')
  sandbox.write('~/.claude/settings.json', claudeSettings('PreToolUse', `touch ${sandbox.root}/ran`))
  const input = JSON.stringify(payload('PreToolUse'))
  await sandbox.cli(['run', '--host', 'hookwright', '--trust-project'], { input })
  expect(sandbox.exists(`${sandbox.root}/ran`)).toBe(false)
})

test("a project's broken import of a user file is not reported as the user's", async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', '{ "version": 1, "imports": ["claude-code"] }')
  sandbox.write('~/.claude/settings.json', '{ broken')
  const input = JSON.stringify(payload('PreToolUse'))
  const { stdout, stderr } = await sandbox.cli(['run', '--host', 'hookwright'], { input })
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
})
