import { join } from 'node:path'
import { nestedShapes } from '../differential/shapes.ts'
import { grouped, PROMPT, type Agent } from './agent.ts'

export const codex: Agent = {
  name: 'codex',
  title: 'Codex CLI',
  dialect: 'codex-cli',
  package: '@openai/codex',
  version: '0.166.0',
  program: (modules) => [process.execPath, join(modules, '@openai/codex/bin/codex.js')],
  args: ['exec', '--dangerously-bypass-hook-trust', '--skip-git-repo-check', '--json', PROMPT],
  terminal: {
    // Else it leaves a server behind that goes on to write into the home folder.
    args: ['--no-daemon'],
    first: [
      { sees: 'Trust this folder?', keys: ['Enter'] },
      // The second choice is to trust all.
      { sees: 'Hooks need review', keys: ['Down', 'Enter'] },
    ],
    ready: 'Ask Codex to do anything',
  },
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), SCRIPTED_KEY: 'scripted' }),
  files: (port) => ({
    'home/.codex/config.toml': `
model = "gpt-5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[features]
hooks = true
[analytics]
enabled = false
`,
  }),
  hookFile: {
    path: 'home/.codex/hooks.json',
    tail: '.codex/hooks.json',
    text: (hooks) => JSON.stringify({ hooks: grouped(hooks) }),
  },
  events: {
    start: 'SessionStart',
    prompt: 'UserPromptSubmit',
    pre: 'PreToolUse',
    post: 'PostToolUse',
    stop: 'Stop',
    end: 'SessionEnd',
  },
  moreEvents: [],
  shapes: nestedShapes('PreToolUse'),
  shellCall: (command, tools) => {
    if (tools.includes('exec_command')) return { name: 'exec_command', input: { cmd: command } }
    if (tools.includes('shell_command')) return { name: 'shell_command', input: { command } }
    return tools.includes('shell')
      ? { name: 'shell', input: { command: ['bash', '-lc', command] } }
      : undefined
  },
  aside: 'A title',
  isProcessEvent: () => false,
  showsPromptReason: false,
  showsMessages: false,
  tellsModelQuestion: true,
}
