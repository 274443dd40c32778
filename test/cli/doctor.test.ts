import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'

const SETTINGS = '~/.claude/settings.json'
const LAUNCHER = '~/.local/state/hookwright/bin/hookwright'
const FOLDERS = {
  'claude-code': '.claude',
  'gemini-cli': '.gemini',
  'codex-cli': '.codex',
  cursor: '.cursor',
}

type Host = keyof typeof FOLDERS
type Finding = {
  readonly name: string
  readonly state: string
  readonly text: string
  readonly mend?: string
  readonly stopsGuard?: true
}

/** A project with approved guards, and agents that call us. */
async function working(...hosts: readonly Host[]): Promise<Sandbox> {
  const box = createSandbox()
  for (const host of hosts) mkdirSync(box.path(`~/${FOLDERS[host]}`))
  const words = hosts.flatMap((host) => ['--host', host])
  const { code, stderr } = await box.cli(['init', '--yes', ...words, '--hooks', 'push,dangerous,format'])
  expect(stderr, `init exits with ${code}`).not.toContain('hookwright: ')
  return box
}

async function examined(box: Sandbox): Promise<{ code: number | null; problems: readonly Finding[] }> {
  const { code, stdout } = await box.cli(['doctor', '--json'])
  const { sections, ok } = JSON.parse(stdout) as {
    ok: boolean
    sections: readonly { findings: readonly Finding[] }[]
  }
  expect(ok).toBe(code === 0)
  const all = sections.flatMap(({ findings }) => findings)
  return { code, problems: all.filter(({ state }) => state === 'problem') }
}

function edit(box: Sandbox, file: string, change: (text: string) => string): void {
  box.write(file, change(box.read(file)))
}

function withKey(key: string, value: unknown): (text: string) => string {
  return (text) => JSON.stringify({ ...(JSON.parse(text) as object), [key]: value })
}

test('where everything works, there is no problem', async () => {
  const box = await working('claude-code', 'cursor', 'gemini-cli')
  expect(await examined(box)).toEqual({ code: 0, problems: [] })
  const { stdout } = await box.cli(['doctor'])
  expect(stdout).toContain('Your 3 guards act. No problem found.')
})

type Row = readonly [
  claim: string,
  hosts: readonly Host[],
  breakIt: (box: Sandbox) => unknown,
  text: string,
  mend: string,
]

const SYNC = 'hookwright sync'

describe('an approved guard cannot act, and the command that is named mends it', () => {
  test.for<Row>([
    ['the file is gone', ['claude-code'], (box) => rmSync(box.path(SETTINGS)), 'are gone', SYNC],
    [
      'the file of one of two agents is gone',
      ['claude-code', 'gemini-cli'],
      (box) => rmSync(box.path(SETTINGS)),
      'are gone',
      SYNC,
    ],
    [
      'commands are replaced',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replaceAll(/"command": "[^"]+"/g, '"command": "true"')),
      'are gone',
      SYNC,
    ],
    [
      'an entry matches nothing any more',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replace('"hooks": [', '"matcher": "Nothing", "hooks": [')),
      'somebody changed its entry of hookwright for PreToolUse',
      SYNC,
    ],
    [
      'an entry has no time to answer',
      ['claude-code'],
      (box) => edit(box, SETTINGS, (text) => text.replace(/"timeout": \d+/, '"timeout": 1')),
      'somebody changed its entry of hookwright for PreToolUse',
      SYNC,
    ],
    ['the launcher is gone', ['claude-code'], (box) => rmSync(box.path(LAUNCHER)), 'is gone', SYNC],
    [
      'the launcher is not executable',
      ['claude-code'],
      (box) => chmodSync(box.path(LAUNCHER), 0o644),
      'is not executable',
      SYNC,
    ],
    [
      'the program is gone',
      ['claude-code'],
      (box) => rmSync(`${box.state}/versions`, { recursive: true }),
      'its program is gone',
      SYNC,
    ],
    [
      'it was switched off',
      ['claude-code'],
      (box) => box.cli(['disable', 'no-force-push', '--yes']),
      'is off',
      'hookwright enable no-force-push',
    ],
    [
      'its script has other bytes',
      ['claude-code'],
      (box) => edit(box, '.hookwright/block-dangerous-commands.sh', (text) => `${text}# x\n`),
      'changed since approval (block-dangerous-commands)',
      'hookwright trust add',
    ],
  ])('%s', { timeout: 60_000 }, async ([, hosts, breakIt, text, mend]) => {
    const box = await working(...hosts)
    await breakIt(box)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    expect(problems.filter((each) => each.stopsGuard)).toMatchObject([
      { text: expect.stringContaining(text) as string, mend },
    ])
    const [, ...words] = mend.split(' ')
    const isAsked = words[0] !== 'enable'
    expect((await box.cli([...words, ...(isAsked ? ['--yes'] : [])])).code).toBe(0)
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
  })
})

