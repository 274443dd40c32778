import type { CallPart, ToolCall } from '../../core/event.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { patchCall, readPatch } from '../_families/patch.ts'
import { createToolNames, type ToolInput } from '../_families/tool-names.ts'

export const PATCH_TOOL = 'apply_patch'
export const SHELL_TOOL = 'Bash'

/** Tools that Codex and the canonical form call differently; a patch is not among them. */
const names = createToolNames({
  codex: {
    names: { Agent: ['spawn_agent'] },
    arguments: { Agent: { message: 'prompt', agent_type: 'subagent_type', task_name: 'description' } },
  },
})

/** Native names by canonical name, for what matchers of Codex are tested against. */
export const NATIVE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Edit: [PATCH_TOOL],
  MultiEdit: [PATCH_TOOL],
  Write: [PATCH_TOOL],
  Agent: ['spawn_agent'],
}

/** Names under which a matcher of Codex finds a tool besides its own. */
export const MATCHER_ALIASES: Readonly<Record<string, readonly string[]>> = {
  [PATCH_TOOL]: ['Write', 'Edit'],
  spawn_agent: ['Agent'],
}

/** What a native call is in canonical terms. */
export type CanonicalCall = Pick<ToolCall, 'name' | 'input' | 'parts'> & { readonly issues: readonly Issue[] }

/** Returns the canonical form of a call that Codex tells of. `cwd`: what paths in a patch are relative to. */
export function canonicalCall(native: string, input: ToolInput, cwd: string): CanonicalCall {
  if (native === PATCH_TOOL) return ofPatch(input, cwd)
  if (native === SHELL_TOOL) return ofShell(input, cwd)
  const name = names.canonicalName(native)
  return { name, input: names.canonicalInput(name, input, 'codex').input, issues: [] }
}

/** Returns arguments of a tool that is neither a shell nor a patch as Codex has them. */
export function nativeInput(name: string, input: ToolInput): ToolInput {
  return names.nativeInput(name, input, 'codex')
}

function ofPatch(input: ToolInput, cwd: string): CanonicalCall {
  const { command } = input
  if (typeof command !== 'string') return { name: 'Edit', input, issues: [UNREADABLE] }
  const { isReadable, ...call } = patchCall(command, cwd)
  return { ...call, issues: isReadable ? [] : [UNREADABLE] }
}

const UNREADABLE = warning(
  'payload.patch',
  {},
  `The patch in the call of ${PATCH_TOOL} names no file that could be read, so hooks cannot see which files it changes.`,
)

/**
 * A command line may hand a patch to `apply_patch`, which Codex then applies by itself. Guards of files must see it, so
 * the edits are parts of the call beside the command.
 */
function ofShell(input: ToolInput, cwd: string): CanonicalCall {
  const { command } = input
  const edits = typeof command === 'string' ? editsIn(command, cwd) : []
  return {
    name: SHELL_TOOL,
    input,
    ...(edits.length > 0 && { parts: [{ name: SHELL_TOOL, input }, ...edits] }),
    issues: [],
  }
}

/** The patch may stand before or after the name of the program, with its line ends written as `\\n`. */
function editsIn(command: string, cwd: string): readonly CallPart[] {
  if (!/apply[-_]?patch/i.test(command)) return []
  const folder = folderOf(command, cwd)
  return readPatch(command, folder) ?? readPatch(command.replaceAll(String.raw`\n`, '\n'), folder) ?? []
}

/** `cd FOLDER && apply_patch …` is applied in that folder. */
function folderOf(command: string, cwd: string): string {
  const [, double, single, bare] =
    /^\s*cd\s+(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`;&|]+))\s*&&/.exec(command) ?? []
  const folder = double ?? single ?? bare
  if (folder === undefined) return cwd
  return /^(?:[/\\]|[A-Za-z]:)/.test(folder) ? folder : `${cwd}/${folder}`
}
