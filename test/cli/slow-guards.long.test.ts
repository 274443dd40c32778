import { expect, test } from 'vitest'
import { registry } from '../../src/dialects/registry.ts'
import { createSandbox } from '../helpers/cli.ts'
import { USER_FILE } from '../helpers/trust.ts'

/** Hosts without a file that `install` could write, and what is not a host. */
const NOT_REGISTERED: ReadonlySet<string> = new Set(['amazon-q', 'codex-runtime', 'hookwright'])
const hosts = registry.filter(({ name }) => !NOT_REGISTERED.has(name))

type Told = { readonly code: string; readonly severity: string }

test.for(hosts)(
  '$title waits after sync for a guard that takes long, and its entries are found',
  { timeout: 60_000 },
  async ({ name, title }) => {
    const box = createSandbox()
    expect((await box.cli(['install', name, '--yes'])).code).toBe(0)
    box.write(USER_FILE, 'version: 1\npacks: [{ use: hookwright/commit-gate }]\n')
    expect((await box.cli(['sync', '--yes'])).code).toBe(0)
    const { issues } = JSON.parse((await box.cli(['check', '--json'])).stdout) as { issues: readonly Told[] }
    const told = issues.filter(({ code }) => /^(?:timeout|bridge)\./.test(code))
    // A notice says that the host accepts no longer timeout.
    expect(told.filter(({ severity }) => severity !== 'notice')).toEqual([])
    expect(told.filter(({ code }) => code === 'bridge.nobody')).toEqual([])
    const { stdout } = await box.cli(['doctor'])
    expect(stdout).not.toMatch(new RegExp(String.raw`${title} +does not call hookwright`))
  },
)
