import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { besidePrek } from '../helpers/beside-prek.ts'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

const hook = (id: string, more: string): string =>
  `  - {id: ${id}, name: ${id}, language: system, pass_filenames: false, always_run: true, ${more}}\n`

describe('a log_file that cannot be written', () => {
  const config = (more: string): string =>
    `repos:\n- repo: local\n  hooks:\n${hook('first', 'entry: echo one, verbose: true')}${hook('logs', more)}${hook('last', 'entry: touch LAST')}`

  test.for([
    ['in a missing folder', 'entry: echo two, verbose: true, log_file: no/such/x.log', 2],
    ['that is a folder', 'entry: echo two, verbose: true, log_file: .git', 2],
    ['of a hook that failed', `entry: sh -c 'echo two; exit 1', log_file: no/such/x.log`, 2],
    ['of a hook without output', `entry: 'true', verbose: true, log_file: no/such/x.log`, 0],
    ['of a hook whose output nobody asked for', 'entry: echo two, log_file: no/such/x.log', 0],
  ] as const)('%s ends as with prek', async ([, more, code]) => {
    const sandbox = await createGitSandbox({ config: config(more) })
    const ours = await sandbox.hookwright(['run', '--all-files'])
    expect([ours.code, sandbox.exists('LAST')]).toEqual([code, code === 0])
    rmSync(sandbox.path('LAST'), { force: true })
    const { prek } = await besidePrek(sandbox, ['run', '--all-files'])
    expect(prek.code).toBe(code)
    if (code === 0) return
    expect(ours.stdout).toMatch(/^first\.+Passed\n- hook id: first\n- duration: .*\n\n {2}one\n$/)
    expect(ours.stderr).toMatch(
      /^error: The output of hook `logs` could not be added to "(no\/such\/x\.log|\.git)"/,
    )
    expect(ours.stderr).toContain('log_file')
  })
})

describe('a selector', () => {
  const CONFIG = `repos:\n- repo: local\n  hooks:\n${hook('a', 'entry: echo hi')}`

  async function workspace(): Promise<GitSandbox> {
    const sandbox = await createGitSandbox({ config: CONFIG })
    sandbox.write('sub/p/.pre-commit-config.yaml', CONFIG)
    sandbox.write('plain/file', '')
    await sandbox.mustGit('add', '.')
    return sandbox
  }

  const cases: readonly (readonly [readonly string[], number])[] = [
    [['gone/'], 2],
    [['gone:a'], 2],
    [['plain/'], 2],
    [['plain/file:a'], 2],
    [['sub/p/deeper/'], 2],
    [['sub/', '--skip', 'sub/'], 2],
    [['--skip', './'], 2],
    [['a', 'gone/'], 0],
    [['gone:a', 'a'], 0],
    [['nope', 'gone/'], 1],
    [['sub/p:nope'], 1],
    [['nope'], 1],
    [['--skip', 'gone/'], 0],
    [['--skip', 'a'], 0],
    [['--config', '.pre-commit-config.yaml', 'gone/'], 1],
    [['--config', '.pre-commit-config.yaml', 'sub/p:a'], 1],
    [['../'], 2],
    [['/elsewhere/'], 2],
    [['PROJECT/'], 0],
    [['PROJECT/sub/'], 0],
    [['PROJECT/sub/p:a'], 0],
    [['PROJECT/gone/'], 2],
  ]

  test('that means nothing exits as with prek', async () => {
    const sandbox = await workspace()
    for (const [words, code] of cases) {
      const args = ['run', '--all-files', ...words.map((word) => word.replace('PROJECT', sandbox.project))]
      const { ours, prek } = await besidePrek(sandbox, args)
      expect({ words, code: ours.code }).toEqual({ words, code })
      expect({ words, code: prek.code, stdout: prek.stdout }).toEqual({ words, code, stdout: ours.stdout })
    }
  }, 120_000)

  test('for no project is named, beside the projects there are', async () => {
    const sandbox = await workspace()
    const { stderr } = await sandbox.hookwright(['run', '--all-files', 'gone/', 'plain:a'])
    expect(stderr).toBe(
      'error: No project of this workspace is selected by `gone/`, `plain:a`.\n\nhint: The projects are `./`, `sub/p/`; paths are read from the current directory.\n',
    )
    const skipped = await sandbox.hookwright(['run', '--all-files'], { env: { SKIP: './' } })
    expect([skipped.code, skipped.stderr]).toEqual([
      2,
      'error: All projects of this workspace are skipped by `SKIP=./`.\n\nhint: The projects are `./`, `sub/p/`; paths are read from the current directory.\n',
    ])
  })

  test.for(['list', 'prepare-hooks'])('of %s must mean a project too', async (command) => {
    const sandbox = await workspace()
    for (const [words, code] of [
      [['gone/'], 2],
      [['gone:a'], 2],
      [['nope'], 0],
      [['sub/'], 0],
    ] as const) {
      const { ours, prek } = await besidePrek(sandbox, [command, ...words])
      expect({ words, code: ours.code }).toEqual({ words, code })
      expect({ words, code: prek.code }).toEqual({ words, code })
    }
  })

  test('given as an absolute path is installed from the workspace', async () => {
    const sandbox = await workspace()
    expect(await sandbox.hookwright(['install', `${sandbox.project}/sub/`])).toMatchObject({ code: 0 })
    expect(sandbox.read('.git/hooks/pre-commit')).toContain('./sub/')
  })
})
