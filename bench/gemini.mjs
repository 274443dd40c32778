import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createEngine, deny } from '../dist/index.mjs'
import { closeInherited } from './command.mjs'
import { interleave, median } from './measure.mjs'

const PACKAGE = '@google/gemini-cli-core@0.61.0'
const COMMANDS = 300
const ROUNDS = 20
/** As in function.mjs: in short batches the garbage of their controllers and timers is collected on our time. */
const CALLS = 50_000
const INPUT = { command: 'ls' }
const EVENT = { name: 'PreToolUse', tool: { name: 'Bash', input: INPUT } }
const THEIR_INPUT = {
  session_id: 's',
  transcript_path: '/t',
  cwd: process.cwd(),
  hook_event_name: 'BeforeTool',
  timestamp: new Date().toISOString(),
  tool_name: 'run_shell_command',
  tool_input: INPUT,
}

/** Beside the hook runner of Gemini CLI, as a program that embeds its package calls it. A missing package is said. */
export async function geminiFigures() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-gemini-'))
  const stateHome = process.env.XDG_STATE_HOME
  process.env.XDG_STATE_HOME = join(folder, 'state')
  closeInherited()
  // Their runner prints each command; a program that shows it to nobody should not pay for the terminal here.
  const { debug } = console
  console.debug = () => {}
  try {
    const theirs = await loadTheirs(folder)
    if (typeof theirs === 'string') return missing(theirs)
    return [await commandFigure(folder, theirs), await runtimeFigure(theirs)]
  } finally {
    console.debug = debug
    if (stateHome === undefined) delete process.env.XDG_STATE_HOME
    else process.env.XDG_STATE_HOME = stateHome
    rmSync(folder, { recursive: true, force: true })
  }
}

function missing(reason) {
  console.error(`not compared with ${PACKAGE}: ${reason}`)
  return []
}

/** A text says why there is nobody to compare with. */
async function loadTheirs(folder) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  const installed = spawnSync('npm', ['install', ...options, PACKAGE], { encoding: 'utf8', cwd: folder })
  if (installed.status !== 0) return installed.stderr.trim().split('\n').at(-1) ?? 'npm install failed'
  const main = join(folder, 'node_modules/@google/gemini-cli-core/dist/index.js')
  const { HookRunner } = await import(pathToFileURL(main).href)
  return new HookRunner({
    isTrustedFolder: () => true,
    storage: { getPlansDir: () => folder },
    sanitizationConfig: { allowedEnvironmentVariables: [], blockedEnvironmentVariables: [] },
  })
}

/** The hook is in a file of Gemini CLI, so that both start it by the same shell. */
async function commandFigure(folder, theirs) {
  const command = 'cat >/dev/null; echo {}'
  const hooks = { BeforeTool: [{ matcher: 'run_shell_command', hooks: [{ type: 'command', command }] }] }
  mkdirSync(join(folder, '.gemini'))
  writeFileSync(join(folder, '.gemini/settings.json'), JSON.stringify({ hooks }))
  const engine = await createEngine({ cwd: folder, sources: ['gemini-cli'], trustProject: true })
  const ours = async () => succeeded((await engine.run(EVENT)).counts.success === 1)
  const config = { type: 'command', command }
  const runTheirs = async () =>
    succeeded((await theirs.executeHook(config, 'BeforeTool', THEIR_INPUT)).success)
  const times = await interleave({ ours, theirs: runTheirs }, COMMANDS)
  await engine.dispose()
  const detail = `${COMMANDS} interleaved runs, ${times.ours.toFixed(2)} vs ${times.theirs.toFixed(2)} ms`
  return figure('command hook / HookRunner of gemini-cli-core', times, detail)
}

async function runtimeFigure(theirs) {
  const engine = await createEngine()
  const answer = deny('no')
  engine.on('PreToolUse', { matcher: 'Bash' }, async () => answer)
  const output = { decision: 'deny', reason: 'no' }
  const config = { type: 'runtime', name: 'bench', action: async () => output }
  const pair = {
    ours: () => calls(() => engine.dispatch(EVENT)),
    theirs: () => calls(() => theirs.executeHook(config, 'BeforeTool', THEIR_INPUT)),
  }
  succeeded((await engine.dispatch(EVENT)).decision === 'deny')
  succeeded((await theirs.executeHook(config, 'BeforeTool', THEIR_INPUT)).output?.decision === 'deny')
  const lists = { ours: [], theirs: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['ours', 'theirs']) lists[name].push(await pair[name]())
  await engine.dispose()
  const times = { ours: median(lists.ours), theirs: median(lists.theirs) }
  const detail = `${ROUNDS} rounds, ${times.ours.toFixed(2)} vs ${times.theirs.toFixed(2)} µs per call`
  return figure('function hook / runtime hook of gemini-cli-core', times, detail)
}

/** Microseconds of one call. */
async function calls(run) {
  const start = performance.now()
  for (let call = 0; call < CALLS; call += 1) await run()
  return ((performance.now() - start) / CALLS) * 1e3
}

/** A run that failed fast must not win. */
function succeeded(isSo) {
  if (!isSo) throw new Error('a hook of the comparison did not run')
}

function figure(name, { ours, theirs }, detail) {
  return { name, value: ours / theirs, bar: 1, unit: 'x', detail }
}
