/** Variables that every hook gets, so that a default in `${NAME:-word}` is never used. */
export const ALWAYS_SET = /^(?:CLAUDE_PROJECT_DIR|HOOKWRIGHT_PROJECT_DIR|CLAUDE_PLUGIN_ROOT)$/
