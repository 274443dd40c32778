import type { TextCaps } from '../../core/long-text.ts'
import type { HookContract } from '../_families/claude/profile.ts'
import { CREDENTIALS } from './credentials.ts'
import { claudeEvents } from './events.ts'
import { HOST_VARIABLES } from './variables.ts'

/** Context, plain stdout, messages to the user and opening prompts. Reasons reach the model whole (2.1.325). */
export const textCaps: TextCaps = { most: 10_000, head: 2_000, tail: 1_000 }

export const PROJECT_DIR = 'CLAUDE_PROJECT_DIR'
const PLUGIN_ROOT = 'CLAUDE_PLUGIN_ROOT'
const PLUGIN_DATA = 'CLAUDE_PLUGIN_DATA'

/** What hooks of Claude Code 2.1.325 read and write. Dialects whose hooks speak its wire have it in their profile. */
export const claudeContract: HookContract = {
  name: 'claude-code',
  title: 'Claude Code',
  wire: 'claude-code',
  events: claudeEvents,
  voiding: ['PreToolUse', 'PermissionRequest'],
  subjectValues: {
    SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
    Setup: ['init', 'maintenance'],
    PreCompact: ['manual', 'auto'],
    PostCompact: ['manual', 'auto'],
    ConfigChange: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
  },
  variables: {
    projectDir: PROJECT_DIR,
    sessionId: 'CLAUDE_CODE_SESSION_ID',
    effort: 'CLAUDE_EFFORT',
    envFile: HOST_VARIABLES.envFile,
    pluginRoot: PLUGIN_ROOT,
    pluginData: PLUGIN_DATA,
    pluginOption: 'CLAUDE_PLUGIN_OPTION_',
    always: { CLAUDECODE: '1', CLAUDE_CODE_CHILD_SESSION: '1' },
    // Its telemetry settings stay with it since 2.1.128.
    withheld: ['OTEL_'],
    scrub: { switch: 'CLAUDE_CODE_SUBPROCESS_ENV_SCRUB', credentials: CREDENTIALS },
  },
  placeholders: {
    projectDir: PROJECT_DIR,
    pluginRoot: PLUGIN_ROOT,
    pluginData: PLUGIN_DATA,
    options: 'user_config',
  },
  // Names that people write in the wrong case. There are more tools, so an unknown one is not a mistake.
  toolNames: [
    'Agent',
    'AskUserQuestion',
    'Bash',
    'BashOutput',
    'Edit',
    'ExitPlanMode',
    'Glob',
    'Grep',
    'KillShell',
    'MultiEdit',
    'NotebookEdit',
    'PowerShell',
    'Read',
    'Skill',
    'Task',
    'TodoWrite',
    'ToolSearch',
    'WebFetch',
    'WebSearch',
    'Write',
  ],
  folder: '.claude',
  quietKeys: ['rewakeMessage', 'rewakeSummary', 'cloud'],
  inlineForms: async () => (await import('./inline-forms.ts')).inlineForms,
  hookTextCaps: textCaps,
}
