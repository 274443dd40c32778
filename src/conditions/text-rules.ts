import { parseParameter } from './parameter.ts'
import type { PermissionRule } from './rule.ts'

/** Tools of Claude Code itself whose calls no text rule covers there, so none does here. */
export const TOOLS_WITHOUT_TEXT_RULES: readonly string[] = (
  'Artifact AskUserQuestion BashOutput ClaudeDesign CronCreate CronDelete CronList EndConversation EnterPlanMode ' +
  'EnterWorktree ExitPlanMode ExitWorktree ListAgents ListMcpResourcesTool LSP Monitor Projects PushNotification ' +
  'ReadMcpResourceDirTool ReadMcpResourceTool ReadNotifications RemoteTrigger ReportFindings ScheduleWakeup ' +
  'SendFeedback SendMessage SendUserFile SendUserMessage SubagentHandback TaskCreate TaskGet TaskList TaskOutput ' +
  'TaskStop TaskUpdate TodoWrite ToolSearch WaitForMcpServers WebSearch Workflow'
).split(' ')

const WITHOUT_TEXT: ReadonlySet<string> = new Set(TOOLS_WITHOUT_TEXT_RULES)

/** True for a tool that is the program's own, or an MCP server's. */
export function isOwnTool(name: string): boolean {
  return !WITHOUT_TEXT.has(name)
}

/** What the content of a rule can do: `guards-only` makes hooks run, but no allow rests on it. */
export type Reach = 'full' | 'guards-only' | 'none'

/** Returns how far a rule reaches, as far as its text alone tells. */
export function reachOf({ tool, content }: PermissionRule): Reach {
  if (content === undefined) return 'full'
  const takesOnlyParameters =
    WITHOUT_TEXT.has(tool) || (tool === 'WebFetch' && !content.startsWith('domain:'))
  if (!takesOnlyParameters) return 'full'
  return parseParameter(content)?.isUrl === false ? 'guards-only' : 'none'
}
