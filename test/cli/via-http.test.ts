import { createServer } from 'node:http'
import { readFileSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Finished, type Sandbox } from '../helpers/cli.ts'

const SETTINGS = '~/.claude/settings.json'
const PLACE = '~/.local/state/hookwright/daemon/http.json'
const HOOKS = `version: 1
hooks:
  PreToolUse:
    - { id: no-push, if: Bash(git push *), deny: Not today. }
    - { id: ask-rm, if: Bash(rm *), ask: Sure? }
  PermissionRequest: [{ id: no-rm, if: Bash(rm *), deny: Never. }]
  UserPromptSubmit: [{ id: context, shell: sh, command: 'printf "know this"' }]
  PostToolUse: [{ id: look, shell: sh, command: 'env >env.txt; umask >umask.txt; echo bad >&2; exit 2' }]
  Stop: [{ id: again, shell: sh, command: 'echo go on >&2; exit 2' }]
  SubagentStart: [{ id: hello, shell: sh, command: 'printf hello' }]
  TaskCompleted: [{ id: unfinished, shell: sh, command: 'exit 2' }]
  PreCompact: [{ id: keep, shell: sh, command: 'printf keep' }]
`

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

type Entry = {
  readonly type: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeout: number
  readonly onFailure?: string
}

async function installed(args: readonly string[] = [], before?: (box: Sandbox) => void): Promise<Sandbox> {
  const box = createSandbox()
  onTestFinished(async () => void (await box.cli(['daemon', 'stop'])))
  box.write('~/.config/hookwright/hookwright.yaml', HOOKS)
  before?.(box)
  const { code, stderr, stdout } = await box.cli([
    'install',
    'claude-code',
    '--via',
    'http',
    '--yes',
    ...args,
  ])
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain('proof     a harmless PreToolUse')
  return box
}

function entry(box: Sandbox, event: string): Entry {
  const { hooks } = JSON.parse(box.read(SETTINGS)) as {
    readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Entry[] }[]>>
  }
  const found = hooks[event]?.flatMap((group) => group.hooks).find(({ url }) => url?.includes('/run?'))
  if (found === undefined) throw new Error(`no entry for ${event}`)
  return found
}

function payload(box: Sandbox, event: string, more: object = {}): object {
  const session = { session_id: `s-${event}`, transcript_path: '/t', cwd: box.project }
  return { ...session, permission_mode: 'default', hook_event_name: event, ...more }
}

async function call(box: Sandbox, event: string, more: object = {}, init: Init = {}): Promise<Response> {
  const { url, headers } = entry(box, event)
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify(payload(box, event, more)),
    ...init,
    headers: { ...headers, 'content-type': 'application/json', ...init.headers },
  })
}

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' })

test('--project is refused, because the entry holds a token', async () => {
  const box = createSandbox()
  const { code, stderr } = await box.cli(['install', 'claude-code', '--via', 'http', '--project', '--yes'])
  expect(code).toBe(64)
  expect(stderr).toContain('token')
})

test('a host that calls no URL is told, with those that do', async () => {
  const box = createSandbox()
  const { code, stderr } = await box.cli(['install', 'cursor', '--via', 'http', '--yes'])
  expect(code).toBe(1)
  expect(stderr).toContain('Cursor cannot call hookwright through HTTP; hosts that can: claude-code.')
  expect(box.exists(PLACE)).toBe(false)
})

test('--dry-run shows no token and writes nothing', async () => {
  const box = createSandbox()
  const { stdout } = await box.cli(['install', 'claude-code', '--via', 'http', '--dry-run'])
  expect(stdout).toContain('"Bearer TOKEN"')
  expect(box.exists(PLACE)).toBe(false)
})

