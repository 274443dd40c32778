import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

const PREK = join(import.meta.dirname, '../../node_modules/@j178/prek-linux-x64-gnu/prek')

const CONFIG = `repos:
- repo: local
  hooks:
  - {id: a, name: A name, language: system, entry: 'true', alias: aa, description: desc, groups: [g]}
  - {id: b, name: b, language: fail, entry: 'no', stages: [commit-msg]}
  - {id: d, name: d, language: docker_image, entry: alpine true, stages: [pre-commit, manual]}
- repo: builtin
  hooks: [{id: check-json}, {id: trailing-whitespace}]
- repo: meta
  hooks: [{id: identity}]
`
const BELOW = `[[repos]]
repo = "local"
hooks = [{id = "c", name = "c", language = "system", entry = "true"}]
`

async function workspace(): Promise<GitSandbox> {
  const sandbox = await createGitSandbox({ config: CONFIG })
  sandbox.write('sub/prek.toml', BELOW)
  await sandbox.mustGit('add', '.')
  return sandbox
}

describe('list', () => {
  test.for([
    [[]],
    [['-v']],
    [['--output-format', 'json']],
    [['a']],
    [['aa', '.:check-json']],
    [['sub/']],
    [['--skip', 'a']],
    [['--skip', 'sub/']],
    [['--hook-stage', 'commit-msg']],
    [['--hook-stage', 'manual', '-v']],
    [['--language', 'fail']],
    [['--language', 'docker-image']],
    [['--group', 'g']],
    [['--no-group', 'g']],
    [['nope']],
    [['--group', 'nope']],
  ] as const)('%j: as prek', async ([args], { skip }) => {
    if (!existsSync(PREK)) skip('prek is not installed for this platform')
    const sandbox = await workspace()
    const ours = await sandbox.hookwright(['list', ...args])
    const env = { ...sandbox.env, PREK_HOME: join(sandbox.root, 'prek') }
    const theirs = execFileSync(PREK, ['list', ...args], {
      cwd: sandbox.project,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(ours).toMatchObject({ code: 0, stdout: theirs })
  })

  test('an unused selector is told', async () => {
    const sandbox = await workspace()
    const { stderr } = await sandbox.hookwright(['list', 'nope'])
    expect(stderr).toBe('warning: selector `nope` did not match any hooks\n')
  })

  test('--json is JSON, also of nothing', async () => {
    const sandbox = await workspace()
    expect(await sandbox.hookwright(['list', 'nope', '--json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('{"version":1,"hooks":[],') as unknown,
    })
    expect(await sandbox.hookwright(['list', 'nope', '--output-format', 'json'])).toMatchObject({
      code: 0,
      stdout: '[]\n',
    })
  })

  test('a broken config is 2, with its place', async () => {
    const sandbox = await workspace()
    sandbox.write('.pre-commit-config.yaml', 'repos: 3\n')
    const { code, stdout, stderr } = await sandbox.hookwright(['list'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('.pre-commit-config.yaml:1:8')
    const forPrograms = await sandbox.hookwright(['list', '--json'])
    expect([forPrograms.code, JSON.parse(forPrograms.stdout)]).toMatchObject([
      2,
      { version: 1, issues: [{ severity: 'error', place: { line: 1, column: 8 } }] },
    ])
  })

  test('options of all commands may stand before the name', async () => {
    const sandbox = await workspace()
    expect((await sandbox.hookwright(['-C', 'sub', 'list'])).stdout).toBe('.:c\n')
    expect((await sandbox.hookwright(['-v', '--cd=sub', 'list'])).stdout).toMatch(/^\.:c\n {2}ID: c\n/)
    expect((await sandbox.hookwright(['-c', 'sub/prek.toml', '-qq', 'list'])).stdout).toBe('')
    expect((await sandbox.hookwright(['-C', 'sub', '--help'])).stdout).toContain('validate-config')
    expect(await sandbox.hookwright(['-C', 'sub', '-C', 'sub', 'list'])).toMatchObject({ code: 2 })
    expect(await sandbox.hookwright(['--nope', 'list'])).toMatchObject({ code: 2 })
  })
})

describe('validate-config', () => {
  test('finds the configs of the workspace by itself', async () => {
    const sandbox = await workspace()
    expect(await sandbox.hookwright(['validate-config'])).toMatchObject({
      code: 0,
      stderr: 'success: All configs are valid\n',
    })
    sandbox.write('sub/prek.toml', '[[repos]]\nrepo = "locale"\n')
    const { code, stderr } = await sandbox.hookwright(['validate-config'])
    expect(code).toBe(1)
    expect(stderr).toContain('sub/prek.toml:')
    expect(stderr).toContain('1 of 2 configs cannot be used')
  })

  test('shows every problem with its place, the line and a caret', async () => {
    const sandbox = await workspace()
    const hook = (more: string): string => `  - {id: a, name: a, entry: x, ${more}}\n`
    sandbox.write(
      'bad.yaml',
      `repos:\n- repo: local\n  hooks:\n${hook('language: nope')}${hook('language: system, files: "("')}`,
    )
    const { code, stdout, stderr } = await sandbox.hookwright(['validate-config', 'bad.yaml'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/error bad\.yaml:4:\d+ /)
    expect(stderr).toMatch(/error bad\.yaml:5:\d+ /)
    expect(stderr).toMatch(/\n {2} *- \{id: a, name: a, entry: x, language: nope\}\n +\^/)
  })

  test('is the same for programs', async () => {
    const sandbox = await workspace()
    sandbox.write('bad.yaml', 'repos: 3\n')
    const { code, stdout } = await sandbox.hookwright(['validate-config', '--json', 'bad.yaml', 'gone.yaml'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      files: ['bad.yaml', 'gone.yaml'],
      issues: [{ place: { file: 'bad.yaml', line: 1, column: 8 } }, { code: 'config.missing' }],
    })
  })

  test('needs no repository for files it is given, and without any has nothing to check', async () => {
    const sandbox = await workspace()
    const cwd = sandbox.home
    const file = sandbox.path('.pre-commit-config.yaml')
    expect(await sandbox.hookwright(['validate-config', file], { cwd })).toMatchObject({ code: 0 })
    expect(await sandbox.hookwright(['validate-config'], { cwd })).toMatchObject({
      code: 0,
      stderr: 'warning: No configs to check\n',
    })
  })

  test('of a manifest', async () => {
    const sandbox = await workspace()
    expect(await sandbox.hookwright(['validate-manifest'])).toMatchObject({
      code: 0,
      stderr: 'warning: No manifests to check\n',
    })
    sandbox.write('.pre-commit-hooks.yaml', '- {id: a, name: b, language: system, entry: x}\n')
    expect(await sandbox.hookwright(['validate-manifest'])).toMatchObject({
      code: 0,
      stderr: 'success: All manifests are valid\n',
    })
    sandbox.write('bad.yaml', '- {id: a, name: b, language: nope, entry: x}\n')
    const { code, stderr } = await sandbox.hookwright(['validate-manifest', 'bad.yaml', 'gone.yaml'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/bad\.yaml:1:\d+[^]*"gone\.yaml" does not exist/),
    ])
  })
})

/** A hook repository with two releases, used by the config at its first. */
async function withLibrary(): Promise<GitSandbox & { readonly library: string }> {
  const sandbox = await createGitSandbox()
  const library = join(sandbox.root, 'library')
  mkdirSync(library)
  const made = await sandbox.shell(
    `git init -q && printf -- '- {id: a, name: a, language: system, entry: "true"}\\n' > .pre-commit-hooks.yaml &&
     git add . && GIT_COMMITTER_DATE='2020-01-01T00:00:00Z' git commit -q -m one && git tag v1.0.0 &&
     GIT_COMMITTER_DATE='2021-01-01T00:00:00Z' git commit -q --allow-empty -m two && git tag v1.1.0`,
    { cwd: library },
  )
  expect(made).toMatchObject({ code: 0 })
  sandbox.write(
    '.pre-commit-config.yaml',
    `# kept\nrepos:\n- repo: ${library}\n  rev: v1.0.0  # old\n  hooks: [{id: a}]\n`,
  )
  await sandbox.mustGit('add', '.')
  return { ...sandbox, library }
}

describe('autoupdate', () => {
  test('shows what would change, changes it, and then has nothing to do', async () => {
    const { library, ...sandbox } = await withLibrary()
    const before = sandbox.read('.pre-commit-config.yaml')
    expect(await sandbox.hookwright(['autoupdate', '--dry-run'])).toMatchObject({
      code: 0,
      stdout: `${library}\n  would update rev \`v1.0.0\` -> \`v1.1.0\`\n`,
    })
    expect(await sandbox.hookwright(['update', '--check'])).toMatchObject({ code: 1 })
    expect(sandbox.read('.pre-commit-config.yaml')).toBe(before)
    expect(await sandbox.hookwright(['autoupdate'])).toMatchObject({
      code: 0,
      stdout: `${library}\n  updating rev \`v1.0.0\` -> \`v1.1.0\`\n`,
    })
    expect(sandbox.read('.pre-commit-config.yaml')).toBe(before.replace('v1.0.0', 'v1.1.0'))
    expect(await sandbox.hookwright(['auto-update'])).toMatchObject({
      code: 0,
      stdout: 'All repositories are up to date\n',
    })
  })

  test('of several files names them, and keeps their modes', async () => {
    const { library, ...sandbox } = await withLibrary()
    sandbox.write('sub/.pre-commit-config.yaml', sandbox.read('.pre-commit-config.yaml'))
    await sandbox.shell('chmod 600 sub/.pre-commit-config.yaml')
    expect(await sandbox.hookwright(['autoupdate'])).toMatchObject({
      code: 0,
      stdout: ['sub/.pre-commit-config.yaml', '.pre-commit-config.yaml']
        .map((name) => `${name}\n  ${library}\n    updating rev \`v1.0.0\` -> \`v1.1.0\`\n`)
        .join('\n'),
    })
    expect(statSync(sandbox.path('sub/.pre-commit-config.yaml')).mode & 0o777).toBe(0o600)
  })

  test('is JSON for programs', async () => {
    const { library, ...sandbox } = await withLibrary()
    const { code, stdout } = await sandbox.hookwright(['autoupdate', '--dry-run', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        version: 1,
        exitCode: 0,
        isDryRun: true,
        files: [
          {
            name: '.pre-commit-config.yaml',
            updates: [{ kind: 'updated', url: library, line: 4, from: 'v1.0.0', to: 'v1.1.0' }],
          },
        ],
      },
    ])
  })

  test('as JSON has the exit code that it ends with', async () => {
    const sandbox = await withLibrary()
    const { code, stdout } = await sandbox.hookwright(['autoupdate', '--check', '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ exitCode: 1, isDryRun: true })])
  })

  test('outside of a repository says so, also where git itself lives', async () => {
    const sandbox = await createGitSandbox()
    const { code, stderr } = await sandbox.hookwright(['autoupdate'], { cwd: '/' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('not a git repository')])
  })

  test('an unknown repository, a lost one and a bad option are told', async () => {
    const sandbox = await withLibrary()
    expect((await sandbox.hookwright(['autoupdate', '--repo', 'nope'])).stderr).toBe(
      'warning: repository selector `--repo=nope` was not found in the configuration\n',
    )
    expect(await sandbox.hookwright(['autoupdate', '--cooldown-days', 'x'])).toMatchObject({ code: 2 })
    await sandbox.shell('mv ../library ../moved')
    expect(await sandbox.hookwright(['autoupdate'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('update failed'),
    })
  })
})

describe('gc', () => {
  test('of an empty store has nothing to do', async () => {
    const sandbox = await createGitSandbox()
    expect(await sandbox.hookwright(['gc'])).toMatchObject({ code: 0, stdout: 'Nothing to clean\n' })
    const { stdout } = await sandbox.hookwright(['gc', '--json', '--dry-run'])
    expect(JSON.parse(stdout)).toEqual({ version: 1, isDryRun: true, bytes: 0, removed: [], issues: [] })
  })

  test('removes clones that no config uses, but not when only asked what it would', async () => {
    const sandbox = await withLibrary()
    expect(await sandbox.hookwright(['list'])).toMatchObject({ code: 0, stdout: '.:a\n' })
    sandbox.write('.pre-commit-config.yaml', 'repos: []\n')
    const would = await sandbox.hookwright(['gc', '--dry-run', '-v'])
    expect(would.stdout).toMatch(/^Would remove 1 repo \(.*\)\n- repo .*library@v1\.0\.0/)
    expect((await sandbox.hookwright(['gc'])).stdout).toMatch(/^Removed 1 repo/)
    expect(await sandbox.hookwright(['gc'])).toMatchObject({ code: 0, stdout: 'Nothing to clean\n' })
  })
})

test('every command is in the help, and a misspelt one is 2', async () => {
  const sandbox = await createGitSandbox()
  const { stdout } = await sandbox.cli(['git', '--help'])
  for (const name of ['run', 'install', 'uninstall', 'list', 'validate-config', 'autoupdate', 'gc'])
    expect(stdout).toContain(`\n  ${name} `)
  expect(stdout).not.toContain('hook-impl')
  expect(await sandbox.hookwright(['instal'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "install"?'),
  })
})
