import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const SETTINGS = '~/.claude/settings.json'
test('without --yes and without a terminal nothing is written', async () => {
  const box = createSandbox()
  const { code, stderr } = await box.cli(['install', 'claude-code'])
  expect(code).toBe(1)
  expect(stderr).toContain('needs a person')
  expect(box.exists(SETTINGS)).toBe(false)
  expect(box.exists('~/.local/state/hookwright/bin/hookwright')).toBe(false)
})

test('--dry-run prints a diff and writes nothing', async () => {
  const box = createSandbox()
  box.write(SETTINGS, '{ "model": "opus" }\n')
  const { code, stdout } = await box.cli(['install', 'claude-code', '--dry-run'])
  expect(code).toBe(0)
  expect(stdout).toContain(`--- ${box.path(SETTINGS)}`)
  expect(stdout).toContain('-{ "model": "opus" }')
  expect(box.read(SETTINGS)).toBe('{ "model": "opus" }\n')
})

test('a guard acts after install, through the command line in the file', async () => {
  const box = createSandbox()
  box.write(
    '~/.config/hookwright/hookwright.yaml',
    'version: 1\nhooks: { PreToolUse: [{ id: no-push, if: Bash(git push *), deny: Not today. }] }\n',
  )
  expect((await box.cli(['install', 'claude-code', '--yes'])).code).toBe(0)
  const settings = JSON.parse(box.read(SETTINGS)) as {
    hooks: { PreToolUse: [{ hooks: [{ command: string; timeout: number }] }] }
  }
  const [{ hooks }] = settings.hooks.PreToolUse
  const payload = {
    session_id: 's',
    transcript_path: '/t',
    cwd: box.project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push origin' },
  }
  const reply = await box.shell(hooks[0].command, { input: JSON.stringify(payload) })
  expect(reply.stdout).toContain('Not today.')
  expect(reply.stdout).toContain('"deny"')
})
