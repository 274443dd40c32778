import { describe, expect, test } from 'vitest'
import { createWorld } from '../copilot/world.ts'

const CLAUDE = {
  session_id: 's',
  cwd: '/',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git push' },
}

describe.skipIf(process.platform === 'win32')(
  'hooks of these hosts run for real when another host calls',
  () => {
    test('a program of Cline, named after its event, denies, and what else lies beside it is left alone', async () => {
      const world = createWorld({
        '.clinerules/hooks/PreToolUse':
          '#!/bin/sh\ncat > seen.json\necho \'{"cancel":true,"errorMessage":"no push"}\'\n',
        '.clinerules/hooks/README.md': 'About these hooks.',
      })
      const { verdict, loaded } = await world.run(CLAUDE, { host: 'claude-code', sources: ['cline'] })
      expect(verdict).toMatchObject({ decision: 'deny', reason: 'no push' })
      expect(loaded.hooks.map(({ id }) => id)).toEqual(['cline:rules:PreToolUse'])
      expect(JSON.parse(world.read('seen.json'))).toMatchObject({
        hookName: 'PreToolUse',
        preToolUse: { toolName: 'execute_command', parameters: { command: 'git push' } },
      })
    })

    test('a program of Cline may hold any bytes', async () => {
      const world = createWorld({
        '~/.cline/hooks/PreToolUse.sh':
          '#!/bin/bash\necho \'{"cancel":true,"errorMessage":"no"}\'; exit\n\0\u00ff',
      })
      const { verdict } = await world.run(CLAUDE, { host: 'claude-code', sources: ['cline'] })
      expect(verdict).toMatchObject({ decision: 'deny', reason: 'no' })
    })

    test('a hook of Mistral Vibe sees the arguments that the one before it wrote', async () => {
      const rewrite = JSON.stringify({ hook_specific_output: { tool_input: { command: 'ls' } } })
      const world = createWorld({
        '.vibe/hooks.toml': [
          `[[hooks]]\nname = "a"\ntype = "pre_tool"\ncommand = '''echo '${rewrite}' '''\n`,
          `[[hooks]]\nname = "b"\ntype = "pre_tool"\ncommand = "cat > seen.json"\n`,
        ].join(''),
      })
      const { cwd: _, ...event } = CLAUDE
      const { verdict } = await world.run(event, { host: 'claude-code', sources: ['mistral-vibe'] })
      expect(verdict.effects).toMatchObject([{ kind: 'rewrite-input', input: { command: 'ls' } }])
      expect(JSON.parse(world.read('seen.json'))).toMatchObject({
        hook_event_name: 'pre_tool',
        tool_name: 'bash',
        tool_input: { command: 'ls' },
      })
    })

    test('a command of Windsurf blocks by exit code 2, in the project', async () => {
      const world = createWorld({
        '.windsurf/hooks.json': {
          hooks: { pre_run_command: [{ command: 'cat > seen.json; echo "no push" >&2; exit 2' }] },
        },
      })
      const { verdict } = await world.run(CLAUDE, { host: 'claude-code', sources: ['windsurf'] })
      expect(verdict).toMatchObject({ decision: 'deny', reason: 'no push' })
      expect(JSON.parse(world.read('seen.json'))).toMatchObject({
        agent_action_name: 'pre_run_command',
        tool_info: { command_line: 'git push' },
      })
    })

    test('a command of Antigravity runs in the folder of its file, and without a decision it refuses', async () => {
      const world = createWorld({
        '.agents/hooks.json': {
          guard: { PreToolUse: [{ matcher: 'run_command', hooks: [{ command: 'cat > seen.json' }] }] },
        },
      })
      const { verdict } = await world.run(CLAUDE, { host: 'claude-code', sources: ['antigravity'] })
      expect(verdict.decision).toBe('deny')
      expect(JSON.parse(world.read('.agents/seen.json'))).toMatchObject({
        toolCall: { name: 'run_command', args: { CommandLine: 'git push' } },
      })
    })
  },
)