describe('what only the person can mend is named', () => {
  test.for<Row>([
    [
      'the settings switch all hooks off',
      ['claude-code'],
      (box) => edit(box, SETTINGS, withKey('disableAllHooks', true)),
      '`disableAllHooks` is true',
      'Remove `disableAllHooks`',
    ],
    [
      'the repository switches all hooks off',
      ['claude-code'],
      (box) => box.write('.claude/settings.json', '{ "disableAllHooks": true }'),
      '`disableAllHooks` is true',
      'Remove `disableAllHooks`',
    ],
    [
      'hooks are off in Gemini CLI',
      ['gemini-cli'],
      (box) => edit(box, '~/.gemini/settings.json', withKey('hooksConfig', { enabled: false })),
      '`hooksConfig.enabled` is false',
      'Set `hooksConfig.enabled` to true',
    ],
    [
      'the bridge is off in Gemini CLI',
      ['gemini-cli'],
      (box) => edit(box, '~/.gemini/settings.json', withKey('hooksConfig', { disabled: ['hookwright'] })),
      'lists "hookwright"',
      'Take "hookwright" out',
    ],
    [
      'nobody has trusted the entries in Codex',
      ['codex-cli'],
      () => undefined,
      'nobody has trusted',
      '/hooks',
    ],
    [
      'a file cannot be read',
      ['claude-code'],
      (box) => box.write(SETTINGS, '{'),
      'cannot be edited',
      'Mend the file',
    ],
    [
      'approvals cannot be read',
      ['claude-code'],
      (box) => box.write('~/.local/state/hookwright/trust.json', 'x'),
      'The trust store cannot be read',
      'Delete it',
    ],
    [
      'the state folder is open to others',
      ['claude-code'],
      (box) => chmodSync(box.state, 0o777),
      'other users can write to it',
      '0700',
    ],
    [
      'a file is broken',
      ['claude-code'],
      (box) => box.write('hookwright.yaml', 'version: ['),
      'broken: ',
      'hookwright check',
    ],
    [
      'a file is gone',
      ['claude-code'],
      (box) => rmSync(box.path('hookwright.yaml')),
      'approved and gone',
      'put it back, or: hookwright trust revoke no-force-push',
    ],
  ])('%s', { timeout: 60_000 }, async ([, hosts, breakIt, text, mend]) => {
    const box = await working(...hosts)
    await breakIt(box)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    const [first] = problems.filter((each) => each.stopsGuard)
    expect(first?.text).toContain(text)
    expect(first?.mend).toContain(mend)
  })
})

test('entries that Codex has trusted as they are now are in order', async () => {
  const box = await working('codex-cli')
  const { createHash } = await import('node:crypto')
  const { trustText } = await import('../../src/dialects/codex-cli/trust-text.ts')
  const { hooks } = JSON.parse(box.read('~/.codex/hooks.json')) as {
    hooks: Record<string, [{ hooks: [{ command: string; timeout: number }] }]>
  }
  const state = Object.entries(hooks).map(([event, [group]]) => {
    const [{ command, timeout }] = group.hooks
    const hash = createHash('sha256').update(trustText({ event, command, timeout })).digest('hex')
    const label = event.replaceAll(/(?<=.)(?=[A-Z])/g, '_').toLowerCase()
    return `[hooks.state."${box.path('~/.codex/hooks.json')}:${label}:0:0"]\ntrusted_hash = "sha256:${hash}"\n`
  })
  box.write('~/.codex/config.toml', state.join('\n'))
  expect(await examined(box)).toEqual({ code: 0, problems: [] })
})

test('a changed hook that cannot say no is a problem, and stops no guard', async () => {
  const box = await working('claude-code')
  edit(box, '.hookwright/format-after-edit.sh', (text) => `${text}# x\n`)
  const { code, problems } = await examined(box)
  expect(code).toBe(0)
  expect(problems).toMatchObject([{ mend: 'hookwright trust add' }])
})

test('a script that is missing is named', async () => {
  const box = await working('claude-code')
  rmSync(box.path('.hookwright/block-dangerous-commands.sh'))
  const { code, problems } = await examined(box)
  expect(code).toBe(1)
  expect(problems.map(({ text }) => text).join('\n')).toContain('block-dangerous-commands.sh" of hook')
})

describe('git hooks that were installed', () => {
  async function withGit(): Promise<Sandbox> {
    const box = createSandbox()
    rmSync(box.path('.git'), { recursive: true })
    box.write('.pre-commit-config.yaml', 'repos:\n  - repo: builtin\n    hooks: [{ id: check-yaml }]\n')
    const { code, stderr } = await box.shell('git init -q . && hookwright git install')
    expect(code, stderr).toBe(0)
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
    return box
  }

  test.for([
    ['are not executable', 'chmod -x .git/hooks/pre-commit', 'is not executable'],
    ['are hidden', 'git config core.hooksPath elsewhere', 'core.hooksPath makes git look in'],
  ] as const)('and %s', async ([, command, text]) => {
    const box = await withGit()
    await box.shell(command)
    const { code, problems } = await examined(box)
    expect(code).toBe(1)
    expect(problems).toMatchObject([
      { text: expect.stringContaining(text) as string, mend: 'hookwright git install' },
    ])
    expect((await box.cli(['git', 'install'])).code).toBe(0)
    expect(await examined(box)).toEqual({ code: 0, problems: [] })
  })
})

test('without an agent, guards are counted all the same', async () => {
  const box = await working()
  const { code, stdout } = await box.cli(['doctor'])
  expect(code).toBe(0)
  expect(stdout).toContain('no agent was found on this machine')
  expect(stdout).not.toContain('No guard is approved here')
})
