import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isIssue } from '../../core/issue.ts'
import { fetchRepo } from './clone.ts'
import { commit, contextIn, gitIn, isolated, makeMirror } from '../../../test/helpers/mirrors.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hw-clone-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const read = (folder: unknown, name = 'version'): string => readFileSync(join(folder as string, name), 'utf8')

describe('what rev may be', () => {
  test.for([
    ['a tag', 'v1', '1'],
    ['an annotated tag', 'v2', '2'],
    ['a branch', 'topic', '3'],
    ['a full hash', 'HASH', '1'],
    ['a short hash', 'SHORT', '1'],
    ['a hash that no branch or tag has as its tip', 'MIDDLE', '1b'],
  ] as const)('%s', async ([, rev, expected]) => {
    const mirror = makeMirror(home, { version: '1' })
    gitIn(mirror, 'tag', 'v1')
    const hash = gitIn(mirror, 'rev-parse', 'HEAD')
    const middle = commit(mirror, { version: '1b' })
    commit(mirror, { version: '2' })
    gitIn(mirror, 'tag', '-a', 'v2', '-m', 'two')
    gitIn(mirror, 'checkout', '-q', '-b', 'topic')
    commit(mirror, { version: '3' })
    gitIn(mirror, 'checkout', '-q', 'main')
    const named = { HASH: hash, SHORT: hash.slice(0, 8), MIDDLE: middle }[rev as string] ?? rev
    for (const url of [mirror, pathToFileURL(mirror).href]) {
      const clone = await fetchRepo({ url, rev: named }, contextIn(home))
      expect(clone).toBeTypeOf('string')
      expect(read(clone)).toBe(expected)
    }
  })
})

describe('reuse', () => {
  test('a clone needs its mirror no more', async () => {
    const mirror = makeMirror(home, { version: '1' })
    gitIn(mirror, 'tag', 'v1')
    const context = contextIn(home)
    const first = await fetchRepo({ url: mirror, rev: 'v1' }, context)
    const away = `${mirror}-away`
    renameSync(mirror, away)
    // Not even git is found now.
    expect(await fetchRepo({ url: mirror, rev: 'v1' }, { ...context, env: {} })).toBe(first)
    expect(context.said).toEqual([`Cloning ${mirror}`])
  })

  test('a relative path is read from the folder of the config', async () => {
    const mirror = makeMirror(home, { version: '1' })
    gitIn(mirror, 'tag', 'v1')
    mkdirSync(join(home, 'project'))
    const clone = await fetchRepo(
      { url: `../${basename(mirror)}`, rev: 'v1' },
      { ...contextIn(home), cwd: join(home, 'project') },
    )
    expect(read(clone)).toBe('1')
  })

  test('a clone that was removed by hand is fetched again', async () => {
    const mirror = makeMirror(home, { version: '1' })
    gitIn(mirror, 'tag', 'v1')
    const first = await fetchRepo({ url: mirror, rev: 'v1' }, contextIn(home))
    rmSync(first as string, { recursive: true })
    expect(read(await fetchRepo({ url: mirror, rev: 'v1' }, contextIn(home)))).toBe('1')
  })

  test('many askers at once get one clone', async () => {
    const mirror = makeMirror(home, { version: '1' })
    gitIn(mirror, 'tag', 'v1')
    const context = contextIn(home)
    const clones = await Promise.all(
      Array.from({ length: 6 }, () => fetchRepo({ url: mirror, rev: 'v1' }, context)),
    )
    expect(new Set(clones).size).toBe(1)
    expect(context.said.filter((text) => text.startsWith('Cloning'))).toHaveLength(1)
    expect(readdirSync(join(context.storeDir, 'locks'))).toEqual([])
  })
})

