import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

type Installed = {
  readonly ok: boolean
  readonly hosts: readonly {
    readonly host: string
    readonly events: readonly { readonly event: string; readonly timeout: number }[]
    readonly files: readonly { readonly path: string; readonly change: string }[]
    readonly foreign: readonly { readonly line: number }[]
    readonly proven: boolean
    readonly notes: readonly string[]
  }[]
  readonly issues: readonly { readonly code: string; readonly message: string }[]
}

async function installed(box: Sandbox, args: readonly string[]): Promise<Installed> {
  const { stdout } = await box.cli(['install', ...args, '--yes', '--json'])
  return JSON.parse(stdout) as Installed
}

const SETTINGS = '~/.claude/settings.json'

test('installing twice changes nothing the second time', async () => {
  const box = createSandbox()
  await installed(box, ['claude-code', 'codex-cli'])
  const before = [box.read(SETTINGS), box.read('~/.codex/hooks.json')]
  const again = await installed(box, ['claude-code', 'codex-cli'])
  expect(again.hosts.flatMap(({ files }) => files.map(({ change }) => change))).toEqual(['none', 'none'])
  expect([box.read(SETTINGS), box.read('~/.codex/hooks.json')]).toEqual(before)
})

test('without a HOST every agent that is found is installed, but none from the project', async () => {
  const box = createSandbox()
  mkdirSync(box.path('~/.gemini'), { recursive: true })
  box.write('node_modules/.bin/codex', '#!/bin/sh\n')
  const PATH = `${box.path('node_modules/.bin')}:${box.env['PATH'] ?? ''}`
  const { stdout } = await box.cli(['install', '--yes', '--json'], { env: { PATH } })
  const names = (JSON.parse(stdout) as Installed).hosts.map(({ host }) => host)
  expect(names).toContain('gemini-cli')
  expect(names).not.toContain('codex-cli')
})

test.for([
  ['claude', 'Did you mean "claude-code"?'],
  ['codx-cli', 'Did you mean "codex-cli"?'],
])('"%s" is no host, and a suggestion is made', async ([name, hint]) => {
  const { code, stderr } = await createSandbox().cli(['install', name as string])
  expect(code).toBe(64)
  expect(stderr).toContain(hint)
})

test('a host without a file for hooks is said, and the others are installed', async () => {
  const box = createSandbox()
  const { ok, hosts, issues } = await installed(box, ['amazon-q', 'claude-code'])
  expect(ok).toBe(false)
  expect(hosts.map(({ host, proven }) => [host, proven])).toEqual([['claude-code', true]])
  expect(issues.map(({ code }) => code)).toEqual(['install.no-bridge'])
})

test('a file that cannot be edited is told, and stays as it is', async () => {
  const box = createSandbox()
  box.write(SETTINGS, '{ "hooks": [ }')
  const { ok, issues } = await installed(box, ['claude-code', 'cursor'])
  expect(ok).toBe(false)
  expect(issues.map(({ code }) => code)).toEqual(['edit.syntax'])
  expect(box.read(SETTINGS)).toBe('{ "hooks": [ }')
  expect(box.exists('~/.cursor/hooks.json')).toBe(true)
})

test('a bridge that was written by hand is told of and left alone', async () => {
  const box = createSandbox()
  const entry = '{ "hooks": [{ "type": "command", "command": "hookwright run --host claude-code" }] }'
  box.write(SETTINGS, `{\n  "hooks": {\n    "PreToolUse": [\n      ${entry}\n    ]\n  }\n}\n`)
  const { hosts } = await installed(box, ['claude-code'])
  expect(hosts[0]?.foreign).toMatchObject([{ line: 4 }])
  expect(box.read(SETTINGS)).toContain(entry)
})

describe('notes', () => {
  test.for([
    ['', 'add `hooks = true` under `[features]`'],
    ['[features]\nhooks = true\n', 'Hooks are on in'],
    ['[features]\nhooks = false\n', 'set it to true'],
  ])('codex: with config.toml %j', async ([config, note]) => {
    const box = createSandbox()
    if (config !== '') box.write('~/.codex/config.toml', config as string)
    const { hosts } = await installed(box, ['codex-cli'])
    expect(hosts[0]?.notes.join('\n')).toContain(note)
    expect(hosts[0]?.notes.join('\n')).toContain('/hooks')
    expect(hosts[0]?.notes.join('\n')).toContain('`codex exec` does not say so')
    expect(box.exists('~/.codex/config.toml') && box.read('~/.codex/config.toml')).toBe(
      config !== '' && config,
    )
  })

  test('gemini: hooks that are switched off are told', async () => {
    const box = createSandbox()
    box.write('~/.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }\n')
    const { hosts } = await installed(box, ['gemini-cli'])
    expect(hosts[0]?.notes.join('\n')).toContain('`hooksConfig.enabled` is false')
  })
})

