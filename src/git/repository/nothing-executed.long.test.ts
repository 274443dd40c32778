import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRepository, openRepository, type Repository } from '../../../test/helpers/repository.ts'
import { isIssue } from '../../core/issue.ts'

const ME = ['-c', 'user.name=T', '-c', 'user.email=t@example.com']
const EXT = { 'protocol.ext.allow': 'always' }

/** Every one of these makes git, or a program that reads git's config, start what it names. */
const KEYS: readonly string[] = [
  'core.fsmonitor',
  'core.pager',
  'pager.diff',
  'pager.log',
  'pager.config',
  'pager.ls-files',
  'core.editor',
  'sequence.editor',
  'core.askPass',
  'core.sshCommand',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'credential.helper',
  'credential.https://example.com.helper',
  'diff.external',
  'diff.evil.command',
  'diff.evil.textconv',
  'diff.a=b.command',
  'merge.evil.driver',
  'merge.default',
  'filter.evil.clean',
  'filter.evil.smudge',
  'filter.a=b.clean',
  'filter.a=b.smudge',
  'filter.long.process',
  'filter.with "quote" and space.clean',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.x509.program',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
  'uploadpack.packObjectsHook',
  'interactive.diffFilter',
  'trailer.sign.command',
  'trailer.sign.cmd',
  'gc.recentObjectsHook',
  'difftool.evil.cmd',
  'mergetool.evil.cmd',
  'tar.tar.command',
  'alias.ls-files',
  'alias.diff',
  'hook.evil.command',
]

const COMMANDS: readonly (readonly string[])[] = [
  ['rev-parse', '--git-path', 'hooks'],
  ['rev-parse', '--verify', 'HEAD'],
  ['config', '--list', '-z'],
  ['ls-files', '-z'],
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  ['ls-files', '--unmerged'],
  ['check-ignore', '-z', '--', 'a.txt'],
  ['check-attr', '-z', 'filter', '--', 'a.txt', 'b.md', 'c.md'],
  ['check-attr', '--cached', '-z', 'filter', '--', 'a.txt', 'b.md', 'c.md'],
  ['diff', '--cached', '--name-only', '--diff-filter=ACMRTUXB', '-z'],
  ['diff', '--cached'],
  ['diff', '--diff-filter=A', '--name-only', '-z'],
  ['diff', '--full-index', '--no-ext-diff', '--no-textconv', '--ignore-submodules'],
  ['diff'],
  ['-c', 'core.quotePath=false', 'diff', 'HEAD'],
  ['diff', '--name-only', '--diff-filter=ACMRT', '-z', 'HEAD~1...HEAD'],
  ['diff', '--name-only', '--diff-filter=ACMRT', '-z', 'HEAD~1..HEAD'],
  ['diff-files', '--quiet'],
  ['diff-files', '-p'],
  ['diff-index', '--binary', '--exit-code', '--ignore-submodules', '--no-color', '--no-ext-diff', 'HEAD'],
  ['diff-index', '-p', 'HEAD'],
  ['diff-tree', '-p', 'HEAD'],
  ['log', '-p', '--show-signature'],
  ['show', 'HEAD'],
  ['status', '--porcelain'],
  ['rev-list', 'HEAD', '--topo-order', '--reverse', '--not', '--remotes=origin'],
  ['merge-base', '--is-ancestor', 'HEAD~1', 'HEAD'],
  ['cat-file', '-p', 'HEAD:a.txt'],
  ['update-index', '--refresh'],
  ['add', '--intent-to-add', 'new.txt'],
  ['rm', '--cached', '-q', 'new.txt'],
  ['add', 'a.txt'],
  ['write-tree'],
  ['checkout-index', '-f', '-a'],
  ['-c', 'submodule.recurse=0', 'checkout', '--', '.'],
  ['apply', '--check', '--whitespace=nowarn', 'change.patch'],
  ['apply', '--whitespace=nowarn', 'change.patch'],
  ['apply', '--3way', 'change.patch'],
  ['stash', 'list'],
  ['update-ref', 'refs/heads/other', 'HEAD'],
  ['symbolic-ref', '--short', 'HEAD'],
  ['fetch', 'origin'],
  ['ls-remote', 'origin'],
]

type Trap = Repository & { ran(): readonly string[] }

function trap(): Trap {
  const repository = makeRepository()
  const ran = join(repository.home, 'ran')
  mkdirSync(ran)
  content(repository)
  KEYS.forEach((key, index) =>
    repository.git('config', key, sentinel(repository, { name: `${index} ${key}` })),
  )
  repository.git('config', 'hook.evil.event', 'post-checkout')
  repository.git('config', 'filter.evil.required', 'true')
  repository.git('config', 'filter.long.required', 'true')
  repository.git('config', 'log.showSignature', 'true')
  repository.git('config', 'diff.tool', 'evil')
  repository.git('config', 'remote.origin.url', repository.root)
  hooks(repository)
  return { ...repository, ran: () => readdirSync(ran) }
}

