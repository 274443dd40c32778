import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

/** Configs by folder, and one file beside each. */
function workspace(configs: Readonly<Record<string, object>>): void {
  for (const [folder, value] of Object.entries(configs)) {
    mkdirSync(join(repo, folder), { recursive: true })
    writeFileSync(join(repo, folder, '.pre-commit-config.yaml'), JSON.stringify(value))
    writeFileSync(join(repo, folder, 'f.txt'), 'x')
  }
  git(repo, 'add', '-A')
}

const echo = { id: 'h', name: 'h', language: 'system', entry: 'echo', files: 'txt$', verbose: true }
const hooks = (more: object = {}) => ({ ...more, repos: [{ repo: 'local', hooks: [echo] }] })
const all = { input: { kind: 'all' } } as const

test.for([
  ['all projects', {}],
  ['one hook of the root', { include: ['.:h'] }],
  ['all but the orphan', { skip: ['orphan/'] }],
] as const)("an orphan's files are its own, whatever runs: %s", async ([, wish]) => {
  workspace({ '': hooks(), orphan: hooks({ orphan: true }), child: hooks() })
  const end = await run({ ...all, ...wish })
  const root = end.projects.find(({ path }) => path === '')
  const names = root?.groups[0]?.hooks[0]?.output.toString().trim().split(' ').toSorted()
  expect(names).toEqual(['child/f.txt', 'f.txt'])
})

test('a project nobody asked for may be broken', async () => {
  workspace({ '': hooks(), child: { repos: 'nonsense' } })
  expect(await run({ ...all, include: ['.:h'] })).toMatchObject({ exitCode: 0 })
  expect(await run({ ...all, skip: ['child/'] })).toMatchObject({ exitCode: 0 })
  expect(await run(all)).toMatchObject({ exitCode: 2 })
})

test.for([
  ['a project', { skip: ['child/'] }],
  ['a hook of a repository that was not fetched', { skip: ['far'] }],
] as const)('a skip that fits %s is not called unused', async ([, wish]) => {
  const far = { repo: 'https://127.0.0.1:1/none', rev: 'v1.0', hooks: [{ id: 'far' }] }
  workspace({ '': { repos: [{ repo: 'local', hooks: [echo] }, far] }, child: hooks() })
  const notices: string[] = []
  await run({ ...all, ...wish, onNotice: ({ message }) => notices.push(message) })
  expect(notices).toEqual([])
})

test.for([{ repos: [] }, { repos: [{ repo: 'local', hooks: [] }] }])(
  'no hook at all is a failure: %j',
  async (value) => {
    workspace({ '': value })
    expect(await run(all)).toMatchObject({ exitCode: 1, problems: [{ code: 'selector.nothing' }] })
  },
)

test('a skip is told by the variable it came from', async () => {
  workspace({ '': hooks() })
  const notices: string[] = []
  const env = { PATH: process.env['PATH'] ?? '', SKIP: 'zz' }
  await run({ ...all, env, onNotice: ({ message }) => notices.push(message) })
  expect(notices).toEqual(['selector `SKIP=zz` did not match any hooks'])
})

test('thirty calls that wait are no leak', async () => {
  workspace({ '': { repos: [{ repo: 'local', hooks: [{ ...echo, pass_filenames: 1 }] }] } })
  for (let n = 0; n < 30; n += 1) writeFileSync(join(repo, `${n}.txt`), '')
  git(repo, 'add', '-A')
  const warnings: string[] = []
  const note = (warning: Error): void => void warnings.push(warning.name)
  process.on('warning', note)
  const end = await run(all)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(end.projects[0]?.groups[0]?.hooks[0]?.output.toString().trim().split('\n')).toHaveLength(31)
  expect(warnings).toEqual([])
})

test('a rebase needs to be told onto what', async () => {
  workspace({ '': hooks() })
  expect(await run({ stage: 'pre-rebase' })).toMatchObject({
    exitCode: 2,
    problems: [{ code: 'git.no-upstream' }],
  })
})

