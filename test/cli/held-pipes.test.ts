import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { attack, ATTACKS, withOwnStock, type OwnStock } from '../helpers/pipe-stock.ts'

/** The first batch and the one in the background, without the three of the first hook. */
const MADE = 24 + 192 - 3
const DENY = { decision: 'block', reason: 'never' }

function guarded(): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('deny.json', JSON.stringify(DENY))
  const entry = { command: 'cat deny.json', guard: true, onFailure: 'deny' }
  sandbox.write('~/.config/hookwright/hookwright.yaml', config('PreToolUse', entry))
  return sandbox
}

function run(sandbox: Sandbox, { cli }: OwnStock): Promise<Finished> {
  const command = `"${process.execPath}" "${cli}" run --host claude-code`
  return sandbox.shell(command, { input: JSON.stringify(payload('PreToolUse')) })
}

/** A first run makes the stock. */
async function stocked(sandbox: Sandbox): Promise<OwnStock> {
  const own = withOwnStock(sandbox)
  const { stdout, stderr } = await run(sandbox, own)
  expect([stdout, stderr]).toEqual([expect.stringContaining('"deny"'), ''])
  await vi.waitFor(() => expect(readdirSync(own.folder)).toHaveLength(MADE), { timeout: 20_000 })
  return own
}

describe.runIf(process.platform === 'linux')('when another process has every unused pipe', () => {
  test.for(Object.entries(ATTACKS))(
    'a guard still denies, and the user is told: %s',
    { timeout: 60_000 },
    async ([, what]) => {
      const sandbox = guarded()
      const own = await stocked(sandbox)
      await attack(own.folder, what)
      const { stdout, stderr } = await run(sandbox, own)
      expect(stdout).toContain('"permissionDecision":"deny"')
      expect(stdout).toContain('never')
      expect(stderr).toContain(`warning: Another process had opened pipes in "${own.folder}"`)
      expect(sandbox.log().at(-1)).toMatchObject({ decision: 'deny', issues: ['pipes.held'] })
    },
  )

  test('a git run tells it as a notice', { timeout: 60_000 }, async () => {
    const sandbox = guarded()
    const own = await stocked(sandbox)
    const hook = '{ id: say, name: say, language: system, entry: echo said, verbose: true, always_run: true }'
    sandbox.write('.pre-commit-config.yaml', `repos:\n  - repo: local\n    hooks: [${hook}]\n`)
    await sandbox.shell('rm -rf .git && git init -q && git add .pre-commit-config.yaml')
    await attack(own.folder, ATTACKS['filled and held at both ends'])
    const ran = await sandbox.shell(`"${process.execPath}" "${own.cli}" git run --all-files`)
    expect(ran.code).toBe(0)
    expect(ran.stdout + ran.stderr).toMatch(/^ {2}said \.pre-commit/m)
    expect(ran.stdout + ran.stderr).toContain(`Another process had opened pipes in "${own.folder}"`)
  })

  test('a stock that cannot be used for another reason is not worth a word', async () => {
    const sandbox = guarded()
    const own = await stocked(sandbox)
    await sandbox.shell(
      `rm "${own.folder}"/*; for n in 0 1 2 3 4 5 6 7 8 9 a b; do : > "${own.folder}/000000000000000$n"; done`,
    )
    const { stdout, stderr } = await run(sandbox, own)
    expect([stdout, stderr]).toEqual([expect.stringContaining('"deny"'), ''])
    expect(existsSync(own.folder)).toBe(true)
  })
})
