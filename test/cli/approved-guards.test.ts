import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'
import { approveShown, decisionOf, PROJECT_FILE, shown } from '../helpers/trust.ts'

const GUARD = {
  id: 'gate',
  matcher: 'Bash',
  if: 'Bash(git push *)',
  command: './gate.sh',
  onFailure: 'ignore',
}
const PUSH = payload('PreToolUse', { tool_input: { command: 'git push origin' } })
const LIST = payload('PreToolUse', { tool_input: { command: 'ls' } })

/** An approved guard that lets everything pass, and a session that has begun. */
async function begun(entry: object = GUARD, file = PROJECT_FILE): Promise<Sandbox> {
  const sandbox = createSandbox()
  sandbox.write('gate.sh', '#!/bin/sh\nexit 0\n')
  sandbox.write(file, config('PreToolUse', entry))
  sandbox.write('sub/README.md', '')
  await approveShown(sandbox)
  const first = await sandbox.event(PUSH)
  expect(first).toMatchObject({ code: 0, stdout: '' })
  return sandbox
}

const file = (sandbox: Sandbox): string => sandbox.path(PROJECT_FILE)
const SUB = { cwd: 'sub' } as const

type Attack = readonly [what: string, attack: (sandbox: Sandbox) => void, place?: typeof SUB]

const ATTACKS: readonly Attack[] = [
  ['its file is deleted', (s) => rmSync(file(s))],
  ['its file is emptied', (s) => writeFileSync(file(s), '')],
  ['its file has no hooks', (s) => writeFileSync(file(s), '{"version":1,"hooks":{}}')],
  ['its file is renamed', (s) => renameSync(file(s), s.path('hookwright.yaml.bak'))],
  ['its file is moved down a folder', (s) => renameSync(file(s), s.path('sub/hookwright.yaml'))],
  ['its file is moved up a folder', (s) => renameSync(file(s), join(s.root, 'hookwright.yaml'))],
  ['its YAML is broken', (s) => writeFileSync(file(s), 'version: 1\nhooks: [')],
  [
    'the version key is another one',
    (s) => writeFileSync(file(s), config('PreToolUse', GUARD).replace('1', '7')),
  ],
  [
    'its matcher changes',
    (s) => void s.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, matcher: 'Read' })),
  ],
  [
    'its condition changes',
    (s) => void s.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, if: 'Bash(xx)' })),
  ],
  ['its timeout changes', (s) => void s.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, timeout: 1 }))],
  [
    'its onFailure changes',
    (s) => void s.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, onFailure: 'ask' })),
  ],
  ['its event changes', (s) => void s.write(PROJECT_FILE, config('PostToolUse', GUARD))],
  [
    'its id and command change',
    (s) => void s.write(PROJECT_FILE, config('PreToolUse', { id: 'b', command: 'true' })),
  ],
  [
    'it is switched off in its file',
    (s) => void s.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, enabled: false })),
  ],
  ['its script changes', (s) => void s.write('gate.sh', '#!/bin/sh\nexit 0 # other\n')],
  ['its script is deleted', (s) => rmSync(s.path('gate.sh'))],
  [
    'its script is a link elsewhere',
    (s) => (rmSync(s.path('gate.sh')), symlinkSync('/bin/true', s.path('gate.sh'))),
  ],
  [
    'a local file takes its id',
    (s) => (
      rmSync(file(s)),
      void s.write('hookwright.local.yaml', config('PreToolUse', { ...GUARD, command: 'true' }))
    ),
  ],
  ['its file becomes a folder', (s) => (rmSync(file(s)), mkdirSync(file(s)))],
  [
    'its file becomes a link out of the project',
    (s) => (
      rmSync(file(s)),
      writeFileSync(join(s.root, 'x.yaml'), 'version: 1\n'),
      symlinkSync(join(s.root, 'x.yaml'), file(s))
    ),
  ],
  ['a second file is beside it', (s) => void s.write('hookwright.json', '{"version":1}')],
  [
    'a file in the session’s folder hides it',
    (s) => void s.write('sub/hookwright.yaml', 'version: 1\n'),
    SUB,
  ],
  [
    '.git is deleted and the session is in a folder below',
    (s) => rmSync(s.path('.git'), { recursive: true }),
    SUB,
  ],
  ['the session’s folder becomes a repository', (s) => mkdirSync(s.path('sub/.git')), SUB],
]

