import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { copyProgram } from '../../src/install/version-copy.ts'
import { openState } from '../../src/ports/state.ts'
import { createSandbox, type Sandbox } from './cli.ts'
import { isRunning } from './processes.ts'

const root = join(import.meta.dirname, '../..')

/** What a host gets, byte for byte: texts are read as Latin-1. */
export type Answer = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type HostCall = {
  /** Absent: none. null: the test writes it itself. */
  readonly input?: string | Uint8Array | null
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A command that starts the launcher, which it gets as its last arguments. */
  readonly through?: readonly string[]
}

export type UnderWay = { readonly child: ChildProcess; readonly done: Promise<Answer> }

export type Status = {
  readonly running: boolean
  readonly pid: number
  readonly program: string
  readonly workers: readonly number[]
  readonly load: number
}

/** A sandbox with an installed launcher, which tells of each call that it leaves to Node. */
export type InstalledBox = {
  readonly box: Sandbox
  readonly launcher: string
  readonly folder: string
  readonly endpoint: string
  readonly program: string
  start(args: readonly string[], call?: HostCall): UnderWay
  /** One call as a host makes it. */
  call(args: readonly string[], call?: HostCall): Promise<Answer>
  /** The same without a daemon. */
  alone(args: readonly string[], call?: HostCall): Promise<Answer>
  /** How many calls of hosts Node evaluated so far. */
  evaluated(): number
  daemon(action: string, ...options: readonly string[]): Promise<Answer>
  status(): Promise<Status>
  /** Starts a daemon and waits until it can take a call. */
  startDaemon(): Promise<Status>
}

export function createInstalled(): InstalledBox {
  const box = createSandbox()
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const state = openState(box.state)
  const copied = copyProgram({ packageDir: root, version, node: process.execPath }, state, box.config)
  if ('code' in copied) throw new Error(copied.message)
  const launcher = join(box.state, 'bin/hookwright')
  const told = join(box.root, 'evaluated')
  // A shell would drop variables.
  const tell = `if ($ARGV[1] eq 'run') { open(F, '>>', '${told}'); print F "\\n"; close(F) }`
  const witness = `${tell} exec '${process.execPath}', @ARGV;`
  const node = box.write('~/node', `#!/usr/bin/perl\n${witness}\n`)
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^node='.*'$/m, `node='${node}'`))
  const folder = join(box.state, 'daemon')
  const endpoint = join(folder, 'endpoint')
  onTestFinished(async () => {
    const pids = daemonsOf(box)
    for (const pid of pids) kill(pid, 'SIGKILL')
    await vi.waitFor(() => {
      if (pids.some(isRunning)) throw new Error('A daemon still runs.')
    })
  })

  const start = (args: readonly string[], { input, cwd, env, through = [] }: HostCall = {}): UnderWay => {
    const [file = '', ...words] = [...through, launcher, ...args]
    const variables = { ...box.env, HOOKWRIGHT_DAEMON: undefined, ...env }
    const child = spawn(file, words, { cwd: cwd ?? box.project, env: variables, stdio: 'pipe' })
    child.stdin.on('error', () => {})
    if (input !== null) child.stdin.end(input ?? '')
    return { child, done: answerOf(child) }
  }
  const call: InstalledBox['call'] = (args, given) => start(args, given).done
  const daemon: InstalledBox['daemon'] = (action, ...options) => call(['daemon', action, ...options])
  const status = async (): Promise<Status> => JSON.parse((await daemon('status', '--json')).stdout) as Status
  return {
    box,
    launcher,
    folder,
    endpoint,
    program: copied.name,
    start,
    call,
    alone: (args, given = {}) => call(args, { ...given, env: { ...given.env, HOOKWRIGHT_DAEMON: 'off' } }),
    evaluated: () => (existsSync(told) ? readFileSync(told, 'utf8').length : 0),
    daemon,
    status,
    async startDaemon() {
      const { stderr } = await daemon('start')
      const now = await status()
      if (!now.running) throw new Error(`No daemon runs: ${stderr}`)
      return now
    },
  }
}

export function answerOf(child: ChildProcess): Promise<Answer> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk))
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('latin1')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout: text(out), stderr: text(err) }))
  })
}

/** Processes of the daemons of a sandbox: fronts and workers, whoever started them. */
export function daemonsOf({ state }: Sandbox): readonly number[] {
  return processIds().filter((pid) => {
    const words = wordsOf(pid)
    const at = words.indexOf('daemon')
    return (
      at > 0 &&
      (words[at - 1] ?? '').startsWith(state) &&
      ['serve', 'work', 'start'].includes(words[at + 1] ?? '')
    )
  })
}

export function processIds(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

export function wordsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** One event of Claude Code. */
export function bashEvent(command: string, more: object = {}): string {
  return JSON.stringify({
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    ...more,
  })
}

export const CLAUDE = ['run', '--host', 'claude-code'] as const

/** Lets the hooks of the project run. */
export async function approve(box: Sandbox, args: readonly string[] = []): Promise<void> {
  const { code, stderr } = await box.cli(['trust', 'add', '--yes', ...args])
  if (code !== 0) throw new Error(stderr)
}
