// Runs over many files beside prek, lefthook and pre-commit: a table for each case, then one line per bar.
// --case NAME · --rounds N · --files N · --json · --install (pre-commit, by apt, as root) · --no-build
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CASES, counting } from './git-cases.mjs'
import { runTimed } from './git-process.mjs'
import { makeRepository } from './git-repository.mjs'
import { findRunners } from './git-runners.mjs'
import { median } from './measure.mjs'

const MEMORY_BAR_MIB = 120
const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: Object.keys(CASES) },
    rounds: { type: 'string', default: '10' },
    files: { type: 'string', default: '20000' },
    json: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
})
const unknown = values.case.find((name) => !(name in CASES))
if (unknown) throw new Error(`no case ${unknown}; there are ${Object.keys(CASES).join(', ')}`)
const [rounds, files] = [Number(values.rounds), Number(values.files)]

const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-bench-git-')))
try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  rmSync(base, { recursive: true, force: true })
}

async function bench() {
  if (!values['no-build']) build()
  const repository = makeRepository(base, files)
  const runners = usable(findRunners(base, { ...values, env: repository.env }))
  await checkNames(runners, repository)
  const figures = []
  for (const name of values.case) {
    const results = await measure(name, { runners, repository })
    if (!values.json) console.log(table(name, results))
    figures.push(...figuresOf(name, results))
  }
  const shown = values.json ? JSON.stringify(figures, undefined, 1) : figures.map(line).join('\n')
  console.log(shown)
  return figures.every(({ ok }) => ok)
}

function build() {
  if (spawnSync('npm', ['run', 'build'], { stdio: 'ignore' }).status !== 0)
    throw new Error('npm run build failed')
}

function usable(runners) {
  const all = Object.entries(runners)
  for (const [name, { reason }] of all) if (reason) console.error(`without ${name}: ${reason}`)
  return Object.fromEntries(all.filter(([, { reason }]) => !reason))
}

/** Whoever passed fewer names would win by it. */
async function checkNames(runners, repository) {
  for (const [name, runner] of Object.entries(runners)) {
    const file = join(base, `${name.replaceAll(' ', '-')}.counts`)
    await runOnce(name, { runner, repository, caseName: 'counting', one: counting(file) })
    const passed = readFileSync(file, 'utf8')
      .split('\n')
      .reduce((sum, count) => sum + Number(count), 0)
    if (passed !== files) throw new Error(`${name} passed ${passed} of ${files} names`)
  }
}

/** One round of everybody after the other, so that a noisy minute hits all alike. The first round only warms up. */
async function measure(caseName, { runners, repository }) {
  const one = CASES[caseName]
  const able = Object.entries(runners).filter(([, runner]) => runner.command(caseName, one))
  const results = Object.fromEntries(able.map(([name]) => [name, { times: [], peaks: [] }]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, runner] of able) {
      const { ms, peak } = await runOnce(name, { runner, repository, caseName, one })
      if (round > 0) results[name].times.push(ms)
      if (peak !== undefined) results[name].peaks.push(peak)
    }
  }
  return Object.fromEntries(Object.entries(results).map(([name, taken]) => [name, summary(taken)]))
}

async function runOnce(name, { runner, repository, caseName, one }) {
  const { argv, env } = runner.command(caseName, one)
  const run = await runTimed(argv, { cwd: repository.root, env: { ...repository.env, ...env } })
  if (run.code !== 0 || !runner.isDone(run.output, one))
    throw new Error(`${name} did not run all of "${caseName}" (exit ${run.code}):\n${run.output}`)
  return run
}

function summary({ times, peaks }) {
  return {
    ms: median(times),
    best: Math.min(...times),
    peak: peaks.length > 0 ? Math.max(...peaks) : undefined,
  }
}

function figuresOf(caseName, results) {
  const { title, bars, daemonBars = {} } = CASES[caseName]
  const ours = results.hookwright
  const ratios = [
    ...ratiosOf(title, { ours, bars, results }),
    ...ratiosOf(`${title}, daemon`, { ours: results['hookwright daemon'], bars: daemonBars, results }),
  ]
  if (ours.peak === undefined) return ratios
  const memory = { value: ours.peak, bar: MEMORY_BAR_MIB, unit: 'MiB', detail: 'highest of all runs' }
  return [...ratios, figure(`${title}, peak memory`, memory)]
}

function ratiosOf(title, { ours, bars, results }) {
  return Object.entries(bars).flatMap(([name, bar]) => {
    const theirs = results[name]
    if (!ours || !theirs) return []
    const detail = `${rounds} interleaved runs, ${ours.ms.toFixed(0)} vs ${theirs.ms.toFixed(0)} ms`
    return [figure(`${title} / ${name}`, { value: ours.ms / theirs.ms, bar, unit: 'x', detail })]
  })
}

function figure(name, facts) {
  return { name, ...facts, ok: facts.value <= facts.bar }
}

function line({ name, value, bar, unit, detail, ok }) {
  return `${ok ? 'ok  ' : 'OVER'} ${name}: ${value.toFixed(2)} ${unit} (bar ${bar}) · ${detail}`
}

function table(caseName, results) {
  const ours = results.hookwright
  const rows = Object.entries(results).map(([name, { ms, best, peak }]) =>
    [
      name.padEnd(18),
      ms.toFixed(0).padStart(8),
      best.toFixed(0).padStart(8),
      (peak?.toFixed(0) ?? '-').padStart(9),
      (ours.ms / ms).toFixed(2).padStart(10),
    ].join(''),
  )
  return [
    `${CASES[caseName].title}, ${files} files`,
    '                    median    best  peak MiB   ours / it',
    ...rows,
    '',
  ].join('\n')
}
