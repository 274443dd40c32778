import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { commit, createGitSandbox, recording, writeProgram } from '../helpers/git-sandbox.ts'

describe('the installed hook', () => {
  test('SKIP skips, -n is git’s own', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    const env = { FAIL: '1', SKIP: 'pre-commit' }
    const skipped = await commit(sandbox, 'x', env)
    expect([skipped.code, skipped.stderr, sandbox.calls()]).toEqual([
      0,
      expect.stringContaining('Skipped'),
      [],
    ])
    expect(
      await sandbox.git(['commit', '-n', '--allow-empty', '-q', '-m', 'y'], { env: { FAIL: '1' } }),
    ).toMatchObject({
      code: 0,
    })
  })

  test('without a config says how to go on; variables and --allow-missing-config let git go on', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.mustGit('rm', '-q', '.pre-commit-config.yaml')
    const { stderr } = await sandbox.hookwright(['install'])
    expect(stderr).toContain('warning: There is no `prek.toml`')
    const stopped = await sandbox.git(['commit', '-q', '-m', 'x'])
    expect(stopped.code).toBe(1)
    expect(stopped.stderr.split('\n').slice(0, 4)).toEqual([
      'error: No `prek.toml` or `.pre-commit-config.yaml` found in the current directory or parent directories.',
      '- To temporarily silence this, run `PREK_ALLOW_NO_CONFIG=1 git ...`',
      '- To permanently silence this, install hooks with the `--allow-missing-config` flag',
      '- To uninstall hooks, run `hookwright git uninstall`',
    ])
    for (const name of ['PREK_ALLOW_NO_CONFIG', 'PRE_COMMIT_ALLOW_NO_CONFIG'])
      expect(
        await sandbox.git(['commit', '-q', '--allow-empty', '-m', 'x'], { env: { [name]: '' } }),
      ).toMatchObject({ code: 0 })
    await sandbox.hookwright(['install', '--allow-missing-config'])
    expect(await sandbox.git(['commit', '-q', '--allow-empty', '-m', 'x'])).toMatchObject({ code: 0 })
    sandbox.write('.git/hooks/pre-commit.legacy', '#!/bin/sh\nexit 7\n')
    expect((await sandbox.shell('.git/hooks/pre-commit')).code).toBe(7)
  })

  test('with a config file that is gone names it', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install', '-c', 'gone.yaml'])
    const { code, stderr } = await commit(sandbox)
    expect([code, stderr]).toEqual([1, expect.stringContaining('config file not found: `gone.yaml`')])
  })

  test('a wrong count of arguments is told', async () => {
    const sandbox = await createGitSandbox()
    expect(await sandbox.hookwright(['hook-impl', '--hook-type=commit-msg', '--'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'error: hook `commit-msg` expects exactly 1 argument but received no arguments',
      ),
    })
  })

  test('S12: arguments of git are never read as options', async () => {
    const sandbox = await createGitSandbox()
    const evil = ['--', '--config=evil.yaml']
    sandbox.write('--config=evil.yaml', 'message')
    const { code, stderr } = await sandbox.hookwright(['hook-impl', '--hook-type=commit-msg', ...evil])
    expect([code, stderr]).toEqual([0, ''])
    expect(sandbox.calls()).toEqual(['commit-msg --config=evil.yaml\n'])
  })

  test('of another version says so and goes on', async () => {
    const sandbox = await createGitSandbox()
    const call = ['hook-impl', '--hook-type=pre-commit', '--hook-dir=.git/hooks', '--script-version=99', '--']
    const { code, stderr } = await sandbox.hookwright(call)
    expect([code, stderr]).toEqual([0, expect.stringContaining('of another version (99, expected: 1)')])
  })

  test('nothing to push is a success without a run', async () => {
    const sandbox = await createGitSandbox()
    const call = ['hook-impl', '--hook-type=pre-push', '--', 'origin', 'url']
    const zeros = '0'.repeat(40)
    for (const input of ['', 'nonsense\n', `(delete) ${zeros} refs/heads/gone ${'1'.repeat(40)}\n`])
      expect(await sandbox.hookwright(call, { input })).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(sandbox.calls()).toEqual([])
  })

  test('git calls of our own start no hooks', async () => {
    const sandbox = await createGitSandbox()
    const config = recording(['pre-commit', 'post-checkout', 'post-commit', 'post-rewrite'])
    sandbox.write('.pre-commit-config.yaml', config)
    sandbox.write('tracked', 'one\n')
    await sandbox.mustGit('add', '.')
    await sandbox.mustGit('commit', '-q', '-m', 'files')
    const types = ['pre-commit', 'post-checkout', 'post-rewrite'].flatMap((type) => ['-t', type])
    await sandbox.hookwright(['install', ...types])
    sandbox.write('tracked', 'unstaged\n')
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect([sandbox.calls(), sandbox.read('tracked')]).toEqual([['pre-commit x\n'], 'unstaged\n'])
  })

  test('S13: a repository’s own git config starts nothing', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    await sandbox.mustGit('config', 'core.fsmonitor', 'touch "$HOME/pwned"; false')
    await sandbox.mustGit('config', 'core.pager', 'touch "$HOME/pwned"')
    expect(await sandbox.hookwright(['install'])).toMatchObject({ code: 0 })
    expect(await sandbox.hookwright(['hook-impl', '--hook-type=pre-commit', '--'])).toMatchObject({ code: 0 })
    expect(sandbox.exists('~/pwned')).toBe(false)
  })

  test('R41: other repositories are not touched by what git says about this one', async () => {
    const sandbox = await createGitSandbox()
    const library = join(sandbox.root, 'library')
    await sandbox.mustGit('init', '-q', library)
    await sandbox.shell(
      `printf -- '- {id: tool, name: tool, language: script, entry: tool.sh, always_run: true}\\n' > .pre-commit-hooks.yaml
       printf '#!/bin/sh\\necho tool >> "$HOME/calls"; echo -- >> "$HOME/calls"\\n' > tool.sh && chmod +x tool.sh
       git add . && git commit -q -m tool && git tag v1.0`,
      { cwd: library },
    )
    const config = `repos:\n- repo: ${library}\n  rev: v1.0\n  hooks: [{id: tool}]\n`
    sandbox.write('.pre-commit-config.yaml', config)
    await sandbox.mustGit('add', '.')
    await sandbox.hookwright(['install'])
    const cwd = join(sandbox.root, 'linked')
    await sandbox.mustGit('worktree', 'add', '-q', cwd, '-b', 'linked')
    const trigger = 'cp ../project/.pre-commit-config.yaml . && git commit -q -a -m l && git ls-files'
    const done = await sandbox.shell(trigger, { cwd })
    expect([done.code, done.stdout, sandbox.calls()]).toEqual([0, '.pre-commit-config.yaml\n', ['tool\n']])
    expect(await sandbox.git(['status', '--porcelain'], { cwd: library })).toMatchObject({ stdout: '' })
  })

  test('S39: when hookwright is gone it is found on PATH, but never by a relative folder', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    const hook = sandbox.read('.git/hooks/pre-commit').replaceAll(CLI, '/gone/cli.mjs')
    sandbox.write('.git/hooks/pre-commit', hook)
    expect(await commit(sandbox, 'x')).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(1)
    writeProgram(sandbox.path('hookwright'), 'touch "$HOME/pwned"')
    writeProgram(sandbox.path('bin/hookwright'), 'touch "$HOME/pwned"')
    const path = (sandbox.env['PATH'] ?? '').split(':').slice(1).join(':')
    for (const first of ['.', 'bin', '']) {
      const { code, stderr } = await commit(sandbox, `y${first}`, { PATH: `${first}:${path}` })
      expect(code).toBe(1)
      expect(stderr).toContain('hookwright is no longer at')
      expect(stderr).toContain('/gone/cli.mjs')
    }
    expect(sandbox.exists('~/pwned')).toBe(false)
  })
})
