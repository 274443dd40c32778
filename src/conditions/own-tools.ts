import { inDoubt, type Match } from './shell-pattern.ts'
import { compileStars, compileWildcard, type Wildcard } from './wildcard.ts'

/** Tools of Claude Code itself whose calls no text rule covers there, so none does here. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  (
    'Artifact AskUserQuestion BashOutput ClaudeDesign CronCreate CronDelete CronList EndConversation EnterPlanMode ' +
    'EnterWorktree ExitPlanMode ExitWorktree ListAgents ListMcpResourcesTool LSP Monitor Projects PushNotification ' +
    'ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup ' +
    'SendFeedback SendMessage SendUserFile SendUserMessage SubagentHandback TaskCreate TaskGet TaskList TaskOutput ' +
    'TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebSearch Workflow'
  ).split(' '),
)

/** True for a tool that is the program's own, or an MCP server's. */
export function isOwnTool(name: string): boolean {
  return !WITHOUT_TEXT.has(name)
}

type Input = Readonly<Record<string, unknown>>

/** Beyond these the call is in doubt: an `if` must stay cheap. */
const MOST = { texts: 1_000, depth: 32 }

/**
 * `parameter:pattern` looks at that argument, any other content at all of them, whatever they are nested in. A guard
 * runs when one text fits; an allow may rest on it only when all of them do.
 */
export function matchOwnTool(content: string, input: Input): Match {
  const [, name = '', pattern = ''] = /^([\w-]+):(.*)$/s.exec(content) ?? []
  return Object.hasOwn(input, name)
    ? matchTexts(compileStars(pattern), input[name])
    : matchTexts(compileWildcard(content), input)
}

function matchTexts(matches: Wildcard, value: unknown): Match {
  const texts: string[] = []
  if (!collect(value, texts, MOST.depth)) return inDoubt('the call has arguments that cannot be read')
  if (texts.length === 0) return inDoubt('the call has no arguments to read')
  const fitting = texts.filter(matches).length
  const holds = fitting > 0
  return {
    holds,
    why: holds ? 'an argument matches' : 'no argument matches',
    whole: fitting === texts.length,
  }
}

/** False when the value holds anything but texts, numbers, flags, lists and plain objects, or is too large. */
function collect(value: unknown, texts: string[], depth: number): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string' || isScalar(value)) return texts.push(String(value)) <= MOST.texts
  if (depth === 0 || typeof value !== 'object' || !isPlain(value)) return false
  return Object.values(value).every((each) => collect(each, texts, depth - 1))
}

function isScalar(value: unknown): value is number | boolean | bigint {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || prototype === Object.prototype
}
