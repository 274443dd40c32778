import { chmodSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const SETTINGS = '~/.claude/settings.json'

test('a host whose file could not be written is not said to be installed, and the others are', async () => {
  const box = createSandbox()
  chmodSync(box.write(SETTINGS, '{}\n'), 0o444)
  const { code, stdout, stderr } = await box.cli(['install', 'claude-code', 'cursor', '--yes'])
  expect(code).toBe(1)
  expect(stdout).not.toContain('Claude Code:')
  expect(stdout).toContain('Cursor: installed')
  expect(stderr).toContain('is read-only; nothing was written')
  expect(stderr).not.toContain('is registered with Claude Code')
  expect(box.read(SETTINGS)).toBe('{}\n')
})

test('a file that could not be cleaned is not said to be, and the launcher that it names stays', async () => {
  const box = createSandbox()
  await box.cli(['install', 'claude-code', 'cursor', '--yes'])
  chmodSync(box.path(SETTINGS), 0o444)
  const { code, stdout, stderr } = await box.cli(['uninstall', '--yes'])
  expect(code).toBe(1)
  expect(stdout).toContain('.cursor/hooks.json')
  expect(stdout).not.toContain('.claude/settings.json')
  expect(stderr).toContain('is read-only; nothing was written')
  expect(box.exists('~/.local/state/hookwright/bin/hookwright')).toBe(true)
})

test('a call that does not reach hookwright is told, and nothing is said to be prevented', async () => {
  const box = createSandbox()
  box.write('~/.local/state/hookwright/log', 'not a folder')
  chmodSync(box.state, 0o700)
  const { code, stdout, stderr } = await box.cli(['install', 'claude-code', '--yes'])
  expect(code).toBe(1)
  expect(stderr).toContain('install.unproven')
  expect(stdout).toContain('NO PROOF')
  expect(stdout).not.toContain('prevents')
})

test('an agent that was found and has no place for hooks is named', async () => {
  const box = createSandbox()
  for (const folder of ['~/.aws/amazonq', '~/.gemini']) mkdirSync(box.path(folder), { recursive: true })
  const { code, stderr } = await box.cli(['install', '--yes'])
  expect(code).toBe(0)
  expect(stderr).toContain('Amazon Q CLI')
})

test('hooks that are switched off in the agent are a problem, and nothing is said to be prevented', async () => {
  const box = createSandbox()
  box.write(SETTINGS, '{ "disableAllHooks": true }\n')
  const { code, stdout, stderr } = await box.cli(['install', 'claude-code', '--yes'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/OFF +`disableAllHooks` is true/)
  expect(stdout).not.toContain('prevents')
  expect(stderr).toContain('bridge.off')
  expect((await box.cli(['check'])).stdout).toContain('bridge.off')
})
