import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real repository in a temp folder, on which the machine's own git config has no influence. */
export type Repository = {
  readonly root: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  gitIn(cwd: string, ...args: readonly string[]): string
  write(name: string, text: string | Uint8Array): string
}

export function makeRepository(options: { readonly init?: readonly string[] } = {}): Repository {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-git-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }))
  const repository = repositoryIn(base)
  mkdirSync(repository.root)
  mkdirSync(repository.home)
  writeFileSync(join(repository.home, '.gitconfig'), '')
  repository.git('init', '-q', '-b', 'main', ...(options.init ?? []))
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