function content(repository: Repository): void {
  const text = [
    '*.txt filter=evil diff=evil merge=evil -text',
    'b.md filter=a=b diff=a=b',
    'c.md filter=long',
  ]
  repository.write('.gitattributes', `${text.join('\n')}\n`)
  for (const name of ['a.txt', 'b.md', 'c.md']) repository.write(name, 'one\ntwo\n')
  repository.git('add', '.')
  repository.git('commit', '-qm', 'one')
  repository.write('d.txt', 'x\n')
  repository.git('add', '.')
  repository.git('commit', '-qm', 'two')
  dirty(repository)
}

function dirty(repository: Repository): void {
  for (const name of ['a.txt', 'b.md', 'c.md']) repository.write(name, 'one\nthree\n')
  repository.write('new.txt', 'new\n')
  repository.write(
    'change.patch',
    'diff --git a/d.txt b/d.txt\n--- a/d.txt\n+++ b/d.txt\n@@ -1 +1 @@\n-x\n+y\n',
  )
}

function sentinel(repository: Repository, { name }: { name: string }): string {
  const id = name.replaceAll(/[^\w.]+/g, '_')
  const path = join(repository.home, `run-${id}`)
  writeFileSync(path, `#!/bin/sh\n: > "${join(repository.home, 'ran', id)}"\n`, { mode: 0o755 })
  chmodSync(path, 0o755)
  return path
}

