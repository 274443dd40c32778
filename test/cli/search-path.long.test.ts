import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'
import { marks, PROJECT_FILE, USER_FILE } from '../helpers/trust.ts'

const REST = '/usr/local/bin:/usr/bin:/bin'

/** A repository with programs of its own by the names of others. */
function hostile(): { readonly sandbox: Sandbox; readonly ran: () => boolean } {
  const sandbox = createSandbox()
  const mark = marks(sandbox, 'evil')
  for (const name of ['uname', 'bash', 'sh'])
    for (const folder of ['', 'tools/']) sandbox.write(`${folder}${name}`, `#!/bin/sh\n${mark.command}\n`)
  return { sandbox, ran: mark.ran }
}

const PATHS: readonly (readonly [string, (project: string) => string, string])[] = [
  ['an empty entry', () => `:${REST}`, '""'],
  ['an empty entry at its end', () => `/nowhere:`, '""'],
  ['the current folder', () => `.:${REST}`, '"."'],
  ['a relative entry', () => `tools:${REST}`, '"tools"'],
  ['an entry inside the project', (project) => `${project}/tools:${REST}`, '/tools"'],
]

const COMMANDS = [
  { command: 'uname' },
  { command: 'uname', shell: 'bash' },
  { hooks: [{ type: 'command', command: 'uname; true' }] },
]

describe('S39 with PATH that has', () => {
  for (const [what, path, shown] of PATHS)
    test.for(COMMANDS)(`${what} the user’s hook %j runs no program of the repository`, async (entry) => {
      const { sandbox, ran } = hostile()
      sandbox.write(USER_FILE, config('PreToolUse', entry))
      const env = { PATH: path(sandbox.project) }
      const { stderr } = await sandbox.event(payload('PreToolUse'), [], { env })
      expect(ran()).toBe(false)
      expect(stderr.split('\n').filter((line) => line.includes('PATH has entries'))).toHaveLength(1)
      expect(stderr).toContain(shown)
      const check = await sandbox.cli(['check', '--json'], { env })
      expect(check.stdout).toContain('"path.unsafe"')
    })
})

test('S39 without a PATH bash does not look into the current folder', async () => {
  const { sandbox, ran } = hostile()
  sandbox.write('only-here', '#!/bin/sh\ntouch "$0.ran"\n')
  sandbox.write(USER_FILE, config('PreToolUse', { command: 'only-here || true', shell: 'bash' }))
  await sandbox.event(payload('PreToolUse'), [], { env: { PATH: undefined } })
  expect([ran(), sandbox.exists('only-here.ran')]).toEqual([false, false])
})

test('an approved hook of the project keeps the PATH it sets itself', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox, 'own')
  sandbox.write('tools/mine', `#!/bin/sh\n${mark.command}\n`)
  const env = { PATH: `./tools:${REST}` }
  sandbox.write(PROJECT_FILE, config('PreToolUse', { command: 'mine', shell: 'sh', env }))
  await sandbox.cli(['trust', 'add', '--yes'])
  await sandbox.event(payload('PreToolUse'))
  expect(mark.ran()).toBe(true)
})

test('a user’s hook cannot be led into the repository by the PATH of its own entry either', async () => {
  const { sandbox, ran } = hostile()
  const entry = { command: 'uname', shell: 'sh', env: { PATH: `tools:${REST}` } }
  sandbox.write(USER_FILE, config('PreToolUse', entry))
  const { stderr } = await sandbox.event(payload('PreToolUse'))
  expect([ran(), stderr.includes('"tools"')]).toEqual([false, true])
})

test('a user’s MCP server cannot be led into the repository by the PATH of its entry', async () => {
  const { sandbox, ran } = hostile()
  const server = { command: '/bin/sh', args: ['-c', 'uname'], env: { PATH: `tools:${REST}` } }
  const hooks = { PreToolUse: [{ server: 'mine', tool: 'look' }] }
  sandbox.write(USER_FILE, JSON.stringify({ version: 1, mcpServers: { mine: server }, hooks }))
  const { stderr } = await sandbox.event(payload('PreToolUse'))
  expect([ran(), stderr.includes('The PATH of its `env` has entries')]).toEqual([false, true])
  expect((await sandbox.cli(['check', '--json'])).stdout).toContain('"path.unsafe"')
})

test('an approved MCP server of the project keeps the PATH of its entry', async () => {
  const { sandbox, ran } = hostile()
  const server = { command: '/bin/sh', args: ['-c', 'uname'], env: { PATH: `tools:${REST}` } }
  const hooks = { PreToolUse: [{ server: 'mine', tool: 'look' }] }
  sandbox.write(PROJECT_FILE, JSON.stringify({ version: 1, mcpServers: { mine: server }, hooks }))
  await sandbox.cli(['trust', 'add', '--yes'])
  await sandbox.event(payload('PreToolUse'))
  expect(ran()).toBe(true)
})

test('nothing is said about a PATH of whole paths outside the project', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, config('PreToolUse', { command: 'true' }))
  expect((await sandbox.event(payload('PreToolUse'))).stderr).toBe('')
})
