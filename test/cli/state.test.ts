import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { config, payload } from '../helpers/hooks.ts'

const isRoot = process.getuid?.() === 0

/** Ways in which the state folder can be somebody else's to write. */
const FOREIGN: readonly (readonly [string, (sandbox: Sandbox) => void, string])[] = [
  ['writable by everybody', ({ state }) => chmodSync(state, 0o777), 'other users can write to it'],
  ['writable by its group', ({ state }) => chmodSync(state, 0o770), 'other users can write to it'],
  [
    'a link',
    ({ state }) => (renameSync(state, `${state}-2`), symlinkSync(`${state}-2`, state)),
    'it is not a directory',
  ],
  ...(isRoot
    ? [
        [
          "another user's",
          ({ state }: Sandbox) => chownSync(state, 4_242, 4_242),
          'it belongs to user 4242',
        ] as const,
      ]
    : []),
]

test.for(FOREIGN)(
  'S41 a state folder that is %s is refused: no trust, no log, own hooks run',
  async ([, spoil, why]) => {
    const sandbox = createSandbox()
    sandbox.write(
      'hookwright.yaml',
      config('Stop', { id: 'project', command: `touch ${sandbox.root}/project-ran` }),
    )
    sandbox.write(
      '~/.config/hookwright/hookwright.yaml',
      config('Stop', { id: 'own', command: `touch ${sandbox.root}/own-ran` }),
    )
    await sandbox.cli(['trust', 'add', '--yes'])
    spoil(sandbox)
    const { stderr, code } = await sandbox.event(payload('Stop'))
    expect(code).toBe(0)
    expect(sandbox.exists(`${sandbox.root}/project-ran`)).toBe(false)
    expect(sandbox.exists(`${sandbox.root}/own-ran`)).toBe(true)
    expect(stderr.split(why)).toHaveLength(2)
    expect(sandbox.exists(join(sandbox.state, 'log'))).toBe(false)
  },
)

test('S41 what a refused folder cannot take, the commands that write say with exit 1', async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', config('Stop', { id: 'a', deny: 'No.' }))
  mkdirSync(sandbox.state, { recursive: true })
  chmodSync(sandbox.state, 0o777)
  for (const args of [
    ['trust', 'add', '--yes'],
    ['disable', 'a', '--yes'],
    ['trust', 'revoke', '--yes'],
  ]) {
    const { code, stderr } = await sandbox.cli(args)
    expect({ args, code }).toEqual({ args, code: 1 })
    expect(stderr).toContain('is not used because other users can write to it')
  }
  expect(readdirSync(sandbox.state)).toEqual([])
})

test('S41 a script is never written below a refused folder', async () => {
  const sandbox = createSandbox()
  const script = `touch ${sandbox.root}/own-ran; ls -d "$0" > ${sandbox.root}/where`
  sandbox.write('~/.config/hookwright/hookwright.yaml', config('Stop', { command: script, shell: 'sh' }))
  mkdirSync(sandbox.state, { recursive: true })
  chmodSync(sandbox.state, 0o777)
  await sandbox.event(payload('Stop'))
  expect(sandbox.exists(`${sandbox.root}/own-ran`)).toBe(true)
  expect(sandbox.read(`${sandbox.root}/where`)).not.toContain(sandbox.state)
  expect(readdirSync(sandbox.state)).toEqual([])
})

test('S42 a log that is a link is not followed, and the verdict stands', async () => {
  const sandbox = createSandbox()
  sandbox.write('~/.config/hookwright/hookwright.yaml', config('PreToolUse', { deny: 'No.' }))
  const victim = sandbox.write('~/victim', 'mine\n')
  mkdirSync(join(sandbox.state, 'log'), { recursive: true, mode: 0o700 })
  symlinkSync(victim, join(sandbox.state, 'log/runs.jsonl'))
  const { stdout, stderr } = await sandbox.event(payload('PreToolUse'))
  expect(stdout).toContain('"deny"')
  expect(stderr).toContain('could not be written (ELOOP)')
  expect(sandbox.read('~/victim')).toBe('mine\n')
})

test('S42 what hookwright keeps, only its user can read', async () => {
  const sandbox = createSandbox()
  sandbox.write('hookwright.yaml', config('Stop', { id: 'a', command: 'true', shell: 'sh' }))
  await sandbox.cli(['trust', 'add', '--yes'])
  await sandbox.cli(['disable', 'a', '--yes'])
  await sandbox.cli(['enable', 'a'])
  await sandbox.event(payload('Stop'))
  const names = readdirSync(sandbox.state, { recursive: true, encoding: 'utf8' })
  expect(names).toEqual(expect.arrayContaining(['trust.json', 'disabled.json', 'log/runs.jsonl', 'scratch']))
  const open = ['.', ...names].filter((name) => (statSync(join(sandbox.state, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})
