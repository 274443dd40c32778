import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const NOW = Date.now()
const ago = (hours: number): string => new Date(NOW - hours * 3_600_000).toISOString()

/** Lines as the log keeps them, oldest first; `project` is the sandbox's own or another. */
function recorded(sandbox: Sandbox): void {
  const base = {
    v: 1,
    ms: 1.5,
    session: 's1',
    decision: 'none',
    hooks: [],
    skipped: [],
    lost: [],
    issues: [],
  }
  const here = sandbox.project
  const runs = [
    { ...base, id: 'r1', at: ago(50), host: 'claude-code', event: 'Stop', project: here },
    {
      ...base,
      id: 'r2',
      at: ago(3),
      host: 'claude-code',
      event: 'PreToolUse',
      tool: 'Bash',
      project: here,
      decision: 'deny',
      hooks: [{ id: 'no-push', class: 'deny', ms: 1 }],
    },
    {
      ...base,
      id: 'r3',
      at: ago(2),
      host: 'git',
      event: 'git:pre-commit',
      project: here,
      hooks: [{ id: 'lint', class: 'timeout', ms: 1 }],
    },
    {
      ...base,
      id: 'r4',
      at: ago(1),
      host: 'cursor',
      event: 'Stop',
      project: '/elsewhere/app',
      session: 's2',
      skipped: [{ id: 'lint', because: 'untrusted' }],
    },
  ]
  mkdirSync(join(sandbox.state, 'log'), { recursive: true, mode: 0o700 })
  writeFileSync(join(sandbox.state, 'log/runs.jsonl'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
}

async function ids(args: readonly string[], folder = 'project'): Promise<readonly string[]> {
  const sandbox = createSandbox()
  recorded(sandbox)
  const { stdout } = await sandbox.cli(['log', '--json', ...args], { cwd: join(sandbox.root, folder) })
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => (JSON.parse(line) as { id: string }).id)
}

test.for([
  ['the project one is in', [], ['r1', 'r2', 'r3']],
  ['every project', ['--all'], ['r1', 'r2', 'r3', 'r4']],
  ['another project', ['--project', '/elsewhere/app'], ['r4']],
  ['the newest', ['--last', '1'], ['r3']],
  ['a host', ['--host', 'claude-code'], ['r1', 'r2']],
  ['git', ['--host', 'git'], ['r3']],
  ['an event in any case', ['--event', 'stop'], ['r1']],
  ['a hook that ran or was skipped', ['--hook', 'lint', '--all'], ['r3', 'r4']],
  ['a decision', ['--decision', 'deny'], ['r2']],
  ['an outcome', ['--outcome', 'timeout'], ['r3']],
  ['an outcome of a skipped hook', ['--outcome', 'untrusted', '--all'], ['r4']],
  ['a session', ['--session', 's2', '--all'], ['r4']],
  ['a time', ['--since', '150m'], ['r3']],
  ['a date', ['--since', ago(24)], ['r2', 'r3']],
  [
    'the newest that fit, and not of the newest those that fit',
    ['--last', '1', '--decision', 'deny'],
    ['r2'],
  ],
] as const)('log shows runs of %s', async ([, args, wanted]) => expect(await ids(args)).toEqual(wanted))

test('outside of a repository log shows every project', async () =>
  expect(await ids([], 'tmp')).toEqual(['r1', 'r2', 'r3', 'r4']))

test.for([
  ['--since', 'yesterday', '--since takes a time such as 30m, 2h or 7d, or a date'],
  ['--decision', 'no', '--decision is "no"; accepted: allow, ask, deny, defer, none.'],
  ['--host', 'claude', 'Did you mean "claude-code"?'],
] as const)('%s %s is refused', async ([option, value, message]) => {
  const { code, stderr } = await createSandbox().cli(['log', option, value])
  expect({ code, stderr }).toEqual({ code: 64, stderr: expect.stringContaining(message) as unknown })
})

test('times are those of the clock on the wall, and JSON keeps the instant', async () => {
  const sandbox = createSandbox()
  recorded(sandbox)
  const at = new Date(Date.parse(ago(2)) + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  const shown = await sandbox.cli(['log', '--last', '1'], { env: { TZ: 'Asia/Kolkata' } })
  expect(shown.stdout).toContain(`${at}  git`)
  const kept = await sandbox.cli(['log', '--last', '1', '--json'], { env: { TZ: 'Asia/Kolkata' } })
  expect(kept.stdout).toContain(`"at":"${ago(2)}"`)
})

test('with --all a column names the project', async () => {
  const sandbox = createSandbox()
  recorded(sandbox)
  const { stdout } = await sandbox.cli(['log', '--all'], { env: { COLUMNS: '200' } })
  expect(stdout.split('\n')[0]).toMatch(/^TIME +PROJECT +HOST/)
  expect(stdout).toMatch(/ app +cursor +Stop/)
})

test('--follow shows runs as they end, only those that fit, and ends with Ctrl-C', async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', 'version: 1\nhooks:\n  Stop: [{ id: a, command: "true" }]\n')
  const { child, output, done } = sandbox.start(['log', '--follow', '--json', '--event', 'Stop'])
  const payload = (hook_event_name: string): object => ({ session_id: 's', hook_event_name, prompt: 'p' })
  for (let tries = 0; tries < 50 && output() === ''; tries += 1) {
    await sandbox.event(payload('UserPromptSubmit'), ['--trust-project'])
    await sandbox.event(payload('Stop'), ['--trust-project'])
  }
  child.kill('SIGINT')
  const { code, stdout } = await done
  expect(code).toBe(130)
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event)
  expect([...new Set(events)]).toEqual(['Stop'])
})
