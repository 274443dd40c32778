import type { Event, ToolCall } from '../core/event.ts'
import type { Finding } from './finding.ts'
import { changeOf } from './line.ts'
import { guardedPlaces, type Guarded, type GuardPlaces } from './places.ts'
import { judgePowerShell } from './powershell.ts'
import { stringsIn } from './precheck.ts'
import { judgeShell } from './shell.ts'

const FILE_TOOLS: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}

/** Names of tools that only look. */
const LOOKS =
  /(?:^|[_.-])(?:read|get|list|view|search|find|grep|glob|show|fetch|stat|tree|describe|open)(?:[_.-]|$)/i
const ALSO_CHANGES = /write|edit|delete|move|create|remove|rename|save|patch|replace|update|set/i
const COMMAND_KEYS =
  /^(?:command|cmd|argv|script|commands|command_line|shell|args|arguments|input|code|expression|python|javascript)$/i
/** Tools that type into something: what they get in any argument may be run. */
const TYPES = /term|shell|exec|console|pty|tmux|ssh|send_keys|repl/i
/** Arguments that people read. */
const PROSE_KEYS = /^(?:title|body|summary|text|content|message|description|query|prompt|name|label)s?$/i

/** What a tool call would do to us, our files or the hosts' hook settings; undefined when it leaves them alone. */
export function judge({ tool, cwd }: Event, around: GuardPlaces): Finding | undefined {
  if (tool === undefined) return undefined
  const guarded = guardedPlaces(around)
  const calls = tool.parts === undefined ? [tool] : tool.parts
  for (const call of calls) {
    const found = judgeCall(call, { guarded, cwd })
    if (found !== undefined) return found
  }
  return undefined
}

type Around = { readonly guarded: Guarded; readonly cwd: string }

function judgeCall(call: Pick<ToolCall, 'name' | 'input'>, { guarded, cwd }: Around): Finding | undefined {
  const { name, input } = call
  const command = input['command']
  if (name === 'Bash') return judgeShell(textOf(command), guarded, cwd)
  if (name === 'PowerShell') return judgePowerShell(textOf(command), guarded, cwd)
  const field = FILE_TOOLS[name]
  const path = field === undefined ? undefined : input[field]
  if (typeof path === 'string') return judgePaths([path], { guarded, cwd })
  return judgeOther(call, { guarded, cwd })
}

/** The words of an array are words of the line, in their order: `["sh", "-c", "two words"]`. */
function textOf(command: unknown): string {
  if (typeof command === 'string') return command
  const words: readonly unknown[] = Array.isArray(command) ? command : stringsIn(command)
  const texts = words.filter((word) => typeof word === 'string')
  return texts
    .map((word) => (/^[\w./=:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

function judgePaths(paths: readonly string[], { guarded, cwd }: Around): Finding | undefined {
  for (const path of paths) {
    const kind = guarded.kindOf(path, [cwd])
    if (kind !== undefined) return changeOf(kind, path)
    if (guarded.isHolder(path, [cwd])) return { what: `change a folder with hook settings in it (${path})` }
  }
  return undefined
}

/** A tool that we do not know changes files unless its name says that it only looks; an argument may be a command line. */
function judgeOther({ name, input }: Pick<ToolCall, 'name' | 'input'>, around: Around): Finding | undefined {
  for (const [key, value] of Object.entries(input)) {
    if (!COMMAND_KEYS.test(key) && !TYPES.test(name)) continue
    const found = judgeShell(textOf(value), around.guarded, around.cwd)
    if (found !== undefined) return found
  }
  if (LOOKS.test(name) && !ALSO_CHANGES.test(name)) return undefined
  const paths = Object.entries(input).flatMap(([key, value]) => stringsIn(value).filter(isPathOf(key)))
  return judgePaths(paths, around)
}

/** A text with blanks in it is a path only where its name says so: prompts and contents name files too. */
function isPathOf(key: string): (text: string) => boolean {
  const isPathKey = /path|file|uri|dest|target|source|folder|dir/i.test(key)
  return (text) =>
    text.length < 4_096 && !text.includes('\n') && (isPathKey || !(PROSE_KEYS.test(key) || /\s/.test(text)))
}
