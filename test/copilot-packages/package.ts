import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { callHost, type Called } from '../helpers/host.ts'

const FIXTURES = resolve(import.meta.dirname, 'fixtures')

export type Surface = 'cli' | 'vscode' | 'cloud' | 'guide'
type Variables = Readonly<Record<string, string>>

/** A repository with one commit and one package, at the place its commands count from. */
export type Repository = {
  readonly dir: string
  /** A file that begins with `#!` may be executed. */
  write(path: string, text: string): string
  /** Nothing when there is no such file. */
  read(path: string): string
  git(...args: string[]): string
  /** What a user changes in `hooks.json`: the variables of an entry, by name. */
  set(variable: string, value: string): void
  call(surface: Surface, event: string, more?: { fields?: object; variables?: Variables }): Promise<Called>
}

export function createRepository(name: string): Repository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-package-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'app')
  const file = join(dir, 'hooks', name, 'hooks.json')
  cpSync(join(FIXTURES, name), dirname(file), { recursive: true })
  const variables = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(root, 'home'),
    LANG: 'C.UTF-8',
    ...IDENTITY,
  }
  mkdirSync(variables.HOME)

  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: dir, env: variables, encoding: 'utf8' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '-A')
  git('commit', '--quiet', '-m', 'start')

  function write(path: string, text: string): string {
    const target = resolve(dir, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
    return target
  }

  return {
    dir,
    write,
    git,
    read: (path) => (existsSync(resolve(dir, path)) ? readFileSync(resolve(dir, path), 'utf8') : ''),
    set(variable, value) {
      const pattern = new RegExp(`("${variable}": )"[^"]*"`, 'g')
      writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, `$1"${value}"`))
    },
    call: (surface, event, { fields = {}, variables: more = {} } = {}) =>
      callHost({
        host: 'copilot',
        profile: surface,
        event,
        payload: { sessionId: 's1', timestamp: 1794731000967, cwd: dir, ...fields },
        cwd: dir,
        sources: [file],
        variables: { ...variables, ...more },
      }),
  }
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.com',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.com',
}

/** How the steps of a run ended. */
export function exits({ results }: Called): readonly (number | string | undefined)[] {
  return results.map(({ outcome }) =>
    outcome.kind === 'exited' ? (outcome.code ?? undefined) : outcome.kind,
  )
}
