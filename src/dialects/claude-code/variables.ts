/** Variables by which the host itself is set up, and which it leaves to its children. */
export const HOST_VARIABLES = {
  /** Milliseconds that all hooks of `SessionEnd` have together. */
  sessionEndMs: 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS',
  simple: 'CLAUDE_CODE_SIMPLE',
  safeMode: 'CLAUDE_CODE_SAFE_MODE',
  configDir: 'CLAUDE_CONFIG_DIR',
} as const