function hooks(repository: Repository): void {
  const folder = join(repository.root, 'evil-hooks')
  mkdirSync(folder)
  mkdirSync(join(repository.root, '.git/hooks'), { recursive: true })
  repository.git('config', 'core.hooksPath', folder)
  const script = `#!/bin/sh\n: > "${join(repository.home, 'ran')}/hook_$(basename "$0")"\n`
  for (const name of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-commit'])
    for (const path of [join(folder, name), join(repository.root, '.git/hooks', name)])
      writeFileSync(path, script, { mode: 0o755 })
}

type Alone = {
  readonly args: readonly string[]
  readonly key: string
  /** `RUN` becomes the sentinel. */
  readonly value?: string
  readonly also?: Readonly<Record<string, string>>
  readonly input?: string
}

const ASK = 'protocol=https\nhost=example.com\n\n'

/** Each key alone, with a command that makes plain git start what it names. */
const ALONE: readonly Alone[] = [
  { key: 'core.fsmonitor', args: ['diff'] },
  { key: 'core.hooksPath', value: 'HOOKS', args: ['checkout', '--', 'a.txt'] },
  { key: 'core.hooksPath', value: 'HOOKS', args: ['update-ref', 'refs/heads/other', 'HEAD'] },
  { key: 'include.path', value: '../evil.config', args: ['diff'] },
  { key: 'diff.external', args: ['diff'] },
  { key: 'diff.evil.command', args: ['diff'] },
  { key: 'diff.evil.textconv', args: ['diff'] },
  { key: 'diff.evil.textconv', args: ['log', '-p'] },
  { key: 'filter.evil.clean', args: ['diff'] },
  { key: 'filter.evil.clean', args: ['add', 'a.txt'] },
  { key: 'filter.evil.clean', args: ['add', 'a.txt'], also: { 'filter.evil.required': 'true' } },
  { key: 'filter.evil.smudge', args: ['checkout', '--', 'a.txt'] },
  { key: 'filter.evil.process', args: ['diff'] },
  { key: 'merge.evil.driver', args: [...ME, 'merge', 'side'] },
  { key: 'gpg.program', args: [...ME, 'commit', '--allow-empty', '-S', '-m', 'x'] },
  { key: 'core.editor', args: [...ME, 'commit', '--allow-empty'] },
  { key: 'core.sshCommand', args: ['ls-remote', 'ssh://host.invalid/x'] },
  { key: 'core.gitProxy', args: ['ls-remote', 'git://host.invalid/x'] },
  { key: 'core.askPass', args: ['credential', 'fill'], input: ASK },
  { key: 'credential.helper', args: ['credential', 'fill'], input: ASK },
  { key: 'credential.https://example.com.helper', args: ['credential', 'fill'], input: ASK },
  { key: 'remote.origin.uploadpack', args: ['ls-remote', 'origin'], also: { 'remote.origin.url': '.' } },
  { key: 'remote.origin.uploadpack', args: ['fetch', 'origin'], also: { 'remote.origin.url': '.' } },
  {
    key: 'remote.origin.vcs',
    value: 'evil',
    args: ['ls-remote', 'origin'],
    also: { 'remote.origin.url': 'x' },
  },
  { key: 'remote.origin.url', value: 'ext::RUN', args: ['ls-remote', 'origin'], also: EXT },
  { key: 'url.ext::RUN.insteadOf', value: 'x:', args: ['ls-remote', 'x:'], also: EXT },
  {
    key: 'trailer.sign.command',
    args: ['interpret-trailers'],
    input: 'a\n',
    also: { 'trailer.sign.key': 'S' },
  },
  { key: 'tar.evil.command', args: ['archive', '--format=evil', 'HEAD'] },
  { key: 'alias.unknown', value: '!RUN', args: ['unknown'] },
]

let template: Repository

beforeAll(() => {
  template = makeRepository({ forAll: afterAll })
  content(template)
  sideBranch(template)
})

function trapFor({ key, value = 'RUN', also = {} }: Alone): Trap {
  const repository = makeRepository({ copyOf: template.root })
  mkdirSync(join(repository.home, 'ran'))
  const run = sentinel(repository, { name: 'it' })
  if (value === 'HOOKS') hooks(repository)
  writeFileSync(join(repository.root, 'evil.config'), `[core]\n\tfsmonitor = ${run}\n`)
  const fill = (text: string): string => text.replace('RUN', run)
  for (const [name, text] of [...Object.entries(also), ...(value === 'HOOKS' ? [] : [[key, value] as const])])
    repository.git('config', fill(name), fill(text))
  dirty(repository)
  return { ...repository, ran: () => readdirSync(join(repository.home, 'ran')) }
}

function sideBranch(repository: Repository): void {
  repository.git('checkout', '-q', '-f', '-b', 'side', 'HEAD~1')
  repository.write('d.txt', 'other\n')
  repository.git('add', 'd.txt')
  repository.git('commit', '-qm', 'side')
  repository.git('checkout', '-q', '-f', 'main')
  rmSync(join(repository.root, 'new.txt'))
}

/** A program that the name in `remote.origin.vcs` leads to. */
function withBin(repository: Trap): Readonly<Record<string, string>> {
  const bin = join(repository.home, 'bin')
  mkdirSync(bin, { recursive: true })
  cpSync(join(repository.home, 'run-it'), join(bin, 'git-remote-evil'))
  return { ...repository.env, PATH: `${bin}:${repository.env['PATH']}` }
}

test.for(ALONE)('S13: only plain git starts $key for $args', async (alone) => {
  const plain = trapFor(alone)
  const options = {
    cwd: plain.root,
    env: { ...withBin(plain), GIT_TERMINAL_PROMPT: '0' },
    input: alone.input ?? '',
  }
  spawnSync('git', [...alone.args], options)
  expect(plain.ran()).not.toEqual([])
  const ours = trapFor(alone)
  const git = await openRepository({ ...ours, env: withBin(ours) })
  const output = await git.run(alone.args, { input: Buffer.from(alone.input ?? '') })
  expect([ours.ran(), isIssue(output)]).toEqual([[], false])
})

test("S13: the config of a linked work tree is the repository's too", async () => {
  const repository = trapFor({ key: 'extensions.worktreeConfig', value: 'true', args: [] })
  repository.git('config', '--worktree', 'core.fsmonitor', sentinel(repository, { name: 'it' }))
  await (await openRepository(repository)).run(['diff'])
  expect(repository.ran()).toEqual([])
})

test('S13: a submodule is not looked into, so its config starts nothing', async () => {
  const repository = trapFor({ key: 'x.y', value: 'z', args: [] })
  repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repository.root, 'sub')
  repository.git('commit', '-qm', 'sub')
  const sub = join(repository.root, 'sub')
  repository.gitIn(sub, 'config', 'core.fsmonitor', sentinel(repository, { name: 'it' }))
  writeFileSync(join(sub, 'a.txt'), 'changed')
  const git = await openRepository(repository)
  for (const args of COMMANDS) await git.run(args)
  expect(repository.ran()).toEqual([])
  repository.git('status')
  expect(repository.ran()).toEqual(['it'])
})

test('S13: no command of ours starts a program that the config of the repository names', async () => {
  const repository = trap()
  const git = await openRepository(repository)
  for (const args of COMMANDS) {
    dirty(repository)
    const output = await git.run(args)
    expect([args, repository.ran(), isIssue(output)]).toEqual([args, [], false])
  }
})
