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

/** Whose keys a call is written in. Its own win: an agent may add others to hide what the tool will do. */
export type Writing = Style | 'canonical'

const VSCODE_IDS: ReadonlySet<string> = new Set(Object.values(VSCODE_NAMES).flat())

export function isVscodeTool(native: string): boolean {
  return VSCODE_IDS.has(native)
}

/** Arguments under canonical names. `spare` are keys that the tool does not read, beside those it does. */
export type Canonical = { readonly input: Input; readonly spare: readonly string[] }

/** What the tool itself reads gets the canonical name; the keys of other tools count where its own is absent. */
export function canonicalInput(tool: string, input: Input, writing: Writing): Canonical {
  const own = writing === 'canonical' ? {} : keysOf(KEYS[writing], tool)
  const present = Object.entries(own).filter(([from]) => Object.hasOwn(input, from))
  const taken = new Set(present.map(([, to]) => to))
  const names = new Map<string, string>(present.filter(([from]) => typeof input[from] === 'string'))
  const spare: string[] = []
  for (const [from, to] of foreignKeys(tool, own)) {
    if (!Object.hasOwn(input, from)) continue
    if (taken.has(to) || Object.hasOwn(input, to)) spare.push(from)
    else if (typeof input[from] === 'string') {
      names.set(from, to)
      taken.add(to)
    }
  }
  for (const [, to] of present) {
    if (!Object.hasOwn(input, to)) continue
    spare.push(to)
    names.set(to, freeName(input, to))
  }
  return { input: named(input, names), spare }
}

/** Keys of the tools of other surfaces. */
function foreignKeys(tool: string, own: Keys): readonly (readonly [string, string])[] {
  const all = { ...keysOf(VSCODE_KEYS, tool), ...keysOf(RUNTIME_KEYS, tool) }
  return Object.entries(all).filter(([from]) => !Object.hasOwn(own, from))
}

const SPARE = 'spare_'

function freeName(input: Input, key: string): string {
  const name = `${SPARE}${key}`
  return Object.hasOwn(input, name) ? freeName(input, name) : name
}

export function nativeInput(tool: string, input: Input, style: Style): Input {
  const moves = Object.entries(keysOf(KEYS[style], tool)).flatMap(([native, canonical]) => {
    const spare = `${SPARE}${canonical}`
    const isBack = Object.hasOwn(input, spare)
    const isMoved = isText(input, canonical) && !Object.hasOwn(input, native)
    return [
      ...(isMoved ? [[canonical, native] as const] : []),
      ...(isBack && (isMoved || !Object.hasOwn(input, canonical)) ? [[spare, canonical] as const] : []),
    ]
  })
  return named(input, new Map(moves))
}

function keysOf(table: Readonly<Record<string, Keys>>, tool: string): Keys {
  return Object.hasOwn(table, tool) ? (table[tool] ?? {}) : {}
}

/** Only texts move: a list of paths is no path. */
function isText(input: Input, key: string): boolean {
  return Object.hasOwn(input, key) && typeof input[key] === 'string'
}

function named(input: Input, names: ReadonlyMap<string, string>): Input {
  if (names.size === 0) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}
