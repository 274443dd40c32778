import { issue, type Issue, type Place } from '../core/issue.ts'
import { currentName } from '../core/tools.ts'

/** One permission rule: `Tool`, or `Tool(content)`. Without content it covers every call of the tool. */
export type PermissionRule = { readonly text: string; readonly tool: string; readonly content?: string }

export function parseRule(text: string, place: Place): PermissionRule | Issue {
  const rule = text.trim()
  if (rule === '') return invalid(text, place, 'it is empty')
  const open = rule.indexOf('(')
  const name = open === -1 ? rule : rule.slice(0, open)
  if (LIST.test(name) || (open !== -1 && startsSecondRule(rule, open))) return severalRules(text, place)
  const problem =
    nameProblem(name) ?? (open === -1 || rule.endsWith(')') ? undefined : 'its "(" is never closed')
  if (problem !== undefined) return invalid(text, place, problem)
  return { text: rule, tool: currentName(name), ...(open !== -1 && contentOf(rule, open)) }
}

const LIST = /[|&,;]|\s(?:or|and)\s/i

/** A star is for the tools of an MCP server only; `:` `/` `.` `@` occur in the native names of other hosts. */
const NAME = /^(?:mcp__[\w.:/@*-]+|[A-Za-z_][\w.:/@-]*)$/

const SECOND_RULE = /^\s*(?:[|&,;]|(?:or|and)\s|[A-Za-z_][\w-]*\()/i

function nameProblem(name: string): string | undefined {
  if (name === '') return 'it has no tool name before "("'
  return NAME.test(name) ? undefined : `"${name}" is not a tool name`
}

/** What follows the bracket that closes the first one decides; brackets inside the content are counted. */
function startsSecondRule(rule: string, open: number): boolean {
  const close = closingBracket(rule, open)
  return close !== undefined && SECOND_RULE.test(rule.slice(close + 1))
}

function closingBracket(rule: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < rule.length; at++) {
    if (rule[at] === '\\') at++
    else if (rule[at] === '(') depth++
    else if (rule[at] === ')' && --depth === 0) return at
  }
  return undefined
}

function contentOf(rule: string, open: number): { content?: string } {
  const content = rule.slice(open + 1, -1).trim()
  return content === '' || content === '*' ? {} : { content: content.replace(/\\([()\\])/g, '$1') }
}

function severalRules(text: string, place: Place): Issue {
  return issue(
    'condition.several-rules',
    place,
    `Condition "${text}" holds more than one rule; \`if\` takes exactly one.`,
    'Write one hook per rule, each with its own `if` and the same command.',
  )
}

function invalid(text: string, place: Place, problem: string): Issue {
  return issue(
    'condition.invalid',
    place,
    `Condition "${text}" is not a permission rule: ${problem}.`,
    'Write a tool name with an optional pattern, such as "Bash(git push *)", "Edit(src/**)" or "mcp__github".',
  )
}
