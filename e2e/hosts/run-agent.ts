import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Agent, NativeHooks, Sandbox } from './agents/agent.ts'
import { startModel } from './model/server.ts'
import type { Asked } from './model/wire-api.ts'

/** The command that the scripted model asks for; a rewrite turns it into one that makes another file. */
const COMMAND = 'touch made.txt'

/** What the model says in the end. */
export const LAST_TEXT = 'All done.'

/** Longest time of one run, in milliseconds: a busy machine starts an agent in ten seconds. */
const LONGEST_MS = 120_000

/** What one run of an agent did. */
export type Happened = {
  readonly exit: number | null
  /** True when the agent did not end by itself. */
  readonly isKilled: boolean
  /** True when the command that the model asked for ran. */
  readonly made: boolean
  /** True when the command that a hook put in its place ran. */
  readonly changed: boolean
  /** Requests of the main conversation. */
  readonly asked: readonly Asked[]
  readonly stdout: string
  readonly stderr: string
  /** Lines that hooks wrote to `calls.txt` in the root of the sandbox, in the order in which they were written. */
  readonly calls: readonly string[]
  readonly root: string
}

/** What a run starts with. */
export type Setup = {
  /** The agent's own hooks, given the sandbox. Absent: `prepare` puts them there. */
  hooks?(sandbox: Sandbox): NativeHooks
  /** More files, by their path in the sandbox. */
  files?(sandbox: Sandbox): Readonly<Record<string, string>>
  /** Work on the sandbox when all files are there, before the agent starts; `env` is what the agent gets. */
  prepare?(sandbox: Sandbox, env: Environment): void
  /** A command that the model asks for before the usual one, and what happens between the two. Absent: none. */
  readonly first?: { readonly command: string; afterwards(sandbox: Sandbox): void }
  /** The command of the model fails after it has made its file. */
  readonly failsTool?: boolean
  /** Runs the agent, given the first words of its command line. Default: its `args` without a terminal. */
  run?(program: readonly string[], sandbox: Sandbox, env: Environment): Promise<Ended>
  /** The folder stays when set. */
  readonly keep?: boolean
}

export type Environment = Readonly<Record<string, string>>

/** How a run ended, and what it printed. */
export type Ended = Pick<Happened, 'exit' | 'isKilled' | 'stdout' | 'stderr'>

/** Runs an installed agent once in a new sandbox, against a model of its own. */
export async function runAgent(agent: Agent, modules: string, setup: Setup): Promise<Happened> {
  const sandbox = makeSandbox(agent.name)
  const { first } = setup
  const last = setup.failsTool === true ? `${COMMAND}; false` : COMMAND
  const commands = first === undefined ? [last] : [first.command, last]
  const model = await startModel({
    call: (tools, number) => agent.shellCall(commands[number] ?? last, tools),
    calls: commands.length,
    before: (number) => number === 1 && first?.afterwards(sandbox),
    text: LAST_TEXT,
    aside: agent.aside,
  })
  try {
    const files = {
      ...agent.files(model.port),
      ...setup.files?.(sandbox),
      ...hookFile(agent, setup, sandbox),
    }
    for (const [path, text] of Object.entries(files)) put(join(sandbox.root, path), text)
    const env = environment(sandbox, agent.env(sandbox, model.port))
    setup.prepare?.(sandbox, env)
    const run = setup.run ?? ((words) => runProgram([...words, ...agent.args], sandbox, env))
    const ended = await run(agent.program(modules), sandbox, env)
    return { ...ended, ...traces(sandbox), asked: model.asked }
  } finally {
    await model.close()
    if (setup.keep !== true) removeSandbox(sandbox)
  }
}

function hookFile(
  { hookFile: { path, text } }: Agent,
  { hooks }: Setup,
  sandbox: Sandbox,
): Readonly<Record<string, string>> {
  return hooks === undefined ? {} : { [path]: text(hooks(sandbox)) }
}

/** Nothing of the person's own configuration. */
function environment({ home }: Sandbox, own: Environment): Environment {
  return { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', LANG: 'C.UTF-8', ...own }
}

function makeSandbox(name: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), `hookwright-e2e-${name}-`))
  const sandbox = { root, home: join(root, 'home'), work: join(root, 'work') }
  for (const folder of [sandbox.home, sandbox.work]) mkdirSync(folder)
  execFileSync('git', ['init', '--quiet', sandbox.work])
  return sandbox
}

/** What an agent has started may outlive it, and write while its folder is removed. */
function removeSandbox({ root }: Sandbox): void {
  try {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  } catch (error) {
    console.error(`${root} could not be removed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function traces({ root, work }: Sandbox): Pick<Happened, 'made' | 'changed' | 'calls' | 'root'> {
  const calls = join(root, 'calls.txt')
  return {
    made: existsSync(join(work, 'made.txt')),
    changed: existsSync(join(work, 'changed.txt')),
    calls: existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [],
    root,
  }
}

/** In a process group of its own, so that what the agent leaves behind ends with it. */
function runProgram(
  [program, ...args]: readonly string[],
  { work }: Sandbox,
  env: Environment,
): Promise<Ended> {
  const child = spawn(program as string, args, {
    cwd: work,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const texts = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => void (texts[stream] += text))
  }
  let isKilled = false
  const timer = setTimeout(() => {
    isKilled = true
    endGroup(child.pid)
  }, LONGEST_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exit) => {
      clearTimeout(timer)
      endGroup(child.pid)
      resolve({ exit, isKilled, ...texts })
    })
  })
}

/** Ends a process that leads a group, and what it has started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