describe('decisions', () => {
  test('are those of the command, byte for byte', { timeout: 60_000 }, async () => {
    const box = await installed()
    const table: readonly (readonly [string, object])[] = [
      ['PreToolUse', bash('git push origin')],
      ['PreToolUse', bash('rm -r x')],
      ['PreToolUse', bash('ls')],
      ['PermissionRequest', bash('rm -r x')],
      ['PostToolUse', { ...bash('ls'), tool_response: { stdout: '' } }],
      ['UserPromptSubmit', { prompt: 'hello' }],
      ['Stop', { stop_hook_active: false }],
      ['SubagentStart', { agent_id: 'a', agent_type: 'b' }],
    ]
    for (const [event, more] of table) {
      const id = `${event}-${JSON.stringify(more)}`
      const different = { session_id: `${id}-1`, tool_use_id: undefined }
      const told = await box.event({ ...payload(box, event, more), ...different })
      const response = await call(box, event, { ...more, ...different, session_id: `${id}-2` })
      expect(response.status).toBe(200)
      expect([id, await response.text()]).toEqual([id, told.stdout === '' ? '{}' : told.stdout.trim()])
    }
    const runs = box.log().filter(({ host }) => host === 'claude-code')
    expect(runs.length).toBeGreaterThan(2 * table.length)
  })

  test('get the directory of the payload, and the variables and umask of the installation', async () => {
    const box = await installed()
    await call(box, 'PostToolUse', { ...bash('ls'), tool_response: {} })
    const variables = new Set(
      box
        .read('env.txt')
        .split('\n')
        .map((line) => line.split('=')[0]),
    )
    expect(variables.has('CLAUDE_PROJECT_DIR')).toBe(true)
    expect(variables.has('TMPDIR')).toBe(false)
    expect(box.read('env.txt')).toContain(`\nPWD=${box.project}\n`)
    expect(Number.parseInt(box.read('umask.txt'), 8)).toBe(process.umask())
  })

  test('about a payload that is none are still answered', async () => {
    const box = await installed(['--on-error', 'deny'])
    const response = await call(box, 'PreToolUse', {}, { body: '{"hook_event_name":"PreToolUse", ' })
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/"(?:block|deny)"/)
  })
})

test('the entry is for no browser and nobody without the token', async () => {
  const box = await installed()
  const status = async (init: Init) => (await call(box, 'PreToolUse', bash('ls'), init)).status
  expect(await status({ headers: { Authorization: 'Bearer no' } })).toBe(401)
  expect(await status({ headers: { Origin: 'http://localhost' } })).toBe(403)
  expect(await status({ method: 'GET', body: null })).toBe(405)
})

