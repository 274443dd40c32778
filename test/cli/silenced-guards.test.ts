import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'
import { decisionOf, PROJECT_FILE, statuses } from '../helpers/trust.ts'

const PUSH = payload('PreToolUse', { tool_input: { command: 'git push origin' } })
const ADD = ['trust', 'add', '--yes'] as const

/** An approved guard that lets everything pass, and a session that has begun. */
async function begun(): Promise<Sandbox> {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, config('PreToolUse', { id: 'gate', matcher: 'Bash', command: 'true' }))
  await sandbox.cli(ADD)
  expect((await sandbox.event(PUSH)).stdout).toBe('')
  return sandbox
}

const store = (sandbox: Sandbox): string => join(sandbox.state, 'trust.json')
const spoil = (sandbox: Sandbox, was: string, is: string): void =>
  writeFileSync(store(sandbox), readFileSync(store(sandbox), 'utf8').replace(was, is))
const memories = (sandbox: Sandbox): string => join(sandbox.state, 'sessions')

describe('when what is known of approvals is lost, calls are asked about, and it is told', () => {
  test.for<readonly [string, (sandbox: Sandbox) => void]>([
    ['a torn store', (s) => writeFileSync(store(s), '{"version":1,')],
    ['a store of a newer version', (s) => spoil(s, '"version": 1', '"version": 2')],
    ['an approval without an id', (s) => spoil(s, '"id": "gate"', '"id": 7')],
    ['a form that nobody understands', (s) => spoil(s, '"kind": "names"', '"kind": "other"')],
    ['a deleted store', (s) => rmSync(store(s))],
    ['a folder in its place', (s) => (rmSync(store(s)), mkdirSync(store(s)))],
  ])('%s', async ([, attack]) => {
    const sandbox = await begun()
    attack(sandbox)
    rmSync(sandbox.path(PROJECT_FILE))
    const { stdout } = await sandbox.event(PUSH)
    expect(decisionOf(stdout)).toBe('ask')
    expect(JSON.parse(stdout)).toMatchObject({ systemMessage: expect.stringContaining('trust.json') })
  })

  test('a state folder that others can write to', async () => {
    const sandbox = await begun()
    chmodSync(sandbox.state, 0o777)
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
  })

  test.for<readonly [string, (sandbox: Sandbox) => void]>([
    [
      'a state folder that is a file',
      (s) => (rmSync(s.state, { recursive: true }), writeFileSync(s.state, '')),
    ],
    [
      'a list of guarded projects that cannot be read',
      (s) => {
        rmSync(join(s.state, 'guarded'), { recursive: true })
        rmSync(store(s))
        writeFileSync(join(s.state, 'guarded'), '')
      },
    ],
  ])('%s', async ([, attack]) => {
    const sandbox = await begun()
    attack(sandbox)
    const { stdout } = await sandbox.event(PUSH)
    expect(decisionOf(stdout)).toBe('ask')
    expect(stdout).toContain(`the state folder ${sandbox.state} cannot be read`)
  })

  test('but a state folder that was never made is no loss', async () => {
    const sandbox = createSandbox()
    expect((await sandbox.event(PUSH)).stdout).toBe('')
  })

  test('until the project is reviewed again, and no longer in this project than in others', async () => {
    const sandbox = await begun()
    sandbox.write('../other/.git/HEAD', '')
    sandbox.write('../other/hookwright.yaml', config('PreToolUse', { id: 'b', command: 'true' }))
    const other = { cwd: sandbox.path('../other') }
    await sandbox.cli(ADD, other)
    rmSync(store(sandbox))
    await sandbox.cli(ADD)
    expect((await sandbox.event(PUSH)).stdout).toBe('')
    expect(decisionOf((await sandbox.event(PUSH, [], other)).stdout)).toBe('ask')
    await sandbox.cli(['trust', 'revoke', '--yes'], other)
    expect(decisionOf((await sandbox.event(PUSH, [], other)).stdout)).toBeUndefined()
  })

  test('but a revocation is no loss', async () => {
    const sandbox = await begun()
    await sandbox.cli(['trust', 'revoke', '--yes'])
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBeUndefined()
  })
})

test.for<readonly [string, (sandbox: Sandbox) => void]>([
  ['is torn', (s) => readdirSync(memories(s)).forEach((name) => writeFileSync(join(memories(s), name), '{'))],
  ['cannot be kept', (s) => (rmSync(memories(s), { recursive: true }), writeFileSync(memories(s), ''))],
])('where the memory of a session %s, a guard that is gone is asked about', async ([, attack]) => {
  const sandbox = await begun()
  attack(sandbox)
  rmSync(sandbox.path(PROJECT_FILE))
  for (let times = 0; times < 2; times += 1)
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
})

