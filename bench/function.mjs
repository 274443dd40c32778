import { createEngine, deny } from '../dist/index.mjs'
import { median } from './measure.mjs'

const ROUNDS = 20
/** So many that each side collects its own garbage: what a short batch of controllers leaves is paid for by the next. */
const CALLS = 50_000
/** No hook is for this event. */
const UNMATCHED = { name: 'PostToolUse', tool: { name: 'Bash', input: { command: 'ls' } } }
const EVENT = { name: 'PreToolUse', tool: { name: 'Bash', input: { command: 'ls' } } }

/** In batches, since one call is shorter than the clock can tell. */
export async function functionFigures() {
  const engine = await createEngine({ sources: [] })
  const answer = deny('no')
  engine.on('PreToolUse', { matcher: 'Bash' }, async () => answer)
  const names = new Map([['PreToolUse', 1]])
  const pairs = {
    dispatch: [() => calls(() => engine.dispatch(EVENT)), () => calls(() => handWritten(async () => answer))],
    unmatched: [() => calls(() => engine.dispatch(UNMATCHED)), () => calls(() => lookUp(names, UNMATCHED))],
    has: [() => lookups((name) => engine.has(name)), () => lookups((name) => names.has(name))],
  }
  const figures = []
  for (const [name, [ours, theirs]] of Object.entries(pairs))
    figures.push(figure(name, await compare(ours, theirs)))
  await engine.dispose()
  return figures
}

/** The least a program could do that asks before it calls anybody. */
async function lookUp(names, { name }) {
  return names.get(name)?.hooks
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
  for (let call = 0; call < CALLS * 20; call += 1) if (has('PreToolUse')) found += 1
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

/** The engine fills the event in, looks at approvals and makes a plan and a run of it, where a look-up returns nothing. */
const FIGURES = {
  dispatch: { label: 'one function hook / hand-written loop', bar: 1 },
  unmatched: { label: 'dispatch without a match / Map look-up and async return', bar: 35 },
  has: { label: 'has() / Map.has', bar: 2 },
}

function figure(name, [ours, theirs]) {
  const { label, bar } = FIGURES[name]
  const detail = `${ROUNDS} rounds, ${((ours / CALLS) * 1e3).toFixed(2)} vs ${((theirs / CALLS) * 1e3).toFixed(2)} µs per ${name === 'has' ? '20 look-ups' : 'call'}`
  return { name: label, value: ours / theirs, bar, unit: 'x', detail }
}
