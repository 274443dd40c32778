import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  commit,
  createGitSandbox,
  hooks,
  hooksOf,
  recording,
  type GitSandbox,
} from '../helpers/git-sandbox.ts'

const PREK_ID = '182c10f181da4464a3eec51b83331688'

describe('install', () => {
  test('tells what it did, what it means and how to undo it; a second time changes nothing', async () => {
    const sandbox = await createGitSandbox()
    expect(await sandbox.hookwright(['install'])).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: `Installed Git hook at \`.git/hooks/pre-commit\`
From now on git runs the hooks of this config without asking: to install is to agree to that.
To undo it, run: hookwright git uninstall -t pre-commit
`,
    })
    const [text, stats] = [
      sandbox.read('.git/hooks/pre-commit'),
      statSync(sandbox.path('.git/hooks/pre-commit')),
    ]
    expect(stats.mode & 0o777).toBe(0o755)
    expect((await sandbox.hookwright(['install'])).stdout).toBe(
      'Git hook at `.git/hooks/pre-commit` is installed already, nothing to change\n',
    )
    expect(sandbox.read('.git/hooks/pre-commit')).toBe(text)
    expect(statSync(sandbox.path('.git/hooks/pre-commit')).ino).toBe(stats.ino)
    expect(hooks(sandbox)).toEqual(['pre-commit'])
  })

  test('takes the types of the config, and those of the command line before them', async () => {
    const config = recording(['pre-push'], 'default_install_hook_types: [pre-push, commit-msg]\n')
    const sandbox = await createGitSandbox({ config })
    await sandbox.hookwright(['install', '-t', 'post-merge'])
    expect(hooks(sandbox)).toEqual(['post-merge'])
    await sandbox.hookwright(['install'])
    expect(hooks(sandbox)).toEqual(['commit-msg', 'post-merge', 'pre-push'])
    await sandbox.hookwright(['uninstall'])
    expect(hooks(sandbox)).toEqual(['post-merge'])
  })

  test('of an unknown type lists the known ones', async () => {
    const sandbox = await createGitSandbox()
    const { code, stderr } = await sandbox.hookwright(['install', '-t', 'pre-comit'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('accepted: commit-msg, post-checkout')])
  })

  test.for([
    ['group', 0o775],
    ['0660', 0o770],
    ['all', 0o775],
    ['0600', 0o700],
    ['false', 0o755],
  ] as const)('in a repository shared as %s sets the mode git would', async ([shared, mode]) => {
    const sandbox = await createGitSandbox()
    await sandbox.mustGit('config', 'core.sharedRepository', shared)
    await sandbox.hookwright(['install'])
    expect(statSync(sandbox.path('.git/hooks/pre-commit')).mode & 0o777).toBe(mode)
    expect((await sandbox.hookwright(['install'])).stdout).toContain('nothing to change')
  })

  test('with a broken config says so, and installs all the same', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.pre-commit-config.yaml', 'repos: 3\n')
    const { code, stderr } = await sandbox.hookwright(['install'])
    expect([code, stderr, hooks(sandbox)]).toEqual([
      0,
      expect.stringContaining('The config cannot be used yet'),
      ['pre-commit'],
    ])
  })

  test('outside of a repository is refused', async () => {
    const sandbox = await createGitSandbox()
    expect(await sandbox.hookwright(['install'], { cwd: sandbox.home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not a git repository'),
    })
  })

  test('into a git folder by name needs no repository around it', async () => {
    const sandbox = await createGitSandbox()
    const template = join(sandbox.root, 'template')
    const { stdout } = await sandbox.hookwright(
      ['install', '--git-dir', template, '--allow-missing-config'],
      {
        cwd: sandbox.home,
      },
    )
    expect(hooksOf(join(template, 'hooks'))).toEqual(['pre-commit'])
    await undo(sandbox, stdout, sandbox.home)
    expect(hooksOf(join(template, 'hooks'))).toEqual([])
  })

  test('a folder in the way is an error that leaves it alone', async () => {
    const sandbox = await createGitSandbox()
    mkdirSync(sandbox.path('.git/hooks/pre-commit'), { recursive: true })
    expect(await sandbox.hookwright(['install'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('A folder is where the hook should be'),
    })
  })

  test('--prepare-hooks tells what cannot be built', async () => {
    const config = 'repos:\n- repo: local\n  hooks:\n  - {id: g, name: g, language: golang, entry: g}\n'
    const sandbox = await createGitSandbox({ config })
    const { code, stderr } = await sandbox.hookwright(['install', '--prepare-hooks'])
    expect([code, stderr, hooks(sandbox)]).toEqual([2, expect.stringContaining('golang'), ['pre-commit']])
  })

  test('--prepare-hooks runs nothing', async () => {
    const sandbox = await createGitSandbox()
    const { code, stdout } = await sandbox.hookwright(['install', '--install-hooks'])
    expect([code, stdout, sandbox.calls()]).toEqual([
      0,
      expect.stringContaining('No hook needs an environment'),
      [],
    ])
  })
})

