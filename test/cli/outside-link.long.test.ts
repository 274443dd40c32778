import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'

const CANARY = /canary|hookz|comand|preTolUse/i

/** What a link may lead to: nothing of it may reach an agent. */
const TARGETS = [
  ['a key file', '-----BEGIN KEY-----\ncanary+canary==\n-----END KEY-----\n'],
  ['credentials', '[canary]\naws_secret_access_key = canary\n'],
  ['a mapping', 'canary: 1\ncanary_two: canary\n'],
  ['a near miss', 'version: 1\nhookz: { canary: 1 }\n'],
  ['a broken entry', '{"version":1,"hooks":{"PreToolUse":[{"comand":"canary"}]}}'],
  [
    'an unknown event',
    '{"version":1,"hooks":{"preTolUse":[{"hooks":[{"type":"canary","command":"canary"}]}]}}',
  ],
  ['a text', '"canary'],
  ['bad YAML', 'a: &canary [*canary2\n\t- canary: "\\q'],
] as const

const LINKS = [
  'hookwright.yaml',
  'hookwright.local.yaml',
  'hookwright.json',
  'hookwright.toml',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.github/hooks/a.json',
  '.pre-commit-config.yaml',
  'prek.toml',
]
const SOURCES = ['hookwright', 'claude-code', 'copilot'].flatMap((source) => ['--source', source])
const COMMANDS = [
  ['check', ...SOURCES],
  ['check', '--json', ...SOURCES],
  ['list', ...SOURCES],
  ['trust', 'show', ...SOURCES],
  ['trust', 'show', '--json', ...SOURCES],
  ['explain', '--host', 'claude-code', ...SOURCES],
  ['run', '--host', 'claude-code', '--trust-project', ...SOURCES],
  ['run', '--host', 'claude-code', ...SOURCES],
  ['run', '--host', 'claude-code', '--json', ...SOURCES],
  ['git', 'run'],
  ['git', 'list'],
  ['git', 'validate-config'],
  ['git', 'trust', 'show'],
]

function link(sandbox: Sandbox, name: string, text: string): void {
  const target = sandbox.write('~/secret', text)
  mkdirSync(dirname(sandbox.path(name)), { recursive: true })
  symlinkSync(target, sandbox.path(name))
}

function stateTexts(folder: string): string {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const logs = entries.filter((entry) => entry.isFile() && /log|jsonl/.test(entry.name))
  return logs.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('')
}

async function everything(sandbox: Sandbox): Promise<Record<string, string>> {
  const input = JSON.stringify(payload('PreToolUse', { cwd: sandbox.project }))
  const outputs = await Promise.all(
    COMMANDS.map(async (args) => {
      const { stdout, stderr } = await sandbox.cli(args, { input })
      return [args.join(' '), stdout + stderr] as const
    }),
  )
  return Object.fromEntries([...outputs, ['log', stateTexts(sandbox.state)]])
}

describe('S09 a file outside of the project is not quoted', () => {
  // Every target once as the user's most likely file, and every other file with two of them.
  const cases = [
    ...TARGETS.map(([what, text]) => ['hookwright.yaml', what, text] as const),
    ...LINKS.slice(1).flatMap((name, at) =>
      [at, at + 3].map((turn) => [name, ...(TARGETS[turn % TARGETS.length] ?? TARGETS[0])] as const),
    ),
  ]

  test.for(cases)('%s that leads to %s', async ([name, , text]) => {
    const sandbox = createSandbox()
    await sandbox.shell('git init -q .')
    link(sandbox, name, text)
    const outputs = await everything(sandbox)
    expect(Object.entries(outputs).filter(([, output]) => CANARY.test(output))).toEqual([])
    expect(Object.values(outputs).join('')).toMatch(/leads outside the project/)
  })

  test('through a linked folder', async () => {
    const sandbox = createSandbox()
    const target = sandbox.write(
      '~/elsewhere/settings.json',
      '{"canary": "canary", "hooks": {"preTolUse": []}}',
    )
    symlinkSync(dirname(target), sandbox.path('.claude'))
    const outputs = await everything(sandbox)
    expect(Object.entries(outputs).filter(([, output]) => CANARY.test(output))).toEqual([])
  })

  test('and in a terminal neither', async () => {
    const sandbox = createSandbox()
    link(sandbox, 'hookwright.yaml', 'version: 1\nhookz: canary\n')
    const { CLI } = await import('../helpers/cli.ts')
    const { stdout } = await sandbox.shell(`script -qec "${process.execPath} ${CLI} check" /dev/null`)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('leads outside the project')
    expect(stdout).not.toMatch(CANARY)
  })
})

