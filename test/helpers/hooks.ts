/** A config with one hook, as JSON: every YAML reader takes it, and tests can build it from values. */
export function config(event: string, ...entries: readonly object[]): string {
  return JSON.stringify({ version: 1, hooks: { [event]: entries } })
}

/** Claude Code's own form of one command. */
export function claudeSettings(event: string, command: string, more: object = {}): string {
  return JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command }] }] }, ...more })
}

/** The least each event needs. */
export function payload(event: string, fields: object = {}): object {
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' } }
  return { session_id: 's', hook_event_name: event, ...(event.includes('ToolUse') && tool), ...fields }
}

/** A command hook that denies, with what a shell command prints as its reason. */
export function saying(command: string, more: object = {}): object {
  return { shell: 'sh', command: `{ ${command}; } >&2; exit 2`, ...more }
}
