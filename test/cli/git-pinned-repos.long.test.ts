import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../helpers/cli.ts'
import { commit, gitIn, makeMirror } from '../helpers/mirrors.ts'

const manifest =
  '- { id: say, name: say, language: script, entry: ./say.sh, always_run: true, verbose: true }\n'
const says = (text: string): string => `#!/bin/sh\necho "says ${text}"\n`

type World = Sandbox & {
  readonly mirror: string
  /** The commit that `v1` stands for at first. */
  readonly first: string
  configure(rev: string, url?: string): void
  clones(): readonly string[]
  /** Calls of git that reach another repository, by their first word. */
  fetches(): readonly string[]
}

/** A project whose one hook is in a repository beside it, and a git that notes its calls. */
function world({ isPinned = true } = {}): World {
  const sandbox = createSandbox()
  execFileSync('git', ['init', '-q', '.'], { cwd: sandbox.project })
  if (isPinned) sandbox.write('~/.config/hookwright/hookwright.yaml', 'git: { trust: pinned }\n')
  const mirror = makeMirror(sandbox.root, { '.pre-commit-hooks.yaml': manifest, 'say.sh': says('one') })
  const first = gitIn(mirror, 'rev-parse', 'HEAD')
  gitIn(mirror, 'tag', 'v1')
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const calls = join(sandbox.root, 'calls')
  writeFileSync(join(sandbox.root, 'bin/git'), `#!/bin/sh\necho "$*" >> "${calls}"\nexec "${git}" "$@"\n`, {
    mode: 0o755,
  })
  const configure = (rev: string, url = mirror): void => {
    const repo = { repo: url, rev, hooks: [{ id: 'say' }] }
    sandbox.write('.pre-commit-config.yaml', JSON.stringify({ repos: [repo] }))
  }
  configure('v1')
  return {
    ...sandbox,
    mirror,
    first,
    configure,
    clones: () => {
      const folder = sandbox.path('~/.cache/hookwright/git/repos')
      return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.json')) : []
    },
    fetches: () => {
      const lines = existsSync(calls) ? sandbox.read(calls).split('\n') : []
      return lines.flatMap((line) => /(?:^| )(fetch|clone|ls-remote|submodule)(?= )/.exec(line)?.[1] ?? [])
    },
  }
}

const run = ['git', 'run', '--all-files']
const add = ['git', 'trust', 'add']
const list = ['git', 'list']

/** Moves `v1` to a commit whose hook says something else. */
function moveTag({ mirror }: World): string {
  const moved = commit(mirror, { 'say.sh': says('two') })
  gitIn(mirror, 'tag', '-f', 'v1')
  return moved
}

function forgetClones(sandbox: World): void {
  rmSync(sandbox.path('~/.cache/hookwright'), { recursive: true, force: true })
}

/** Codes in the JSON of a command. */
function errorsIn(stdout: string): readonly string[] {
  const { issues } = JSON.parse(stdout) as { issues: readonly { code: string; severity: string }[] }
  return issues.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []))
}

describe('before an approval nothing is cloned', () => {
  test.for([
    ['run', run],
    ['run --json', [...run, '--json']],
    ['run --dry-run', [...run, '--dry-run']],
    ['hook-impl', ['git', 'hook-impl', '--hook-type=pre-commit']],
    ['list', list],
    ['list -v', [...list, '-v']],
    ['list --json', [...list, '--json']],
    ['prepare-hooks', ['git', 'prepare-hooks']],
    ['install --prepare-hooks', ['git', 'install', '--prepare-hooks']],
    ['autoupdate', ['git', 'autoupdate']],
    ['autoupdate --check --json', ['git', 'autoupdate', '--check', '--json']],
  ] as const)('by `git %s`, which says how to approve', async ([, args]) => {
    const sandbox = world()
    gitIn(sandbox.mirror, 'tag', 'v2')
    const before = sandbox.read('.pre-commit-config.yaml')
    const { code, stdout, stderr } = await sandbox.cli(args)
    expect(sandbox.fetches()).toEqual([])
    expect(sandbox.clones()).toEqual([])
    expect(code).toBe(2)
    expect(stdout + stderr).toContain('hookwright git trust add')
    expect(stdout + stderr).not.toContain('says one')
    expect(sandbox.read('.pre-commit-config.yaml')).toBe(before)
  })

  test.for([
    ['trust show', ['git', 'trust', 'show']],
    ['trust show --json', ['git', 'trust', 'show', '--json']],
    ['trust revoke', ['git', 'trust', 'revoke']],
    ['validate-config', ['git', 'validate-config']],
    ['gc', ['git', 'gc']],
    ['install', ['git', 'install']],
  ] as const)('by `git %s`, which needs none', async ([, args]) => {
    const sandbox = world()
    expect(await sandbox.cli(args)).toMatchObject({ code: 0 })
    expect(sandbox.fetches()).toEqual([])
    expect(sandbox.clones()).toEqual([])
  })

  test('by `trust add` with the digest of other hooks', async () => {
    const sandbox = world()
    expect(await sandbox.cli([...add, '--digest', '0'.repeat(16)])).toMatchObject({ code: 1 })
    expect(sandbox.fetches()).toEqual([])
  })

  test('and `list --json` has the refusal in its JSON', async () => {
    const { stdout } = await world().cli([...list, '--json'])
    expect(errorsIn(stdout)).toEqual(['git.not-approved'])
  })
})