const where = (sandbox: Sandbox, place?: typeof SUB) =>
  place === undefined ? {} : { cwd: sandbox.path(place.cwd) }

describe('an approved guard never goes quiet', () => {
  test.for(ATTACKS)('when %s, a call that it matched is asked about', async ([, attack, place]) => {
    const sandbox = await begun()
    attack(sandbox)
    const { stdout } = await sandbox.event(PUSH, [], where(sandbox, place))
    expect(decisionOf(stdout)).toBe('ask')
  })

  test.for(ATTACKS)('when %s and it said onFailure: deny, the call is denied', async ([, attack, place]) => {
    const sandbox = await begun({ ...GUARD, onFailure: 'deny' })
    attack(sandbox)
    const { stdout } = await sandbox.event(PUSH, [], where(sandbox, place))
    expect(decisionOf(stdout)).toBe('deny')
  })

  test.skipIf(process.getuid?.() === 0)('when its file cannot be read, the call is asked about', async () => {
    const sandbox = await begun()
    chmodSync(file(sandbox), 0)
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
  })

  test('a call that its condition does not fit goes on', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    expect(decisionOf((await sandbox.event(LIST)).stdout)).toBeUndefined()
  })

  test('the reason names the guard and the command that reviews it', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    expect((await sandbox.event(PUSH)).stdout).toContain('guard gate was approved and is gone')
    sandbox.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, timeout: 2 }))
    const { stdout } = await sandbox.event(PUSH)
    expect(stdout).toContain('guard gate was approved and has changed')
    expect(stdout).toContain('hookwright trust show')
  })

  test('when its folder becomes part of the project around it, the call is asked about', async () => {
    const sandbox = createSandbox()
    mkdirSync(sandbox.path('inner/.git'), { recursive: true })
    sandbox.write('inner/hookwright.yaml', config('PreToolUse', { ...GUARD, command: 'true' }))
    const inner = { cwd: sandbox.path('inner') }
    await sandbox.cli(
      ['trust', 'add', '--digest', (await shown(sandbox, ['--cwd', inner.cwd])).digest],
      inner,
    )
    expect((await sandbox.event(PUSH, [], inner)).stdout).toBe('')
    rmSync(sandbox.path('inner/.git'), { recursive: true })
    expect(decisionOf((await sandbox.event(PUSH, [], inner)).stdout)).toBe('ask')
  })

  test('approving what stands in its place does not end the questions; revoking it does', async () => {
    const sandbox = await begun()
    sandbox.write(PROJECT_FILE, config('PreToolUse', { id: 'other', command: 'true' }))
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
    await approveShown(sandbox)
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
    await sandbox.cli(['trust', 'revoke', 'gate', '--yes'])
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBeUndefined()
  })

  test('headless, the question is a no', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    expect(decisionOf((await sandbox.event(PUSH, ['--headless'])).stdout)).toBe('deny')
  })

  test('a new approval ends the questions', async () => {
    const sandbox = await begun()
    sandbox.write(PROJECT_FILE, config('PreToolUse', { ...GUARD, timeout: 2 }))
    await approveShown(sandbox)
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBeUndefined()
  })

  test('one that the user switched off stays off', async () => {
    const sandbox = await begun()
    await sandbox.cli(['disable', 'gate', '--yes'])
    rmSync(file(sandbox))
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBeUndefined()
  })

  test('a foreign guard that is no longer imported is asked about', async () => {
    const sandbox = createSandbox()
    sandbox.write('.codex/hooks.json', claudeSettings('PreToolUse', 'true'))
    sandbox.write(PROJECT_FILE, '{"version":1,"imports":["codex-cli"]}')
    await approveShown(sandbox)
    await sandbox.event(PUSH)
    sandbox.write(PROJECT_FILE, '{"version":1}')
    expect(decisionOf((await sandbox.event(PUSH)).stdout)).toBe('ask')
  })

  test('explain shows what stands in, with the reason, and remembers nothing', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    const explained = () => sandbox.cli(['explain', '--host', 'claude-code'], { input: JSON.stringify(PUSH) })
    expect((await explained()).stdout).toContain('gone:gate')
    expect(readdirSync(join(sandbox.state, 'sessions'))).toHaveLength(1)
  })
})

