/** Variables by which the host itself is set up, and which it leaves to its children. */
export const HOST_VARIABLES = {
  /** Milliseconds that all hooks of `SessionEnd` have together. */
  sessionEndMs: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
  /** How often in a row hooks may keep a turn from ending. */
  stopCap: 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP',
  /** A script of the user's that sets variables for the commands of the session. */
  envFile: 'CLAUDE_ENV_FILE',
  simple: 'CLAUDE_CODE_SIMPLE',
  safeMode: 'CLAUDE_CODE_SAFE_MODE',
  configDir: 'CLAUDE_CONFIG_DIR',
} as const
