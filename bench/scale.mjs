import { createEngine, addContext } from '../dist/index.mjs'
import { median } from './measure.mjs'

const ROUNDS = 200
const CALLS = 200

/** One match among ten and among ten thousand configured hooks. */
export async function scaleFigures() {
  const small = await engineWith(10)
  const large = await engineWith(10_000)
  const times = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, engine] of [small, large].entries()) {
      const start = performance.now()
      for (let call = 0; call < CALLS; call += 1) {
        await engine.dispatch({ name: 'PreToolUse', tool: { name: `Tool${call % 8}`, input: {} } })
      }
      times[index].push(performance.now() - start)
    }
  }
  await Promise.all([small.dispose(), large.dispose()])
  const [ten, many] = times.map(median)
  const detail = `${ROUNDS} rounds, ${((many / CALLS) * 1e3).toFixed(2)} vs ${((ten / CALLS) * 1e3).toFixed(2)} µs per call`
  return [{ name: '10,000 hooks / 10 hooks, one match', value: many / ten, bar: 2, unit: 'x', detail }]
}

async function engineWith(count) {
  const engine = await createEngine({ sources: [] })
  const answer = addContext('found')
  for (let number = 0; number < count; number += 1) {
    engine.on('PreToolUse', { matcher: number % 2 === 0 ? `Tool${number}` : `^Tool${number}$` }, () => answer)
  }
  return engine
}
