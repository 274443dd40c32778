import { join } from 'node:path'
import { copilotShapes } from '../differential/shapes.ts'
import { mapHooks, platformPackage, PROMPT, type Agent } from './agent.ts'

export const copilot: Agent = {
  name: 'copilot',
  title: 'Copilot CLI',
  dialect: 'copilot',
  package: '@github/copilot',
  version: '1.0.102',
  program: (modules) => [join(modules, platformPackage('@github/copilot'), 'copilot')],
  args: ['-p', PROMPT, '--allow-all-tools', '--output-format', 'json'],
  terminal: {
    args: ['--allow-all-tools'],
    ready: '/ commands',
    question: { sees: 'Do you want to allow this tool call?', keys: ['Escape'] },
  },
  env: (_sandbox, port) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_ALLOW_ALL: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_MODEL: 'gpt-4o',
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
  }),
  files: () => ({}),
  hookFile: {
    path: 'work/.github/hooks/hooks.json',
    tail: '.github/hooks/hooks.json',
    text: (hooks) =>
      JSON.stringify({
        version: 1,
        hooks: mapHooks(hooks, (commands) => commands.map((bash) => ({ type: 'command', bash }))),
      }),
  },
  events: {
    start: 'sessionStart',
    prompt: 'userPromptSubmitted',
    pre: 'preToolUse',
    post: 'postToolUse',
    stop: 'agentStop',
    end: 'sessionEnd',
  },
  moreEvents: ['userPromptTransformed', 'permissionRequest'],
  failureEvent: 'postToolUseFailure',
  shapes: copilotShapes,
  shellCall: (command, tools) =>
    tools.includes('bash') ? { name: 'bash', input: { command, description: 'Make the file' } } : undefined,
  aside: 'A title',
  isProcessEvent: ({ type }) => String(type).startsWith('hook.'),
  showsPromptReason: true,
  showsMessages: true,
  tellsModelQuestion: true,
}
