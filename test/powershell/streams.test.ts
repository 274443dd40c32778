import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { isRunning } from '../helpers/processes.ts'
import { createPlace } from '../shells/steps.ts'
import { noPowershell } from './program.ts'
import { said, script } from './scripts.ts'

const PAYLOAD = '{"tool":"bash","text":"é 😀 \\n \\" — ü"}\n'

describe.skipIf(noPowershell)('streams of a PowerShell script', () => {
  test.for([
    ['[Console]::In', '[Console]::Out.Write([Console]::In.ReadToEnd())', PAYLOAD],
    ['$input, line by line', '$input | ForEach-Object { "<$_>" }', `<${PAYLOAD.trim()}>\n`],
  ] as const)('the payload arrives on stdin as UTF-8: %s', async ([, source, expected]) =>
    expect(await script(source, { step: { input: PAYLOAD } })).toEqual(said(expected)),
  )

  test('a byte order mark in the payload arrives; ConvertFrom-Json reads what is behind it', async () => {
    const source =
      '$t = [Console]::In.ReadToEnd(); [int] $t[0]; ($t.TrimStart([char] 0xfeff) | ConvertFrom-Json).text'
    const input = Buffer.from(`\ufeff${PAYLOAD}`)
    expect(await script(source, { step: { input } })).toEqual(said('65279\né 😀 \n " — ü\n'))
  })

  test('10 MB arrive whole', async () => {
    const input = `"${'é'.repeat(5_000_000)}"`
    const source = '$t = [Console]::In.ReadToEnd(); $t.Length; ($t | ConvertFrom-Json).Length'
    expect(await script(source, { step: { input } })).toEqual(said('5000002\n5000000\n'))
  })

  test('a script that never reads stdin is no failure', async () =>
    expect(await script('"done"', { step: { input: 'x'.repeat(1_000_000) } })).toEqual(said('done\n')))

  test('text with and without ASCII leaves as UTF-8 without a byte order mark, in any locale', async () => {
    const source = '"é 😀"; @{ reason = "é 😀 —" } | ConvertTo-Json -Compress; sh -c "printf ü"'
    const expected = said('é 😀\n{"reason":"é 😀 —"}\nü')
    expect(await script(source, { env: { LC_ALL: 'C' } })).toEqual(expected)
  })

  test('JSON has no colours, though the text of an error has', async () => {
    const source = '@{ a = "x" } | ConvertTo-Json; Write-Error "refused"'
    const { stdout, stderr } = (await script(source, { env: { TERM: 'xterm-256color' } })) as {
      stdout: string
      stderr: string
    }
    expect(JSON.parse(stdout)).toEqual({ a: 'x' })
    expect(stderr).toContain('\u001b[')
  })

  test('NO_COLOR leaves the colours out', async () =>
    expect(await script('Write-Error "refused"', { env: { NO_COLOR: '1' } })).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'Write-Error: refused\n',
    }))
})

describe.skipIf(noPowershell)('around a PowerShell script', () => {
  test('no profile is read', async () => {
    const place = createPlace()
    const folder = join(place.home, '.config/powershell')
    mkdirSync(folder, { recursive: true })
    for (const name of ['profile.ps1', 'Microsoft.PowerShell_profile.ps1'])
      writeFileSync(join(folder, name), 'Write-Output "profile"; function git { "stolen" }')
    const paths = await script('$PROFILE.CurrentUserAllHosts', { place })
    expect(paths).toEqual(said(`${join(folder, 'profile.ps1')}\n`))
  })

  test('it runs in the working directory, from a file of its own that only we can read', async () => {
    const place = createPlace()
    const source = '"$PWD"; $PSCommandPath; sh -c ("stat -c %a " + $PSCommandPath)'
    const { stdout } = (await script(source, { place })) as { stdout: string }
    const [cwd, self, mode] = stdout.split('\n')
    expect([cwd, mode]).toEqual([place.projectDir, '600'])
    expect(self).toMatch(/\/scratch\/[^/]+-entry\.ps1$/)
  })

  test('a timeout ends PowerShell and what it has started', { timeout: 60_000 }, async () => {
    const place = createPlace()
    const pids = join(place.projectDir, 'pids')
    const source = `sh -c 'echo $PPID $$ > pids; exec sleep 600'`
    const outcome = await script(source, { place, step: { timeoutMs: 12_000 } })
    expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 12_000 })
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number)
    expect(started).toHaveLength(2)
    await vi.waitFor(() => expect(started.filter(isRunning)).toEqual([]), { timeout: 10_000 })
  })
})
