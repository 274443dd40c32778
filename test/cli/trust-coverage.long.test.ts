import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { claudeSettings, config, payload } from '../helpers/hooks.ts'
import { decisionOf, marks, PROJECT_FILE, statuses } from '../helpers/trust.ts'

const CLAUDE = ['--source', 'claude-code']

/** Approves the entry, lets somebody change the file, and returns what the guard decides then. */
async function afterChange(sandbox: Sandbox, entry: object, file: string, text: string) {
  sandbox.write(PROJECT_FILE, config('PreToolUse', { ...entry, onFailure: 'deny' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  const before = await sandbox.event(payload('PreToolUse'))
  sandbox.write(file, text)
  const after = await sandbox.event(payload('PreToolUse'))
  return { before: decisionOf(before.stdout), after: decisionOf(after.stdout), stderr: after.stderr }
}

const PACKAGE = '{ "scripts": { "guard": "bash \'scripts/my guard.sh\'" } }'

test.for<[string, object, Readonly<Record<string, string>>, string]>([
  [
    'a script behind a quoted ">"',
    { command: './ok.sh; a=">";./evil.sh;b=">"', shell: 'bash' },
    { 'ok.sh': '#!/bin/sh\n', 'evil.sh': '#!/bin/sh\n' },
    'evil.sh',
  ],
  [
    'a path with a space',
    { command: 'bash "my hooks/evil.sh"', shell: 'bash' },
    { 'my hooks/evil.sh': 'true\n' },
    'my hooks/evil.sh',
  ],
  ['a file of a folder that node runs', { command: 'node ./dir' }, { 'dir/index.js': '\n' }, 'dir/index.js'],
  ['a Makefile', { command: 'make -s guard' }, { Makefile: 'guard:\n' }, 'Makefile'],
  [
    'a script that a script of package.json names',
    { command: 'npm run -s guard' },
    { 'package.json': PACKAGE, 'scripts/my guard.sh': 'true\n' },
    'scripts/my guard.sh',
  ],
  ['a module that python runs', { command: 'python3 -m guard' }, { 'guard.py': '\n' }, 'guard.py'],
  [
    'a program in a folder that PATH names',
    { command: 'guard', shell: 'bash', env: { PATH: './bin:/usr/bin:/bin' } },
    { 'bin/guard': '#!/bin/sh\n' },
    'bin/guard',
  ],
  [
    'a file that a pattern of pins fits',
    { command: './ok.sh', pins: ['lib/**/*.json'] },
    { 'ok.sh': '#!/bin/sh\n', 'lib/deep/rules.json': '{}' },
    'lib/deep/rules.json',
  ],
])('S04 a guard refuses after %s changed', async ([, entry, files, changed]) => {
  const sandbox = createSandbox()
  const mark = marks(sandbox)
  for (const [name, text] of Object.entries(files)) sandbox.write(name, text)
  const decided = await afterChange(sandbox, entry, changed, `${files[changed]}\n${mark.command}\n`)
  expect(decided).toMatchObject({ before: undefined, after: 'deny' })
  expect(decided.stderr).toContain(changed)
  expect(mark.ran()).toBe(false)
})

test('S04 another script of package.json is a change, told by the name of the file', async () => {
  const sandbox = createSandbox()
  sandbox.write('package.json', PACKAGE)
  sandbox.write('scripts/my guard.sh', 'true\n')
  const evil = '{ "scripts": { "guard": "bash evil.sh" } }'
  const { after, stderr } = await afterChange(sandbox, { command: 'npm run -s guard' }, 'package.json', evil)
  expect(after).toBe('deny')
  expect(stderr).toContain('changed since it was approved: package.json')
  expect(stderr).not.toContain('my guard.sh')
})

test('S04 a file that appears where the command would look first is a change', async () => {
  const sandbox = createSandbox()
  sandbox.write('x/index.js', '\n')
  const { before, after } = await afterChange(sandbox, { command: 'node ./x' }, 'x.js', 'process.exit(0)\n')
  expect({ before, after }).toEqual({ before: undefined, after: 'deny' })
})

describe('a file in the folder of the session that nobody approved does not run', () => {
  test.for<[string, string]>([
    ['node ./x', 'sub/x.js'],
    ['npm test', 'sub/package.json'],
    ['make', 'sub/Makefile'],
    ['"$(git rev-parse --show-toplevel)/g.sh"', 'sub/g.sh'],
    ['python3 -m guard', 'sub/guard.py'],
    ['$PWD/g.sh', 'sub/g.sh'],
  ])('%s finding %s', async ([command, file]) => {
    const sandbox = createSandbox()
    mkdirSync(sandbox.path('sub/.git'), { recursive: true })
    sandbox.write('.claude/settings.json', claudeSettings('PreToolUse', command))
    await sandbox.cli(['trust', 'add', ...CLAUDE, '--yes'])
    sandbox.write(file, 'content\n')
    const { stderr } = await sandbox.event(payload('PreToolUse', { cwd: sandbox.path('sub') }), CLAUDE)
    expect(stderr).toContain('skipped 1 project hook')
    expect(stderr).toContain('changed since it was approved')
  })
})

describe('an approved file in another folder leads to other files there, which nobody approved', () => {
  test.for<[string, string, string, string]>([
    ['npm run -s guard', 'package.json', PACKAGE, 'scripts/my guard.sh'],
    ['node ./x', 'x/package.json', '{ "main": "m.js" }', 'x/m.js'],
    ['npm run -s guard', 'package.json', '{ "scripts": { "guard": "guardx" } }', 'node_modules/.bin/guardx'],
  ])('%s with the same %s (%s)', async ([command, file, text, leadsTo]) => {
    const sandbox = createSandbox()
    sandbox.write(file, text)
    sandbox.write(leadsTo, '\n')
    sandbox.write('.claude/settings.json', claudeSettings('PreToolUse', command))
    await sandbox.cli(['trust', 'add', ...CLAUDE, '--yes'])
    sandbox.write(`sub/${file}`, text)
    sandbox.write(`sub/${leadsTo}`, 'evil\n')
    const { stderr } = await sandbox.event(payload('PreToolUse', { cwd: sandbox.path('sub') }), CLAUDE)
    expect(stderr).toContain('skipped 1 project hook')
    expect(stderr).toContain('changed since it was approved')
  })
})

test('a hook that keeps a log stays approved', async () => {
  const sandbox = createSandbox()
  sandbox.write(PROJECT_FILE, config('Stop', { command: 'echo x >> log.txt', shell: 'bash' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  for (let run = 0; run < 2; run++) await sandbox.event(payload('Stop'))
  expect(sandbox.read('log.txt')).toBe('x\nx\n')
  expect(await statuses(sandbox)).toEqual(['approved'])
})

describe('pins', () => {
  const entry = { command: './ok.sh', pins: ['lib/*.json'] }
  const approved = async (): Promise<Sandbox> => {
    const sandbox = createSandbox()
    sandbox.write('ok.sh', '#!/bin/sh\n')
    sandbox.write('lib/a.json', '{}')
    sandbox.write(PROJECT_FILE, config('Stop', entry))
    await sandbox.cli(['trust', 'add', '--yes'])
    expect(await statuses(sandbox)).toEqual(['approved'])
    return sandbox
  }

  test('a file that is added is a change', async () => {
    const sandbox = await approved()
    sandbox.write('lib/b.json', '{}')
    expect(await statuses(sandbox)).toEqual(['changed'])
  })

  test('a file that is removed is a change', async () => {
    const sandbox = await approved()
    unlinkSync(sandbox.path('lib/a.json'))
    expect(await statuses(sandbox)).toEqual(['changed'])
  })

  test('other patterns are another hook', async () => {
    const sandbox = await approved()
    sandbox.write(PROJECT_FILE, config('Stop', { ...entry, pins: [] }))
    expect(await statuses(sandbox)).toEqual(['changed'])
  })

  test('a pattern that matches nothing is an issue of check', async () => {
    const sandbox = createSandbox()
    sandbox.write('ok.sh', '#!/bin/sh\n')
    sandbox.write(PROJECT_FILE, config('Stop', entry))
    const { stdout } = await sandbox.cli(['check'])
    expect(stdout).toMatch(
      /"lib\/\*\.json" in "pins" of hook hookwright:project:Stop:[0-9a-f]{8} matches no file/,
    )
  })

  test('a link out of the project is not read, and told', async () => {
    const sandbox = await approved()
    symlinkSync(sandbox.write('~/secret.json', 'secret'), sandbox.path('lib/link.json'))
    expect((await sandbox.cli(['trust', 'show'])).stdout).toContain(
      'lib/link.json, a link out of the project',
    )
    expect((await sandbox.cli(['check'])).stdout).toContain('is not covered: a link out of the project')
  })

  test.for(['/etc/passwd', '../x', 'a/../../x', '~/x', ' '])('"%s" is refused', async (pin) => {
    const sandbox = createSandbox()
    sandbox.write(PROJECT_FILE, config('Stop', { command: 'true', pins: [pin] }))
    const { code, stdout } = await sandbox.cli(['check'])
    expect(code).toBe(1)
    expect(stdout).toContain('relative to the project directory, inside of it')
  })
})

describe('what an approval does not cover is told', () => {
  test.for([
    ['"$GUARD" now', '$GUARD (known only at run time)'],
    ['bash "$CLAUDE_PLUGIN_OPTION_X"', '$CLAUDE_PLUGIN_OPTION_X (known only at run time)'],
    ['$(pick one)', '$(pick one) (known only at run time)'],
    ['curl -s x | bash', 'commands that bash reads from its input'],
    ['./ok.sh', 'files that ok.sh reads or runs itself'],
    ['jq . <x', 'programs on PATH (jq)'],
  ])('%s', async ([command, sentence]) => {
    const sandbox = createSandbox()
    sandbox.write('ok.sh', '#!/bin/sh\n')
    sandbox.write(PROJECT_FILE, config('Stop', { id: 'g', command, shell: 'bash' }))
    const show = await sandbox.cli(['trust', 'show'])
    expect(show.stdout).toContain(`not covered: ${sentence}`)
    expect(show.stdout).toContain('`pins` in hookwright.yaml')
    const check = await sandbox.cli(['check'])
    expect(check.stdout).toContain(`g: not covered: ${sentence}`)
  })

  test('list marks the hooks, and --json has the details', async () => {
    const sandbox = createSandbox()
    sandbox.write('ok.sh', '#!/bin/sh\n')
    const hooks = [
      { command: './ok.sh' },
      { command: './ok.sh; $X', shell: 'bash' },
      { command: '$X', shell: 'sh' },
    ]
    sandbox.write(PROJECT_FILE, config('Stop', ...hooks))
    const { stdout } = await sandbox.cli(['list'], { env: { COLUMNS: '200' } })
    expect(stdout).toContain('COVERS')
    expect(stdout).toMatch(/ 1 file {2,}/)
    expect(stdout).toContain('1 file, in part')
    expect(stdout).toMatch(/ in part /)
    for (const args of [['list'], ['trust', 'show'], ['check']]) {
      const json = await sandbox.cli([...args, '--json'])
      expect(json.stdout).toContain('{"kind":"run-time","what":"$X"}')
    }
  })
})

test('an approval of an older version, which covered less, does not count and is told', async () => {
  const sandbox = createSandbox()
  sandbox.write('ok.sh', '#!/bin/sh\n')
  sandbox.write(PROJECT_FILE, config('PreToolUse', { command: './ok.sh', onFailure: 'deny' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  const store = `${sandbox.state}/trust.json`
  const written = JSON.parse(sandbox.read(store)) as { projects: Record<string, Record<string, unknown>> }
  const [project = '', approvals = {}] = Object.entries(written.projects)[0] ?? []
  written.projects[project] = { ['0'.repeat(64)]: Object.values(approvals)[0] }
  sandbox.write(store, JSON.stringify(written))
  const { stdout, stderr } = await sandbox.event(payload('PreToolUse'))
  expect(decisionOf(stdout)).toBe('deny')
  expect(stderr).toContain('approved by an older version')
})
