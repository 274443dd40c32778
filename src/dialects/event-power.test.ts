import { expect, test } from 'vitest'
import { claudeCode } from './claude-code/index.ts'
import { copilotAs } from './copilot/index.ts'
import { powerOf } from './event-power.ts'

test.for([
  [claudeCode, 'PreToolUse', 'prevent'],
  [claudeCode, 'UserPromptSubmit', 'prevent'],
  [claudeCode, 'PostToolUse', 'retry'],
  [claudeCode, 'Stop', 'retry'],
  [claudeCode, 'Notification', 'observe'],
  [claudeCode, 'git:pre-commit', 'not available'],
  [copilotAs('cli'), 'PreToolUse', 'prevent'],
  [copilotAs('vscode'), 'Notification', 'not available'],
] as const)('%#: a deny of a hook', ([host, event, power]) => {
  expect(powerOf(host, event)).toBe(power)
})
