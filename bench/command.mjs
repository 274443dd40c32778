import { ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEngine } from '../dist/index.mjs'
import { interleave, median } from './measure.mjs'

const ROUNDS = 300
const EVENT = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } }
const PAYLOAD = `${JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } })}\n`

/** One command hook through the whole engine, beside a bare spawn of the same argv. */
export async function commandFigures() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  closeInherited()
  process.env.XDG_STATE_HOME = join(folder, 'state')
  try {
    return [await argvFigure(folder), await shellFigure(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The engine hides descriptors leaked by our own parent from its hooks, at a cost; a bare spawn hands them on. */
export function closeInherited() {
  const open = readdirSync('/proc/self/fd').map(Number)
  for (const fd of open.filter((each) => each > 15 && isInherited(each))) closeSync(fd)
}

function isInherited(fd) {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0'
    return (Number.parseInt(flags, 8) & 0o2000000) === 0
  } catch {
    return false
  }
}

async function argvFigure(folder) {
  const engine = await engineFor(folder, 'argv', 'command: cat')
  const times = await interleave(sides(engine), ROUNDS)
  await engine.dispose()
  return figure('command hook, argv / bare spawn', times, 1.08)
}

function sides(engine) {
  return {
    ours: () => engine.dispatch(EVENT),
    bare: () => bare('cat', []),
    session: () => bare('cat', [], { detached: true }),
  }
}

async function shellFigure(folder) {
  const script = join(folder, 'entry.sh')
  writeFileSync(script, 'cat')
  const engine = await engineFor(folder, 'shell', 'command: cat\n      shell: bash')
  const args = ['--noprofile', '--norc', '-eo', 'pipefail', script]
  const times = await interleave(
    { ours: () => engine.dispatch(EVENT), bare: () => bare('bash', args) },
    ROUNDS,
  )
  await engine.dispose()
  return figure('command hook, shell: bash / its argv alone', times, 1.25)
}

function engineFor(folder, name, hook) {
  const file = join(folder, `${name}.yaml`)
  writeFileSync(file, `version: 1\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      ${hook}\n`)
  return createEngine({ cwd: folder, sources: [file], trustProject: true })
}

function bare(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'pipe', ...options })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
    child.stdin.end(PAYLOAD)
  })
}

/** A hook gets a session of its own, which Linux also schedules by itself: on a busy machine that alone is a delay. */
function figure(name, { ours, bare: base, session }, bar) {
  const alone = session === undefined ? '' : `; bare in a session of its own: ${session.toFixed(2)} ms`
  const detail = `${ROUNDS} interleaved runs, ${ours.toFixed(2)} vs ${base.toFixed(2)} ms${alone}`
  return { name, value: ours / base, bar, unit: 'x', detail }
}

const PARTS = ['before spawn', 'inside spawn', 'until the exit', 'from exit to verdict', 'all']

/** `node bench/command.mjs`: microseconds of each part of a run, after a build. The medians do not add up exactly. */
async function printParts() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  closeInherited()
  process.env.XDG_STATE_HOME = join(folder, 'state')
  const engine = await engineFor(folder, 'argv', 'command: cat')
  const marks = markSpawns()
  const parts = { ours: [], bare: [], session: [] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, run] of Object.entries(sides(engine))) parts[name].push(await partsOf(run, marks))
  await engine.dispose()
  rmSync(folder, { recursive: true, force: true })
  const columns = Object.values(parts).map((runs) =>
    PARTS.map((_, part) => median(runs.map((run) => run[part]))),
  )
  console.log(['', 'engine', 'bare', 'bare, own session'].join('\t'))
  for (const [part, name] of PARTS.entries())
    console.log([name, ...columns.map((column) => Math.round(column[part] * 1e3))].join('\t'))
}

async function partsOf(run, marks) {
  const start = performance.now()
  await run()
  const end = performance.now()
  const { before, after, exit } = marks
  return [before - start, after - before, exit - after, end - exit, end - start]
}

/** The latest start of a process and its exit, as Node tells of it first. */
function markSpawns() {
  const marks = {}
  const { spawn: start } = ChildProcess.prototype
  ChildProcess.prototype.spawn = function (...given) {
    marks.before = performance.now()
    const result = start.apply(this, given)
    marks.after = performance.now()
    this.prependOnceListener('exit', () => {
      marks.exit = performance.now()
    })
    return result
  }
  return marks
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printParts()
