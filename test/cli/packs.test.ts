import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { payload } from '../helpers/hooks.ts'
import { approveShown, decisionOf, PROJECT_FILE, statuses, USER_FILE } from '../helpers/trust.ts'

const GATE = `version: 1
packs:
  - use: hookwright/commit-gate
    with: { checks: { types: off, lint: off }, test: ['sh gate-canary.sh'], cache: false }
`
const COMMIT = payload('PreToolUse', { tool_input: { command: 'git commit -m x' } })
const LIST = payload('PreToolUse', { tool_input: { command: 'ls' } })

/** A project whose use of a gate is written, and approved where the test says so. */
async function project({ approved = true, text = GATE } = {}): Promise<Sandbox> {
  const sandbox = createSandbox()
  sandbox.write('gate-canary.sh', 'exit 1\n')
  sandbox.write(PROJECT_FILE, text)
  if (approved) await approveShown(sandbox)
  return sandbox
}

describe("a project's use of a pack", () => {
  test('does not run before it is approved, and is told', async () => {
    const sandbox = await project({ approved: false })
    const { stdout, stderr } = await sandbox.event(COMMIT)
    expect(decisionOf(stdout)).toBeUndefined()
    expect(stderr).toContain('hookwright trust show')
  })

  test('runs once it is approved, also from the compiled snapshot', async () => {
    const sandbox = await project()
    for (let count = 0; count < 2; count++) {
      expect(decisionOf((await sandbox.event(COMMIT)).stdout)).toBe('deny')
      expect((await sandbox.event(LIST)).stdout).toBe('')
    }
  })

  test.for([
    ['an option changes', (text: string) => text.replace('cache: false', 'cache: true')],
    ['an option goes', (text: string) => text.replace(', cache: false', '')],
    ['its matcher changes', (text: string) => `${text}    matcher: Read\n`],
    ['it is gone', () => 'version: 1\nhooks: {}\n'],
    ['it is switched off', (text: string) => `${text}    enabled: false\n`],
  ] as const)('asks in its place when %s', async ([, change]) => {
    const sandbox = await project()
    await sandbox.event(LIST)
    sandbox.write(PROJECT_FILE, change(GATE))
    const { stdout } = await sandbox.event(COMMIT)
    expect(decisionOf(stdout)).toBe('ask')
    expect(stdout).toContain('commit-gate was approved and')
  })

  test('asks in its place when its file is deleted while the session runs', async () => {
    const sandbox = await project()
    await sandbox.event(LIST)
    rmSync(sandbox.path(PROJECT_FILE))
    expect(decisionOf((await sandbox.event(COMMIT)).stdout)).toBe('ask')
  })

  test('keeps its approval when the file is written in another way', async () => {
    const sandbox = await project()
    sandbox.write(
      PROJECT_FILE,
      `# moved\npacks:\n- with:\n    cache: false\n    test: [sh gate-canary.sh]\n    checks: { lint: off, types: off }\n  use: hookwright/commit-gate\nversion: 1\n`,
    )
    expect(await statuses(sandbox)).toEqual(['approved'])
  })

  test('is shown with its options, and what changed in them', async () => {
    const sandbox = await project({ approved: false })
    const first = await sandbox.cli(['trust', 'show'])
    expect(first.stdout).toContain('pack hookwright/commit-gate')
    expect(first.stdout).toContain('with test: ["sh gate-canary.sh"]')
    await approveShown(sandbox)
    sandbox.write(PROJECT_FILE, GATE.replace('cache: false', 'cache: true'))
    const { stdout } = await sandbox.cli(['trust', 'show'])
    expect(stdout).toMatch(/-with cache: false\n *\+with cache: true/)
  })
})

test('what options say is in no label, log or list', async () => {
  const sandbox = await project()
  await sandbox.event(COMMIT)
  const texts = await Promise.all(
    [
      ['list'],
      ['list', '--json'],
      ['explain', '--host', 'claude-code', '--command', 'git commit'],
      ['explain', '--host', 'claude-code', '--command', 'git commit', '--json'],
      ['log', '--json'],
      ['doctor'],
    ].map(async (words) => (await sandbox.cli(words)).stdout),
  )
  expect(texts.filter((text) => text === '')).toEqual([])
  expect(texts.filter((text) => text.includes('canary'))).toEqual([])
  expect(sandbox.log()[0]?.['hooks']).toMatchObject([
    { id: 'hookwright:project:PreToolUse:commit-gate', pack: 'hookwright/commit-gate', class: 'deny' },
  ])
})

test('what a pack only observes is in the log', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, 'packs: [{ use: hookwright/dangerous-commands, with: { level: observe } }]\n')
  const { stdout } = await sandbox.event(
    payload('PreToolUse', { tool_input: { command: 'git push --force' } }),
  )
  expect(stdout).toBe('')
  const json = JSON.parse((await sandbox.cli(['log', '--json'])).stdout) as {
    hooks: { note: Record<string, string> }[]
  }
  const facts = Object.entries(json.hooks[0]?.note ?? {}).map(([name, value]) => `${name}: ${value}`)
  expect(facts.length).toBeGreaterThan(0)
  const shown = (await sandbox.cli(['log'])).stdout.replaceAll(/\s+/g, ' ')
  expect(shown).toContain(`dangerous-commands ok (${facts.join(', ')})`)
})

