import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook, places } from '../../test/helpers/builders.ts'
import { makeRepository, type Repository } from '../../test/helpers/repository.ts'
import { dialectsAs } from '../../test/helpers/dialects.ts'
import { systemFiles } from '../ports/files.ts'
import { inspectBranch } from './inspect-branch.ts'

type Options = { readonly surface?: string; readonly profile?: string }

const issuesIn = (projectDir: string, { surface = 'cloud', profile = 'cloud:camelCase' }: Options = {}) => {
  const source = (file: string) => ({
    file: join(projectDir, '.github/hooks', file),
    pointer: ['hooks'],
    scope: 'project' as const,
  })
  const ours = ['a.json', 'b.json'].map((file) =>
    hook({ dialect: 'copilot', wire: 'copilot', note: profile, source: source(file) }),
  )
  const around = { places: places({ projectDir, startDir: projectDir }), files: systemFiles }
  return inspectBranch(ours, { ...around, dialects: dialectsAs(surface) })
}
const said = (projectDir: string, options?: Options) =>
  issuesIn(projectDir, options).map(({ code, severity, message, hint }) => ({
    code,
    severity,
    message,
    hint,
  }))

const RULE =
  'The GitHub Copilot cloud agent reads hook files from the default branch only, as they were pushed.'

/** A clone, whose git has noted the default branch of its origin. */
function clone(): { readonly origin: Repository; readonly root: string } {
  const origin = makeRepository()
  origin.git('commit', '-q', '--allow-empty', '-m', 'first')
  const root = join(dirname(origin.root), 'clone')
  origin.gitIn(origin.home, 'clone', '-q', origin.root, root)
  return { origin, root }
}

describe('the cloud agent reads the default branch', () => {
  test('on it, what was pushed counts', () => {
    expect(said(clone().root)).toEqual([
      {
        code: 'config.default-branch',
        severity: 'notice',
        message: `${RULE} "main" is checked out, which is the default branch.`,
        hint: 'Push what you change.',
      },
    ])
  })

  test('on another branch, what differs does not count', () => {
    const { origin, root } = clone()
    origin.gitIn(root, 'checkout', '-q', '-b', 'feature/x')
    expect(said(root)).toEqual([
      {
        code: 'config.default-branch',
        severity: 'warning',
        message: `${RULE} "feature/x" is checked out, and the default branch is "main".`,
        hint: 'Merge the hook files into "main" and push it.',
      },
    ])
  })

  test('the default branch is the one that origin has, whatever its name', () => {
    const { origin, root } = clone()
    origin.gitIn(root, 'branch', '-q', '-m', 'main', 'trunk')
    origin.gitIn(root, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD')
    origin.gitIn(root, 'remote', 'set-head', 'origin', 'trunk')
    expect(said(root)).toMatchObject([{ severity: 'notice', message: expect.stringContaining('"trunk" is') }])
  })

  test('in a linked work tree', () => {
    const { origin, root } = clone()
    const linked = join(dirname(root), 'linked')
    origin.gitIn(root, 'worktree', 'add', '-q', '-b', 'side', linked)
    expect(said(linked)).toMatchObject([{ message: expect.stringContaining('"side" is checked out') }])
  })

  test('without a branch', () => {
    const { origin, root } = clone()
    origin.gitIn(root, 'checkout', '-q', '--detach')
    expect(said(root)).toMatchObject([
      {
        severity: 'warning',
        message: `${RULE} HEAD names no branch, and the default branch is "main".`,
      },
    ])
  })

  test('a repository that was not cloned has no default branch noted', () => {
    expect(said(makeRepository().root)).toEqual([
      {
        code: 'config.default-branch',
        severity: 'notice',
        message: `${RULE} "main" is checked out; git has not noted which branch is the default.`,
        hint: 'To note it: git remote set-head origin --auto',
      },
    ])
  })

  test('a folder without git has no branch at all', () => {
    const folder = join(makeRepository().home, 'plain')
    mkdirSync(folder)
    expect(said(folder)).toMatchObject([
      { severity: 'warning', message: `${RULE} "${folder}" is not a git repository.` },
    ])
  })

  test.for([
    ['a name that steers the terminal', 'ref: refs/heads/\u001B[31mred\n'],
    ['a name that reorders the line', 'ref: refs/heads/\u202Ered\n'],
    ['a second line', 'ref: refs/heads/a\nrm -rf\n'],
    ['a huge file', `ref: refs/heads/${'a'.repeat(1_000_000)}\n`],
    ['no reference', 'x'],
    ['what stands there when references are kept elsewhere', 'ref: refs/heads/.invalid\n'],
  ] as const)('a HEAD that git would not write names nothing: %s', ([, text]) => {
    const { root } = clone()
    writeFileSync(join(root, '.git/HEAD'), text)
    expect(said(root)).toMatchObject([{ message: expect.stringContaining('HEAD names no branch') }])
  })

  test('a .git that leads nowhere, or to itself', () => {
    const folder = join(makeRepository().home, 'odd')
    mkdirSync(folder)
    symlinkSync('.git', join(folder, '.git'))
    expect(said(folder)).toMatchObject([{ code: 'config.default-branch' }])
  })
})

test('one remark, at the first file', () =>
  expect(issuesIn(clone().root).map(({ place }) => place.file?.endsWith('a.json'))).toEqual([true]))

test.for([
  ['a file that says it is for the cloud agent', { surface: 'cli', profile: 'cloud:camelCase' }, 1],
  ['files of the CLI', { surface: 'cli', profile: 'cli:camelCase' }, 0],
  ['a file for the CLI, looked at for the cloud', { surface: 'cloud', profile: 'cli:camelCase' }, 0],
] as const)('%s', ([, options, count]) => expect(issuesIn(clone().root, options)).toHaveLength(count))
