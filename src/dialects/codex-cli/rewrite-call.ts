import type { ToolCall } from '../../core/event.ts'
import { sameInput } from '../../core/rewrite.ts'
import { readPatch } from '../_families/patch.ts'
import type { ToolInput } from '../_families/tool-names.ts'
import { canonicalCall, nativeInput, PATCH_TOOL, SHELL_TOOL } from './tools.ts'

/** Returns the call with another canonical input, or why Codex has no arguments for it. */
export function rewriteCall(tool: ToolCall, input: ToolInput): ToolCall | string {
  if (sameInput(tool.input, input)) return tool
  const native = nativeArguments(tool, input)
  if (typeof native === 'string') return native
  const cwd = folderFor(tool, native)
  if (cwd === undefined) return UNPLACED
  const { issues: _, ...call } = canonicalCall(tool.nativeName, native, cwd)
  const { parts: _parts, ...rest } = tool
  const made = { ...rest, ...call, nativeInput: native }
  return tool.nativeName === PATCH_TOOL ? checkPatch(tool, input, made) : made
}

const UNPLACED =
  'The new patch names files by relative paths, and it is not known here which folder they are relative to.'

function nativeArguments(tool: ToolCall, input: ToolInput): ToolInput | string {
  if (tool.nativeName === SHELL_TOOL) return shellArguments(tool, input)
  return tool.nativeName === PATCH_TOOL ? patchArguments(input) : nativeInput(tool.name, input)
}

/** A description is a label for people; every other key would change what happens. */
function shellArguments({ nativeInput: before }: ToolCall, input: ToolInput): ToolInput | string {
  if (typeof input['command'] !== 'string')
    return 'Codex CLI runs a shell command only with a "command" that is a text.'
  const known = typeof before === 'object' && before !== null ? Object.keys(before) : []
  const others = Object.keys(input).filter((key) => !['command', 'description', ...known].includes(key))
  if (others.length > 0)
    return `Codex CLI takes only a new "command" for a shell call, and the hook also set ${others.join(', ')}.`
  return { command: input['command'] }
}

function patchArguments({ patch }: ToolInput): ToolInput | string {
  if (typeof patch !== 'string') return ONLY_PATCH
  if (readPatch(patch, '/') === undefined)
    return 'The new "patch" names no file, so that Codex CLI cannot apply it.'
  return { command: patch }
}

const ONLY_PATCH =
  'Codex CLI edits files by a patch; a hook can change it only by writing a new text of the whole patch under "patch".'

/** What a hook wrote beside `patch` must be what was there, or what the new patch means. */
function checkPatch(before: ToolCall, input: ToolInput, made: ToolCall): ToolCall | string {
  const odd = Object.keys(input).filter(
    (key) => !isSame(key, input, before.input) && !isSame(key, input, made.input),
  )
  return odd.length === 0 ? made : `${ONLY_PATCH} It changed ${odd.join(', ')}.`
}

function isSame(key: string, a: ToolInput, b: ToolInput): boolean {
  return sameInput({ value: a[key] }, { value: b[key] })
}

const NOWHERE = ['/nowhere-a', '/nowhere-b'] as const

/**
 * Returns the folder that relative paths of a new patch are relative to: that of the old patch, found by comparing its
 * text with the absolute paths that were made of it. Any folder will do when no path is relative.
 */
function folderFor(tool: ToolCall, { command }: ToolInput): string | undefined {
  const text = typeof command === 'string' && command.includes('*** ') ? command : ''
  const [a, b] = NOWHERE.map((folder) => pathsIn(text, folder))
  if (a?.join('\0') === b?.join('\0')) return NOWHERE[0]
  return folderBefore(tool)
}

function folderBefore({ input, nativeInput: native, parts = [] }: ToolCall): string | undefined {
  const text = (native as { readonly command?: unknown } | undefined)?.command
  if (typeof text !== 'string') return undefined
  const absolute = [input, ...parts.map((part) => part.input)].flatMap(({ file_path: path }) =>
    typeof path === 'string' ? path : [],
  )
  const [first] = pathsIn(text, NOWHERE[0])
  const [path] = absolute
  const relative = first?.startsWith(`${NOWHERE[0]}/`) ? first.slice(NOWHERE[0].length) : undefined
  if (relative === undefined || path === undefined || !path.replaceAll('\\', '/').endsWith(relative))
    return undefined
  return path.slice(0, -relative.length) || '/'
}

function pathsIn(text: string, folder: string): readonly string[] {
  return (readPatch(text, folder) ?? []).map(({ input }) => String(input['file_path']))
}
