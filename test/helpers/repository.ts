import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isIssue, type Issue } from '../../src/core/issue.ts'
import type { Git } from '../../src/git/contracts/git.ts'
import { openGit, type OpenedGit, type OpenRequest } from '../../src/git/repository/open.ts'

/** A real repository in a temp folder, on which the machine's own git config has no influence. */
export type Repository = {
  readonly root: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  gitIn(cwd: string, ...args: readonly string[]): string
  write(name: string, text: string | Uint8Array): string
}

export type RepositoryOptions = {
  readonly init?: readonly string[]
  /** Another work tree to start from, cheaper than making it again. */
  readonly copyOf?: string
  /** Who removes it: the test by default, `afterAll` for one that a whole file shares. */
  readonly forAll?: (remove: () => void) => void
}

export function makeRepository({ init = [], copyOf, forAll }: RepositoryOptions = {}): Repository {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-git-')))
  const remove = (): void => rmSync(base, { recursive: true, force: true, maxRetries: 3 })
  if (forAll) forAll(remove)
  else onTestFinished(remove)
  const repository = repositoryIn(base)
  mkdirSync(repository.home)
  writeFileSync(join(repository.home, '.gitconfig'), '')
  if (copyOf === undefined) {
    mkdirSync(repository.root)
    repository.git('init', '-q', '-b', 'main', '--template=', ...init)
  } else cpSync(copyOf, repository.root, { recursive: true, preserveTimestamps: true })
  return repository
}

function repositoryIn(base: string): Repository {
  const root = join(base, 'tree')
  const home = join(base, 'home')
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const gitIn = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', [...IDENTITY, ...args], {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const write = (name: string, text: string | Uint8Array): string => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  return { root, home, env, gitIn, git: (...args) => gitIn(root, ...args), write }
}

const IDENTITY = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'protocol.file.allow=always']

export async function openRepository(
  repository: Repository,
  over: Partial<OpenRequest> = {},
): Promise<OpenedGit> {
  const git = await openGit({ cwd: repository.root, env: repository.env, ...over })
  if (isIssue(git)) throw new Error(`${git.message} ${git.detail}`)
  return git
}

export async function refusedRepository(
  repository: Repository,
  over: Partial<OpenRequest> = {},
): Promise<Issue> {
  const git = await openGit({ cwd: repository.root, env: repository.env, ...over })
  if (!isIssue(git)) throw new Error('was opened')
  return git
}

export async function gitText(git: Git, args: readonly string[], cwd?: string): Promise<string> {
  const output = await git.read(args, cwd === undefined ? {} : { cwd })
  if (isIssue(output)) throw new Error(`${output.message} ${output.detail}`)
  return output.toString('utf8').trim()
}
