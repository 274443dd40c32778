import { currentName } from '../../core/tools.ts'

/** Runtime names by canonical name; the first is what a call of another host becomes. */
export const RUNTIME_NAMES: Readonly<Record<string, readonly string[]>> = {
  Bash: ['bash', 'powershell'],
  Read: ['view'],
  Write: ['create'],
  Edit: ['edit', 'str_replace_editor', 'apply_patch'],
  Grep: ['grep', 'rg'],
  Glob: ['glob'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
  AskUserQuestion: ['ask_user'],
  TodoWrite: ['update_todo'],
  Agent: ['task'],
}

/** VS Code has tools of its own; these are the ones its pages name. */
export const VSCODE_NAMES: Readonly<Record<string, readonly string[]>> = {
  Bash: ['run_in_terminal', 'runTerminalCommand'],
  Read: ['read_file'],
  Write: ['create_file', 'createFile'],
  Edit: ['replace_string_in_file', 'editFiles'],
}

const CANONICAL: ReadonlyMap<string, string> = new Map(
  [RUNTIME_NAMES, VSCODE_NAMES].flatMap((table) =>
    Object.entries(table).flatMap(([name, natives]) => natives.map((native) => [native, name] as const)),
  ),
)

export function canonicalName(native: string): string {
  return CANONICAL.get(native) ?? currentName(native)
}

/** The name of a tool among these; the one on the wire where it is one of them. */
export function nativeName(
  names: Readonly<Record<string, readonly string[]>>,
  tool: { readonly name: string; readonly nativeName: string },
): string {
  const known = Object.hasOwn(names, tool.name) ? (names[tool.name] ?? []) : []
  return known.includes(tool.nativeName) ? tool.nativeName : (known[0] ?? tool.name)
}

type Input = Readonly<Record<string, unknown>>
/** Native key to canonical key. */
type Keys = Readonly<Record<string, string>>

const FILE: Keys = { path: 'file_path' }
const RUNTIME_KEYS: Readonly<Record<string, Keys>> = {
  Read: FILE,
  Write: { ...FILE, file_text: 'content' },
  Edit: { ...FILE, old_str: 'old_string', new_str: 'new_string', file_text: 'content' },
  Grep: { paths: 'path' },
  Glob: { paths: 'path' },
  Agent: { agent_type: 'subagent_type' },
}

const VSCODE_FILE: Keys = { filePath: 'file_path' }
const VSCODE_KEYS: Readonly<Record<string, Keys>> = {
  Read: VSCODE_FILE,
  Write: VSCODE_FILE,
  Edit: { ...VSCODE_FILE, oldString: 'old_string', newString: 'new_string' },
}

export type Style = 'runtime' | 'vscode'

const KEYS = { runtime: RUNTIME_KEYS, vscode: VSCODE_KEYS } as const

/** Arguments under canonical names; those of both kinds of tools are understood. */
export function canonicalInput(tool: string, input: Input): Input {
  const keys = { ...keysOf(VSCODE_KEYS, tool), ...keysOf(RUNTIME_KEYS, tool) }
  return rename(input, keys)
}

export function nativeInput(tool: string, input: Input, style: Style): Input {
  const keys = Object.entries(keysOf(KEYS[style], tool)).map(([native, canonical]) => [canonical, native])
  return rename(input, Object.fromEntries(keys) as Keys)
}

function keysOf(table: Readonly<Record<string, Keys>>, tool: string): Keys {
  return Object.hasOwn(table, tool) ? (table[tool] ?? {}) : {}
}

/** Only texts move: a list of paths is no path. A key whose new name is taken keeps its own. */
function rename(input: Input, keys: Keys): Input {
  const moves = Object.entries(keys).filter(
    ([from, to]) =>
      Object.hasOwn(input, from) && !Object.hasOwn(input, to) && typeof input[from] === 'string',
  )
  if (moves.length === 0) return input
  const names = new Map(moves)
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}
