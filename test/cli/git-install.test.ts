import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'
import { createGitSandbox, recording, writeProgram, type GitSandbox } from '../helpers/git-sandbox.ts'

const PREK_ID = '182c10f181da4464a3eec51b83331688'
const PRE_COMMIT_ID = '138fd403232d2ddd5efb44317e38bf03'

const hooksOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => !name.endsWith('.sample'))
        .toSorted()
    : []

const hooks = ({ project }: GitSandbox): readonly string[] => hooksOf(join(project, '.git/hooks'))

/** A commit of a new file. */
async function commit(sandbox: GitSandbox, name = 'x', env = {}) {
  sandbox.write(name, `${name}\n`)
  await sandbox.mustGit('add', '--', name)
  return sandbox.git(['commit', '-q', '-m', name], { env })
}

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
    await sandbox.hookwright(['install', '--git-dir', template, '--allow-missing-config'], {
      cwd: sandbox.home,
    })
    expect(hooksOf(join(template, 'hooks'))).toEqual(['pre-commit'])
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
    const both = await sandbox.shell('.git/hooks/pre-commit', { env: { FAIL: '1' } })
    expect(both.code).toBe(1)
  })

  test('does not run without its execute bit', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 7\n')
    chmodSync(sandbox.path('.git/hooks/pre-commit'), 0o644)
    await sandbox.hookwright(['install'])
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
    expect(hooks(sandbox)).toEqual(['pre-commit'])
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toEqual(['pre-commit x\n'])
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
    expect(await sandbox.hookwright(['install', '--force'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('warning'),
    })
    expect(hooks(sandbox)).toEqual(['pre-commit'])
  })
})

