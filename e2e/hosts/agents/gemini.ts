import { join } from 'node:path'
import { geminiShapes } from '../differential/shapes.ts'
import { grouped, PROMPT, type Agent } from './agent.ts'

/** Its side conversations want JSON: who speaks next, how hard the task is, which model takes it. */
const ASIDE = JSON.stringify({
  reasoning: 'scripted',
  next_speaker: 'user',
  complexity_reasoning: 'scripted',
  complexity_score: 1,
  model_choice: 'flash',
})

const SETTINGS = {
  hooksConfig: { enabled: true },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
}

export const geminiCli: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  dialect: 'gemini-cli',
  package: '@google/gemini-cli',
  version: '0.61.0',
  program: (modules) => [process.execPath, join(modules, '@google/gemini-cli/bundle/gemini.js')],
  args: ['-p', PROMPT, '--yolo', '--skip-trust', '-o', 'json'],
  terminal: {
    args: ['--yolo', '--skip-trust'],
    ready: 'Type your message',
    question: { sees: 'Allow execution of', keys: ['Escape'] },
  },
  env: (_sandbox, port) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    // Else it starts itself a second time, with more memory.
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  files: () => ({ 'home/.gemini/settings.json': JSON.stringify(SETTINGS) }),
  hookFile: {
    path: 'work/.gemini/settings.json',
    tail: '.gemini/settings.json',
    text: (hooks) => JSON.stringify({ hooks: grouped(hooks, { matcher: '*' }) }),
  },
  events: {
    start: 'SessionStart',
    prompt: 'BeforeAgent',
    pre: 'BeforeTool',
    post: 'AfterTool',
    stop: 'AfterAgent',
    end: 'SessionEnd',
  },
  moreEvents: ['BeforeModel', 'AfterModel', 'BeforeToolSelection', 'PreCompress'],
  shapes: geminiShapes,
  shellCall: (command, tools) =>
    tools.includes('run_shell_command')
      ? { name: 'run_shell_command', input: { command, description: 'Make the file' } }
      : undefined,
  aside: ASIDE,
  isProcessEvent: () => false,
  processLine: /^(?:Hook execution for |(?:\[WARNING\] )?Hook\(s\) \[| {2}- )/u,
  showsPromptReason: true,
  showsMessages: true,
  tellsModelQuestion: false,
}
