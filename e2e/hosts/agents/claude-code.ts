import { join } from 'node:path'
import { nestedShapes } from '../differential/shapes.ts'
import { grouped, platformPackage, PROMPT, type Agent } from './agent.ts'

/** What it keeps of a person who has gone through its first screens. */
function onboarded(work: string): Readonly<Record<string, unknown>> {
  return {
    hasCompletedOnboarding: true,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ['scripted'], rejected: [] },
    projects: { [work]: { hasTrustDialogAccepted: true } },
  }
}

export const claudeCode: Agent = {
  name: 'claude',
  title: 'Claude Code',
  dialect: 'claude-code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  program: (modules) => [join(modules, platformPackage('@anthropic-ai/claude-code'), 'claude')],
  args: [
    '-p',
    PROMPT,
    '--permission-mode',
    'bypassPermissions',
    '--output-format',
    'stream-json',
    '--verbose',
  ],
  terminal: {
    args: ['--permission-mode', 'bypassPermissions'],
    files: ({ work }) => ({ 'home/.claude.json': JSON.stringify(onboarded(work)) }),
    ready: 'bypass permissions on',
    question: { sees: 'Do you want to proceed?', keys: ['Escape'] },
  },
  env: (_sandbox, port) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    // It refuses to run without questions as root elsewhere.
    IS_SANDBOX: '1',
  }),
  files: () => ({}),
  hookFile: {
    path: 'work/.claude/settings.json',
    tail: '.claude/settings.json',
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
  moreEvents: ['PostToolBatch', 'MessageDisplay'],
  failureEvent: 'PostToolUseFailure',
  shapes: nestedShapes('PreToolUse'),
  shellCall: (command, tools) =>
    tools.includes('Bash') ? { name: 'Bash', input: { command, description: 'Make the file' } } : undefined,
  aside: 'A title',
  isProcessEvent: ({ subtype }) => String(subtype).startsWith('hook_'),
  showsPromptReason: true,
  showsMessages: false,
  tellsModelQuestion: true,
}
