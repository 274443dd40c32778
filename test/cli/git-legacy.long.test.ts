import { chmodSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, createGitSandbox, hooks } from '../helpers/git-sandbox.ts'
import { NO_PREK, prekFile } from '../helpers/prek-file.ts'

const HOOKWRIGHT_ID = '74d4115cf038f869e5da6c2fbd97bcfa'
const PREK_ID = '182c10f181da4464a3eec51b83331688'
const PRE_COMMIT_ID = '138fd403232d2ddd5efb44317e38bf03'

const HOOK_CALL = ['git', 'hook-impl', '--hook-type=pre-commit', '--hook-dir=.git/hooks', '--']

describe('what was there before', () => {
  test('is kept, runs first, and comes back', async () => {
    const sandbox = await createGitSandbox()
    const old = '#!/bin/sh\necho "old $HOOKWRIGHT_RUNNING_LEGACY $PREK_RUNNING_LEGACY" >> "$HOME/calls"\n'
    sandbox.write('.git/hooks/pre-commit', old)
    const { stdout } = await sandbox.hookwright(['install'])
    expect(stdout).toContain('moved it to `.git/hooks/pre-commit.legacy`')
    expect(stdout).toContain('still runs')
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toEqual(['old 1 1\npre-commit x\n'])
    expect((await sandbox.hookwright(['uninstall'])).stdout).toBe(
      'Uninstalled `pre-commit`\nRestored `.git/hooks/pre-commit.legacy` to `.git/hooks/pre-commit`\n',
    )
    expect([hooks(sandbox), sandbox.read('.git/hooks/pre-commit')]).toEqual([['pre-commit'], old])
  })

  test('stops the commit when it fails, and the hooks of the config run all the same', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 7\n')
    await sandbox.hookwright(['install'])
    expect(await commit(sandbox)).toMatchObject({ code: 1 })
    expect(sandbox.calls()).toEqual(['pre-commit x\n'])
    const direct = await sandbox.shell('.git/hooks/pre-commit')
    expect(direct.code).toBe(7)
    const path = sandbox.path('.git/hooks/pre-commit.legacy')
    expect(direct.stderr).toBe(`warning: The hook \`${path}\` failed with exit code 7.\n`)
    const both = await sandbox.shell('.git/hooks/pre-commit', { env: { FAIL: '1' } })
    expect(both.code).toBe(1)
  })

  test('does not run without its execute bit', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 7\n')
    chmodSync(sandbox.path('.git/hooks/pre-commit'), 0o644)
    const { stdout } = await sandbox.hookwright(['install'])
    expect(stdout).toContain('`.git/hooks/pre-commit.legacy` does not run')
    expect(stdout).not.toContain('still runs')
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
  })

  test('is deleted by force, and that is said', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 7\n')
    sandbox.write('.git/hooks/pre-commit.legacy', '#!/bin/sh\nexit 8\n')
    const { stdout } = await sandbox.hookwright(['install', '--overwrite'])
    expect(stdout).toContain('Deleted `.git/hooks/pre-commit`')
    expect(stdout).toContain('Deleted `.git/hooks/pre-commit.legacy`')
    expect(hooks(sandbox)).toEqual(['pre-commit'])
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
  })

  test('an older legacy hook is never lost', async () => {
    const sandbox = await createGitSandbox()
    for (const text of ['one', 'two', 'three']) {
      sandbox.write('.git/hooks/pre-commit', `#!/bin/sh\n# ${text}\n`)
      await sandbox.hookwright(['install'])
    }
    const names = ['pre-commit.legacy', 'pre-commit.legacy.old', 'pre-commit.legacy.old.2']
    expect(names.map((name) => sandbox.read(`.git/hooks/${name}`).slice(12, -1))).toEqual([
      'three',
      'one',
      'two',
    ])
    expect((await sandbox.hookwright(['install'])).stdout).toContain(
      '`.git/hooks/pre-commit.legacy` still runs',
    )
  })

  test('a link is moved, not what it leads to', async () => {
    const sandbox = await createGitSandbox()
    const target = sandbox.write('tools/hook', '#!/bin/sh\nexit 7\n')
    mkdirSync(sandbox.path('.git/hooks'), { recursive: true })
    symlinkSync('../../tools/hook', sandbox.path('.git/hooks/pre-commit'))
    await sandbox.hookwright(['install'])
    expect(readFileSync(target, 'utf8')).toBe('#!/bin/sh\nexit 7\n')
    expect((await sandbox.shell('.git/hooks/pre-commit')).code).toBe(7)
  })

  test.for([
    ['prek', PREK_ID],
    ['pre-commit', PRE_COMMIT_ID],
  ] as const)('of %s is replaced, since it runs the same config', async ([runner, id]) => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', `#!/bin/sh\n# ID: ${id}\nexit 7\n`)
    const { stdout } = await sandbox.hookwright(['install'])
    expect(stdout).toContain(`Replaced the hook of ${runner}`)
    expect(stdout).toContain(`have the hook of ${runner} back, run that, and then: ${runner} install -t pre-`)
    expect(hooks(sandbox)).toEqual(['pre-commit'])
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toEqual(['pre-commit x\n'])
  })

  test('prek installed over us, then us, then nobody: no file of a runner comes back', async ({ skip }) => {
    const prek = prekFile()
    if (prek === undefined) skip(NO_PREK)
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    const env = { PREK_HOME: join(sandbox.root, 'prek') }
    expect(await sandbox.shell(`'${prek}' install`, { env })).toMatchObject({ code: 0 })
    expect(hooks(sandbox)).toEqual(['pre-commit', 'pre-commit.legacy'])
    const { stdout } = await sandbox.hookwright(['install'])
    expect(stdout).toContain('Deleted `.git/hooks/pre-commit.legacy`: it was a hook of hookwright')
    expect(stdout).not.toContain('still runs')
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    await sandbox.hookwright(['uninstall'])
    expect(hooks(sandbox)).toEqual([])
  })

  test.for([
    ['hookwright', HOOKWRIGHT_ID],
    ['prek', PREK_ID],
    ['pre-commit', PRE_COMMIT_ID],
  ] as const)('kept from %s is not put back', async ([runner, id]) => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    sandbox.write('.git/hooks/pre-commit.legacy', `#!/bin/sh\n# ID: ${id}\n`)
    expect((await sandbox.hookwright(['uninstall'])).stdout).toBe(
      `Uninstalled \`pre-commit\`\nDeleted \`.git/hooks/pre-commit.legacy\`: it was a hook of ${runner}, which runs the same config\n`,
    )
    expect(hooks(sandbox)).toEqual([])
  })

  test('of ours below another runner goes when we go', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    renameSync(sandbox.path('.git/hooks/pre-commit'), sandbox.path('.git/hooks/pre-commit.legacy'))
    sandbox.write('.git/hooks/pre-commit', `#!/bin/sh\n# ID: ${PREK_ID}\n`)
    expect((await sandbox.hookwright(['uninstall'])).stdout).toContain('it was a hook of hookwright')
    expect(hooks(sandbox)).toEqual(['pre-commit'])
  })

  test('of another runner is not started from its legacy place', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    sandbox.write('.git/hooks/pre-commit.legacy', `#!/bin/sh\n# ID: ${PREK_ID}\nexit 7\n`)
    const { code, stderr } = await commit(sandbox)
    expect([code, stderr]).toEqual([0, expect.stringContaining('is a hook of prek')])
  })

  test('gets what git writes: pre-push, and post-rewrite, which nobody else reads', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.shell('git init -q --bare ../bare && git remote add origin ../bare')
    for (const type of ['pre-push', 'post-rewrite'])
      sandbox.write(`.git/hooks/${type}`, '#!/bin/sh\n{ echo "$@"; cat; } > "$HOME/legacy-input"\n')
    await sandbox.hookwright(['install', '-t', 'pre-push', '-t', 'post-rewrite'])
    const first = await sandbox.mustGit('rev-parse', 'HEAD')
    await sandbox.mustGit('push', '-q', 'origin', 'main')
    expect(sandbox.read('~/legacy-input')).toBe(
      `origin ../bare\nrefs/heads/main ${first} refs/heads/main ${'0'.repeat(40)}\n`,
    )
    expect(sandbox.calls()).toHaveLength(1)
    await sandbox.mustGit('commit', '-q', '--amend', '-m', 'other')
    expect(sandbox.read('~/legacy-input')).toBe(
      `amend\n${first} ${await sandbox.mustGit('rev-parse', 'HEAD')}\n`,
    )
  })

  test('that starts our hook again is noticed instead of looping for ever', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nexec .git/hooks/pre-commit "$@"\n')
    await sandbox.hookwright(['install'])
    const { code, stderr } = await commit(sandbox)
    expect([code, stderr]).toEqual([1, expect.stringContaining('would never end')])
    expect(sandbox.calls()).toEqual(['pre-commit x\n'])
  })

  test('may run git in another repository that has hooks of ours', async () => {
    const sandbox = await createGitSandbox()
    const other = join(sandbox.root, 'other')
    await sandbox.mustGit('init', '-q', other)
    await sandbox.shell('cp .pre-commit-config.yaml ../other/')
    await sandbox.hookwright(['install'], { cwd: other })
    sandbox.write(
      '.git/hooks/pre-commit',
      '#!/bin/sh\nunset GIT_INDEX_FILE GIT_DIR GIT_PREFIX\ncd ../other && git commit -q --allow-empty -m from-legacy\n',
    )
    await sandbox.hookwright(['install'])
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(2)
  })

  test('when prek was installed over us, the config does not run twice', async () => {
    const sandbox = await createGitSandbox()
    await sandbox.hookwright(['install'])
    renameSync(sandbox.path('.git/hooks/pre-commit'), sandbox.path('.git/hooks/pre-commit.legacy'))
    sandbox.write('.git/hooks/pre-commit', `#!/bin/sh\n# ID: ${PREK_ID}\nexec .git/hooks/pre-commit.legacy\n`)
    const { code, stderr } = await commit(sandbox)
    expect([code, stderr, sandbox.calls()]).toEqual([1, expect.stringContaining('Another runner'), []])
  })

  test('R31: an interrupt that comes while the legacy hook is being started is seen', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nkill -INT $PPID\nsleep 0.3\n')
    await sandbox.hookwright(['install'])
    // Many at once: on a busy machine the hook is often ahead of the process that started it.
    const ends = await Promise.all(Array.from({ length: 16 }, () => sandbox.cli(HOOK_CALL)))
    expect(ends.filter(({ code }) => code !== 130)).toEqual([])
    expect(sandbox.calls()).toEqual([])
  })

  test.for([
    ['SIGTERM', 143, ''],
    ['SIGINT', 130, 'while [ ! -e "$HOME/go" ]; do sleep 0.05; done; sleep 0.2; exit 0'],
  ] as const)('R31: %s while it runs ends the whole hook', async ([signal, code, rest]) => {
    const sandbox = await createGitSandbox()
    const wait = rest || 'exec sleep 600'
    sandbox.write('.git/hooks/pre-commit', `#!/bin/sh\ntouch "$HOME/ready"\n${wait}\n`)
    await sandbox.hookwright(['install'])
    const { child, done } = sandbox.start(HOOK_CALL)
    await expect.poll(() => sandbox.exists('~/ready'), { timeout: 10_000 }).toBe(true)
    child.kill(signal)
    sandbox.write('~/go', '')
    expect([(await done).code, sandbox.calls()]).toEqual([code, []])
  })
})
