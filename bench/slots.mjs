import { createEngine } from '../dist/index.mjs'
import { interleave, median } from './measure.mjs'

const ROUNDS = 5
const HOOKS = 50
const SLEEP_SECONDS = 0.2
const MAX_PROCESSES = 24
/** The third of the processes that is for turn ends, less the one that is kept for other sessions. */
const SLOTS = 7
const TOOL = { name: 'Bash', input: {} }

/** Waiting for a slot costs nothing but the wait, and one session's flood costs another nothing. */
export async function slotFigures() {
  return [await queueFigure(), await floodFigure()]
}

/** Fifty hooks of one session through seven slots, against the time those sleeps alone take in as many rounds. */
async function queueFigure() {
  const engine = await createEngine({ sources: [], maxProcesses: MAX_PROCESSES })
  // A timeout far below the whole: waiting for a slot must not be charged to it.
  const handlers = Array.from({ length: HOOKS }, (_, index) => ({
    type: 'command',
    command: `sleep ${SLEEP_SECONDS} # ${index}`,
    timeout: 1,
  }))
  await engine.addHooks({ hooks: { Stop: [{ hooks: handlers }] } })
  const times = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { counts, ms } = await engine.run({ name: 'Stop' })
    if (counts.success !== HOOKS) throw new Error(`only ${counts.success} of ${HOOKS} hooks ended well`)
    times.push(ms)
  }
  await engine.dispose()
  const least = Math.ceil(HOOKS / SLOTS) * SLEEP_SECONDS * 1_000
  const took = median(times)
  const detail = `${ROUNDS} rounds, ${took.toFixed(0)} ms for sleeps of ${least.toFixed(0)} ms; none timed out waiting`
  return {
    name: `50 hooks of sleep 0.2 in ${SLOTS} slots / their sleeps`,
    value: took / least,
    bar: 1.3,
    unit: 'x',
    detail,
  }
}

/** The gate of one session while another has 200 slow hooks under way or waiting, against the same gate alone. */
async function floodFigure() {
  const [flooded, quiet] = [await gated(), await gated()]
  const slow = [{ type: 'command', command: 'exec sleep 600' }]
  await flooded.addHooks({ hooks: { PostToolUse: [{ hooks: slow }] } })
  const flood = Array.from({ length: 200 }, () =>
    flooded.run({ name: 'PostToolUse', sessionId: 'a', tool: TOOL }),
  )
  const gate = (engine) => async () => {
    const { counts } = await engine.run({ name: 'PreToolUse', sessionId: 'b', tool: TOOL })
    if (counts.success !== 1) throw new Error('the gate did not run')
  }
  // The processes of the flood start first.
  for (let round = 0; round < 20; round += 1) await gate(flooded)()
  const times = await interleave({ flooded: gate(flooded), quiet: gate(quiet) }, 40)
  await Promise.all([flooded.dispose(), quiet.dispose()])
  await Promise.all(flood)
  const detail = `40 rounds, ${times.flooded.toFixed(2)} vs ${times.quiet.toFixed(2)} ms`
  return {
    name: 'a gate beside 200 slow hooks of another session / alone',
    value: times.flooded / times.quiet,
    bar: 1.5,
    unit: 'x',
    detail,
  }
}

async function gated() {
  const engine = await createEngine({ sources: [] })
  await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
  return engine
}