describe('what stays told', () => {
  test('a link within the project is quoted as any other file', async () => {
    const sandbox = createSandbox()
    sandbox.write('config/hooks.yaml', 'version: 1\nhookz: {}\n')
    symlinkSync('config/hooks.yaml', sandbox.path('hookwright.yaml'))
    expect((await sandbox.cli(['check'])).stdout).toContain('"hookz" is not a key')
  })

  test('hooks of a host’s own file elsewhere load as with that host, and need approval', async () => {
    const sandbox = createSandbox()
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo shared' }] }] }
    link(sandbox, '.claude/settings.json', JSON.stringify({ hooks }))
    const { stdout } = await sandbox.cli(['trust', 'show', '--source', 'claude-code'])
    expect(stdout).toContain('echo shared')
    expect(stdout).toContain('new')
  })
})

describe('S09 a hookwright.yaml that is a link out of the project', () => {
  const FILE = 'version: 1\nhooks: { PreToolUse: [{ id: shared, deny: Not so. }] }\n'
  const names = ['hookwright.yaml', 'hookwright.local.yaml', 'hookwright.json']
  const texts = {
    json: JSON.stringify({ version: 1, hooks: { PreToolUse: [{ id: 'shared', deny: 'no' }] } }),
  }

  test.for(names)('%s is not read, and the error says where it leads and what to do', async (name) => {
    const sandbox = createSandbox()
    link(sandbox, name, name.endsWith('.json') ? texts.json : FILE)
    const { code, stdout } = await sandbox.cli(['check'])
    expect(code).toBe(1)
    expect(stdout).toContain(`${name}" is a link that leads outside the project, to "${sandbox.home}/secret"`)
    expect(stdout).toContain('Replace the link with a file inside the project')
    expect((await sandbox.cli(['list'])).stdout).not.toContain('shared')
  })

  test('is not read with --trust-project either', async () => {
    const sandbox = createSandbox()
    link(sandbox, 'hookwright.yaml', FILE)
    const input = JSON.stringify(payload('PreToolUse', { cwd: sandbox.project }))
    const { stdout, stderr } = await sandbox.cli(['run', '--host', 'claude-code', '--trust-project'], {
      input,
    })
    expect(stdout).not.toContain('Not so.')
    expect(stderr).toContain('is a link that leads outside the project')
  })

  test('asks first when it has taken the place of a file that was approved', async () => {
    const sandbox = createSandbox()
    sandbox.write('hookwright.yaml', FILE)
    await sandbox.cli(['trust', 'add', '--yes'])
    rmSync(sandbox.path('hookwright.yaml'))
    link(sandbox, 'hookwright.yaml', FILE)
    const input = JSON.stringify(payload('PreToolUse', { cwd: sandbox.project }))
    const { stdout } = await sandbox.cli(['run', '--host', 'claude-code'], { input })
    expect(stdout).toContain('"permissionDecision":"ask"')
    expect(stdout).toContain('is a link that leads outside the project')
  })

  test('can be named where it is', async () => {
    const sandbox = createSandbox()
    const target = sandbox.write('~/team/hookwright.yaml', FILE)
    symlinkSync(target, sandbox.path('hookwright.yaml'))
    expect((await sandbox.cli(['list', '--source', target])).stdout).toContain('shared')
  })
})
