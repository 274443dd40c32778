import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { git } from '../../test/helpers/differential/repository.ts'
import { runGitHooks, type GitRunOptions } from './index.ts'

let base = ''
let repo = ''

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hookwright-git-'))
  repo = join(base, 'repo')
  git(base, 'init', '-q', 'repo')
})
afterEach(() => rmSync(base, { recursive: true }))

function config(hooks: readonly object[]): void {
  const local = hooks.map((hook) => ({ language: 'system', name: 'n', entry: 'true', ...hook }))
  writeFileSync(
    join(repo, '.pre-commit-config.yaml'),
    JSON.stringify({ repos: [{ repo: 'local', hooks: local }] }),
  )
}

const run = (more: Partial<GitRunOptions> = {}) =>
  runGitHooks({ cwd: repo, storeDir: join(base, 'store'), ...more })

const statuses = (end: Awaited<ReturnType<typeof run>>) =>
  end.projects.flatMap(({ groups }) =>
    groups.flatMap(({ hooks }) => hooks.map(({ hook, status }) => [hook.id, status])),
  )

test('a program runs the hooks of a work tree', async () => {
  config([{ id: 'good' }, { id: 'bad', entry: 'false' }, { id: 'none', files: 'nothing' }])
  git(repo, 'add', '-A')
  const end = await run()
  expect(end).toMatchObject({ exitCode: 1, stage: 'pre-commit', problems: [] })
  expect(statuses(end)).toEqual([
    ['good', 'passed'],
    ['bad', 'failed'],
    ['none', 'skipped'],
  ])
})

test('unstaged changes are out of sight while hooks run', async () => {
  config([{ id: 'see', entry: 'cat', files: '^a\\.txt$', verbose: true }])
  writeFileSync(join(repo, 'a.txt'), 'staged')
  git(repo, 'add', '-A')
  writeFileSync(join(repo, 'a.txt'), 'edited')
  const notices: string[] = []
  const end = await run({ onNotice: ({ message }) => notices.push(message) })
  expect(end.projects[0]?.groups[0]?.hooks[0]?.output.toString()).toBe('staged')
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('edited')
  expect(notices).toEqual([expect.stringMatching(/^Unstaged changes/), expect.stringMatching(/^Restored/)])
})

test('a signal ends hooks, and brings changes back', async () => {
  config([{ id: 'long', entry: 'sleep 60' }])
  writeFileSync(join(repo, 'a.txt'), 'staged')
  git(repo, 'add', '-A')
  writeFileSync(join(repo, 'a.txt'), 'edited')
  const controller = new AbortController()
  const end = await run({ signal: controller.signal, onHook: () => controller.abort() })
  expect(end.exitCode).toBe(130)
  expect(readFileSync(join(repo, 'a.txt'), 'utf8')).toBe('edited')
})

test('what is wrong with a config comes with its place', async () => {
  config([{ id: 'x', shell: 'zsh' }])
  const end = await run({ input: { kind: 'all' } })
  expect(end).toMatchObject({ exitCode: 2, problems: [{ code: 'shell.unknown', place: { line: 1 } }] })
})

test('outside of a repository there is nothing to run', async () => {
  expect(
    await run({ cwd: base, env: { PATH: process.env['PATH'] ?? '', GIT_CEILING_DIRECTORIES: tmpdir() } }),
  ).toMatchObject({
    exitCode: 2,
    problems: [{ code: 'git.not-a-repository' }],
  })
})
