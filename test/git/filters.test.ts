import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemGround } from '../../src/git/run/ground.ts'
import type { GitRunEnd, GitRunRequest } from '../../src/git/run/request.ts'
import { runGitHooks } from '../../src/git/run/run.ts'
import { systemEnv } from '../../src/ports/env.ts'
import { rot13Repository, type Rot13 } from '../helpers/rot13.ts'
import { place } from '../helpers/work-tree.ts'

type Ran = { readonly end: GitRunEnd; readonly diff: string; readonly codes: readonly string[] }

const REQUEST = {
  include: [],
  skip: [],
  groups: [],
  requireGroups: [],
  noGroups: [],
  input: { kind: 'staged' },
  facts: {},
  isDryRun: false,
  isVerbose: true,
  showsDiff: true,
} as const

async function run(repository: Rot13, over: Partial<GitRunRequest> = {}): Promise<Ran> {
  const { root, home, env } = repository
  const ground = systemGround({ ...systemEnv(), variables: env }, new AbortController().signal)
  const folders = { storeDir: join(home, 'store'), scratchDir: join(home, 'scratch') }
  const diffs: Uint8Array[] = []
  const codes: string[] = []
  const none = (): void => {}
  const end = await runGitHooks(
    { ...REQUEST, cwd: root, ...over },
    { ...ground, ...folders },
    {
      notice: ({ code }) => void codes.push(code),
      diff: (text) => void diffs.push(text),
      planned: none,
      group: none,
      project: none,
      hook: none,
      progress: none,
    },
  )
  return { end, codes, diff: Buffer.concat(diffs).toString('utf8') }
}

const hooksOf = ({ end }: Ran) => end.projects.flatMap(({ groups }) => groups.flatMap(({ hooks }) => hooks))

function repositoryWith(entry: string, scope: '--local' | '--global' = '--local'): Rot13 {
  const hook = { id: 'h', name: 'h', language: 'system', entry, files: 'secret$|^a$' }
  const repository = rot13Repository(
    {
      '.pre-commit-config.yaml': JSON.stringify({ repos: [{ repo: 'local', hooks: [hook] }] }),
      a: 'one\n',
      'a.secret': 'plain\n',
    },
    { scope },
  )
  place(repository.root, 'a.secret', 'plain, staged\n')
  repository.git('add', '-A')
  fs.utimesSync(join(repository.root, 'a.secret'), 1, 1)
  fs.rmSync(join(repository.home, 'ran'), { force: true })
  return repository
}

const secret = ({ root }: Rot13): string => fs.readFileSync(join(root, 'a.secret'), 'utf8')

test('S13: hooks of a commit see a file whose filter is off as it is in the work tree', async () => {
  const repository = repositoryWith('cat')
  const ran = await run(repository)
  expect(hooksOf(ran)).toMatchObject([{ status: 'passed' }])
  expect(hooksOf(ran)[0]?.output.toString()).toBe('plain, staged\n')
  expect(ran.codes).not.toContain('worktree.set-aside')
  expect(repository.ran()).toBe(false)
})

test('S13: what a hook makes of such a file is noticed and kept, and never shown', async () => {
  const repository = repositoryWith("sh -c 'for each; do echo fixed >> $each; done' --")
  for (const input of [{ kind: 'staged' }, { kind: 'all' }] as const) {
    const ran = await run(repository, { input })
    expect(ran.end.exitCode).toBe(1)
    expect(hooksOf(ran)).toMatchObject([{ status: 'failed', isModifying: true }])
    expect(ran.diff).not.toContain('plain')
  }
  expect(secret(repository)).toBe('plain, staged\nfixed\nfixed\n')
  expect(repository.ran()).toBe(false)
})

test('S13: the diff of a whole run shows what hooks changed, without the text of such files', async () => {
  const repository = repositoryWith("sh -c 'echo fixed >> a' --")
  const ran = await run(repository, { input: { kind: 'all' } })
  expect(ran.diff).toContain('+fixed')
  expect(ran.diff.match(/^diff .*/gm)).toEqual(['diff --git a/a b/a'])
  expect(repository.ran()).toBe(false)
})

test('S13: unstaged edits of such a file stay, byte for byte', async () => {
  const repository = repositoryWith('true')
  place(repository.root, 'a', 'unstaged\n')
  place(repository.root, 'a.secret', 'edited \r\n\0\xff')
  const ran = await run(repository)
  expect(ran.end.exitCode).toBe(0)
  expect(fs.readFileSync(join(repository.root, 'a.secret'), 'latin1')).toBe('edited \r\n\0\xff')
  expect(fs.readFileSync(join(repository.root, 'a'), 'utf8')).toBe('unstaged\n')
})

test('a filter in the config of the user runs: hooks see the staged text', async () => {
  const repository = repositoryWith('cat', '--global')
  place(repository.root, 'a.secret', 'edited\n')
  const ran = await run(repository)
  expect(ran.codes).toEqual(['worktree.set-aside', 'worktree.restored'])
  expect(hooksOf(ran)[0]?.output.toString()).toBe('plain, staged\n')
  expect(secret(repository)).toBe('edited\n')
  expect(repository.ran()).toBe(true)
})
