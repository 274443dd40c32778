import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StoreContext } from '../../src/git/store/store.ts'

/** An environment in which the machine's git config, npm config and home do not matter. */
export function isolated(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  }
}

export function gitIn(folder: string, ...args: readonly string[]): string {
  const env = { ...isolated(dirname(folder)), ...dates(folder) }
  return execFileSync('git', args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

/** Each commit and tag of a mirror is a day younger than the one before. */
function dates(folder: string): Record<string, string> {
  const day = (days.get(folder) ?? 0) + 1
  days.set(folder, day)
  const date = `${1_700_000_000 + day * 86_400} +0000`
  return { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
}

const days = new Map<string, number>()

/** A repository with one commit on `main`. */
export function makeMirror(home: string, files: Readonly<Record<string, string>>, name = 'mirror'): string {
  const folder = join(home, name)
  mkdirSync(folder)
  gitIn(folder, 'init', '--quiet', '-b', 'main', '--template=')
  commit(folder, files)
  return folder
}

/** The hash of the new commit. */
export function commit(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  }
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '--quiet', '--allow-empty', '-m', 'change')
  return gitIn(folder, 'rev-parse', 'HEAD')
}

/** A context whose store is below `home`; `said` is what it was told as progress. */
export function contextIn(home: string): StoreContext & { readonly said: string[] } {
  const said: string[] = []
  if (!existsSync(home)) mkdirSync(home, { recursive: true })
  return {
    storeDir: join(home, 'store'),
    cwd: home,
    env: isolated(home),
    signal: new AbortController().signal,
    progress: (text) => said.push(text),
    said,
  }
}
