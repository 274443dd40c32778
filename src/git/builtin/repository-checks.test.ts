import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findPrek } from '../../../test/helpers/prek-builtins.ts'
import { isIssue } from '../../core/issue.ts'
import { openGit } from '../repository/open.ts'
import { conflictsOf } from './check-case-conflict.ts'
import { BUILTIN_HOOKS } from './index.ts'

const bases: string[] = []
afterEach(() => bases.splice(0).forEach((base) => rmSync(base, { recursive: true, force: true })))

type Repository = {
  readonly root: string
  readonly env: Record<string, string>
  git(...args: string[]): string
}

function newRepository(branch = 'topic'): Repository {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-checks-'))
  bases.push(base)
  const root = join(base, 'work')
  mkdirSync(root)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(base, '.gitconfig'),
  }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, env }).toString()
  git('init', '-q', '-b', branch)
  return { root, env, git }
}

function write({ root }: Repository, name: string, content: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), content)
}

type Call = { readonly id: string; readonly names: readonly string[]; readonly args?: readonly string[] }

async function run({ root, env }: Repository, { id, names, args = [] }: Call) {
  const git = await openGit({ cwd: root, env })
  if (isIssue(git)) throw new Error(git.message)
  const result = await BUILTIN_HOOKS.get(id)?.run(names, {
    cwd: root,
    git,
    args,
    signal: new AbortController().signal,
  })
  if (result === undefined || isIssue(result)) return { code: -1, output: result?.message ?? '' }
  return { code: result.code, output: result.output.toString() }
}

/** A repository with something for every hook to find. */
function busyRepository(): Repository {
  const repository = newRepository('main')
  const { root, git } = repository
  writeFileSync(join(root, '.gitattributes'), '*.bin filter=lfs\n')
  write(repository, 'target', 'x\n')
  symlinkSync('target', join(root, 'was-link'))
  symlinkSync('target', join(root, 'other-link'))
  write(repository, 'old.dat', 'x'.repeat(700_000))
  git('add', '-A')
  git('commit', '-qm', 'first')
  rmSync(join(root, 'was-link'))
  rmSync(join(root, 'other-link'))
  write(repository, 'was-link', 'target\n')
  write(repository, 'other-link', 'another file\n')
  write(repository, 'new.dat', 'x'.repeat(600_000))
  write(repository, 'new.bin', 'x'.repeat(600_000))
  write(repository, 'Dir/a.txt', 'a\n')
  write(repository, 'dir/b.txt', 'b\n')
  write(repository, 'README', 'a\n')
  write(repository, 'readme', 'b\n')
  symlinkSync('nowhere', join(root, 'broken'))
  symlinkSync('target', join(root, 'fine'))
  symlinkSync('loop', join(root, 'loop'))
  write(repository, 'script.sh', '#!/bin/sh\n')
  write(repository, 'tool', 'echo\n')
  chmodSync(join(root, 'tool'), 0o755)
  write(repository, 'good', '#!/bin/sh\n')
  chmodSync(join(root, 'good'), 0o755)
  // The filter of LFS is not there, so it must not run.
  git('-c', 'filter.lfs.clean=cat', 'add', '-A')
  return repository
}

const TEXT = ['script.sh', 'tool', 'good', 'README']
const FILES = ['new.dat', 'new.bin', 'old.dat', 'was-link', 'other-link', 'README', 'readme', 'Dir/a.txt']

test.for([
  ['check-added-large-files', FILES, [], ['new.dat (585 KB) exceeds 500 KB']],
  ['check-added-large-files', FILES, ['--maxkb=600'], []],
  [
    'check-added-large-files',
    FILES,
    ['--enforce-all', '--maxkb', '550'],
    ['new.dat (585 KB) exceeds 550 KB', 'old.dat (683 KB) exceeds 550 KB'],
  ],
  [
    'check-case-conflict',
    ['README'],
    [],
    ['Dir', 'README', 'dir', 'readme'].map((path) => `Case-insensitivity conflict found: ${path}`),
  ],
  ['check-symlinks', ['broken', 'fine', 'loop'], [], ['broken: Broken symlink', 'loop: Broken symlink']],
  ['destroyed-symlinks', FILES, [], ['Destroyed symlinks:', '- was-link']],
  ['destroyed-symlinks', ['README'], [], []],
  [
    'check-shebang-scripts-are-executable',
    TEXT,
    [],
    ['script.sh has a shebang but is not marked executable!'],
  ],
  [
    'check-executables-have-shebangs',
    ['tool', 'good'],
    [],
    ['tool marked executable but has no (or invalid) shebang!'],
  ],
  ['no-commit-to-branch', [], [], ["You are not allowed to commit to branch 'main'"]],
  ['no-commit-to-branch', [], ['-b', 'other'], []],
  [
    'no-commit-to-branch',
    [],
    ['-b', 'other', '-p', '^ma'],
    ["You are not allowed to commit to branch 'main'"],
  ],
  ['forbid-new-submodules', ['dir'], [], []],
] as const)('%s on %o with %o says %o', async ([id, names, args, expected]) => {
  const { code, output } = await run(busyRepository(), { id, names, args })
  expect(
    output
      .split('\n')
      .filter((line) => line !== '')
      .slice(0, Math.max(1, expected.length)),
  ).toEqual(expected)
  expect(code).toBe(expected.length === 0 ? 0 : 1)
})

