import { createEngine } from '../../src/library/create-engine.ts'
import type { Engine } from '../../src/library/engine.ts'
import { runStatusLine } from '../../src/session/lines.ts'
import { hook, toolEvent } from './builders.ts'

/** Prints by how many bytes the heap grows over `times` rounds of one kind of use, after a fifth as many to warm up. */
const [kind = '', times = '0'] = process.argv.slice(2)
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined)
const event = { name: 'PreToolUse', sessionId: 's', tool: { name: 'Bash', input: {} } } as const
const { signal } = new AbortController()
const { signal: end } = new AbortController()

type Use = (engine: Engine, round: number) => Promise<unknown>

const USES: Readonly<Record<string, Use>> = {
  dispatch: (engine) => engine.dispatch(event, { signal }),
  stream: async (engine) => {
    for await (const item of engine.stream(event, { signal })) if (item.kind === 'verdict') return
  },
  session: async (engine, round) => {
    const session = engine.session(`s${round}`)
    session.on('PreToolUse', {}, () => undefined)
    await session.dispatch({ name: 'PreToolUse', tool: { name: 'Bash', input: {} } }, { signal })
    await session.dispatch({ name: 'SessionEnd' }, { signal })
  },
  'on and off': async (engine) => {
    const off = engine.on('PreToolUse', {}, () => undefined)
    await engine.dispatch(event, { signal })
    off()
  },
  subscribe: async (engine) => {
    const leave = engine.background.subscribe(() => undefined)
    await engine.dispatch(event, { signal })
    leave()
  },
  'status line': () => runStatusLine([statusLine], {}, { ...lineParts, signal, end }),
}

const statusLine = hook({
  event: 'command:statusLine',
  handler: { type: 'command', start: { kind: 'argv', words: ['true'] } },
})
/** A line whose command answers at once: what is measured is what is kept besides processes. */
const lineParts: Parameters<typeof runStatusLine>[2] = {
  command: () => Promise.resolve({ kind: 'cancelled', by: 'host', ms: 0 }),
  hookSide: () => Promise.resolve({ environment: () => ({}) } as never),
  variables: () => ({}),
  refuse: () => undefined,
  event: () => toolEvent('Bash'),
  maxTimeoutMs: 1_000,
}

async function heapAfterRest(): Promise<number> {
  // What is weakly held is gone only after the loop has turned between two collections.
  for (let round = 0; round < 4; round += 1) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}

const engine = await createEngine({ sources: [] })
if (kind !== 'on and off') engine.on('PreToolUse', {}, () => undefined)
const use = USES[kind] as Use
let count = 0
const repeat = async (rounds: number): Promise<number> => {
  for (let round = 0; round < rounds; round += 1) await use(engine, (count += 1))
  return heapAfterRest()
}
const before = await repeat(Number(times) / 5)
console.log(JSON.stringify({ grown: (await repeat(Number(times))) - before }))
await engine.dispose()
