import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { attack, ATTACKS, withOwnStock, type OwnStock } from '../helpers/pipe-stock.ts'

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
  await vi.waitFor(() => expect(readdirSync(own.folder).length).toBeGreaterThan(100), { timeout: 20_000 })
  return own
}

describe.runIf(process.platform === 'linux')(
  'a guard still denies when another process has every unused pipe',
  () => {
    test.for(Object.entries(ATTACKS))('%s, and the user is told', { timeout: 60_000 }, async ([, what]) => {
      const sandbox = guarded()
      const own = await stocked(sandbox)
      await attack(own.folder, what)
      const { stdout, stderr } = await run(sandbox, own)
      expect(stdout).toContain('"permissionDecision":"deny"')
      expect(stdout).toContain('never')
      expect(stderr).toContain(`warning: Another process had opened pipes in "${own.folder}"`)
      expect(sandbox.log().at(-1)).toMatchObject({ decision: 'deny', issues: ['pipes.held'] })
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
  },
)