test('check-executables-have-shebangs asks the index where core.fileMode is off', async () => {
  const repository = newRepository()
  write(repository, 'tool', 'echo\n')
  write(repository, 'plain', 'echo\n')
  repository.git('config', 'core.fileMode', 'false')
  repository.git('add', '-A')
  repository.git('update-index', '--chmod=+x', 'tool')
  const id = 'check-executables-have-shebangs'
  const { output } = await run(repository, { id, names: ['tool', 'plain'] })
  expect(output).toContain('tool marked executable')
  expect(output).not.toContain('plain')
})

test('forbid-new-submodules names a submodule that the index adds', async () => {
  const repository = newRepository()
  write(repository, 'a', 'a\n')
  repository.git('add', '-A')
  repository.git('commit', '-qm', 'first')
  const commit = repository.git('rev-parse', 'HEAD').trim()
  repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/dep`)
  const outcome = await run(repository, { id: 'forbid-new-submodules', names: ['vendor/dep'] })
  expect(outcome.code).toBe(1)
  expect(outcome.output).toContain('vendor/dep: new submodule introduced\n')
})

test('no-commit-to-branch lets a commit pass that is on no branch', async () => {
  const repository = newRepository('main')
  write(repository, 'a', 'a\n')
  repository.git('add', '-A')
  repository.git('commit', '-qm', 'first')
  repository.git('checkout', '-q', '--detach')
  expect(await run(repository, { id: 'no-commit-to-branch', names: [] })).toEqual({ code: 0, output: '' })
})

test.for([
  ['no-commit-to-branch', ['-p', '('], '"(" is not a regular expression'],
  ['check-added-large-files', ['--maxkb', 'x'], '"x" is not a number of kilobytes'],
  ['check-symlinks', ['--nope'], '"--nope" is not known'],
  ['check-yaml', ['--nope'], '"--nope" is not known'],
] as const)('%s refuses the arguments %o', async ([id, args, expected]) => {
  const { code, output } = await run(newRepository(), { id, names: [], args })
  expect(code).toBe(-1)
  expect(output).toContain(expected)
})

test.for([
  ['nothing in common', ['a', 'b'], ['c'], []],
  ['a file against a tracked one', ['A'], ['a'], ['A', 'a']],
  ['two that are not relevant', ['A', 'a'], ['b'], []],
  ['a folder against a file', ['A'], ['a/b'], ['A', 'a']],
  ['a file against itself', ['a/b'], ['a/b'], []],
] as const)('case conflicts: %s', ([, tracked, relevant, expected]) => {
  expect(conflictsOf(tracked, relevant)).toEqual(expected)
})

const AGAINST_PREK = [
  ['check-added-large-files', []],
  ['check-added-large-files', ['--enforce-all']],
  ['check-case-conflict', []],
  ['check-symlinks', []],
  ['destroyed-symlinks', []],
  ['check-shebang-scripts-are-executable', []],
  ['check-executables-have-shebangs', []],
  ['no-commit-to-branch', []],
  ['no-commit-to-branch', ['-b', 'x']],
  ['no-commit-to-branch', ['-b', 'x', '-p', 'ai']],
] as const

test.for(AGAINST_PREK)('%s %o finds what prek finds', async ([id, args], { skip }) => {
  const prek = findPrek()
  if ('missing' in prek) return skip(prek.missing)
  const repository = busyRepository()
  const config = { repos: [{ repo: 'builtin', hooks: [{ id, args }] }] }
  write(repository, '.pre-commit-config.yaml', JSON.stringify(config))
  repository.git('add', '.pre-commit-config.yaml')
  const { root, env } = repository
  const theirs = spawnSync(prek.program, ['run', '--all-files', '--color', 'never'], {
    cwd: root,
    env: { ...env, PREK_HOME: join(root, '../prek') },
  })
  const names = repository.git('ls-files').trim().split('\n')
  const ours = await run(repository, { id, names: names.filter((name) => wants(id, name)), args })
  expect(ours.code).toBe(theirs.status)
  expect(found(ours.output)).toEqual(found(theirs.stdout.toString()))
})

/** The tags of a hook, which the runner looks at. */
function wants(id: string, name: string): boolean {
  const isLink = ['broken', 'fine', 'loop'].includes(name)
  if (id === 'check-symlinks') return isLink
  if (id === 'check-executables-have-shebangs') return name === 'tool' || name === 'good'
  return !isLink
}

/** The lines that name what was found; advice is ours to word. */
function found(output: string): readonly string[] {
  const lines = output.split('\n').map((line) => line.trim())
  return lines
    .filter((line) =>
      /exceeds|conflict found|Broken|^- \w+-link$|shebang!|executable!|not allowed/.test(line),
    )
    .toSorted()
}
