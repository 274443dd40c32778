import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'

const SETTINGS = '~/.config/hookwright/hookwright.yaml'

function withHook(event: string, entry: object): Sandbox {
  const sandbox = createSandbox()
  sandbox.write(SETTINGS, config(event, entry))
  return sandbox
}

/** Why the host was told no. */
function reasonIn(stdout: string): unknown {
  const reply = JSON.parse(stdout) as { hookSpecificOutput: Record<string, unknown> }
  expect(reply.hookSpecificOutput['permissionDecision']).toBe('deny')
  return reply.hookSpecificOutput['permissionDecisionReason']
}

describe.runIf(process.platform === 'linux')('hookwright run', () => {
  test.for(['sh', 'bash'])(
    '%s: a guard that logs to /dev/stderr and reads /dev/stdin decides',
    async (shell) => {
      const command =
        'exec 2> /dev/stderr\necho looking > /dev/stderr\ngrep -q Bash /dev/stdin\necho no >&2\nexit 2'
      const { stdout } = await withHook('PreToolUse', { shell, command }).event(payload('PreToolUse'))
      expect(reasonIn(stdout)).toContain('looking\nno')
    },
  )

  test("a hook of Claude Code's own file has the same streams", async () => {
    const sandbox = createSandbox()
    const command = 'read -r line < /dev/stdin; echo "${#line}" > /dev/stderr; exit 2'
    sandbox.write('~/.claude/settings.json', claudeSettings('PreToolUse', command))
    const { stdout } = await sandbox.event(payload('PreToolUse'), ['--source', 'claude-code'])
    expect(reasonIn(stdout)).toMatch(/[1-9]\d+/)
  })

  test('a script of codex_runtime that logs under set -e still mutates', async () => {
    const answer = '{"action":"mutate","modelOverride":"small"}'
    const command = `set -e; echo "log $(wc -c < /dev/stdin)" > /dev/stderr; printf '${answer}' > /dev/stdout`
    const sandbox = withHook('run:PreRun', { dialect: 'codex-runtime', shell: 'sh', command })
    const ended = await sandbox.cli(['run', '--host', 'codex-runtime', '--event', 'PreRun'], { input: '{}' })
    expect([ended.code, ended.stdout.trim()]).toEqual([0, answer])
  })

  test('a hook in the background has them too', async () => {
    const command = 'cat /dev/stdin > seen.json; echo done > /dev/stderr; echo ok >> seen.json'
    const sandbox = withHook('PostToolUse', { shell: 'sh', command, async: true })
    await sandbox.event(payload('PostToolUse'))
    await vi.waitFor(() => expect(sandbox.read('seen.json')).toMatch(/PostToolUse.*ok\n$/s), {
      timeout: 20_000,
    })
  })

  test('nothing of it is left in the folder for temporary files, nor in the state folder', async () => {
    const sandbox = withHook('PreToolUse', { shell: 'sh', command: 'cat /dev/stdin >&2' })
    for (let turn = 0; turn < 3; turn += 1) await sandbox.event(payload('PreToolUse'))
    expect(readdirSync(join(sandbox.root, 'tmp'))).toEqual([])
    expect(readdirSync(sandbox.state).filter((name) => name.includes('pipe'))).toEqual([])
  })
})