describe('where git starts hooks', () => {
  test.for([`it's "quoted" $HOME`, 'new\nline\n', ' spaces ', '-dash', 'back\\slash`id`'])(
    'the repository may be in %j',
    async (name) => {
      const sandbox = await createGitSandbox()
      const cwd = join(sandbox.root, name)
      mkdirSync(join(cwd, 'sub'), { recursive: true })
      await sandbox.mustGit('init', '-q', '--', cwd)
      await sandbox.shell('cp .pre-commit-config.yaml "$TO/sub/"', { env: { TO: cwd } })
      const legacy = join(cwd, '.git/hooks/pre-commit')
      writeProgram(legacy, 'echo legacy >> "$HOME/calls"')
      const config = join(cwd, 'sub/.pre-commit-config.yaml')
      expect(await sandbox.hookwright(['install', '-c', config], { cwd })).toMatchObject({ code: 0 })
      const done = await sandbox.git(['commit', '-q', '--allow-empty', '-m', 'x'], { cwd })
      expect(done).toMatchObject({ code: 0 })
      expect(sandbox.calls()).toEqual(['legacy\npre-commit\n'])
    },
  )

  test.for(["it's", 'a b', '-x', '$(touch pwned)'])('a project below may be in %j', async (name) => {
    const sandbox = await createGitSandbox()
    const cwd = sandbox.path(name)
    sandbox.write(`${name}/.pre-commit-config.yaml`, recording(['pre-commit', 'commit-msg']))
    mkdirSync(join(cwd, 'deep'))
    const { stdout } = await sandbox.hookwright(['install', '-t', 'pre-commit', '-t', 'commit-msg'], {
      cwd: join(cwd, 'deep'),
    })
    expect(stdout).toContain('Only for')
    sandbox.write('top', 'x')
    sandbox.write(`${name}/f`, 'x')
    await sandbox.mustGit('add', '.')
    const done = await sandbox.git(['commit', '-q', '-m', 'x'], { cwd: join(cwd, 'deep') })
    expect(done).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toEqual([
      'pre-commit .pre-commit-config.yaml f\n',
      'commit-msg ../.git/COMMIT_EDITMSG\n',
    ])
    expect(sandbox.exists('pwned')).toBe(false)
  })

  test('selectors given at install hold at every commit, from wherever they were given', async () => {
    const sandbox = await createGitSandbox()
    const hook = (id: string): string =>
      `  - {id: ${id}, name: ${id}, language: system, entry: sh -c '"$HOME/record" ${id}', always_run: true}\n`
    const config = `repos:\n- repo: local\n  hooks:\n${hook('one')}${hook('two')}`
    for (const path of ['', 'low/', 'low/er/'])
      sandbox.write(
        `${path}.pre-commit-config.yaml`,
        config.replaceAll('one', `${path.replaceAll('/', '')}one`),
      )
    await sandbox.mustGit('add', '.')
    mkdirSync(sandbox.path('low/er/x'), { recursive: true })
    const calling = { cwd: sandbox.project, env: { SKIP: 'nothing-of-now' } }
    await sandbox.hookwright(['install', './low/er/', '.:one', '--skip', 'two'], calling)
    expect(sandbox.read('.git/hooks/pre-commit')).not.toContain('nothing-of-now')
    expect(await sandbox.git(['commit', '-q', '-m', 'x'])).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toEqual(['lowerone\n', 'one\n'])
  })

  test('a linked work tree shares the hooks, and runs them on its own files', async () => {
    const sandbox = await createGitSandbox()
    const cwd = join(sandbox.root, 'linked tree')
    await sandbox.mustGit('worktree', 'add', '-q', cwd, '-b', 'linked')
    const types = ['install', '-t', 'pre-commit', '-t', 'commit-msg']
    expect(await sandbox.hookwright(types, { cwd })).toMatchObject({ code: 0 })
    expect(hooks(sandbox)).toEqual(['commit-msg', 'pre-commit'])
    await sandbox.shell('echo l > l && mkdir d && git add l && cd d && git commit -q -m l', { cwd })
    expect(sandbox.calls()).toEqual([
      'pre-commit l\n',
      'commit-msg ../project/.git/worktrees/linked-tree/COMMIT_EDITMSG\n',
    ])
    expect(await commit(sandbox)).toMatchObject({ code: 0 })
    expect(sandbox.calls()).toHaveLength(2)
  })

  test('a linked work tree runs a config below its top, too', async () => {
    const sandbox = await createGitSandbox()
    sandbox.write('low/.pre-commit-config.yaml', recording(['pre-commit']))
    await sandbox.mustGit('add', '.')
    await sandbox.mustGit('commit', '-q', '-m', 'low')
    const cwd = join(sandbox.root, 'linked')
    await sandbox.mustGit('worktree', 'add', '-q', cwd, '-b', 'linked')
    await sandbox.hookwright(['install'], { cwd: sandbox.path('low') })
    await sandbox.shell('echo l > low/l && git add . && git commit -q -m l', { cwd })
    expect(sandbox.calls()).toEqual(['pre-commit l\n'])
  })

  test('a submodule has hooks of its own', async () => {
    const sandbox = await createGitSandbox()
    const from = join(sandbox.root, 'library')
    await sandbox.mustGit('clone', '-q', sandbox.project, from)
    await sandbox.mustGit('submodule', '--quiet', 'add', from, 'lib')
    await sandbox.mustGit('commit', '-q', '-m', 'lib')
    const cwd = sandbox.path('lib')
    await sandbox.hookwright(['install'], { cwd })
    expect([hooks(sandbox), hooksOf(sandbox.path('.git/modules/lib/hooks'))]).toEqual([[], ['pre-commit']])
    const done = await sandbox.shell('echo l > l && git add l && git commit -q -m l', { cwd })
    expect([done.code, sandbox.calls()]).toEqual([0, ['pre-commit l\n']])
  })

  test.for([
    ['git commit -a', 'git commit -q -a -m x', 'pre-commit tracked\n'],
    ['git commit FILE', 'git commit -q -m x tracked', 'pre-commit tracked\n'],
    ['git commit in a folder', 'cd deep && git add . && git commit -q -m x', 'pre-commit deep/new\n'],
    ['git -C', 'git add deep && cd / && git -C "$PROJECT" commit -q -m x', 'pre-commit deep/new\n'],
    ['GIT_DIR', 'git add deep && GIT_DIR=.git git commit -q -m x', 'pre-commit deep/new\n'],
  ] as const)('%s: the hook sees what will be committed', async ([, trigger, call]) => {
    const sandbox = await createGitSandbox()
    sandbox.write('tracked', 'one\n')
    sandbox.write('other', 'one\n')
    await sandbox.mustGit('add', '.')
    await sandbox.mustGit('commit', '-q', '-m', 'files')
    await sandbox.hookwright(['install'])
    sandbox.write('tracked', 'two\n')
    sandbox.write('deep/new', 'new\n')
    const done = await sandbox.shell(trigger, { env: { PROJECT: sandbox.project } })
    expect([done.code, sandbox.calls()]).toEqual([0, [call]])
  })
})

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
