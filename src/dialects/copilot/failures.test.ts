import { expect, test } from 'vitest'
import { copilotAs } from './index.ts'

test.for([
  ['cli', 'PreToolUse', 'deny'],
  ['cli', 'PermissionRequest', 'deny'],
  ['cli', 'UserPromptSubmit', 'deny'],
  ['cli', 'Stop', 'deny'],
  ['cli', 'PostToolUse', 'deny'],
  ['cli', 'SessionStart', 'none'],
  ['cli', 'Unheard', 'none'],
  ['cloud', 'PreToolUse', 'deny'],
  ['cloud', 'PermissionRequest', 'none'],
  ['guide', 'PostToolUse', 'none'],
] as const)('on %s a server that answers %s with more than is kept makes it %s', ([surface, event, wanted]) =>
  expect(copilotAs(surface).failures(event, 'overflow', 'http', `${surface}:camelCase`)).toBe(wanted),
)

test('a command that floods stdout is judged by what it wrote, not by this', () =>
  expect(copilotAs('cli').failures('PreToolUse', 'overflow', 'command')).toBe('none'))
