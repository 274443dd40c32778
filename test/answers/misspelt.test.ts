import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callHost, type Called } from '../helpers/host.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'

const WIRES = ['claude-code', 'copilot', 'codex-cli', 'gemini-cli', 'cursor', 'kiro', 'crush', 'qwen-code']

const SLIPS = [
  '{"decison":"deny"}',
  '{"permisionDecision":"deny"}',
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissonDecision":"deny"}}',
  '{"decision":"Blocked"}',
  'DENY: not now',
  "{'decision': 'deny'}",
]

const FINE = ['{"status":"ok"}', '{}']

function folderWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-slip-'))
  mkdirSync(join(folder, '.git'))
  mkdirSync(join(folder, '.claude'))
  writeFileSync(join(folder, name), text)
  return folder
}

/** A hook that prints `output` and exits with 0, asked by Claude Code before a command. */
function asked(output: string, entry: object): Promise<Called> {
  const text = config('PreToolUse', { id: 'guard', command: 'cat answer.txt', ...entry })
  const folder = folderWith('hookwright.json', text)
  writeFileSync(join(folder, 'answer.txt'), output)
  return call(folder, 'hookwright')
}

function call(cwd: string, source: string): Promise<Called> {
  return callHost({
    host: 'claude-code',
    event: 'PreToolUse',
    payload: payload('PreToolUse', { cwd }),
    cwd,
    sources: [source],
    variables: { PATH: process.env['PATH'] ?? '', HOME: cwd },
  })
}

describe.for(WIRES)('%s', (wire) => {
  const dialect = wire === 'claude-code' ? {} : { dialect: wire }

  test.for(SLIPS)(
    'a guard that says %s has not decided, and is refused as its onFailure says',
    async (output) => {
      const { verdict } = await asked(output, { ...dialect, guard: true, onFailure: 'deny' })
      expect(verdict).toMatchObject({
        decision: 'deny',
        answers: [{ answer: { failure: 'protocol-error' } }],
      })
      expect(verdict.reason).toContain('guard')
    },
  )

  test.for(SLIPS)('a hook that need not decide and says %s is told', async (output) => {
    const { verdict } = await asked(output, dialect)
    expect(verdict.decision).not.toBe('deny')
    expect(verdict.issues).not.toEqual([])
  })

  // Codex refuses every key that it does not know.
  test.for(wire === 'codex-cli' ? ['{}'] : FINE)('a guard that says %s has no opinion', async (output) => {
    const { verdict } = await asked(output, { ...dialect, guard: true, onFailure: 'deny' })
    expect(verdict).toMatchObject({ decision: 'none', issues: [] })
  })
})

test.for(SLIPS)("in a host's own file %s is told and goes on as its host lets it", async (output) => {
  const command = `printf %s ${JSON.stringify(output).replaceAll('$', '\\$')}`
  const { verdict, issues } = await call(
    folderWith('.claude/settings.json', claudeSettings('PreToolUse', command)),
    'claude-code',
  )
  expect(verdict.decision).toBe('none')
  expect(issues).not.toEqual([])
})

test('a wrong value at the right key is told with the right one', async () => {
  const output = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"Deny"}}'
  const { verdict } = await asked(output, {})
  expect(verdict.issues).toMatchObject([{ code: 'output.invalid', hint: 'Did you mean "deny"?' }])
})

test('a misspelt no beside an allow does not let anything through', async () => {
  const output =
    '{"decision":"approve","hookSpecificOutput":{"hookEventName":"PreToolUse","permisionDecision":"deny"}}'
  const { verdict } = await asked(output, { guard: true, onFailure: 'ask' })
  expect(verdict.decision).toBe('ask')
})

test('context beside a slip of a guard still reaches the model', async () => {
  const output =
    '{"decison":"deny","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"mind the gap"}}'
  const { verdict } = await asked(output, { guard: true, onFailure: 'deny' })
  expect(verdict.effects).toContainEqual({ kind: 'add-context', text: 'mind the gap' })
})