describe('refusals', () => {
  test.for([
    [
      'an unreachable mirror',
      { url: './nowhere', rev: 'v1' },
      'repo.unreachable',
      /Failed to clone repo \/.*\/nowhere at rev "v1": .*not appear to be a git repository/,
    ],
    ['an unknown rev', { url: 'MIRROR', rev: 'v9' }, 'repo.rev-unknown', /no tag, branch or commit "v9"/],
    [
      'a URL that is an option',
      { url: '--upload-pack=touch pwned', rev: 'v1' },
      'repo.url',
      /begins with "-"/,
    ],
    [
      'a rev that is an option',
      { url: 'MIRROR', rev: '--upload-pack=touch pwned' },
      'repo.rev',
      /no name of a commit/,
    ],
    [
      'a rev that is a refspec',
      { url: 'MIRROR', rev: '+refs/heads/*:refs/heads/*' },
      'repo.rev',
      /no name of a commit/,
    ],
    [
      'a transport that starts programs',
      { url: 'ext::sh -c "touch pwned"', rev: 'v1' },
      'repo.unreachable',
      /not allowed/,
    ],
    [
      'a host that is an option',
      { url: 'ssh://-oProxyCommand=touch pwned/x', rev: 'v1' },
      'repo.unreachable',
      /strange hostname/,
    ],
  ] as const)('%s is an issue with a next step, and nothing is left', async ([, remote, code, message]) => {
    const mirror = makeMirror(home, { version: '1' })
    const context = contextIn(home)
    const url = remote.url === 'MIRROR' ? mirror : remote.url
    const problem = await fetchRepo({ url, rev: remote.rev }, context)
    expect(problem).toMatchObject({ code, hint: expect.any(String) as string })
    expect(isIssue(problem) && problem.message).toMatch(message)
    expect(existsSync(join(home, 'pwned'))).toBe(false)
    const repos = join(context.storeDir, 'repos')
    expect(existsSync(repos) ? readdirSync(repos) : []).toEqual([])
  })

  test('a password in the URL is not shown', async () => {
    const problem = await fetchRepo({ url: 'file://me:secret@localhost/nowhere', rev: 'v1' }, contextIn(home))
    expect(problem).toMatchObject({ code: 'repo.unreachable' })
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  test('an interrupt is an issue', async () => {
    const mirror = makeMirror(home, { version: '1' })
    const problem = await fetchRepo(
      { url: mirror, rev: 'main' },
      { ...contextIn(home), signal: AbortSignal.abort() },
    )
    expect(problem).toMatchObject({ code: 'git.cancelled' })
  })
})

test('R41: GIT_DIR and GIT_INDEX_FILE of a calling git are not touched', async () => {
  const mirror = makeMirror(home, { version: '1' })
  gitIn(mirror, 'tag', 'v1')
  const outer = makeMirror(home, { mine: 'yes' }, 'outer')
  const before = gitIn(outer, 'status', '--porcelain') + gitIn(outer, 'log', '--all', '--format=%H')
  const index = statSync(join(outer, '.git/index')).mtimeMs
  const context = contextIn(home)
  const env = {
    ...context.env,
    GIT_DIR: join(outer, '.git'),
    GIT_WORK_TREE: outer,
    GIT_INDEX_FILE: join(outer, '.git/index'),
    GIT_OBJECT_DIRECTORY: join(outer, '.git/objects'),
  }
  const clone = await fetchRepo({ url: mirror, rev: 'v1' }, { ...context, env })
  expect(read(clone)).toBe('1')
  expect(statSync(join(outer, '.git/index')).mtimeMs).toBe(index)
  expect(gitIn(outer, 'status', '--porcelain') + gitIn(outer, 'log', '--all', '--format=%H')).toBe(before)
})

test('submodules are there', async () => {
  const inner = makeMirror(home, { leaf: 'x' }, 'inner')
  const mirror = makeMirror(home, { version: '1' })
  gitIn(mirror, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  commit(mirror, {})
  const context = contextIn(home)
  writeFileSync(join(home, 'gitconfig'), '[protocol "file"]\n\tallow = always\n')
  const clone = await fetchRepo(
    { url: mirror, rev: 'main' },
    { ...context, env: { ...context.env, GIT_CONFIG_GLOBAL: join(home, 'gitconfig') } },
  )
  expect(read(clone, 'sub/leaf')).toBe('x')
})

test('neither hooks nor templates of the user run or are copied', async () => {
  const mirror = makeMirror(home, { version: '1' })
  const template = join(home, 'template/hooks')
  mkdirSync(template, { recursive: true })
  writeFileSync(join(template, 'post-checkout'), `#!/bin/sh\ntouch ${join(home, 'pwned')}\n`, { mode: 0o755 })
  writeFileSync(
    join(home, 'gitconfig'),
    `[init]\n\ttemplateDir = ${join(home, 'template')}\n[core]\n\thooksPath = ${template}\n`,
  )
  const env = {
    ...isolated(home),
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    GIT_TEMPLATE_DIR: join(home, 'template'),
  }
  const clone = await fetchRepo({ url: mirror, rev: 'main' }, { ...contextIn(home), env })
  expect(read(clone)).toBe('1')
  expect(existsSync(join(clone as string, '.git/hooks'))).toBe(false)
  expect(existsSync(join(home, 'pwned'))).toBe(false)
})

test('the store is private', async () => {
  const mirror = makeMirror(home, { version: '1' })
  const context = contextIn(home)
  mkdirSync(context.storeDir, { mode: 0o755 })
  await fetchRepo({ url: mirror, rev: 'main' }, context)
  expect(statSync(context.storeDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(context.storeDir, 'repos')).mode & 0o777).toBe(0o700)
})