/** What the last lines of `install` tell to run. */
async function undo(sandbox: GitSandbox, said: string, cwd = sandbox.project): Promise<void> {
  const command = /^To undo it, run: (.*)$/m.exec(said)?.[1] ?? 'false'
  expect(await sandbox.shell(command, { cwd })).toMatchObject({ code: 0 })
}

test('what was written, kept, replaced and removed is JSON for programs', async () => {
  const sandbox = await createGitSandbox()
  const path = sandbox.path('.git/hooks/pre-commit')
  sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\n')
  const installed = await sandbox.hookwright(['install', '--json'])
  const legacy = { path: `${path}.legacy`, runs: true }
  expect([installed.code, JSON.parse(installed.stdout)]).toEqual([
    0,
    { version: 1, hooks: [{ type: 'pre-commit', path, before: 'foreign', deleted: [], legacy }], issues: [] },
  ])
  const removed = await sandbox.hookwright(['uninstall', '--json'])
  expect(JSON.parse(removed.stdout)).toEqual({
    version: 1,
    hooks: [{ type: 'pre-commit', path, kind: 'removed', restored: legacy.path }],
    issues: [],
  })
  const refused = await sandbox.hookwright(['install', '--json'], { cwd: sandbox.home })
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([2, { hooks: [], issues: [{}] }])
})

describe('uninstall', () => {
  test('leaves alone what is not ours, and says so', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-push', '#!/bin/sh\n')
    sandbox.write('.git/hooks/commit-msg', `#!/bin/sh\n# ID: ${PREK_ID}\n`)
    await sandbox.hookwright(['install'])
    const all = await sandbox.hookwright(['uninstall', '--all'])
    expect(all).toMatchObject({ code: 0, stdout: 'Uninstalled `pre-commit`\n' })
    expect(all.stderr.split('\n')).toEqual([
      '`.git/hooks/commit-msg` is not managed by hookwright, skipping; it is a hook of prek.',
      '`.git/hooks/pre-push` is not managed by hookwright, skipping.',
      '',
    ])
    expect(hooks(sandbox)).toEqual(['commit-msg', 'pre-push'])
    expect(await sandbox.hookwright(['uninstall'])).toMatchObject({
      code: 0,
      stderr: '`.git/hooks/pre-commit` does not exist, skipping.\n',
    })
  })
})

describe('the hooks folder', () => {
  test('is the one that the repository names', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.mustGit('config', 'core.hooksPath', 'my hooks')
    expect((await sandbox.hookwright(['install'])).stdout).toContain('`my hooks/pre-commit`')
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(1)
    await sandbox.hookwright(['uninstall'])
    expect(hooksOf(sandbox.path('my hooks'))).toEqual([])
  })

  test('of all repositories of a user is not filled; --force takes the default one', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.mustGit('config', '--global', 'core.hooksPath', '/nowhere')
    expect(await sandbox.hookwright(['install'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('core.hooksPath'),
    })
    expect(await sandbox.hookwright(['uninstall'])).toMatchObject({ code: 2 })
    const forced = await sandbox.hookwright(['install', '--force'])
    expect(forced).toMatchObject({ code: 0, stderr: expect.stringContaining('warning') })
    expect(hooks(sandbox)).toEqual(['pre-commit'])
    await undo(sandbox, forced.stdout)
    expect(hooks(sandbox)).toEqual([])
  })
})
