import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claudeEvents } from '../../src/dialects/claude-code/events.ts'
import { createSandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'
import { marks, PROJECT_FILE, shown, statuses, USER_FILE } from '../helpers/trust.ts'

const CLAUDE = ['--source', 'claude-code']

test.for(Object.keys(claudeEvents))(
  'S01 %s in an untrusted clone spawns nothing and says so in one line',
  async (event) => {
    const sandbox = createSandbox()
    const mark = marks(sandbox)
    sandbox.write(PROJECT_FILE, config(event, { id: 'stranger', command: mark.command }))
    const { stderr, code } = await sandbox.event(payload(event))
    expect(mark.ran()).toBe(false)
    // Some events show a message to the person only with exit code 2, which blocks nothing there.
    expect(code).toBe(event === 'SessionEnd' || event === 'PostCompact' ? 2 : 0)
    expect(stderr.split('\n').filter((line) => line.includes('skipped 1 project hook'))).toHaveLength(1)
    expect(stderr).toContain('hookwright trust show')
  },
)

test("S01 the user's own hooks run beside the skipped ones of an untrusted clone", async () => {
  const sandbox = createSandbox()
  const [own, stranger] = [marks(sandbox, 'own'), marks(sandbox, 'stranger')]
  sandbox.write(USER_FILE, config('SessionStart', { command: own.command }))
  sandbox.write(PROJECT_FILE, config('SessionStart', { id: 'stranger', command: stranger.command }))
  const { stdout } = await sandbox.event(payload('SessionStart'))
  expect([own.ran(), stranger.ran()]).toEqual([true, false])
  expect(stdout).toContain('skipped 1 project hook')
})

test.for([
  ['project settings', '.claude/settings.json'],
  ['local settings', '.claude/settings.local.json'],
] as const)('%s of Claude Code are gated', async ([, file]) => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write(file, claudeSettings('PreToolUse', mark.command))
  const before = await sandbox.event(payload('PreToolUse'), CLAUDE)
  expect(mark.ran()).toBe(false)
  expect(before.stderr).toContain('review with `hookwright trust show --source claude-code`')
  await sandbox.cli(['trust', 'add', ...CLAUDE, '--yes'])
  await sandbox.event(payload('PreToolUse'), CLAUDE)
  expect(mark.ran()).toBe(true)
})

test('a file inside the project named with --source is gated, one outside is not', async () => {
  const sandbox = createSandbox()
  const [inside, outside] = [marks(sandbox, 'inside'), marks(sandbox, 'outside')]
  sandbox.write('rules/extra.yaml', config('Stop', { command: inside.command }))
  sandbox.write('~/extra.yaml', config('Stop', { command: outside.command }))
  await sandbox.event(payload('Stop'), [
    '--source',
    'rules/extra.yaml',
    '--source',
    sandbox.path('~/extra.yaml'),
  ])
  expect([inside.ran(), outside.ran()]).toEqual([false, true])
})

test('a file brought in by imports is gated', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write(USER_FILE, '{ "version": 1, "imports": ["claude-code"] }')
  sandbox.write('.claude/settings.json', claudeSettings('Stop', mark.command))
  const payloadText = JSON.stringify(payload('Stop'))
  await sandbox.cli(['run', '--host', 'hookwright'], { input: payloadText })
  expect(mark.ran()).toBe(false)
})

test('SessionEnd runs nothing after trust was refused', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write(PROJECT_FILE, config('SessionEnd', { command: mark.command }))
  await sandbox.cli(['trust', 'add', '--yes'])
  await sandbox.cli(['trust', 'revoke', '--yes'])
  await sandbox.event(payload('SessionEnd', { reason: 'exit' }))
  expect(mark.ran()).toBe(false)
})

test('SubagentStop runs nothing before anybody answered', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write('.claude/settings.json', claudeSettings('SubagentStop', mark.command))
  await sandbox.event(payload('SubagentStop', { agent_type: 'Explore' }), CLAUDE)
  expect(mark.ran()).toBe(false)
})

test.for([
  ['directly', 'state'],
  ['through a link', '../link/state'],
] as const)('S06 a state home inside the workspace, named %s, brings no trust along', async ([, place]) => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  symlinkSync(sandbox.project, join(sandbox.root, 'link'))
  sandbox.write(PROJECT_FILE, config('Stop', { command: mark.command }))
  await sandbox.cli(['trust', 'add', '--yes'])
  mkdirSync(join(sandbox.project, 'state'))
  renameSync(sandbox.state, join(sandbox.project, 'state/hookwright'))
  const env = { XDG_STATE_HOME: join(sandbox.project, place) }
  const { stderr } = await sandbox.event(payload('Stop'), [], { env })
  expect(mark.ran()).toBe(false)
  expect(stderr).toContain('lies inside the project')
})

test('S09 a project config that is a link out of the repository is gated all the same', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  const outside = sandbox.write('~/elsewhere/hookwright.yaml', config('Stop', { command: mark.command }))
  symlinkSync(outside, sandbox.path(PROJECT_FILE))
  await sandbox.event(payload('Stop'))
  expect(mark.ran()).toBe(false)
})

