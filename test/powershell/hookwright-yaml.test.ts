import { describe, expect, test } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { noPowershell, PATH, SHELLS } from './program.ts'

const PAYLOAD = {
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  tool_name: 'Bash',
  tool_input: { command: 'é 😀' },
}

type Ran = { readonly sandbox: Sandbox; readonly finished: Finished; readonly reason: string | undefined }

/** A tool call past the one hook of the user’s own `hookwright.yaml`. */
async function call(command: string, entry: object): Promise<Ran> {
  const sandbox = createSandbox()
  const hook = { id: 'test', timeout: 60, ...entry, command }
  sandbox.write(
    '~/.config/hookwright/hookwright.yaml',
    JSON.stringify({ version: 1, hooks: { PreToolUse: [hook] } }),
  )
  const finished = await sandbox.event(PAYLOAD, [], { env: { PATH } })
  expect(sandbox.scratch()).toEqual([])
  return { sandbox, finished, reason: reasonOf(finished) }
}

function reasonOf({ stdout }: Finished): string | undefined {
  if (stdout === '') return undefined
  const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> }
  const { permissionDecision, permissionDecisionReason } = hookSpecificOutput ?? {}
  return permissionDecision === 'deny' ? permissionDecisionReason : undefined
}

describe.skipIf(noPowershell)('hookwright.yaml', () => {
  test.for(SHELLS)(
    'shell: %s reads the payload, and its answer reaches the verdict unchanged',
    async (shell) => {
      const source = [
        '$ErrorActionPreference = "Stop"',
        '$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json',
        '$reason = "no: " + $payload.tool_input.command',
        '@{ hookSpecificOutput = @{ hookEventName = "PreToolUse"; permissionDecision = "deny"; permissionDecisionReason = $reason } } | ConvertTo-Json -Depth 5',
      ]
      const { reason, finished } = await call(source.join('\n'), { shell })
      expect([reason, finished.code, finished.stderr]).toEqual(['no: é 😀', 0, ''])
    },
  )

  test.for(SHELLS)('shell: %s denies with exit 2 and its stderr', async (shell) => {
    const { reason } = await call('[Console]::Error.WriteLine("refused é"); exit 2', { shell })
    expect(reason?.trim()).toMatch(/refused é$/)
  })

  test('the colours of an error are not in the reason of a deny', async () => {
    const { reason } = await call('Write-Error "refused é"; exit 2', { shell: 'pwsh' })
    expect(reason).toBe('Write-Error: refused é')
  })

  test('exit 0 lets the call through', async () =>
    expect((await call('exit 0', { shell: 'pwsh' })).finished).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    }))

  test.for([
    ['a throw', 'throw "refused"'],
    ['a script that cannot be parsed', 'if ('],
    ['exit 3', 'exit 3'],
  ])('%s is a failure, and onFailure decides', async ([, source = '']) => {
    expect((await call(source, { shell: 'pwsh', onFailure: 'deny' })).reason).toContain('test')
    const { finished } = await call(source, { shell: 'pwsh', onFailure: 'ignore' })
    expect(finished.stdout).not.toContain('deny')
  })

  test('the text of an error reaches nobody with its colours', async () => {
    const { finished } = await call('throw "refused"', { shell: 'pwsh', onFailure: 'deny' })
    const told = `${finished.stdout}${finished.stderr}`
    for (const escape of ['\u001b', String.raw`\u001b`]) expect(told).not.toContain(escape)
    expect(finished.stderr).toContain('refused')
  })

  test('a timeout stops it, and onFailure decides', async () => {
    const { reason } = await call('Start-Sleep 600', { shell: 'pwsh', timeout: 1, onFailure: 'deny' })
    expect(reason).toContain('1 s')
  })
})
