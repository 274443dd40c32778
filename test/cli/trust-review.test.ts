import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config } from '../helpers/hooks.ts'
import { onTerminal } from '../helpers/terminal.ts'
import { statuses } from '../helpers/trust.ts'

const GUARD = `version: 1
hooks:
  PreToolUse:
    - { id: guard, matcher: Bash, command: ./guard.sh }
`

function guarded(script = '#!/bin/sh\nexit 2\n'): Sandbox {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', GUARD)
  sandbox.write('guard.sh', script)
  return sandbox
}

const ADD = ['trust', 'add'] as const
const question = /Approve 1 hook\? \[y\/N\]/

test.for([
  ['y', 0, 'approved'],
  ['yes', 0, 'approved'],
  ['n', 1, 'new'],
  ['', 1, 'new'],
] as const)(
  'trust add shows the hook on a terminal, and "%s" ends it with %s',
  async ([said, code, state]) => {
    const sandbox = guarded()
    const { code: ended, screen } = await onTerminal(sandbox, ADD, { question, answer: () => `${said}\n` })
    expect(screen).toContain('covers guard.sh sha256')
    expect([ended, await statuses(sandbox)]).toEqual([code, [state]])
  },
)

test.for([
  ['its script', 'guard.sh', '#!/bin/sh\nexit 0\n'],
  ['its definition', 'hookwright.yaml', GUARD.replace('Bash', 'Write')],
] as const)(
  'what is not what was shown is not approved: %s changes before the answer',
  async ([, file, text]) => {
    const sandbox = guarded()
    const answer = (): string => (sandbox.write(file, text), 'y\n')
    const { code, screen } = await onTerminal(sandbox, ADD, { question, answer })
    expect([code, await statuses(sandbox)]).toEqual([1, ['new']])
    expect(screen).toContain('guard changed while you looked at it')
  },
)

test.for([[['trust', 'add']], [['trust', 'revoke']], [['disable', 'guard']]] as const)(
  '%s without a terminal needs --yes',
  async ([args]) => {
    const sandbox = guarded()
    const { code, stderr } = await sandbox.cli(args)
    expect([code, stderr]).toEqual([1, expect.stringContaining('add --yes')])
  },
)

test('a changed hook is shown as what differs, in its definition and in its script', async () => {
  const sandbox = guarded()
  await sandbox.cli([...ADD, '--yes'])
  sandbox.write('hookwright.yaml', GUARD.replace('Bash', 'Write'))
  sandbox.write('guard.sh', '#!/bin/sh\nexit 0\n')
  const { stdout } = await sandbox.cli(['trust', 'show'])
  for (const line of ['changed   guard', '-matcher: Bash', '+matcher: Write', '-exit 2', '+exit 0'])
    expect(stdout).toContain(line)
  await sandbox.cli([...ADD, '--yes'])
  const after = await sandbox.cli(['trust', 'show', '--json'])
  expect(JSON.parse(after.stdout)).toMatchObject({ hooks: [{ state: 'approved' }], gone: [] })
})

test('a guard that is gone stays on the list until the person revokes it', async () => {
  const sandbox = guarded()
  await sandbox.cli([...ADD, '--yes'])
  sandbox.write('hookwright.yaml', 'version: 1\nhooks: {}\n')
  expect((await sandbox.cli([...ADD, '--yes'])).stderr).toContain('hookwright trust revoke guard')
  expect((await sandbox.cli(['trust', 'show'])).stdout).toMatch(/^gone {6}guard on PreToolUse/)
  const revoked = await sandbox.cli(['trust', 'revoke', 'guard', '--yes', '--json'])
  expect(JSON.parse(revoked.stdout)).toEqual({ version: 1, revoked: sandbox.project, hooks: ['guard'] })
  expect((await sandbox.cli(['trust', 'show'])).stdout).toContain('has no hooks that need approval')
})

test('the approval of one hook without a name takes none from the others of its event', async () => {
  const sandbox = createSandbox()
  const write = (...reasons: readonly string[]): string =>
    sandbox.write('hookwright.yaml', config('PreToolUse', ...reasons.map((deny) => ({ deny }))))
  write('one', 'two')
  await sandbox.cli([...ADD, '--yes'])
  write('new', 'one', 'two')
  await sandbox.cli([...ADD, '--yes'])
  expect(await statuses(sandbox)).toEqual(['approved', 'approved', 'approved'])
})

test('of two plugins with the same text, the approval of one leaves that of the other', async () => {
  const sandbox = createSandbox()
  const plugins = ['one', 'two'].flatMap((name) => {
    sandbox.write(`${name}/hooks/hooks.json`, claudeSettings('PreToolUse', '${CLAUDE_PLUGIN_ROOT}/x.sh'))
    sandbox.write(`${name}/x.sh`, `#!/bin/sh\necho ${name}\n`)
    return ['--plugin', name]
  })
  await sandbox.cli([...ADD, '--yes', ...plugins])
  sandbox.write('two/x.sh', '#!/bin/sh\necho other\n')
  await sandbox.cli([...ADD, '--yes', ...plugins])
  expect(await statuses(sandbox, plugins)).toEqual(['approved', 'approved'])
})

test.for([
  ['colours and bidirectional marks', 'echo \u001B[2J\u202Egone\u0007\r\n'],
  ['a line of a megabyte', `# ${'x'.repeat(200_000)}\n`],
  ['bytes that are no text', 'a\0b'.repeat(1_000)],
  ['ten megabytes', 'echo x\n'.repeat(1_500_000)],
  ['many lines', Array.from({ length: 20_000 }, (_, index) => `echo ${index}\n`).join('')],
] as const)('a script with %s neither steers nor floods the terminal', async ([, script]) => {
  const sandbox = guarded()
  await sandbox.cli([...ADD, '--yes'])
  sandbox.write('guard.sh', `#!/bin/sh\n${script}`)
  const { code, stdout } = await sandbox.cli(['trust', 'show'])
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/)
  expect([code, stdout.includes('changed   guard'), stdout.length < 20_000]).toEqual([0, true, true])
})

test('of approvals and revocations at the same time none is lost', async () => {
  const sandbox = createSandbox()
  const ids = ['a', 'b', 'c', 'd']
  const entries = ids.map((id) => `    - { id: ${id}, context: ${id} }\n`).join('')
  sandbox.write('hookwright.yaml', `version: 1\nhooks:\n  PreToolUse:\n${entries}`)
  const ends = await Promise.all(ids.map((id) => sandbox.cli([...ADD, id, '--yes'])))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(await statuses(sandbox)).toEqual(ids.map(() => 'approved'))
})

test('what is off is shown with its end, and counts for no power', async () => {
  const sandbox = guarded()
  sandbox.write('.claude/settings.json', '{}')
  const powers = async (): Promise<unknown> =>
    (JSON.parse((await sandbox.cli(['check', '--json'])).stdout) as { powers: unknown }).powers
  expect(await powers()).toMatchObject([{ hook: 'guard', hosts: { 'claude-code': { power: 'prevent' } } }])
  await sandbox.cli(['disable', 'guard', '--for', '1h', '--yes'])
  expect(await powers()).toEqual([])
  const { stdout } = await sandbox.cli(['trust', 'show'])
  expect(stdout).toContain('can prevent on Claude Code')
  expect(stdout).toMatch(/off until \d{4}-\d\d-\d\d \d\d:\d\d \(in (?:1 hour|60 minutes)\)/)
  expect((await sandbox.cli(['list'])).stdout).toMatch(/off until \d{4}-/)
})
