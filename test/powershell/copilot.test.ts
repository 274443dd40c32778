import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callCopilot, PAYLOAD, reasonOf } from './copilot.ts'
import { noPowershell } from './program.ts'

const PAIR = { bash: 'echo bash > ran', powershell: 'echo PowerShell > ran' }
const DENY = '{"permissionDecision":"deny","permissionDecisionReason":"é 😀 —"}'

describe.skipIf(noPowershell)('a powershell entry of Copilot on this system', () => {
  test.for(['cli', 'guide', 'cloud', 'vscode'])(
    '%s: the bash of a pair runs, PowerShell does not',
    async (profile) => {
      const { sandbox } = await callCopilot({ entry: PAIR, profile })
      expect(sandbox.read('ran')).toBe('bash\n')
    },
  )

  test('cli: without bash it runs through pwsh', async () => {
    const { sandbox, code, stdout, stderr } = await callCopilot({ entry: { powershell: PAIR.powershell } })
    expect([code, stdout, stderr, sandbox.read('ran')]).toEqual([0, '', '', 'PowerShell\n'])
  })

  test.for(['guide', 'cloud', 'vscode'])('%s: without bash nothing runs', async (profile) => {
    const { sandbox, code, stdout } = await callCopilot({ entry: { powershell: PAIR.powershell }, profile })
    expect([code, stdout, sandbox.exists('ran')]).toEqual([0, '', false])
  })

  test('cli: without bash and without pwsh every tool call is denied', async () => {
    const path = dirname(process.execPath)
    const answer = await callCopilot({ entry: { powershell: PAIR.powershell }, path: `${path}/none` })
    expect(reasonOf(answer)).toContain('tried "pwsh"')
  })

  test.for([
    ['exit 0', 'exit 0', undefined],
    ['JSON that denies, with its reason unchanged', `'${DENY}'`, 'é 😀 —'],
    [
      'JSON of ConvertTo-Json',
      `@{ permissionDecision = 'deny'; permissionDecisionReason = "é 😀 —" } | ConvertTo-Json`,
      'é 😀 —',
    ],
    ['JSON that allows', `'{"permissionDecision":"allow"}'`, undefined],
    ['exit 2', '[Console]::Error.WriteLine("refused"); exit 2', expect.any(String)],
    ['exit 1', 'exit 1', expect.any(String)],
    ['a throw', 'throw "refused"', expect.any(String)],
    ['a program that fails last', 'sh -c "exit 3"', expect.any(String)],
    ['a text that cannot be parsed', 'if (', expect.any(String)],
    ['text before the JSON, which the host cannot read', `Write-Host note; '${DENY}'`, undefined],
  ] as const)('preToolUse, %s', async ([, powershell, reason]) =>
    expect(reasonOf(await callCopilot({ entry: { powershell } }))).toEqual(reason),
  )

  test('a .ps1 that ends with exit 2 ends pwsh with 1, which is a no here too', async () => {
    const answer = await callCopilot({ entry: { powershell: './two.ps1' }, files: { 'two.ps1': 'exit 2' } })
    expect(reasonOf(answer)).toContain('hook errored')
    expect(answer.sandbox.log()).toMatchObject([{ hooks: [{ exit: 1 }] }])
  })

  test('postToolUse: a failure blocks nothing', async () => {
    const payload = { ...PAYLOAD, toolResult: { resultType: 'success', textResultForLlm: 'x' } }
    const answer = await callCopilot({ entry: { powershell: 'exit 1' }, event: 'postToolUse', payload })
    expect(reasonOf(answer)).toBe(undefined)
  })

  test('the payload arrives byte for byte, in the folder and with the variables of the entry', async () => {
    const powershell =
      '[IO.File]::WriteAllText("$PWD/seen", [Console]::In.ReadToEnd()); Set-Content env "$PWD|$env:MODE|$env:COPILOT_CLI|$env:COPILOT_PROJECT_DIR"'
    const entry = { powershell, cwd: 'deep er', env: { MODE: '$HOME é' } }
    const { sandbox, sent } = await callCopilot({ entry, files: { 'deep er/x': '' } })
    expect(sandbox.read('deep er/seen')).toBe(sent)
    const { project } = sandbox
    expect(sandbox.read('deep er/env')).toBe(`${project}/deep er|$HOME é|1|${project}\n`)
  })

  test('a cwd that is not there is a no', async () =>
    expect(reasonOf(await callCopilot({ entry: { powershell: 'exit 0', cwd: 'gone' } }))).toContain('gone'))

  test('timeoutSec stops it, and the call goes through as with Copilot', async () => {
    const answer = await callCopilot({ entry: { powershell: 'Start-Sleep 600', timeoutSec: 1 } })
    expect([answer.code, reasonOf(answer)]).toEqual([0, undefined])
  })

  test('no profile is read', async () => {
    const profile = 'Set-Content "$HOME/stolen" x'
    const files = { '~/.config/powershell/profile.ps1': profile }
    const { sandbox } = await callCopilot({ entry: { powershell: 'exit 0' }, files })
    expect(sandbox.exists('~/stolen')).toBe(false)
  })
})
