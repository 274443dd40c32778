import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const CLAUDE = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'Bash|Edit',
        hooks: [
          {
            type: 'command',
            command: '"$CLAUDE_PROJECT_DIR"/gate.sh # all',
            if: 'Bash(git push *)',
            timeout: 7,
          },
          { type: 'command', command: 'node', args: ['${CLAUDE_PROJECT_DIR}/a b.js'] },
        ],
      },
      { matcher: 'mcp__.*', hooks: [{ type: 'command', command: './mcp.sh' }] },
    ],
  },
}
const COPILOT = {
  version: 1,
  hooks: {
    preToolUse: [
      { matcher: 'bash|powershell', bash: './gate.sh | cat', timeoutSec: 7, env: { A: 'b' }, cwd: 'scripts' },
      { matcher: 'view', bash: './view.sh' },
    ],
  },
}

const ROWS = [
  {
    host: 'claude-code',
    file: '.claude/settings.json',
    value: CLAUDE,
    args: [],
    payload: (command: string) => ({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '.',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: 't',
    }),
  },
  {
    host: 'copilot',
    file: '.github/hooks/a.json',
    value: COPILOT,
    args: ['--event', 'preToolUse'],
    payload: (command: string) => ({
      sessionId: 's',
      timestamp: 1,
      cwd: '.',
      toolName: 'bash',
      toolArgs: { command },
    }),
  },
]

/** What a person compares: which hooks run, what each starts, and for how long. */
type Explained = {
  readonly steps: readonly { readonly hook: { readonly handler: unknown; readonly timeoutMs: number } }[]
}

test.for(ROWS)(
  'a file of $host explains the same after it was converted',
  async ({ host, file, value, args, payload }) => {
    const sandbox = createSandbox()
    sandbox.write(file, JSON.stringify(value))
    for (const script of ['mcp.sh', 'gate.sh', 'view.sh', 'scripts/gate.sh', 'a b.js'])
      sandbox.write(script, '#!/bin/sh\n')
    const converted = await sandbox.cli(['convert', '--from', host, '--out', 'hookwright.yaml'])
    expect(converted).toMatchObject({ code: 0 })
    expect((await sandbox.cli(['check'])).stdout).toContain('0 errors')
    for (const command of ['git push', 'ls']) {
      const input = JSON.stringify(payload(command))
      const explain = async (source: string): Promise<readonly unknown[]> => {
        const words = ['explain', '--host', host, '--source', source, '--trust-project', '--json', ...args]
        const { stdout } = await sandbox.cli(words, { input })
        return (JSON.parse(stdout) as Explained).steps.map(({ hook }) => ({
          started: startedBy(hook.handler),
          timeoutMs: hook.timeoutMs,
        }))
      }
      const [before, after] = [await explain(host), await explain('hookwright')]
      expect(before.length).toBe(host === 'claude-code' && command === 'git push' ? 2 : 1)
      expect(after).toEqual(before)
    }
  },
)

type Start = { readonly kind: string; readonly command?: string; readonly words?: readonly string[] }

/** A bash command of Copilot is a program with arguments in hookwright.yaml. */
function startedBy(handler: unknown): unknown {
  const { start, env, cwd } = handler as { start: Start; env?: unknown; cwd?: string }
  return { text: start.command ?? start.words?.at(-1), env, cwd }
}
