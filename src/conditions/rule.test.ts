import { describe, expect, test } from 'vitest'
import { isIssue, type Issue } from '../core/issue.ts'
import { parseRule } from './rule.ts'

const place = { file: 'settings.json', pointer: ['hooks', 'PreToolUse', 0, 'hooks', 0, 'if'] }

describe('valid rules', () => {
  test.for([
    ['a tool alone covers all its calls', 'Bash', 'Bash', undefined],
    ['a star as content covers all calls', 'Bash(*)', 'Bash', undefined],
    ['empty content covers all calls', 'Bash()', 'Bash', undefined],
    ['content is kept as written', 'Bash(git push *)', 'Bash', 'git push *'],
    ['space around the rule is ignored', '  Edit( src/** ) ', 'Edit', 'src/**'],
    ['a former tool name becomes the current one', 'Task(Explore)', 'Agent', 'Explore'],
    ['a former tool name alone as well', 'KillShell', 'TaskStop', undefined],
    ['an MCP server is a tool name', 'mcp__github', 'mcp__github', undefined],
    ['an MCP server may end in a star', 'mcp__my-server__*', 'mcp__my-server__*', undefined],
    ['an MCP tool is a tool name', 'mcp__github__create_issue', 'mcp__github__create_issue', undefined],
    ['operators inside the content belong to it', 'Bash(a && b || c | d, e)', 'Bash', 'a && b || c | d, e'],
    ['brackets inside the content are counted', 'Bash((cd x) && make *)', 'Bash', '(cd x) && make *'],
    ['a lone closing bracket belongs to the content', 'Bash(echo :) *)', 'Bash', 'echo :) *'],
    ['a lone opening bracket belongs to the content', 'Bash(echo ( *)', 'Bash', 'echo ( *'],
    ['escaped brackets lose their backslash', 'Bash(echo \\) || Edit\\(x)', 'Bash', 'echo ) || Edit(x'],
    ['a native name of another host is allowed', 'run_shell_command(git *)', 'run_shell_command', 'git *'],
  ] as const)('%s', ([, text, tool, content]) => {
    expect(parseRule(text, place)).toEqual({
      text: text.trim(),
      tool,
      ...(content !== undefined && { content }),
    })
  })
})

describe('issues', () => {
  test.for([
    ['"||" between rules', 'Bash(git *) || Bash(npm *)', 'condition.several-rules'],
    ['"&&" between rules', 'Bash(git *) && Edit', 'condition.several-rules'],
    ['"|" between tools', 'Edit|Write', 'condition.several-rules'],
    ['"|" before a rule with content', 'Edit|Write(src/**)', 'condition.several-rules'],
    ['"," between rules', 'Bash(a), Bash(b)', 'condition.several-rules'],
    ['"," between tools', 'Edit, Write', 'condition.several-rules'],
    ['"or" between rules', 'Bash(a) or Bash(b)', 'condition.several-rules'],
    ['a space between rules', 'Bash(a) Bash(b)', 'condition.several-rules'],
    ['an empty rule', '  ', 'condition.invalid'],
    ['no tool name', '(git *)', 'condition.invalid'],
    ['a bracket that is never closed', 'Bash(git *', 'condition.invalid'],
    ['text behind the bracket', 'Bash(git *) always', 'condition.invalid'],
    ['a star as the tool', '*', 'condition.invalid'],
    ['a negation', '!Bash(git *)', 'condition.invalid'],
    ['a name with a space', 'git push', 'condition.invalid'],
  ] as const)('%s is an issue', ([, text, code]) => {
    const result = parseRule(text, place)
    expect(isIssue(result)).toBe(true)
    expect(result).toMatchObject({ code, place, severity: 'error' })
    expect((result as Issue).message).toContain(`"${text}"`)
  })

  test('several rules come with the way to write them', () => {
    const { message, hint } = parseRule('Edit|Write', place) as Issue
    expect(message).toBe('Condition "Edit|Write" holds more than one rule; `if` takes exactly one.')
    expect(hint).toBe('Write one hook per rule, each with its own `if` and the same command.')
  })
})