describe('code of packs is loaded for a hook of a pack only', () => {
  const LISTS_FILES = `process.on('exit', () => {
    const names = Object.keys(require.cache).map((file) => require('node:path').basename(file))
    require('node:fs').writeFileSync(process.env.LOADED, names.filter((name) => name.endsWith('.cjs')).join('\\n'))
  })`
  const RULE = '{ matcher: Edit, deny: no }'

  /** Files of the program that the second call of an event loads: hosts wait for this one at every tool call. */
  async function loadedBy(config: string): Promise<readonly string[]> {
    const sandbox = createSandbox()
    sandbox.write(USER_FILE, config)
    const preload = sandbox.write('lists.cjs', LISTS_FILES)
    const env = { NODE_OPTIONS: `--require ${preload}`, LOADED: `${sandbox.root}/loaded` }
    await sandbox.event(LIST)
    await sandbox.event(LIST, [], { env })
    return sandbox.read(`${sandbox.root}/loaded`).split('\n').toSorted()
  }

  test('a use that does not match loads what a rule that does not match loads', async () => {
    const [rule, pack] = await Promise.all([
      loadedBy(`hooks: { PreToolUse: [${RULE}] }\n`),
      loadedBy(`hooks: { PreToolUse: [{ use: hookwright/dangerous-commands, matcher: Edit }] }\n`),
    ])
    expect(pack).toEqual(rule)
  })

  test('and one that matches loads the code of its pack alone', async () => {
    const one = await loadedBy('packs: [{ use: hookwright/dangerous-commands }]\n')
    const other = await loadedBy(
      'packs: [{ use: hookwright/dangerous-commands }, { use: hookwright/format }]\n',
    )
    expect(one.some((name) => name.startsWith('load-pack-'))).toBe(true)
    expect(other).toEqual(one)
  })
})

test('a wrong option is shown at its place', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, 'packs:\n  - use: hookwright/format\n    with: { tell: dif }\n')
  const { stdout, code } = await sandbox.cli(['check'])
  expect(code).toBe(1)
  expect(stdout).toContain('hookwright.yaml:3:19 pack.option')
  expect(stdout).toContain('"tell" must be one of none, summary, diff, not "dif".')
  expect(stdout).toContain('Did you mean "diff"?')
})

test('a file with a wrong option asks before every action', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, 'packs:\n  - use: hookwright/format\n    with: { tell: dif }\n')
  expect(decisionOf((await sandbox.event(LIST)).stdout)).toBe('ask')
})

test("a user's use needs no approval, and can be switched off by its id", async () => {
  const sandbox = createSandbox()
  sandbox.write('gate-canary.sh', 'exit 1\n')
  sandbox.write(USER_FILE, GATE)
  expect(decisionOf((await sandbox.event(COMMIT)).stdout)).toBe('deny')
  await sandbox.cli(['disable', 'hookwright:user:PreToolUse:commit-gate', '--yes'])
  expect((await sandbox.event(COMMIT)).stdout).toBe('')
})

test('an agent calls hookwright for the events that a pack needs', async () => {
  const sandbox = createSandbox()
  sandbox.write(USER_FILE, 'packs: [{ use: hookwright/format }]\n')
  const { stdout } = await sandbox.cli(['install', 'claude-code', '--dry-run', '--yes', '--json'])
  const { hosts } = JSON.parse(stdout) as { hosts: { events: { event: string; timeout: number }[] }[] }
  expect(hosts[0]?.events).toContainEqual({ event: 'PostToolUse', timeout: 125 })
})

test('no host has packs, so a conversion reports them', async () => {
  const sandbox = await project()
  const { stderr, code } = await sandbox.cli(['convert', '--from', 'hookwright', '--to', 'copilot'])
  expect(code).toBe(1)
  expect(stderr).toContain('type: GitHub Copilot has no packs. This hook can block.')
})

describe('hookwright packs', () => {
  test('lists every pack', async () => {
    const { stdout, code } = await createSandbox().cli(['packs'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^format +Runs the project's own formatter/m)
  })

  test.for(['format', 'hookwright/format'])('%s shows its options with their defaults', async (name) => {
    const { stdout } = await createSandbox().cli(['packs', name])
    expect(stdout).toMatch(/^tell +diff +What the model is told/m)
    expect(stdout).toMatch(/^PostToolUse +120 s +ignore/m)
  })

  test('a name that is none gets the nearest', async () => {
    const { stderr, code } = await createSandbox().cli(['packs', 'fromat'])
    expect({ stderr, code }).toEqual({
      stderr: expect.stringContaining('There is no pack "fromat". Did you mean "format"?') as string,
      code: 64,
    })
  })

  test('names of packs are completed', async () => {
    const { stdout } = await createSandbox().cli(['complete', '--', 'packs', 'for'])
    expect(stdout).toMatch(/^format\t/)
  })
})
