import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, createGitSandbox, hooks, hooksOf, recording, writeProgram } from '../helpers/git-sandbox.ts'

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
