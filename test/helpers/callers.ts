import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { CLI } from './cli.ts'
import type { Call } from './reuse-child.ts'

/** Who calls, and from where. */
export type Caller = {
  readonly name: string
  readonly home: string
  readonly project: string
  readonly cwd: string
  readonly umask: number
  readonly env: Readonly<Record<string, string>>
}

export type Reply = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Serves a call somehow. */
export type Serve = (call: Call, signal?: Options['signal']) => Promise<Reply>

/** Two callers with nothing in common. */
export type World = {
  readonly root: string
  readonly alice: Caller
  readonly bob: Caller
  /** `run` with one event, by default of Claude Code. */
  event(caller: Caller, payload: object, options?: Options): Promise<Reply>
  /** Any other command, in a process of its own. Returns its stdout. */
  cli(caller: Caller, ...args: readonly string[]): string
  /** What `event` has returned so far. */
  readonly replies: readonly Reply[]
}

export type Options = {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** In place of the payload. */
  readonly input?: string
  readonly host?: string
  /** Sent to whoever serves the call, when the promise is fulfilled. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly when: () => Promise<void> }
}

/** Removed when the test ends. */
export function createWorld(serve: Serve): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-callers-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }))
  const replies: Reply[] = []
  return {
    root,
    alice: createCaller(root, 'alice', { umask: 0o022, below: '' }),
    bob: createCaller(root, 'bob', { umask: 0o077, below: 'src' }),
    replies,
    async event(from, payload, options = {}) {
      const { args = [], env = {}, host = 'claude-code', signal } = options
      const { cwd, umask } = from
      const input = options.input ?? JSON.stringify({ session_id: 's', cwd, ...payload })
      const all = { ...from.env, ...env }
      const call = { program: CLI, args: ['run', '--host', host, ...args], env: all, cwd, umask, input }
      const reply = await serve(call, signal)
      replies.push(reply)
      return reply
    },
    cli: ({ cwd, env }, ...args) =>
      execFileSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' }),
  }
}

type Traits = { readonly umask: number; readonly below: string }

function createCaller(root: string, name: string, { umask, below }: Traits): Caller {
  const at = (folder: string): string => join(root, name, folder)
  const [home, project, temporary] = [at('home'), at('project'), at('tmp')]
  const cwd = join(project, below)
  for (const folder of [home, cwd, join(project, '.git'), temporary]) mkdirSync(folder, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, 'state'),
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    WHO: name,
  }
  return { name, home, project, cwd, umask, env }
}

/** Each call is a process of its own. */
export const fresh: Serve = ({ program, args, env, cwd, umask, input }, signal) => {
  const words = ['-c', `umask ${umask.toString(8)} && exec "$0" "$@"`, process.execPath, program, ...args]
  const child = spawn('/bin/sh', words, { cwd, env: { ...env }, stdio: 'pipe' })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  void signal?.when().then(() => child.kill(signal.name))
  return new Promise((settle) => child.on('close', (code) => settle({ code, ...said })))
}

/** Relative paths are in the project, `~/` is the home. */
export function pathOf({ home, project }: Caller, path: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project, path)
}

/** `at`: the time of the file, so that a change does not show in it. A file that begins with `#!` may be executed. */
export function write(from: Caller, path: string, text: string, at?: Date): string {
  const file = pathOf(from, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
  if (at !== undefined) utimesSync(file, at, at)
  return file
}
