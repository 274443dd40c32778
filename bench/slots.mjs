import { createEngine } from '../dist/index.mjs'
import { median } from './measure.mjs'

const ROUNDS = 5
const HOOKS = 50
const SLOTS = 8
const SLEEP_SECONDS = 0.2

/** Fifty hooks through eight process slots, against the time those sleeps alone take in as many rounds. */
export async function slotFigures() {
  const engine = await createEngine({ sources: [] })
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
  return [
    {
      name: '50 hooks of sleep 0.2 in 8 slots / their sleeps',
      value: took / least,
      bar: 1.3,
      unit: 'x',
      detail,
    },
  ]
}