describe('gone before the session began', () => {
  const said = ({ stdout }: Finished): string =>
    stdout === '' ? '' : ((JSON.parse(stdout) as { systemMessage?: string }).systemMessage ?? '')

  test('is told once per session, and calls go on', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    const other = { ...PUSH, session_id: 'other' }
    const first = await sandbox.event(other)
    expect(decisionOf(first.stdout)).toBeUndefined()
    expect(said(first)).toContain('guard gate was approved and is gone')
    expect(first.stderr).toContain('guard gate was approved and is gone')
    expect((await sandbox.event(other)).stdout).toBe('')
  })

  test('and back in the files, its next absence is asked about', async () => {
    const sandbox = await begun()
    const text = sandbox.read(PROJECT_FILE)
    rmSync(file(sandbox))
    const other = { ...PUSH, session_id: 'other' }
    await sandbox.event(other)
    sandbox.write(PROJECT_FILE, text)
    await sandbox.event(other)
    rmSync(file(sandbox))
    expect(decisionOf((await sandbox.event(other)).stdout)).toBe('ask')
  })

  test('without a session id nobody knows, so it is asked about', async () => {
    const sandbox = await begun()
    rmSync(file(sandbox))
    const { session_id: _, ...anonymous } = PUSH as Record<string, unknown>
    expect(decisionOf((await sandbox.event(anonymous)).stdout)).toBe('ask')
  })
})

describe('a new hook', () => {
  test('is told at the first event, whatever it is, once, and on stderr', async () => {
    const sandbox = createSandbox()
    sandbox.write(PROJECT_FILE, config('Stop', { id: 'fresh', command: 'true' }))
    const first = await sandbox.event(LIST)
    expect(first.stdout).toContain('not approved: fresh')
    expect(first.stderr).toContain('not approved: fresh')
    expect((await sandbox.event(LIST)).stdout).toBe('')
  })

  test('that comes in the middle of a session is told then', async () => {
    const sandbox = await begun()
    sandbox.write(PROJECT_FILE, config('PreToolUse', GUARD, { id: 'late', command: 'true' }))
    expect((await sandbox.event(LIST)).stdout).toContain('not approved: late')
    expect((await sandbox.event(LIST)).stdout).toBe('')
  })
})

test('a hook at an event that decides nothing is told, and blocks nothing', async () => {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, config('PostToolUse', { id: 'format', command: 'true' }))
  await approveShown(sandbox)
  await sandbox.event(payload('PostToolUse'))
  rmSync(file(sandbox))
  const { stdout } = await sandbox.event(payload('PostToolUse'))
  expect(JSON.parse(stdout)).toEqual({
    systemMessage: expect.stringContaining('format was approved and is gone'),
  })
})

test.for([
  ['claude-code', PUSH, /"permissionDecision":"ask"/],
  ['codex-cli', { ...PUSH, tool_name: 'Bash', turn_id: 't' }, /deny|block/],
  [
    'copilot',
    { sessionId: 's', toolName: 'bash', toolArgs: '{"command":"git push origin"}' },
    /"permissionDecision":"(?:ask|deny)"/,
  ],
  [
    'gemini-cli',
    {
      session_id: 's',
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'git push origin' },
    },
    /"decision":"(?:ask|deny)"/,
  ],
  [
    'cursor',
    { conversation_id: 's', hook_event_name: 'beforeShellExecution', command: 'git push origin', cwd: '/' },
    /"permission":"(?:ask|deny)"/,
  ],
] as const)(
  '%s hears a question or a no when the file is deleted in a session',
  async ([host, said, expected]) => {
    const sandbox = await begun()
    const event = host === 'copilot' ? ['--event', 'preToolUse'] : []
    const call = () => sandbox.cli(['run', '--host', host, ...event], { input: JSON.stringify(said) })
    expect((await call()).stdout).not.toMatch(expected)
    rmSync(file(sandbox))
    expect((await call()).stdout).toMatch(expected)
  },
)
