import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { interleave, median } from './measure.mjs'

const ROUNDS = 300
const CLI = new URL('../dist/cli/cli.cjs', import.meta.url).pathname
/** Events under way at once, and for how long. */
const CROWD = 200
const CROWD_MS = 60_000
const CALLS = 1_000
const HOOKS = 5

const RULES = {
  nothing: 'matcher: Edit\n      deny: no edits',
  rule: 'matcher: Bash\n      deny: no shell',
  command: 'matcher: Bash\n      command: sleep 0.002',
  module: 'matcher: Bash\n      type: module\n      module: ./hook.mjs',
  crowd: `matcher: Bash
      shell: sh
      command: |
        read -r line
        id=\${line##*ID-}
        echo "denied ID-\${id%%-END*}-END" >&2
        exit 2`,
}
const MODULE =
  "export default async ({ tool }) => (tool.name === 'Bash' ? undefined : { decision: 'deny' })\n"
/** The same function as a program, as one writes it without modules. */
const PROGRAM = `import hook from './hook.mjs'
let text = ''
for await (const chunk of process.stdin) text += chunk
const { tool_name: name } = JSON.parse(text)
const answer = await hook({ tool: { name } })
if (answer) process.exitCode = 2
`

/** What an agent waits for when it calls the installed launcher. */
export async function daemonFigures() {
  const place = openPlace()
  try {
    const at = Object.fromEntries(
      Object.keys(RULES).map((name) => [name, project(place, name, [RULES[name]])]),
    )
    await warmUp(place, at)
    const bash = () => start('bash', ['-c', ':'], place, at.nothing)
    const call = (name) => () => launch(place, at[name])
    const times = await interleave(
      {
        bash,
        node: () => start('node', ['-e', '0'], place, at.nothing),
        nothing: call('nothing'),
        rule: call('rule'),
        command: call('command'),
        alone: () => start('sleep', ['0.002'], place, at.command),
        module: call('module'),
        program: () => start('node', ['hook-program.mjs'], place, at.module),
      },
      ROUNDS,
    )
    return [
      ratio('launcher and daemon, nothing to run / bash -c :', times.nothing, times.bash, 2),
      ratio('launcher and daemon, nothing to run / node -e 0', times.nothing, times.node, 0.08),
      ratio('launcher and daemon, a rule denies / nothing to run', times.rule, times.nothing, 1.1),
      ratio('launcher and daemon, a command hook of 3 ms / its argv alone', times.command, times.alone, 2),
      ratio('module hook through the daemon / the same with node', times.module, times.program, 0.1),
      ...(await crowdFigures(place, at.crowd)),
      ...(await sessionFigures(place)),
    ]
  } finally {
    await closePlace(place)
  }
}

function openPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-bench-'))
  const env = {
    ...process.env,
    HOME: join(folder, 'home'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  }
  for (const name of ['CI', 'HOOKWRIGHT_DAEMON', 'CLAUDE_PROJECT_DIR']) delete env[name]
  for (const name of ['home/.claude', 'work']) mkdirSync(join(folder, name), { recursive: true })
  const place = { folder, env, launcher: join(folder, 'state/hookwright/bin/hookwright') }
  hookwright(place, join(folder, 'work'), ['install', 'claude-code', '--yes'])
  hookwright(place, join(folder, 'work'), ['daemon', 'start'])
  return place
}

async function closePlace(place) {
  spawnSync(process.execPath, [CLI, 'daemon', 'stop'], { cwd: place.folder, env: place.env })
  await new Promise((resolve) => setTimeout(resolve, 500))
  rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 })
}

function project({ folder, env }, name, hooks) {
  const dir = join(folder, name)
  mkdirSync(join(dir, '.git'), { recursive: true })
  writeFileSync(join(dir, 'hook.mjs'), MODULE)
  writeFileSync(join(dir, 'hook-program.mjs'), PROGRAM)
  const entries = hooks.map((hook) => `    - ${hook}\n`).join('')
  writeFileSync(join(dir, 'hookwright.yaml'), `version: 1\nhooks:\n  PreToolUse:\n${entries}`)
  hookwright({ env }, dir, ['trust', 'add', '--yes'])
  return dir
}

function hookwright({ env }, cwd, args) {
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd, env })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
}

/** Code that has not run often is slower, and a session has thousands of calls. */
async function warmUp(place, at) {
  for (const cwd of Object.values(at)) for (let call = 0; call < 30; call += 1) await launch(place, cwd)
}

