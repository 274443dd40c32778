import type { HostVariables } from '../../../core/host-variables.ts'

/** What hooks of this wire find in their environment, whichever file they come from. */
export const hostVariables: HostVariables = {
  project: ['CLAUDE_PROJECT_DIR'],
  alwaysSet: ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT'],
  options: { prefix: 'CLAUDE_PLUGIN_OPTION_', path: 'user_config' },
}

/** What a session of this host reads from its environment. */
export const sessionVariables = {
  stopCapVariable: 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  envFileVariable: 'CLAUDE_ENV_FILE',
} as const
