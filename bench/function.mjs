import { createEngine, deny } from '../dist/index.mjs'
import { median } from './measure.mjs'

const ROUNDS = 60
const CALLS = 5_000
const EVENT = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } }

/** In batches, since one call is shorter than the clock can tell. */
export async function functionFigures() {
  const engine = await createEngine({ sources: [] })
  const answer = deny('no')
  engine.on('PreToolUse', { matcher: 'Bash' }, async () => answer)
  const names = new Map([['PreToolUse', 1]])
  const pairs = {
    dispatch: [() => calls(() => engine.dispatch(EVENT)), () => calls(() => handWritten(async () => answer))],
    has: [() => lookups((name) => engine.has(name)), () => lookups((name) => names.has(name))],
  }
  const figures = []
  for (const [name, [ours, theirs]] of Object.entries(pairs))
    figures.push(figure(name, await compare(ours, theirs)))
  await engine.dispose()
  return figures
}

/** The same duties by hand: a signal, a timer, an await, and both cleaned up. */
async function handWritten(hook) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 60_000)
  try {
    return await hook(EVENT, { signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

async function calls(run) {
  for (let call = 0; call < CALLS; call += 1) await run()
}

function lookups(has) {
  let found = 0
  for (let call = 0; call < CALLS * 200; call += 1) if (has('PreToolUse')) found += 1
  return found
}

async function compare(ours, theirs) {
  const times = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, run] of [ours, theirs].entries()) {
      const start = performance.now()
      await run()
      times[index].push(performance.now() - start)
    }
  }
  return times.map(median)
}

function figure(name, [ours, theirs]) {
  const labels = { dispatch: 'one function hook / hand-written loop', has: 'has() / Map.has' }
  const detail = `${ROUNDS} rounds, ${((ours / CALLS) * 1e3).toFixed(2)} vs ${((theirs / CALLS) * 1e3).toFixed(2)} µs per ${name === 'has' ? '200 look-ups' : 'call'}`
  return { name: labels[name], value: ours / theirs, bar: 2, unit: 'x', detail }
}
