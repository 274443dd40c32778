import type { HostVariables } from '../../core/host-variables.ts'

/** The names of another host, which Copilot sets as well for the sake of its plugins. */
export const hostVariables: HostVariables = {
  project: ['CLAUDE_PROJECT_DIR'],
  alwaysSet: ['CLAUDE_PROJECT_DIR', 'CLAUDE_PLUGIN_ROOT'],
  options: { prefix: 'CLAUDE_PLUGIN_OPTION_', path: 'user_config' },
}
