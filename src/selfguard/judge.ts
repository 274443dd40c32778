import type { Event, ToolCall } from '../core/event.ts'
import type { Finding } from './finding.ts'
import { guardedPlaces, type Guarded, type GuardPlaces } from './places.ts'
import { judgePowerShell } from './powershell.ts'
import { stringsIn } from './precheck.ts'
import { changeOf, judgeShell } from './shell.ts'

const FILE_TOOLS: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}

/** Names of tools that only look. */
const LOOKS =
  /(?:^|[_.-])(?:read|get|list|view|search|find|grep|glob|show|fetch|stat|tree|describe|open)(?:[_.-]|$)/i
const CHANGES =
  /write|edit|create|delete|remove|move|rename|copy|save|put|append|patch|replace|insert|update|set|upload|link|chmod/i
const COMMAND_KEYS = /^(?:command|cmd|script|commands|command_line|shell|args|arguments|input|code)$/i

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

function textOf(command: unknown): string {
  return typeof command === 'string' ? command : stringsIn(command).join(' ')
}

function judgePaths(paths: readonly string[], { guarded, cwd }: Around): Finding | undefined {
  for (const path of paths) {
    const kind = guarded.kindOf(path, [cwd])
    if (kind !== undefined) return changeOf(kind, path)
  }
  return undefined
}

/** A tool that we do not know: its name says whether it changes files, and an argument may be a command line. */
function judgeOther({ name, input }: Pick<ToolCall, 'name' | 'input'>, around: Around): Finding | undefined {
  for (const [key, value] of Object.entries(input)) {
    if (!COMMAND_KEYS.test(key)) continue
    const found = judgeShell(textOf(value), around.guarded, around.cwd)
    if (found !== undefined) return found
  }
  if (!CHANGES.test(name) || (LOOKS.test(name) && !/write|edit|delete|move/i.test(name))) return undefined
  const short = stringsIn(input).filter((text) => text.length < 4_096 && !text.includes('\n'))
  return judgePaths(short, around)
}
