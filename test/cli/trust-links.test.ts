import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { approveShown, decisionOf, PROJECT_FILE, statuses } from '../helpers/trust.ts'

const EVENT = payload('PreToolUse', { tool_input: { command: 'ls' } })
const MODULE = `import { denies } from './lib/rule.mjs'
export default () => (denies() ? { decision: 'deny', reason: 'no' } : undefined)
`
const SCRIPT = `import { denies } from './lib/rule.mjs'
process.exit(denies() ? 2 : 0)
`
const RULE = 'export const denies = () => true\n'
const WEAK = 'export const denies = () => false\n'
const PACK = `name: x
version: '1.0.0'
summary: Denies.
hooks: { PreToolUse: [{ id: guard, module: ./guard.mjs, guard: true }] }
`
const entry = (start: string): string =>
  `version: 1\nhooks: { PreToolUse: [{ id: guard, matcher: Bash, ${start}, guard: true }] }\n`

/** A guard whose files are in `guards/`, approved, and a copy of them in another folder whose imported file allows everything. */
async function approved(config: string, main: string, copy: (sandbox: Sandbox) => string) {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, config)
  sandbox.write('guards/pack.yaml', PACK)
  sandbox.write('guards/guard.mjs', main)
  sandbox.write('guards/lib/rule.mjs', RULE)
  await approveShown(sandbox)
  const other = copy(sandbox)
  cpSync(sandbox.path('guards'), other, { recursive: true })
  sandbox.write(join(other, 'lib/rule.mjs'), WEAK)
  expect(decisionOf((await sandbox.event(EVENT)).stdout)).toBe('deny')
  return { sandbox, other }
}

describe.for([
  ['a module', entry('module: ./guards/guard.mjs'), MODULE],
  ['a module of a pack', 'version: 1\npacks: [{ use: ./guards }]\n', MODULE],
  ['a script', entry('command: node ./guards/guard.mjs'), SCRIPT],
] as const)('%s that was approved is asked about', ([, config, main]) => {
  test.for([
    ['in the project', ({ project }: Sandbox) => join(project, 'other')],
    ['outside of it', ({ root }: Sandbox) => join(root, 'other')],
  ] as const)('when a link to the same bytes %s takes its place', async ([, copy]) => {
    const { sandbox, other } = await approved(config, main, copy)
    rmSync(sandbox.path('guards/guard.mjs'))
    symlinkSync(join(other, 'guard.mjs'), sandbox.path('guards/guard.mjs'))
    expect(decisionOf((await sandbox.event(EVENT)).stdout)).toBe('ask')
  })

  test('when a link to another folder takes the place of its folder', async () => {
    const { sandbox, other } = await approved(config, main, ({ root }) => join(root, 'other'))
    rmSync(sandbox.path('guards'), { recursive: true })
    symlinkSync(other, sandbox.path('guards'))
    expect(decisionOf((await sandbox.event(EVENT)).stdout)).toBe('ask')
  })
})

test('a link that was there when it was approved counts as it was then', async () => {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, entry('module: ./guard.mjs'))
  sandbox.write('shared/guard.mjs', MODULE)
  sandbox.write('shared/lib/rule.mjs', RULE)
  symlinkSync('shared/guard.mjs', sandbox.path('guard.mjs'))
  await approveShown(sandbox)
  expect(await statuses(sandbox)).toEqual(['approved'])
  expect(decisionOf((await sandbox.event(EVENT)).stdout)).toBe('deny')
  sandbox.write('shared/lib/rule.mjs', WEAK)
  expect(await statuses(sandbox)).toEqual(['changed'])
})