describe('the file', () => {
  const FOREIGN = `{
  // mine
  "model": "opus",
  "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "http", "url": "http://127.0.0.1:9/run" } ] } ] }
}
`
  test('keeps every byte of others, and uninstall brings it back', async () => {
    const box = await installed([], (each) => each.write(SETTINGS, FOREIGN.replace('  // mine\n', '')))
    expect(box.read(SETTINGS)).toContain('"url": "http://127.0.0.1:9/run"')
    const { code } = await box.cli(['uninstall', '--yes'])
    expect(code).toBe(0)
    expect(box.read(SETTINGS)).toBe(FOREIGN.replace('  // mine\n', ''))
    expect(box.exists(PLACE)).toBe(false)
  })

  test('that is new is readable by its owner only; events that take no URL are commands', async () => {
    const box = await installed()
    expect(statSync(box.path(SETTINGS)).mode & 0o777).toBe(0o600)
    const { hooks } = JSON.parse(box.read(SETTINGS)) as {
      hooks: Record<string, [{ hooks: [{ type: string; onFailure?: string }] }]>
    }
    const types = Object.fromEntries(
      Object.entries(hooks).map(([event, [group]]) => [event, group.hooks[0].type]),
    )
    expect(types).toEqual({
      PreToolUse: 'http',
      PermissionRequest: 'http',
      PostToolUse: 'http',
      UserPromptSubmit: 'http',
      SessionStart: 'command',
      Stop: 'http',
      SubagentStart: 'http',
      TaskCompleted: 'command',
      PreCompact: 'command',
    })
  })

  test('is switched back by a plain install', async () => {
    const box = await installed()
    expect((await box.cli(['install', 'claude-code', '--yes'])).code).toBe(0)
    expect(box.read(SETTINGS)).not.toContain('"http"')
    expect(box.exists(PLACE)).toBe(false)
    expect((await box.cli(['sync', '--yes'])).code).toBe(0)
    expect(box.read(SETTINGS)).not.toContain('"http"')
  })

  test('says under --on-error deny that a failed call is a no, and sync keeps all of it', async () => {
    const box = await installed(['--on-error', 'deny'])
    expect(entry(box, 'PreToolUse')).toMatchObject({ onFailure: 'block', timeout: 65 })
    const before = box.read(SETTINGS)
    const { code, stderr } = await box.cli(['sync', '--yes'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(box.read(SETTINGS)).toBe(before)
  })
})

test(
  'check and doctor say when nobody listens, and nothing else about the entries',
  { timeout: 60_000 },
  async () => {
    const box = await installed()
    const well = await box.cli(['check'])
    expect(well.stdout).not.toMatch(/bridge\.|secret\.|launcher\./)
    await box.cli(['daemon', 'stop'])
    await expect.poll(() => reached(box), { timeout: 10_000 }).toBe(false)
    const { stdout } = await box.cli(['check'])
    expect(stdout).toContain('bridge.http-down')
    expect(stdout).toContain('goes on without hooks')
    const doctor = await box.cli(['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain('hookwright daemon start')
    expect((await box.cli(['daemon', 'start'])).code).toBe(0)
    await expect.poll(() => reached(box), { timeout: 10_000 }).toBe(true)
  },
)

async function reached(box: Sandbox): Promise<boolean> {
  try {
    return (await call(box, 'PreToolUse', bash('ls'))).ok
  } catch {
    return false
  }
}

/** Through the command in the file, as the agent does it. */
function startSession(box: Sandbox): Promise<Finished> {
  const { hooks } = JSON.parse(box.read(SETTINGS)) as {
    hooks: { SessionStart: [{ hooks: [{ command: string }] }] }
  }
  return box.shell(hooks.SessionStart[0].hooks[0].command, {
    input: JSON.stringify(payload(box, 'SessionStart', { source: 'startup' })),
    env: { CI: 'true', HOOKWRIGHT_DAEMON: '' },
  })
}

test('a daemon that was killed comes back with the next session', { timeout: 60_000 }, async () => {
  const box = await installed()
  const { stdout } = await box.cli(['daemon', 'status', '--json'])
  process.kill((JSON.parse(stdout) as { readonly pid: number }).pid, 'SIGKILL')
  await expect.poll(() => reached(box)).toBe(false)
  await startSession(box)
  await expect.poll(() => reached(box), { timeout: 10_000 }).toBe(true)
})

test(
  'a port that another program has taken is told, and given up by the next install',
  { timeout: 60_000 },
  async () => {
    const box = await installed()
    const { url } = entry(box, 'PreToolUse')
    await box.cli(['daemon', 'stop'])
    await expect.poll(() => reached(box), { timeout: 10_000 }).toBe(false)
    const other = createServer((_, response) => response.end('{}'))
    await new Promise<void>((resolve) => other.listen(Number(new URL(url).port), '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    await box.cli(['daemon', 'start'])
    await setTimeout(300)
    const status = await box.cli(['daemon', 'status'])
    expect(status.stdout).toContain('is taken by another program')
    expect(readFileSync(`${box.state}/daemon/log`, 'utf8')).toContain('is taken by another program')
    expect((await box.cli(['check'])).stdout).toContain('--via http')
    expect((await startSession(box)).stdout).toContain('is taken by another program')
    expect((await box.cli(['install', 'claude-code', '--via', 'http', '--yes'])).code).toBe(0)
    const next = entry(box, 'PreToolUse')
    expect(next.url).not.toBe(url)
    expect((await call(box, 'PreToolUse', bash('git push origin'))).status).toBe(200)
  },
)

test('a list of allowed URLs without ours is told as what switches hooks off', async () => {
  const box = createSandbox()
  onTestFinished(async () => void (await box.cli(['daemon', 'stop'])))
  box.write(SETTINGS, '{ "allowedHttpHookUrls": ["https://example.com/*"] }\n')
  const { code, stdout } = await box.cli(['install', 'claude-code', '--via', 'http', '--yes'])
  expect(code).toBe(1)
  expect(stdout).toContain('OFF       `allowedHttpHookUrls` does not list')
})
