import { createToolNames, type ArgumentNames, type NativeNames } from '../_families/tool-names.ts'

/** Its only argument is the text of a patch. */
export const PATCH_TOOL = 'apply_patch'

/** Of the CLI and the cloud agent. */
export const RUNTIME_NAMES: NativeNames = {
  Bash: ['bash', 'powershell'],
  Read: ['view'],
  Write: ['create', PATCH_TOOL],
  Edit: ['edit', 'str_replace_editor', PATCH_TOOL],
  Grep: ['grep', 'rg'],
  Glob: ['glob'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
  AskUserQuestion: ['ask_user'],
  TodoWrite: ['update_todo'],
  Agent: ['task'],
}

/** VS Code has tools of its own; these are the ones its pages name. */
const VSCODE_NAMES: NativeNames = {
  Bash: ['run_in_terminal', 'runTerminalCommand'],
  Read: ['read_file'],
  Write: ['create_file', 'createFile'],
  Edit: ['replace_string_in_file', 'editFiles'],
}

const FILE: ArgumentNames = { path: 'file_path' }
const RUNTIME_ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Read: FILE,
  Write: { ...FILE, file_text: 'content' },
  Edit: { ...FILE, old_str: 'old_string', new_str: 'new_string', file_text: 'content' },
  Grep: { paths: 'path' },
  Glob: { paths: 'path' },
  Agent: { agent_type: 'subagent_type' },
}

const VSCODE_FILE: ArgumentNames = { filePath: 'file_path' }
const VSCODE_ARGUMENTS: Readonly<Record<string, ArgumentNames>> = {
  Read: VSCODE_FILE,
  Write: VSCODE_FILE,
  Edit: { ...VSCODE_FILE, oldString: 'old_string', newString: 'new_string' },
}

export type Style = 'runtime' | 'vscode'

/** Whose keys a call is written in. */
export type Writing = Style | 'canonical'

const names = createToolNames<Style>({
  runtime: { names: RUNTIME_NAMES, arguments: RUNTIME_ARGUMENTS },
  vscode: { names: VSCODE_NAMES, arguments: VSCODE_ARGUMENTS },
})

export const { canonicalName, nativeName, canonicalInput, nativeInput } = names

export function isVscodeTool(native: string): boolean {
  return names.isNative('vscode', native)
}
