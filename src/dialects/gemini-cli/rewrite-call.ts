import type { ToolCall } from '../../core/event.ts'
import { isObject } from '../_families/claude/shape.ts'
import type { ToolInput } from '../_families/tool-names.ts'
import { FILE_LISTS, textsIn, toCanonical, toNative } from './arguments.ts'
import { urlsIn } from './urls.ts'

/** Arguments of the tools of 0.61.0, by canonical name. A tool that is not here takes any. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'description', 'dir_path', 'is_background', 'delay_ms'],
  Read: ['file_path', 'start_line', 'end_line'],
  Write: ['file_path', 'content'],
  Edit: ['file_path', 'instruction', 'old_string', 'new_string', 'allow_multiple'],
  Glob: ['pattern', 'dir_path', 'case_sensitive', 'respect_git_ignore', 'respect_gemini_ignore'],
  Grep: [
    'pattern',
    'dir_path',
    'include_pattern',
    'exclude_pattern',
    'names_only',
    'max_matches_per_file',
    'total_max_matches',
  ],
  WebFetch: ['prompt'],
  WebSearch: ['query'],
  Agent: ['agent_name', 'prompt', 'wait_for_previous'],
  Skill: ['name'],
}

/**
 * Returns the call with other canonical arguments, as the host would have sent it. The host passes over arguments that
 * it does not know, so a new one of those is refused: a change must not be lost without a word.
 */
export function rewriteCall(tool: ToolCall, input: ToolCall['input']): ToolCall | string {
  const like = isObject(tool.nativeInput) ? tool.nativeInput : {}
  const args = nativeArguments(tool, input, like)
  if (typeof args === 'string') return args
  const unknown = Object.keys(args).find((key) => !isKnown(tool, key, like))
  if (unknown !== undefined)
    return `A hook set "${unknown}", and ${tool.nativeName} of Gemini CLI has no such argument.`
  const { input: canonical, parts } = toCanonical(tool.name, tool.nativeName, args)
  const { parts: _, ...rest } = tool
  return { ...rest, input: canonical, nativeInput: args, ...(parts && { parts }) }
}

function isKnown({ name, nativeName }: ToolCall, key: string, like: ToolInput): boolean {
  if (Object.hasOwn(like, key) || nativeName === 'read_many_files') return true
  const known = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined
  return known === undefined || known.includes(key)
}

function nativeArguments(tool: ToolCall, input: ToolInput, like: ToolInput): ToolInput | string {
  if (tool.nativeName === 'read_many_files') return fileList(tool, input, like)
  const args = toNative(tool.name, input, like)
  return tool.name === 'WebFetch' && !Object.hasOwn(like, 'url') ? fetchedPrompt(tool, args) : args
}

/** The list counts; a single file can only be exchanged where the list has one. */
function fileList({ parts }: ToolCall, input: ToolInput, like: ToolInput): ToolInput | string {
  const { file_path: file, ...rest } = input
  const key = FILE_LISTS.find((each) => Object.hasOwn(like, each)) ?? 'include'
  const listed = textsIn(rest[key])
  if (typeof file !== 'string' || file === listed[0]) return rest
  if (parts !== undefined || listed.length > 1)
    return 'A hook set "file_path", and read_many_files of Gemini CLI reads a list of files.'
  return { ...rest, [key]: Array.isArray(like[key]) || like[key] === undefined ? [file] : file }
}

/** The address stands in the text, so another one is put there. */
function fetchedPrompt(tool: ToolCall, { url, ...args }: ToolInput): ToolInput | string {
  const { prompt } = args
  if (typeof url !== 'string' || typeof prompt !== 'string' || urlsIn(prompt)[0] === url) return args
  // A hook was shown one address at a time, and nobody knows here which of them its new one stands for.
  if (tool.parts !== undefined)
    return 'A hook set "url", and web_fetch of Gemini CLI was called with several addresses.'
  const before = tool.input['url']
  if (typeof before !== 'string' || !prompt.includes(before))
    return 'A hook set "url", and web_fetch of Gemini CLI takes addresses from its "prompt", which has another one.'
  return { ...args, prompt: prompt.replaceAll(before, () => url) }
}