test('a pipe among the files is not waited for', async () => {
  const value = { repos: [{ repo: 'builtin', hooks: [{ id: 'file-contents-sorter', files: '.' }] }] }
  writeFileSync(join(repo, '.pre-commit-config.yaml'), JSON.stringify(value))
  execFileSync('mkfifo', [join(repo, 'pipe')])
  const end = await run({ input: { kind: 'chosen', files: ['pipe'], globs: [], directories: [] } })
  expect(end.exitCode).toBe(0)
})

test('a folder for pipes that cannot be made is no reason to stop', async () => {
  config([{ id: 'both', entry: 'sh -c "echo out; echo err >&2"', verbose: true, pass_filenames: false }])
  git(repo, 'add', '-A')
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: '/nowhere' }
  const end = await run({ env })
  expect(end.exitCode).toBe(0)
})

describe('with all files, a hook gets those that are there', () => {
  const names = async (): Promise<readonly string[]> => {
    const end = await run(all)
    return end.projects[0]?.groups[0]?.hooks[0]?.output.toString().trim().split(' ').toSorted() ?? []
  }

  beforeEach(() => {
    workspace({ '': hooks() })
    writeFileSync(join(repo, 'gone.txt'), '')
    symlinkSync('f.txt', join(repo, 'link.txt'))
    git(repo, 'add', '-A')
    git(repo, 'commit', '-q', '-m', 'one')
  })

  test('in a clean work tree', async () => {
    expect(await names()).toEqual(['f.txt', 'gone.txt'])
  })

  test('where one was deleted', async () => {
    rmSync(join(repo, 'gone.txt'))
    expect(await names()).toEqual(['f.txt'])
  })

  test('where one is left out of a sparse work tree', async () => {
    git(repo, 'update-index', '--skip-worktree', 'gone.txt')
    rmSync(join(repo, 'gone.txt'))
    expect(await names()).toEqual(['f.txt'])
  })
})

describe('a mistake of the calling program is refused before anything runs', () => {
  test.for<readonly [string, object, string]>([
    [
      'an option that does not exist',
      { includes: ['a'] },
      '"includes" is not an option of runGitHooks; accepted: cwd, ',
    ],
    ['the right name of it', { includes: ['a'] }, 'Did you mean "include"?'],
    ['a stage', { stage: 'nope' }, 'The stage of runGitHooks is "nope"; accepted: manual, commit-msg'],
    [
      'a kind of input',
      { input: { kind: 'nope' } },
      'The input.kind of runGitHooks is "nope"; accepted: staged, all, chosen, range.',
    ],
    ['an input that is a text', { input: 'all' }, 'The input of runGitHooks must be an object, not "all".'],
    ['a part of an input', { input: { kind: 'range', form: 'a', to: 'b' } }, '"form" is not an option of'],
    [
      'a range without an end',
      { input: { kind: 'range', from: 'a' } },
      'input.to of runGitHooks must be a text',
    ],
    [
      'chosen files that are a text',
      { input: { kind: 'chosen', files: 'a' } },
      'input.files of runGitHooks must be a list of texts, not "a".',
    ],
    [
      'an include that is a text',
      { include: 'a' },
      'include of runGitHooks must be a list of texts, not "a".',
    ],
    ['a skip with a number', { skip: [1] }, 'skip of runGitHooks must be a list of texts'],
    [
      'a working directory that is missing',
      { cwd: undefined },
      'cwd of runGitHooks must be a text, not undefined.',
    ],
    ['a listener that is not a function', { onHook: 1 }, 'onHook of runGitHooks must be a function, not 1.'],
  ])('%s', async ([, options, message]) => {
    config([{ id: 'x' }])
    const running = run(options)
    await expect(running).rejects.toThrow(TypeError)
    await expect(running).rejects.toThrow(message)
  })

  test('an option left undefined has its default', async () => {
    config([{ id: 'x', always_run: true }])
    const options = {
      include: undefined,
      stage: undefined,
      input: undefined,
    } as unknown as Partial<GitRunOptions>
    expect(await run(options)).toMatchObject({ exitCode: 0, projects: [{}] })
  })
})
