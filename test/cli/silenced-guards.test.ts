import { describe, expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { claudeSettings, payload } from '../helpers/hooks.ts'
import { decisionOf, statuses } from '../helpers/trust.ts'

const PUSH = payload('PreToolUse', { tool_input: { command: 'git push origin' } })

const GEMINI = (more: object = {}): string =>
  JSON.stringify({
    hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'true', name: 'g' }] }] },
    ...more,
  })
const COPILOT = '{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"true"}]}}'
const CLAUDE = claudeSettings('PreToolUse', 'true')

describe('an approved guard that another file of the project switches off is asked about', () => {
  test.for([
    [
      'claude-code',
      '.claude/settings.json',
      CLAUDE,
      '.claude/settings.local.json',
      '{"disableAllHooks":true}',
    ],
    [
      'claude-code',
      '.claude/settings.json',
      CLAUDE,
      '.claude/settings.json',
      claudeSettings('PreToolUse', 'true', { disableAllHooks: true }),
    ],
    [
      'gemini-cli',
      '.gemini/settings.json',
      GEMINI(),
      '.gemini/settings.json',
      GEMINI({ hooksConfig: { enabled: false } }),
    ],
    [
      'gemini-cli',
      '.gemini/settings.json',
      GEMINI(),
      '.gemini/settings.json',
      GEMINI({ hooksConfig: { disabled: ['g'] } }),
    ],
    ['codex-cli', '.codex/hooks.json', CLAUDE, '.codex/config.toml', '[features]\nhooks = false\n'],
    ['copilot', '.github/hooks/x.json', COPILOT, '.github/copilot/settings.json', '{"disableAllHooks":true}'],
    [
      'qwen-code',
      '.qwen/settings.json',
      CLAUDE,
      '.qwen/settings.json',
      claudeSettings('PreToolUse', 'true', { disableAllHooks: true }),
    ],
  ] as const)('%s: %s', async ([source, file, text, other, off]) => {
    const sandbox = createSandbox()
    const named = ['--source', source]
    sandbox.write(file, text)
    await sandbox.cli(['trust', 'add', '--yes', ...named])
    expect((await sandbox.event(PUSH, named)).stdout).toBe('')
    sandbox.write(other, off)
    const { stdout } = await sandbox.event(PUSH, named)
    expect(decisionOf(stdout)).toBe('ask')
    expect(stdout).toContain('switche')
    await sandbox.cli(['trust', 'add', '--yes', ...named])
    expect(decisionOf((await sandbox.event(PUSH, named)).stdout)).toBeUndefined()
  })

  test('but not one that the user’s own settings switch off', async () => {
    const sandbox = createSandbox()
    const named = ['--source', 'claude-code']
    sandbox.write('.claude/settings.json', CLAUDE)
    await sandbox.cli(['trust', 'add', '--yes', ...named])
    await sandbox.event(PUSH, named)
    sandbox.write('~/.claude/settings.json', '{"disableAllHooks":true}')
    expect((await sandbox.event(PUSH, named)).stdout).toBe('')
    expect(await statuses(sandbox, named)).toEqual(['approved'])
  })
})