describe('hooks on new events', () => {
  async function withNewHook(): Promise<Sandbox> {
    const box = createSandbox()
    await installed(box, ['claude-code'])
    const hooks = 'Stop: [{ id: tests, command: "true", timeout: 300 }]'
    box.write('~/.config/hookwright/hookwright.yaml', `version: 1\nhooks: { ${hooks} }\n`)
    return box
  }

  test('check names the event and the command that mends it', async () => {
    const box = await withNewHook()
    const { stdout } = await box.cli(['check'])
    expect(stdout).toContain('bridge.event-missing')
    expect(stdout).toContain('does not call hookwright on Stop')
    expect(stdout).toContain('Run: hookwright sync')
  })

  test('the next session is told', async () => {
    const box = await withNewHook()
    const payload = {
      session_id: 's',
      transcript_path: '/t',
      cwd: box.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
    }
    const { stdout, stderr } = await box.event(payload)
    expect(stdout).toContain('does not call hookwright for Stop')
    expect(stderr).toContain('hookwright sync')
  })

  test('sync registers it, with time for the longest hook, and keeps it in other projects', async () => {
    const box = await withNewHook()
    const { code } = await box.cli(['sync', '--yes'])
    expect(code).toBe(0)
    const stop = (JSON.parse(box.read(SETTINGS)) as { hooks: { Stop: [{ hooks: [object] }] } }).hooks.Stop
    expect(stop[0].hooks[0]).toMatchObject({
      timeout: 305,
      command: expect.stringContaining('--deadline 300'),
    })
    rmSync(join(box.config, 'hookwright.yaml'))
    await box.cli(['sync', '--yes'])
    expect(box.read(SETTINGS)).toContain('--deadline 300')
    expect((await box.cli(['check'])).stdout).not.toContain('bridge.')
  })
})

test.for([
  ['replaced by `true`', (text: string) => text.replace(/"command": "[^"]*"/, '"command": "true"')],
  [
    'removed',
    (text: string) =>
      text.replace(
        /"hooks": \[\s*\{\s*"type": "command",\s*"command": "[^"]*",\s*"timeout": 65\s*\}\s*\]/,
        '"hooks": []',
      ),
  ],
] as const)('S46: an entry that was %s is found by check, and sync mends it', async ([, damage]) => {
  const box = createSandbox()
  await installed(box, ['claude-code'])
  const whole = box.read(SETTINGS)
  const damaged = damage(whole)
  expect(damaged).not.toBe(whole)
  box.write(SETTINGS, damaged)
  expect((await box.cli(['check'])).stdout).toContain('bridge.gone')
  await box.cli(['sync', '--yes'])
  expect((await box.cli(['check'])).stdout).not.toContain('bridge.gone')
})

describe('uninstall', () => {
  test('leaves a file byte for byte as it was, and removes the launcher with the last host', async () => {
    const box = createSandbox()
    const before =
      '{\r\n\t"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]},\r\n\t"model": "x"}'
    box.write(SETTINGS, before)
    await installed(box, ['claude-code', 'copilot'])
    expect((await box.cli(['uninstall', 'claude-code', '--yes'])).code).toBe(0)
    expect(box.read(SETTINGS)).toBe(before)
    expect(box.exists('~/.local/state/hookwright/bin/hookwright')).toBe(true)
    expect((await box.cli(['uninstall', '--yes'])).code).toBe(0)
    expect(box.exists('~/.copilot')).toBe(false)
    expect(box.exists('~/.local/state/hookwright/bin')).toBe(false)
    expect(box.exists('~/.local/state/hookwright/versions')).toBe(false)
  })

  test('keeps what others have written since', async () => {
    const box = createSandbox()
    await installed(box, ['claude-code'])
    const settings = JSON.parse(box.read(SETTINGS)) as Record<string, unknown>
    box.write(SETTINGS, JSON.stringify({ ...settings, model: 'x' }, undefined, 2))
    await box.cli(['uninstall', '--yes'])
    expect(JSON.parse(box.read(SETTINGS))).toEqual({ model: 'x' })
  })

  test('needs a person', async () => {
    const box = createSandbox()
    await installed(box, ['claude-code'])
    expect((await box.cli(['uninstall'])).code).toBe(1)
    expect(box.read(SETTINGS)).toContain('--host claude-code')
  })
})

describe('--project', () => {
  const FILE = '.claude/settings.json'

  async function command(box: Sandbox): Promise<string> {
    const { ok } = await installed(box, ['claude-code', '--project'])
    expect(ok).toBe(true)
    const { hooks } = JSON.parse(box.read(FILE)) as {
      hooks: { PreToolUse: [{ hooks: [{ command: string }] }] }
    }
    return hooks.PreToolUse[0].hooks[0].command
  }

  test('names no path of this machine', async () => {
    const box = createSandbox()
    expect(await command(box)).not.toContain(box.root)
  })

  test('lets people without hookwright go on, and tells them what to do', async () => {
    const box = createSandbox()
    const line = await command(box)
    const { code, stdout, stderr } = await box.shell(line, {
      input: '{}',
      env: { HOME: box.root, XDG_STATE_HOME: join(box.root, 'none') },
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('npx hookwright install')
  })

  test('a path of the user does not reach the repository, and uninstall --project takes it away', async () => {
    const box = createSandbox()
    await command(box)
    expect((await box.cli(['uninstall', '--project', '--yes'])).code).toBe(0)
    expect(box.exists(FILE)).toBe(false)
  })
})
