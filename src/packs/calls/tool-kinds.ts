/** Names of tools that only look. */
const LOOKS =
  /(?:^|[_.-])(?:read|get|list|ls|view|search|find|grep|glob|show|fetch|stat|tree|describe|open|cat)(?:[_.-]|$)/i
const CHANGES =
  /write|edit|delete|move|create|remove|rename|save|patch|replace|update|set(?:[_.-]|$)|append|insert|upload|put(?:[_.-]|$)/i
const TAKES_AND_CHANGES = /copy|(?<!re)move|rename|link|upload/i
/** Tools that type into something: what they get in any argument may be run. */
const TYPES = /term|shell|exec|console|pty|interact|stdin|tmux|ssh|send_keys|repl|bash|command|\bcmd\b/i

/** What a tool does with the files that its arguments name. `any`: its name does not tell, or it does both. */
export type Access = 'read' | 'write' | 'search' | 'any'

/** Returns what a tool that is not a canonical one does with files, by its name. */
export function accessOf(tool: string): Access {
  const name = wordsOf(tool)
  if (TAKES_AND_CHANGES.test(name)) return 'any'
  if (CHANGES.test(name)) return 'write'
  if (!LOOKS.test(name)) return 'any'
  return /search|find|grep|glob|list|tree/i.test(name) ? 'search' : 'read'
}

/** True for a tool that types its arguments into a shell or something like one. */
export function isTerminal(tool: string): boolean {
  return TYPES.test(wordsOf(tool))
}

/** True for a tool that hands a text to a database. */
export function isDatabase(tool: string): boolean {
  return /sql|postgres|sqlite|maria|mongo|redis|database|supabase|neon|snowflake|bigquery|duckdb|(?:^|_)db(?:_|$)/i.test(
    tool,
  )
}

/** Returns the words of a tool's name, with `_` between them: `readFile` and `read-file` are
 * `read_file`. The name of an MCP server says nothing of the tool. */
export function wordsOf(tool: string): string {
  const own = tool.startsWith('mcp__') ? tool.slice(tool.indexOf('__', 5) + 2) : tool
  return own.replace(/(?<=[a-z])(?=[A-Z])/g, '_')
}