/** As Claude Code sends it. */
function payload(cwd, command = 'npm run build && npm test') {
  return JSON.stringify({
    session_id: '0b7b2d9a-3c1f-4b8e-9a51-1f6a1f4f6f11',
    transcript_path: `${cwd}/.claude/projects/p/0b7b2d9a-3c1f-4b8e-9a51-1f6a1f4f6f11.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'Build and test' },
    tool_use_id: 'toolu_01ABCDEFGHJKLMNPQRSTUVWX',
  })
}

const WORDS = ['run', '--host', 'claude-code', '--deadline', '60']

function launch(place, cwd, input = payload(cwd), env = place.env) {
  return start(place.launcher, WORDS, { env }, cwd, input)
}

function start(file, args, { env }, cwd, input = payload(cwd)) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

async function crowdFigures(place, cwd) {
  const times = []
  const wrong = []
  const end = performance.now() + CROWD_MS
  const sizes = []
  const watch = setInterval(() => sizes.push(residentMiB(place)), 5_000)
  let count = 0
  async function caller() {
    while (performance.now() < end) {
      const id = `ID-${(count += 1)}-END`
      const began = performance.now()
      const { code, stdout, stderr } = await launch(place, cwd, payload(cwd, `echo ${id}`))
      times.push(performance.now() - began)
      if (code !== 0 || !stdout.includes(id)) wrong.push(`${id}: ${code} ${stdout} ${stderr}`)
    }
  }
  await Promise.all(Array.from({ length: CROWD }, caller))
  clearInterval(watch)
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99] = [median(sorted), sorted[Math.floor(sorted.length * 0.99)]]
  const [early, late] = [Math.max(...sizes.slice(1, 4)), Math.max(...sizes.slice(-3))]
  const detail = `${times.length} events, ${CROWD} at once for ${CROWD_MS / 1_000} s`
  return [
    { name: 'lost or crossed replies', value: wrong.length, bar: 0, unit: '', detail: wrong[0] ?? detail },
    {
      name: 'p99 / p50 of events in a crowd',
      value: p99 / p50,
      bar: 5,
      unit: 'x',
      detail: `${detail}, ${p99.toFixed(0)} vs ${p50.toFixed(0)} ms`,
    },
    {
      name: 'memory of daemon and workers at the end / in the beginning',
      value: late / early,
      bar: 1.25,
      unit: 'x',
      detail: `${late.toFixed(0)} vs ${early.toFixed(0)} MiB resident`,
    },
  ]
}

/** Of every process that runs the installed copy as the daemon or a worker. */
function residentMiB({ folder }) {
  let bytes = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
    if (!words.includes(folder) || !words.includes('\0daemon\0')) continue
    bytes += Number(
      /^VmRSS:\s+(\d+)/m.exec(quietly(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '')?.[1] ?? 0,
    )
  }
  return bytes / 1_024
}

function quietly(look) {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Printed, without a bar: what hookwright costs an agent beside running the same hooks itself, as agents do. */
async function sessionFigures(place) {
  const hooks = Array.from({ length: HOOKS }, (_, index) => `matcher: Bash\n      command: "true ${index}"`)
  const cwd = project(place, 'session', hooks)
  const without = { ...place.env, HOOKWRIGHT_DAEMON: 'off' }
  const host = () => Promise.all(hooks.map((_, index) => start('sh', ['-c', `true ${index}`], place, cwd)))
  for (let call = 0; call < 30; call += 1) await launch(place, cwd)
  const totals = { host: 0, daemon: 0, without: 0 }
  const measured = {
    host,
    daemon: () => launch(place, cwd),
    without: () => launch(place, cwd, payload(cwd), without),
  }
  for (let call = 0; call < CALLS; call += 1) {
    for (const [name, run] of Object.entries(measured)) {
      const began = performance.now()
      await run()
      totals[name] += performance.now() - began
    }
  }
  const each = (name) => totals[name] / CALLS
  return ['daemon', 'without'].map((name) => ({
    name: `a session of ${CALLS} calls with ${HOOKS} hooks each, ${name === 'daemon' ? 'with' : 'without'} daemon / the host itself`,
    value: totals[name] / totals.host,
    unit: 'x',
    detail: `${each(name).toFixed(1)} vs ${each('host').toFixed(1)} ms a call: ${((totals[name] - totals.host) / 1_000).toFixed(1)} s more in the session`,
  }))
}

function ratio(name, ours, base, bar) {
  const detail = `${ROUNDS} interleaved runs, ${ours.toFixed(2)} vs ${base.toFixed(2)} ms`
  return { name, value: ours / base, bar, unit: 'x', detail }
}