describe('an approval pins the commit that a rev stands for', () => {
  test.for([
    ['a tag', () => 'v1'],
    ['an annotated tag', ({ mirror }) => (gitIn(mirror, 'tag', '-a', 'v1a', '-m', 'x'), 'v1a')],
    ['a branch', () => 'main'],
    ['a short hash', ({ first }) => first.slice(0, 8)],
  ] as readonly [string, (sandbox: World) => string][])('%s', async ([, revOf]) => {
    const sandbox = world()
    const rev = revOf(sandbox)
    sandbox.configure(rev)
    const added = await sandbox.cli(add)
    expect(added).toMatchObject({ code: 0 })
    expect(added.stdout).toContain(`${sandbox.mirror} at rev ${rev} is commit ${sandbox.first}`)
    expect(added.stdout).not.toContain('says')
    const shown = await sandbox.cli(['git', 'trust', 'show', '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({
      hooks: [{ id: 'say', repo: sandbox.mirror, rev, status: 'trusted', commit: sandbox.first }],
    })
    expect((await sandbox.cli(['git', 'trust', 'show'])).stdout).toContain(`commit: ${sandbox.first}`)
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
    expect(await sandbox.cli(list)).toMatchObject({ code: 0, stdout: '.:say\n' })
  })

  test('which `trust add --json` tells programs', async () => {
    const sandbox = world()
    const { stdout } = await sandbox.cli([...add, '--json'])
    const repo = { repo: sandbox.mirror, rev: 'v1', commit: sandbox.first }
    expect(JSON.parse(stdout)).toEqual({ version: 1, approved: [expect.any(String)], repos: [repo] })
  })

  test('a full hash is approved without a look at the repository', async () => {
    const sandbox = world()
    sandbox.configure(sandbox.first)
    expect(await sandbox.cli(add)).toMatchObject({ code: 0 })
    expect(sandbox.fetches()).toEqual([])
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
  })

  test.for([
    ['a file URL', ({ mirror }) => pathToFileURL(mirror).href],
    ['a relative path', () => '../mirror'],
  ] as readonly [string, (sandbox: World) => string][])('behind %s', async ([, urlOf]) => {
    const sandbox = world()
    sandbox.configure('v1', urlOf(sandbox))
    expect(await sandbox.cli(add)).toMatchObject({ code: 0 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
    const moved = moveTag(sandbox)
    forgetClones(sandbox)
    const refused = await sandbox.cli(run)
    expect(refused.stderr).toContain(moved)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
  })

  test('the same relative path in two projects of a workspace stands for two repositories', async () => {
    const sandbox = world()
    const other = makeMirror(
      sandbox.root,
      { '.pre-commit-hooks.yaml': manifest, 'say.sh': says('other') },
      'project/mirror',
    )
    gitIn(other, 'tag', 'v1')
    sandbox.configure('v1', '../mirror')
    sandbox.write('sub/.pre-commit-config.yaml', sandbox.read('.pre-commit-config.yaml'))
    expect(await sandbox.cli(add)).toMatchObject({ code: 0 })
    const { code, stdout } = await sandbox.cli(run)
    expect(code).toBe(0)
    expect(stdout).toContain('says one')
    expect(stdout).toContain('says other')
  })

  test('a clone that the store has of an earlier commit does not count', async () => {
    const sandbox = world({ isPinned: false })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
    const moved = moveTag(sandbox)
    sandbox.write('~/.config/hookwright/hookwright.yaml', 'git: { trust: pinned }\n')
    expect(await sandbox.cli(add)).toMatchObject({ code: 0, stdout: expect.stringContaining(moved) })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says two') })
  })

  test('nothing is approved when the repository cannot be reached or the rev looks like an option', async () => {
    const sandbox = world()
    for (const [rev, url] of [
      ['v9', sandbox.mirror],
      ['v1', join(sandbox.root, 'nowhere')],
      ['--upload-pack=touch pwned', sandbox.mirror],
    ] as const) {
      sandbox.configure(rev, url)
      expect(await sandbox.cli(add)).toMatchObject({ code: 2, stdout: '' })
      expect(await sandbox.cli(run)).toMatchObject({ code: 2, stdout: '' })
      expect(sandbox.clones()).toEqual([])
    }
    expect(sandbox.exists('pwned')).toBe(false)
  })
})

describe('a tag that moved after its approval', () => {
  test.for([
    ['run', run],
    ['run --json', [...run, '--json']],
    ['list', list],
    ['list --json', [...list, '--json']],
    ['prepare-hooks', ['git', 'prepare-hooks']],
  ] as readonly [string, readonly string[]][])(
    'is refused by `git %s` with both commits, until it is approved again',
    async ([, args]) => {
      const sandbox = world()
      await sandbox.cli(add)
      const moved = moveTag(sandbox)
      forgetClones(sandbox)
      const { code, stdout, stderr } = await sandbox.cli(args)
      const said = stdout + stderr
      expect(code).toBe(2)
      for (const part of ['say', 'v1', 'changed', sandbox.first, moved, 'hookwright git trust add'])
        expect(said).toContain(part)
      expect(said).not.toContain('says')
      expect(sandbox.clones()).toEqual([])
      expect(await sandbox.cli(add)).toMatchObject({ code: 0, stdout: expect.stringContaining(moved) })
      expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says two') })
    },
  )

  test.for([
    ['run', run],
    ['list', list],
  ] as const)('has a code of its own in the JSON of `git %s`', async ([, args]) => {
    const sandbox = world()
    await sandbox.cli(add)
    moveTag(sandbox)
    forgetClones(sandbox)
    const { stdout } = await sandbox.cli([...args, '--json'])
    expect(errorsIn(stdout)).toEqual(['git.commit-changed'])
  })

  test('changes nothing while the clone of the approved commit is there, also after gc', async () => {
    const sandbox = world()
    await sandbox.cli(add)
    expect(await sandbox.cli(run)).toMatchObject({ code: 0 })
    moveTag(sandbox)
    expect(await sandbox.cli(['git', 'gc'])).toMatchObject({ code: 0 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
    expect(await sandbox.cli(['git', 'autoupdate', '--check'])).toMatchObject({ code: 0 })
  })

  test('a clone that was switched to another commit is refused with both', async () => {
    const sandbox = world()
    await sandbox.cli(add)
    const moved = moveTag(sandbox)
    const [clone = ''] = sandbox.clones()
    const folder = join(sandbox.path('~/.cache/hookwright/git/repos'), clone)
    gitIn(folder, 'fetch', '-q', 'origin', 'v1')
    gitIn(folder, 'checkout', '-q', 'FETCH_HEAD')
    const refused = await sandbox.cli(run)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(sandbox.first)
    expect(refused.stderr).toContain(moved)
    expect(await sandbox.cli(add)).toMatchObject({ code: 0 })
    expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says two') })
  })
})

test('an approval of a version that kept no commit asks again', async () => {
  const sandbox = world()
  await sandbox.cli(add)
  const store = join(sandbox.state, 'trust.json')
  const old = sandbox.read(store).replaceAll(/,?\s*"commit": "[0-9a-f]+"/g, '')
  expect(old).not.toBe(sandbox.read(store))
  sandbox.write(store, old)
  const refused = await sandbox.cli(run)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('hookwright git trust add')
  const shown = await sandbox.cli(['git', 'trust', 'show', '--json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({ hooks: [{ status: 'changed' }] })
})

test('submodules are those of the approved commit, wherever their branches are', async () => {
  const sandbox = world()
  sandbox.write('~/.config/git/config', '[protocol "file"]\n\tallow = always\n')
  const inner = makeMirror(sandbox.root, { 'say.sh': says('inner one') }, 'inner')
  gitIn(sandbox.mirror, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  commit(sandbox.mirror, { '.pre-commit-hooks.yaml': manifest.replace('./say.sh', './sub/say.sh') })
  gitIn(sandbox.mirror, 'tag', '-f', 'v1')
  expect(await sandbox.cli(add)).toMatchObject({ code: 0 })
  commit(inner, { 'say.sh': says('inner two') })
  forgetClones(sandbox)
  expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says inner one') })
})

test('without the policy, commands clone as before and a tag is read once', async () => {
  const sandbox = world({ isPinned: false })
  expect(await sandbox.cli(list)).toMatchObject({ code: 0, stdout: '.:say\n' })
  expect(sandbox.clones()).toHaveLength(1)
  moveTag(sandbox)
  expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says one') })
  forgetClones(sandbox)
  expect(await sandbox.cli(run)).toMatchObject({ code: 0, stdout: expect.stringContaining('says two') })
})
