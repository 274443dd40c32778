import { spawn, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

export const CLI = join(import.meta.dirname, '../../dist/cli/cli.cjs')

export type Finished = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type Calling = {
  readonly input?: string | Uint8Array
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** A process under way: what it wrote so far, and its end. */
export type Started = {
  readonly child: ChildProcess
  readonly output: () => string
  readonly done: Promise<Finished>
}

/** A home, a project and the built command line, all in a folder of their own. */
export type Sandbox = {
  readonly root: string
  readonly home: string
  readonly project: string
  /** hookwright's own folders in it. */
  readonly config: string
  readonly state: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Relative paths are in the project; `~/` is the home. A file that begins with `#!` may be executed. */
  write(path: string, text: string | Uint8Array): string
  path(path: string): string
  exists(path: string): boolean
  read(path: string): string
  cli(args: readonly string[], calling?: Calling): Promise<Finished>
  start(args: readonly string[], calling?: Calling): Started
  shell(command: string, calling?: Calling): Promise<Finished>
  /** One event of Claude Code through `run`. */
  event(payload: object, args?: readonly string[], calling?: Calling): Promise<Finished>
  log(): readonly Record<string, unknown>[]
  /** Files that steps left in the scratch folder. */
  scratch(): readonly string[]
}

/** Removed when the test ends. */
export function createSandbox(): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-test-')))
  // A hook in the background may write to the log for a moment longer.
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }))
  const [home, project, bin] = [join(root, 'home'), join(root, 'project'), join(root, 'bin')]
  const [config, state] = [join(home, '.config/hookwright'), join(home, '.local/state/hookwright')]
  for (const folder of [home, join(project, '.git'), bin, join(root, 'tmp')])
    mkdirSync(folder, { recursive: true })
  const launcher = `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`
  writeFileSync(join(bin, 'hookwright'), launcher, { mode: 0o755 })
  const env = cleanEnv(home, { bin, temporary: join(root, 'tmp') })

  const at = (path: string): string =>
    path.startsWith('~/') ? join(home, path.slice(2)) : resolve(project, path)
  const around = (calling: Calling): Calling => ({
    cwd: project,
    ...calling,
    env: { ...env, ...calling.env },
  })
  const start = (args: readonly string[], calling: Calling = {}): Started =>
    startProcess(process.execPath, [CLI, ...args], around(calling))

  function write(path: string, text: string | Uint8Array): string {
    mkdirSync(dirname(at(path)), { recursive: true })
    const isProgram = typeof text === 'string' && text.startsWith('#!')
    writeFileSync(at(path), text, { mode: isProgram ? 0o755 : 0o644 })
    return at(path)
  }

  return {
    root,
    home,
    project,
    config,
    state,
    env,
    write,
    path: at,
    exists: (path) => existsSync(at(path)),
    read: (path) => readFileSync(at(path), 'utf8'),
    start,
    cli: (args, calling) => start(args, calling).done,
    shell: (command, calling = {}) => startProcess('sh', ['-c', command], around(calling)).done,
    event: (payload, args = [], calling = {}) =>
      start(['run', '--host', 'claude-code', ...args], { ...calling, input: JSON.stringify(payload) }).done,
    log: () => logLines(join(state, 'log/runs.jsonl')),
    scratch: () => (existsSync(join(state, 'scratch')) ? readdirSync(join(state, 'scratch')) : []),
  }
}

/** Nothing of the machine's own settings reaches a test, except where its programs are. */
function cleanEnv(home: string, { bin, temporary }: { bin: string; temporary: string }) {
  return {
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    // A daemon would outlive the test that started it.
    HOOKWRIGHT_DAEMON: 'off',
  }
}

function startProcess(file: string, args: readonly string[], { cwd, env, input = '' }: Calling): Started {
  const child = spawn(file, args, { cwd, env: { ...env }, stdio: 'pipe' })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  // Not every command reads its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString()
  const done = new Promise<Finished>((settle, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => settle({ code, signal, stdout: text(out), stderr: text(err) }))
  })
  return { child, output: () => text(out), done }
}

function logLines(file: string): readonly Record<string, unknown>[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}
