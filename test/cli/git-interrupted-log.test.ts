import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Started } from '../helpers/cli.ts'
import { createGitSandbox, type GitSandbox } from '../helpers/git-sandbox.ts'

const HOOKS = `repos:
- repo: local
  hooks:
  - {id: quick, name: quick, language: system, entry: 'true', stages: [pre-commit, pre-push]}
  - {id: none, name: none, language: system, entry: 'true', files: ^nothing$}
  - {id: slow, name: slow, language: system, shell: sh, stages: [pre-commit, pre-push], always_run: true, entry: 'echo up > "$HOME/up"; sleep 60'}
  - {id: late, name: late, language: system, entry: 'true'}
`

/** Waits for a file that a hook writes, or for the end of the run that should write it. */
async function appears(sandbox: GitSandbox, file: string, { child }: Started): Promise<void> {
  while (!sandbox.exists(file) && child.exitCode === null && child.signalCode === null) await sleep(20)
}

const cancelledRun = (sandbox: GitSandbox, event: string) => ({
  host: 'git',
  event,
  project: sandbox.project,
  decision: 'deny',
  issues: ['git.cancelled'],
})

describe('a run that was interrupted is in the log', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s', async (signal) => {
    const sandbox = await createGitSandbox({ config: HOOKS })
    const started = sandbox.start(['git', 'run', '--all-files'])
    await appears(sandbox, '~/up', started)
    started.child.kill(signal)
    expect(await started.done).toMatchObject({ code: 130 })
    expect(sandbox.log()).toMatchObject([
      {
        ...cancelledRun(sandbox, 'git:pre-commit'),
        hooks: [
          { id: 'quick', class: 'ok', exit: 0 },
          { id: 'slow', class: 'cancelled' },
        ],
        skipped: [{ id: 'none', because: 'matcher' }],
      },
    ])
    const { stdout } = await sandbox.cli(['log'])
    expect(stdout).toMatch(/git +git:pre-commit +- +deny +\d+\s+quick ok, slow cancelled, none matcher/)
  })

  test('with the stage that git had called it for', async () => {
    const sandbox = await createGitSandbox({ config: HOOKS })
    const args = ['git', 'hook-impl', '--hook-type=pre-push', '--', 'origin', 'url']
    const sha = await sandbox.mustGit('rev-parse', 'HEAD')
    const input = `refs/heads/main ${sha} refs/heads/main ${'0'.repeat(40)}\n`
    const started = sandbox.start(args, { input, env: { GIT_CONFIG_NOSYSTEM: '1' } })
    await appears(sandbox, '~/up', started)
    started.child.kill('SIGTERM')
    expect(await started.done).toMatchObject({ code: 130 })
    expect(sandbox.log()).toMatchObject([cancelledRun(sandbox, 'git:pre-push')])
  })

  test('with the project of each hook, also where several were running', async () => {
    const sandbox = await createGitSandbox({ config: HOOKS })
    sandbox.write('sub/.pre-commit-config.yaml', HOOKS)
    await sandbox.mustGit('add', '.')
    const started = sandbox.start(['git', 'run', '--all-files'])
    await appears(sandbox, '~/up', started)
    started.child.kill('SIGINT')
    await started.done
    expect(sandbox.log()).toMatchObject([
      { hooks: [{ id: 'sub:quick' }, { id: 'sub:slow', class: 'cancelled' }], skipped: [{ id: 'sub:none' }] },
    ])
  })

  test('before its first hook, while a repository is fetched', async () => {
    const server = createServer()
    const asked = new Promise<void>((resolve) => void server.once('connection', () => resolve()))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
    const config = `repos: [{repo: '${url}', rev: v1.0, hooks: [{id: a}]}]\n`
    const sandbox = await createGitSandbox({ config })
    const started = sandbox.start(['git', 'run', '--all-files'])
    await Promise.race([asked, started.done])
    started.child.kill('SIGTERM')
    expect(await started.done).toMatchObject({ code: 130 })
    expect(sandbox.log()).toMatchObject([{ ...cancelledRun(sandbox, 'git:pre-commit'), hooks: [] }])
  })

  test('not when it was a dry run', async () => {
    const sandbox = await createGitSandbox({ config: HOOKS })
    await sandbox.hookwright(['run', '--all-files', '--dry-run'])
    expect(sandbox.log()).toEqual([])
  })
})

test('a run that could not start a hook is in the log too', async () => {
  const config = HOOKS.replace('shell: sh, ', '').replace(/entry: 'echo up.*'/, 'entry: no-such-program')
  const sandbox = await createGitSandbox({ config })
  expect(await sandbox.hookwright(['run', '--all-files'])).toMatchObject({ code: 2 })
  expect(sandbox.log()).toMatchObject([
    {
      decision: 'deny',
      issues: ['hook.not-started'],
      hooks: [
        { id: 'quick', class: 'ok' },
        { id: 'slow', class: 'launch-failure' },
      ],
    },
  ])
})

test('hooks that ended before a log file could not be written are in the log with their exit codes', async () => {
  const config = `repos:
- repo: local
  hooks:
  - {id: good, name: good, language: system, entry: 'true', priority: 1}
  - {id: bad, name: bad, language: system, shell: sh, entry: 'sleep 0.3; echo no; exit 3', log_file: ., priority: 1}
`
  const sandbox = await createGitSandbox({ config })
  expect(await sandbox.hookwright(['run', '--all-files'])).toMatchObject({ code: 2 })
  expect(sandbox.log()).toMatchObject([
    {
      decision: 'deny',
      hooks: [
        { id: 'good', class: 'ok', exit: 0 },
        { id: 'bad', class: 'deny', exit: 3 },
      ],
    },
  ])
})
