import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callHost, type Called } from '../helpers/host.ts'
import { NEAR_HOSTS } from './near-hosts.ts'

/** Where each host has a file, and how a guard stands in it. */
const FILES: Readonly<Record<string, readonly [path: string, text: (guard: string) => string]>> = {
  'qwen-code': ['project/.qwen/settings.json', inGroups('run_shell_command', 5_000)],
  droid: ['project/.factory/hooks.json', (guard) => JSON.stringify(groups('Execute', guard, 5))],
  continue: ['project/.continue/settings.json', inGroups('Bash', 5)],
  devin: ['project/.devin/hooks.v1.json', (guard) => JSON.stringify(groups('exec', guard, 5))],
  augment: ['project/.augment/settings.json', inGroups('launch-process', 5_000)],
  junie: ['home/.junie/config.json', inGroups('Bash', 5)],
  kimi: [
    'home/.kimi-code/config.toml',
    (guard) => `[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "${guard}"\ntimeout = 5\n`,
  ],
  grok: ['project/.grok/hooks/guard.json', inGroups('Bash', 5)],
  qoder: ['project/.qoder/settings.json', inGroups('Bash', 5)],
  deepagents: ['project/.deepagents/hooks.json', inGroups('Bash', 5)],
}

function groups(matcher: string, guard: string, timeout: number): object {
  return { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: guard, timeout }] }] }
}

function inGroups(matcher: string, timeout: number): (guard: string) => string {
  return (guard) => JSON.stringify({ hooks: groups(matcher, guard, timeout) })
}

/** It refuses to remove anything, whatever keys its host has. */
const GUARD = `#!${process.execPath}
const read = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const { command } = read.tool_input ?? read.toolInput
if (!command.startsWith('rm ')) process.exit(0)
console.error('no rm here')
process.exit(2)
`

test.each(NEAR_HOSTS)(
  'a guard of a file of $name refuses a call of its own host',
  async ({ name, shell }) => {
    const { tool_input, toolInput, ...rest } = shell as Record<string, object>
    const input = tool_input === undefined ? 'toolInput' : 'tool_input'
    const given = { ...tool_input, ...toolInput }
    const run = (command: string) => call(name, name, { ...rest, [input]: { ...given, command } })
    expect((await run('rm -r x')).verdict).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('no rm here') as string,
    })
    expect((await run('ls')).verdict).toMatchObject({ decision: 'none', issues: [] })
  },
)

test.each(NEAR_HOSTS)('a guard of a file of $name refuses a call of another host', async ({ name }) => {
  const payload = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash' }
  const { verdict, reply } = await call(name, 'claude-code', {
    ...payload,
    tool_input: { command: 'rm -r x' },
  })
  expect(verdict.decision).toBe('deny')
  expect(JSON.parse(reply.stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining('no rm here') as string,
    },
  })
})

async function call(source: string, host: string, payload: object): Promise<Called> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-near-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, cwd, guard] = [join(root, 'home'), join(root, 'project'), join(root, 'guard.sh')]
  for (const folder of [home, join(cwd, '.git')]) mkdirSync(folder, { recursive: true })
  writeFileSync(guard, GUARD, { mode: 0o755 })
  const [path, text] = FILES[source] ?? ['', () => '']
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text(guard))
  const variables = { HOME: home, XDG_STATE_HOME: join(root, 'state'), PATH: process.env['PATH'] ?? '' }
  const { workspace_roots: _, cwd: __, workspaceRoot: ___, ...rest } = payload as Record<string, unknown>
  return callHost({ host, event: 'PreToolUse', payload: rest, cwd, sources: [source], variables })
}
