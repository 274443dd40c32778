import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'
import { claudeSettings, payload } from '../helpers/hooks.ts'

function nested(depth: number): unknown {
  let value: unknown = 'end'
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

test.for([
  ['deep, and seen by its guard', { filter: nested(600) }, 'PreToolUse', 'seen'],
  ['too deep for anybody to look at', { filter: nested(2_000) }, 'PreToolUse', 'nested deeper'],
  ['no object', 'rm -rf /', 'PreToolUse', 'tool_input'],
] as const)('a call whose input is %s is refused', async ([, input, event, reason]) => {
  const sandbox = createSandbox()
  sandbox.write('~/.claude/settings.json', claudeSettings(event, 'echo seen >&2; exit 2'))
  const call = payload(event, { tool_name: 'mcp__x__y', tool_input: input })
  const { stdout } = await sandbox.event(call, ['--source', 'claude-code'])
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(reason) as string,
    },
  })
})

test('where nothing is at stake it goes on, and says why', async () => {
  const sandbox = createSandbox()
  const call = payload('PostToolUse', { tool_input: { filter: nested(2_000) } })
  const { stdout, stderr, code } = await sandbox.event(call)
  expect([code, stdout.includes('"decision"')]).toEqual([0, false])
  expect(stdout + stderr).toContain('nested deeper')
})
