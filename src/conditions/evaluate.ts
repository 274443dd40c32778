import type { Event, ToolCall } from '../core/event.ts'
import { isIssue } from '../core/issue.ts'
import type { Analysis } from './analysis.ts'
import { analyseBash } from './bash.ts'
import { matchFileRule, type RealPath } from './file-rule.ts'
import { analysePowerShell, foldPowerShell } from './powershell.ts'
import { programTexts } from './programs-of-line.ts'
import { parseRule, type PermissionRule } from './rule.ts'
import { compileShellPattern, inDoubt, matchCommand, type Match } from './shell-pattern.ts'
import { compileStars } from '../analyze/wildcard.ts'
import { matchAgent, matchParameter, matchSkill, matchUrl } from './content.ts'
import { matchOwnTool } from './own-tools.ts'
import { isOwnTool } from './text-rules.ts'
import { filesOf, isFileTool } from './tool-files.ts'

export type Surroundings = {
  readonly home: string
  /** What a file rule `/x` is relative to: the folder the hook's settings file belongs to. */
  readonly settingsBase: string
  /** Set where file names differing only in case are the same file. */
  readonly ignoreCase?: boolean
  /** Asked when a rule on files is tested. Absent: links are not looked at. */
  readonly realPath?: RealPath
}

/** Whether a hook with this condition runs. An `allow` may only rest on a condition that holds for the `whole` call. */
export type Condition = Match

export type ConditionEvaluator = (condition: string, event: Event, settingsBase?: string) => Condition

/** Parses each condition once, and a command once however many conditions look at it. */
export function createConditionEvaluator(surroundings: Surroundings): ConditionEvaluator {
  const rules = new Map<string, PermissionRule | undefined>()
  const analyse = { bash: rememberLast(analyseBash), powershell: rememberLast(analysePowerShell) }
  const programs = rememberLast(programTexts)
  return (condition, event, settingsBase = surroundings.settingsBase) => {
    if (!rules.has(condition)) rules.set(condition, validRule(condition))
    const rule = rules.get(condition)
    if (rule === undefined) return inDoubt('the condition is not a valid permission rule')
    return evaluate(rule, event, { ...surroundings, settingsBase, analyse, programs })
  }
}

type Analyser = (command: string) => Analysis
type Context = Surroundings & {
  readonly analyse: { readonly bash: Analyser; readonly powershell: Analyser }
  readonly programs: (command: string) => readonly string[]
}

function evaluate(rule: PermissionRule, event: Event, context: Context): Condition {
  const { tool } = event
  if (tool === undefined) return withoutTool(event)
  // What a call may be is enough to guard it, not to allow it.
  const isCertain = namesTool(rule.tool, tool)
  if (!isCertain && rule.tool !== tool.mayBe) return no(`the tool is ${tool.name}, not ${rule.tool}`)
  const match: Match =
    rule.content === undefined
      ? { holds: true, why: `the tool is ${tool.name}`, whole: true }
      : matchContent(rule.content, { event, tool, context })
  return isCertain ? match : { ...match, whole: false }
}

const TOOL_EVENTS: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
])

/** A payload that should name a tool and does not must not switch the guards off. */
function withoutTool({ name }: Event): Condition {
  if (TOOL_EVENTS.has(name)) return inDoubt(`the payload of ${name} names no tool`)
  return no(`${name} has no tool, so a condition never holds on it`)
}

/** A rule may use the name the calling host has for the tool; `mcp__server` covers all tools of the server. */
function namesTool(name: string, tool: ToolCall): boolean {
  if (name === tool.name || name === tool.nativeName) return true
  if (!name.startsWith('mcp__')) return false
  return name.includes('*') ? compileStars(name)(tool.name) : tool.name.startsWith(`${name}__`)
}

type Call = { readonly event: Event; readonly tool: ToolCall; readonly context: Context }

function matchContent(content: string, { event, tool, context }: Call): Match {
  switch (tool.name) {
    case 'Bash':
      return matchBash(content, tool, context)
    case 'PowerShell':
      return matchShell(foldPowerShell(content), tool, context.analyse.powershell)
    case 'WebFetch':
      return matchUrl(content, tool.input)
    case 'Agent':
      return matchAgent(content, tool.input)
    case 'Skill':
      return matchSkill(content, tool.input)
    default:
      if (isFileTool(tool.name)) return matchFile(content, { event, tool, context })
      return (isOwnTool(tool.name) ? matchOwnTool : matchParameter)(content, tool.input)
  }
}

/** What the line runs in turn can make a guard run; an `allow` never rests on it. */
function matchBash(content: string, tool: ToolCall, { analyse, programs }: Context): Match {
  const match = matchShell(content, tool, analyse.bash)
  const command = tool.input['command']
  if (match.holds || typeof command !== 'string') return match
  return programs(command).some(compileShellPattern(content).matches)
    ? { holds: true, why: 'a program that the command runs in turn matches', whole: false }
    : match
}

function matchShell(content: string, tool: ToolCall, analyse: Analyser): Match {
  const command = tool.input['command']
  if (typeof command !== 'string') return inDoubt('the call has no command to read')
  return matchCommand(compileShellPattern(content), command, analyse(command))
}

function matchFile(content: string, { event, tool, context }: Call): Match {
  const { cwd, projectDir } = event
  const found = filesOf(tool.name, tool.input, cwd)
  if (found === undefined) return inDoubt('the call has no file to read')
  const { realPath, home, settingsBase, ignoreCase = false } = context
  const roots = { home, settingsBase, ignoreCase, cwd, projectDir }
  const match = matchFileRule(content, found.files, { roots, realPath, isSearch: found.isSearch })
  if (found.doubt === undefined) return match
  return match.holds ? { ...match, whole: false } : inDoubt(found.doubt)
}

function validRule(condition: string): PermissionRule | undefined {
  const rule = parseRule(condition, {})
  return isIssue(rule) ? undefined : rule
}

function rememberLast<T>(analyse: (command: string) => T): (command: string) => T {
  let last: { readonly command: string; readonly analysis: T } | undefined
  return (command) => {
    if (last?.command !== command) last = { command, analysis: analyse(command) }
    return last.analysis
  }
}

function no(why: string): Condition {
  return { holds: false, why, whole: false }
}
