import { describe, expect, test } from 'vitest'
import { createSandbox, type Finished } from '../helpers/cli.ts'
import { noPowershell, PATH } from './program.ts'

const PAYLOAD = {
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
}

/** A tool call past the one hook of the user’s Claude Code settings. */
function call(command: string, files: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const sandbox = createSandbox()
  for (const [name, text] of Object.entries(files)) sandbox.write(name, text)
  const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command, shell: 'powershell' }] }] }
  sandbox.write('~/.claude/settings.json', JSON.stringify({ hooks }))
  return sandbox.event(PAYLOAD, ['--source', 'claude-code'], { env: { PATH } })
}

const isDenied = ({ stdout }: Finished): boolean => stdout.includes('"deny"')

describe.skipIf(noPowershell)('shell: powershell of Claude Code', () => {
  test.for([
    ['exit 2 denies', '[Console]::Error.WriteLine("no"); exit 2', true],
    ['exit 1 does not', 'exit 1', false],
    [
      'JSON denies',
      `'{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'`,
      true,
    ],
    ['a script of its own that ends with exit 2 does not: pwsh ends with 1', './two.ps1', false],
    ['unless its code is handed on', './two.ps1; exit $LASTEXITCODE', true],
    [
      '${CLAUDE_PROJECT_DIR} is read from the environment',
      '& "${CLAUDE_PROJECT_DIR}/two.ps1"; exit $LASTEXITCODE',
      true,
    ],
  ] as const)('%s', async ([, command, expected]) =>
    expect(isDenied(await call(command, { 'two.ps1': '[Console]::Error.WriteLine("no"); exit 2' }))).toBe(
      expected,
    ),
  )
})
