import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'
import { interleave } from './measure.mjs'

const ROUNDS = 200
const CLI = new URL('../dist/cli/cli.cjs', import.meta.url).pathname
/** Hosts whose code loads when they call are many, and measured in fewer rounds. */
const ROUNDS_OF_OTHERS = 40
/** A call of a tool, as each host sends it whose code is in the first file that is loaded. */
const CALLS = {
  'claude-code': {
    args: [],
    payload: {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: '/',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    },
  },
  copilot: {
    args: ['--event', 'preToolUse'],
    payload: { sessionId: 's', timestamp: 1, cwd: '/', toolName: 'bash', toolArgs: '{"command":"ls"}' },
  },
  'codex-runtime': {
    args: [],
    payload: { phase: 'PreToolUse', cwd: '/', tool_name: 'Bash', tool_input: { command: 'ls' } },
  },
}

/** The no-match path a host pays for on every tool call, without a config file and with one that has nothing to say. */
export async function cliFigures() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  try {
    const empty = project(folder, 'empty')
    const configured = project(
      folder,
      'configured',
      'version: 1\nhooks:\n  PreToolUse:\n    - matcher: Edit\n      deny: no edits\n',
    )
    const times = await interleave(
      {
        node: () => start(['-e', '0'], folder),
        none: () => call('claude-code', empty),
        ...Object.fromEntries(Object.keys(CALLS).map((host) => [host, () => call(host, configured)])),
      },
      ROUNDS,
    )
    return [
      figure('run without hooks / node -e 0', times, times.none),
      ...Object.keys(CALLS).map((host) =>
        figure(`run --host ${host} without a match / node -e 0`, times, times[host]),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for every other host. */
export async function otherHostFigures() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  try {
    const { hosts, payloadOf } = await importSource('test/matrix/cell.ts')
    const others = hosts.filter(({ name }) => !Object.hasOwn(CALLS, name))
    const dir = project(
      folder,
      'configured',
      'version: 1\nhooks:\n  PreToolUse:\n    - { matcher: Nothing, deny: no }\n',
    )
    const calls = await Promise.all(
      others.map(async (host) => {
        const { native, bytes } = await payloadOf(host, 'PreToolUse')
        const args = [CLI, 'run', '--host', host.name, '--event', native]
        return [host.name, () => start(args, dir, bytes)]
      }),
    )
    const times = await interleave(
      { node: () => start(['-e', '0'], folder), ...Object.fromEntries(calls) },
      ROUNDS_OF_OTHERS,
    )
    return others.map(({ name }) =>
      figure(`run --host ${name} without a match / node -e 0`, times, times[name]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function project(folder, name, config) {
  const dir = join(folder, name)
  mkdirSync(join(dir, '.git'), { recursive: true })
  if (config) {
    writeFileSync(join(dir, 'hookwright.yaml'), config)
    approve(dir)
  }
  return dir
}

/** Hosts are told of new hooks, some with an exit code of their own, and a person would have approved them. */
function approve(cwd) {
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'trust', 'add', '--yes'], {
    cwd,
    env: environment(cwd),
  })
  if (status !== 0) throw new Error(`trust add: ${stderr}`)
}

function environment(cwd) {
  return {
    ...process.env,
    HOME: join(cwd, '..', 'home'),
    XDG_STATE_HOME: join(cwd, '..', 'state'),
    XDG_CONFIG_HOME: join(cwd, '..', 'config'),
  }
}

function call(host, cwd) {
  const { args, payload } = CALLS[host]
  return start([CLI, 'run', '--host', host, ...args], cwd, JSON.stringify(payload))
}

function start(args, cwd, payload = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: environment(cwd),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`exit ${code}: ${args.join(' ')}`)),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(payload)
  })
}

function figure(name, { node }, ours) {
  return {
    name,
    value: ours / node,
    bar: 1.2,
    unit: 'x',
    detail: `${ROUNDS} interleaved runs, ${ours.toFixed(1)} vs ${node.toFixed(1)} ms`,
  }
}