const GEMINI = (more: object = {}): string =>
  JSON.stringify({
    hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'true', name: 'g' }] }] },
    ...more,
  })
const COPILOT = '{"version":1,"hooks":{"preToolUse":[{"type":"command","bash":"true"}]}}'
const CLAUDE = claudeSettings('PreToolUse', 'true')

describe('an approved guard that another file of the project switches off is asked about', () => {
  test.for([
    [
      'claude-code',
      '.claude/settings.json',
      CLAUDE,
      '.claude/settings.local.json',
      '{"disableAllHooks":true}',
    ],
    [
      'claude-code',
      '.claude/settings.json',
      CLAUDE,
      '.claude/settings.json',
      claudeSettings('PreToolUse', 'true', { disableAllHooks: true }),
    ],
    [
      'gemini-cli',
      '.gemini/settings.json',
      GEMINI(),
      '.gemini/settings.json',
      GEMINI({ hooksConfig: { enabled: false } }),
    ],
    [
      'gemini-cli',
      '.gemini/settings.json',
      GEMINI(),
      '.gemini/settings.json',
      GEMINI({ hooksConfig: { disabled: ['g'] } }),
    ],
    ['codex-cli', '.codex/hooks.json', CLAUDE, '.codex/config.toml', '[features]\nhooks = false\n'],
    ['copilot', '.github/hooks/x.json', COPILOT, '.github/copilot/settings.json', '{"disableAllHooks":true}'],
    [
      'qwen-code',
      '.qwen/settings.json',
      CLAUDE,
      '.qwen/settings.json',
      claudeSettings('PreToolUse', 'true', { disableAllHooks: true }),
    ],
  ] as const)('%s: %s', async ([source, file, text, other, off]) => {
    const sandbox = createSandbox()
    const named = ['--source', source]
    sandbox.write(file, text)
    await sandbox.cli([...ADD, ...named])
    expect((await sandbox.event(PUSH, named)).stdout).toBe('')
    sandbox.write(other, off)
    const { stdout } = await sandbox.event(PUSH, named)
    expect(decisionOf(stdout)).toBe('ask')
    expect(stdout).toContain('switche')
    await sandbox.cli([...ADD, ...named])
    expect(decisionOf((await sandbox.event(PUSH, named)).stdout)).toBeUndefined()
  })

  test('but not one that the user’s own settings switch off', async () => {
    const sandbox = createSandbox()
    const named = ['--source', 'claude-code']
    sandbox.write('.claude/settings.json', CLAUDE)
    await sandbox.cli([...ADD, ...named])
    await sandbox.event(PUSH, named)
    sandbox.write('~/.claude/settings.json', '{"disableAllHooks":true}')
    expect((await sandbox.event(PUSH, named)).stdout).toBe('')
    expect(await statuses(sandbox, named)).toEqual(['approved'])
  })
})

test('an approval of an older version, which kept less, is completed by the next event', async () => {
  const sandbox = await begun()
  const text = readFileSync(store(sandbox), 'utf8')
  const drop = (key: string, value: unknown): unknown => (key === 'form' ? undefined : value)
  writeFileSync(
    store(sandbox),
    JSON.stringify(JSON.parse(text), (key, value: unknown) => drop(key, value)),
  )
  rmSync(join(sandbox.state, 'guarded'), { recursive: true })
  const older = { ...PUSH, session_id: 'older' }
  expect((await sandbox.event(older)).stdout).toBe('')
  rmSync(sandbox.path(PROJECT_FILE))
  expect(decisionOf((await sandbox.event(older)).stdout)).toBe('ask')
})

test.for(['Stop', 'PostToolUse', 'SessionStart'])(
  'a changed script of a hook at %s is told in the session, once',
  async (event) => {
    const sandbox = createSandbox()
    sandbox.write('gate.sh', '#!/bin/sh\nexit 0\n')
    sandbox.write(PROJECT_FILE, config(event, { id: 'gate', command: './gate.sh' }))
    await sandbox.cli(ADD)
    await sandbox.event(payload(event))
    sandbox.write('gate.sh', '#!/bin/sh\nexit 0 # other\n')
    const { stdout } = await sandbox.event(payload(event))
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: expect.stringContaining('guard gate was approved and has changed'),
    })
    expect((await sandbox.event(payload(event))).stdout).toBe('')
  },
)