test('S09 a user config that is a link into the repository is gated', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  const inside = sandbox.write('dotfiles/hookwright.yaml', config('Stop', { command: mark.command }))
  mkdirSync(sandbox.config, { recursive: true })
  symlinkSync(inside, sandbox.path(USER_FILE))
  await sandbox.event(payload('Stop'))
  expect(mark.ran()).toBe(false)
})

test('S09 a file outside named with --source through a link in the project is gated', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  symlinkSync(
    sandbox.write('~/extra.yaml', config('Stop', { command: mark.command })),
    sandbox.path('extra.yaml'),
  )
  await sandbox.event(payload('Stop'), ['--source', 'extra.yaml'])
  expect(mark.ran()).toBe(false)
})

test.for([
  ['without a digest', false, ''],
  ['with another digest', false, `=${'0'.repeat(64)}`],
  ['with its digest', true, '=DIGEST'],
] as const)('S11 where CI is set, --trust-project %s runs the hooks: %s', async ([, runs, value]) => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write(PROJECT_FILE, config('Stop', { command: mark.command }))
  const { digest } = await shown(sandbox)
  const flag = `--trust-project${value.replace('DIGEST', digest)}`
  const { stderr } = await sandbox.event(payload('Stop'), [flag], { env: { CI: 'true' } })
  expect(mark.ran()).toBe(runs)
  expect(stderr.includes('were not trusted')).toBe(!runs)
})

test('--trust-project approves for one call and writes nothing down', async () => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  sandbox.write(PROJECT_FILE, config('Stop', { command: mark.command }))
  await sandbox.event(payload('Stop'), ['--trust-project'])
  expect(mark.ran()).toBe(true)
  expect(await statuses(sandbox)).toEqual(['new'])
})

test.for(['trusted', 'trust', 'bypass', 'endpoint', 'proxy', 'log', 'disableAllHooks', 'stateDir'])(
  'S02 a project file that sets "%s" is refused with file and key, and runs nothing',
  async (key) => {
    const sandbox = createSandbox()
    const mark = marks(sandbox)
    const value = { version: 1, [key]: true, hooks: { Stop: [{ command: mark.command }] } }
    sandbox.write(PROJECT_FILE, JSON.stringify(value))
    const { stderr } = await sandbox.event(payload('Stop'), ['--trust-project'])
    expect(mark.ran()).toBe(false)
    expect(stderr).toContain(`${sandbox.project}/hookwright.yaml:1:`)
    expect(stderr).toContain(`"${key}" is not a key of a hookwright file`)
  },
)

test.for([
  ['cut off', '{ "version": 1, "proj'],
  ['of a newer version', '{ "version": 2, "projects": {} }'],
  ['of another shape', '{ "version": 1, "projects": null }'],
  ['with approvals of another shape', '{ "version": 1, "projects": { "PROJECT": { "x": null } } }'],
  ['not JSON at all', '\u0000\u0001'],
  ['empty', ''],
] as const)(
  'R53 a trust store that is %s trusts nothing, says so, and is not overwritten',
  async ([, text]) => {
    const sandbox = createSandbox()
    const mark = marks(sandbox)
    sandbox.write(PROJECT_FILE, config('Stop', { command: mark.command }))
    await sandbox.cli(['trust', 'add', '--yes'])
    const broken = text.replace('PROJECT', sandbox.project)
    sandbox.write('~/.local/state/hookwright/trust.json', broken)
    const { stderr, code } = await sandbox.event(payload('Stop'))
    expect([mark.ran(), code]).toEqual([false, 0])
    expect(stderr).toContain('no project hook is trusted')
    const added = await sandbox.cli(['trust', 'add', '--yes'])
    expect(added.code).toBe(1)
    expect(sandbox.read('~/.local/state/hookwright/trust.json')).toBe(broken)
  },
)

test('an approved hook runs, and trust add ID approves only that one', async () => {
  const sandbox = createSandbox()
  const [one, two] = [marks(sandbox, 'one'), marks(sandbox, 'two')]
  sandbox.write(
    PROJECT_FILE,
    config('Stop', { id: 'one', command: one.command }, { id: 'two', command: two.command }),
  )
  await sandbox.cli(['trust', 'add', 'one', '--yes'])
  await sandbox.event(payload('Stop'))
  expect([one.ran(), two.ran()]).toEqual([true, false])
})

test('S06 a HOME that was pointed into the project brings no files of the user along', async () => {
  const sandbox = createSandbox()
  const own = marks(sandbox, 'own')
  mkdirSync(sandbox.path('~/.git'))
  sandbox.write(USER_FILE, config('Stop', { command: own.command }))
  const { stderr } = await sandbox.event(payload('Stop'), [], { cwd: sandbox.home })
  expect(own.ran()).toBe(false)
  expect(stderr).toContain('state folder')
})

test.for(['', 'relative'])('HOME=%j does not make the project the home directory', async (home) => {
  const sandbox = createSandbox()
  const own = marks(sandbox, 'own')
  sandbox.write('.config/hookwright/hookwright.yaml', config('Stop', { command: own.command }))
  sandbox.write('relative/.config/hookwright/hookwright.yaml', config('Stop', { command: own.command }))
  await sandbox.event(payload('Stop'), [], { env: { HOME: home } })
  expect(own.ran()).toBe(false)
})
