import type { CallPart, Event } from '../../core/event.ts'
import { callsOf } from '../calls/calls.ts'

const FOLDER_KEYS = [
  'repo_path',
  'repoPath',
  'repository',
  'repo',
  'path',
  'directory',
  'cwd',
  'workdir',
  'root',
]
/** Tools that look at commits, or make them at a service and not here. */
const OTHERS = /^(?:get|list|show|search|find|read|diff|log|view|compare|describe|count|check|fetch|cherry)$/

/** Returns the folder of each commit that a tool of an MCP server makes; `.`: the call names none. */
export function commitFolderOf(event: Event): readonly string[] {
  return callsOf(event).flatMap((call) => (isCommit(call) ? [folderIn(call.input)] : []))
}

function isCommit({ name, input }: CallPart): boolean {
  const [, server = '', tool] = /^mcp__(.{1,200}?)__(.+)$/.exec(name) ?? []
  if (tool === undefined) return false
  const words = tool.split(/(?=[A-Z][a-z])|[_\W]+/).map((word) => word.toLowerCase())
  const isOfGit = words.includes('git') || /(?:^|[^a-z])git(?:$|[^a-z])/i.test(server)
  if (!isOfGit || words.some((word) => OTHERS.test(word))) return false
  const action = input['action'] ?? input['operation'] ?? input['subcommand']
  if (typeof action === 'string') return action.toLowerCase().includes('commit')
  return words.includes('commit')
}

function folderIn(input: CallPart['input']): string {
  const found = FOLDER_KEYS.map((key) => input[key]).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return typeof found === 'string' ? found : '.'
}
