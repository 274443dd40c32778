import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEvent, createHook, createPlace, createStep, type Place } from '../../test/shells/steps.ts'
import { readModuleFiles } from '../config/module-files.ts'
import type { Outcome } from '../core/outcome.ts'
import { limits } from '../engine/limits.ts'
import { systemClock } from '../ports/clock.ts'
import { systemFiles } from '../ports/files.ts'
import type { Handler, StepInput } from './handler.ts'
import { createModuleHandler } from './module.ts'
import { createModulePool } from './module-pool.ts'

type Module = {
  readonly place: Place
  readonly file: string
  /** Runs the module for one event. */
  run(overrides?: Partial<StepInput>): Promise<Outcome>
  write(name: string, text: string): void
}

/** A file with this text as the module of a hook, and a pool of its own. */
function moduleOf(
  text: string,
  options: { name?: string; timeoutMs?: number; heapMb?: number; grace?: number } = {},
): Module {
  const { name = 'hook.mjs', timeoutMs = 10_000, heapMb = limits.moduleHeapMb, grace = 100 } = options
  const place = createPlace()
  const pool = createModulePool(limits.moduleWorkers)
  onTestFinished(() => pool.close())
  const handler: Handler = createModuleHandler({
    clock: systemClock,
    pool,
    read: (file) => readModuleFiles(file, systemFiles),
    limits: { ...limits, moduleHeapMb: heapMb, killGraceMs: grace },
  })
  const write = (each: string, content: string): void => {
    mkdirSync(dirname(join(place.projectDir, each)), { recursive: true })
    writeFileSync(join(place.projectDir, each), content)
  }
  write(name, text)
  const source = {
    file: join(place.projectDir, 'hookwright.yaml'),
    pointer: ['hooks', 0],
    scope: 'user',
  } as const
  const hook = createHook({ type: 'module', module: `./${name}` }, { source, timeoutMs })
  return {
    place,
    file: join(place.projectDir, name),
    write,
    run: (overrides) => handler(createStep(hook, createEvent(place), overrides)),
  }
}

const answered = (body: unknown) => ({ kind: 'answered', body, ms: expect.any(Number) })
const says = (outcome: Outcome): string => ('issue' in outcome ? outcome.issue.message : outcome.kind)

test.for([
  [
    'an answer',
    'export default () => ({ decision: "deny", reason: "no" })',
    { decision: 'deny', reason: 'no' },
  ],
  ['a promise', 'export default async () => ({ decision: "ask" })', { decision: 'ask' }],
  ['nothing', 'export default () => {}', undefined],
  [
    'a name of the event',
    'export default ({ name }) => ({ systemMessage: name })',
    { systemMessage: 'PreToolUse' },
  ],
  [
    'no words of the engine about its answer',
    'export default () => ({ decision: "allow", failure: "timeout", unheard: true })',
    { decision: 'allow' },
  ],
  [
    'its own variables and none of ours',
    'export default () => ({ systemMessage: Object.keys(process.env).join() })',
    { systemMessage: 'PATH' },
  ],
] as const)('a module may answer with %s', async ([, text, body]) => {
  expect(await moduleOf(text).run()).toEqual(answered(body))
})

test('a CommonJS file answers', async () => {
  const module = moduleOf('module.exports = () => ({ decision: "deny" })', { name: 'hook.cjs' })
  expect(await module.run()).toEqual(answered({ decision: 'deny' }))
})

test('TypeScript with types, a type import and a TypeScript import answers on every Node', async () => {
  const module = moduleOf(
    `import type { Kind } from './kinds.ts'
     import { reason } from './reason.ts'
     type Given = { readonly name: string }
     export default function ({ name }: Given): { decision: Kind; reason: string } {
       return { decision: 'deny' as const, reason: reason<string>(name!) }
     }`,
    { name: 'hook.ts' },
  )
  module.write('kinds.ts', 'export type Kind = "deny"')
  module.write('reason.ts', 'export const reason = <T,>(name: T): string => `no ${name}`')
  expect(await module.run()).toEqual(answered({ decision: 'deny', reason: 'no PreToolUse' }))
})

test.for([
  ['throws', 'export default () => { throw new Error("oh\\nsecret") }', 'Its module threw: oh'],
  ['rejects', 'export default () => Promise.reject("oh")', 'Its module threw: oh'],
  [
    'calls process.exit',
    'export default () => process.exit(0)',
    'Its module ended its worker with process.exit(0) instead of an answer.',
  ],
  [
    'fails outside of its call',
    'export default () => { setTimeout(() => { throw new Error("late") }); return new Promise(() => {}) }',
    'Its module failed outside of its call: late',
  ],
  [
    'answers with a cycle',
    'export default () => { const a = {}; a.a = a; return a }',
    'The answer of its module is not JSON: Converting circular structure to JSON.',
  ],
  [
    'answers with a function',
    'export default () => () => {}',
    'The answer of its module is not JSON: it is a function.',
  ],
  [
    'answers with too much',
    'export default () => ({ systemMessage: "x".repeat(2_000_000) })',
    'The answer of its module is longer than 1 MiB.',
  ],
  [
    'has no default export',
    'export const a = 1',
    'Its module could not be loaded: its default export is not a function',
  ],
] as const)('a module that %s fails and says why', async ([, text, message]) => {
  const outcome = await moduleOf(text).run()
  expect(outcome.kind).toMatch(/^(?:failed|not-started)$/)
  expect(says(outcome)).toBe(message)
})

test('a module with a syntax error, and one that imports what is not there, did not start', async () => {
  for (const text of ['export default (', 'import "./none.mjs"\nexport default () => {}']) {
    const outcome = await moduleOf(text).run()
    expect(outcome.kind).toBe('not-started')
    expect(says(outcome)).toMatch(/^Its module could not be loaded: /)
  }
})

test('a file that is not there did not start', async () => {
  const module = moduleOf('export default () => {}')
  const { hook } = createStep(createHook({ type: 'module', module: './none.mjs' }), createEvent(module.place))
  const outcome = await module.run({ hook: { ...hook, source: { ...hook.source, file: module.file } } })
  expect(says(outcome)).toBe('Its module "./none.mjs" was not found.')
})

test.for([
  ['never settles', 'export default () => new Promise(() => {})'],
  ['loops forever', 'export default () => { for (;;); }'],
  ['loops forever while it is loaded', 'for (;;);\nexport default () => {}'],
  ['waits on a lock', 'export default () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
] as const)('R45 a module that %s is stopped at its timeout', async ([, text]) => {
  const started = performance.now()
  const outcome = await moduleOf(text, { timeoutMs: 300 }).run()
  expect(outcome).toMatchObject({ kind: 'timed-out', afterMs: 300 })
  expect(performance.now() - started).toBeLessThan(2_300)
})

test('its signal aborts at the timeout, and it may clean up before its worker ends', async () => {
  const module = moduleOf(
    `import { writeFileSync } from 'node:fs'
     export default ({ cwd }, { signal }) => new Promise((done) => {
       signal.addEventListener('abort', () => { writeFileSync(cwd + '/cleaned', signal.reason.message); done() })
     })`,
    { timeoutMs: 300, grace: 1_000 },
  )
  expect(await module.run()).toMatchObject({ kind: 'timed-out' })
  expect(readFileSync(join(module.place.projectDir, 'cleaned'), 'utf8')).toBe('no answer within 300 ms')
})

test('a cancel ends the call and its worker', async () => {
  const module = moduleOf('export default () => { for (;;); }')
  const controller = new AbortController()
  const outcome = module.run({ signal: controller.signal })
  setTimeout(() => controller.abort(), 200)
  expect(await outcome).toMatchObject({ kind: 'cancelled', by: 'host' })
})

test('a module that needs more heap than it may have fails, and this process goes on', async () => {
  const text = 'export default () => { const all = []; for (;;) all.push(new Array(10_000).fill({})) }'
  const outcome = await moduleOf(text, { heapMb: 16, timeoutMs: 30_000 }).run()
  expect(says(outcome)).toBe('Its module needed more memory than a worker may have.')
})

test('what it writes to stdout and stderr reaches nobody, and its end is told when it fails', async () => {
  const text = `import { writeSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    export default async () => {
      console.log('x'.repeat(3_000_000))
      writeSync(1, 'by descriptor')
      spawnSync(process.execPath, ['-e', 'console.log("from a child")'], { stdio: 'inherit' })
      console.error('the end')
      await new Promise((done) => setTimeout(done, 50))
      throw new Error('oh')
    }`
  const outcome = await moduleOf(text).run()
  expect(says(outcome)).toBe('Its module threw: oh')
})

test('an event that cannot be copied is a failure of the preparation', async () => {
  const module = moduleOf('export default () => {}')
  const event = createEvent(module.place, { fields: { call: () => {} } })
  expect(await module.run({ event })).toMatchObject({ kind: 'failed', failure: 'unprepared' })
})

const COUNTS = 'let calls = 0\nexport default () => ({ systemMessage: String(++calls) })'
const messageOf = async (outcome: Promise<Outcome>): Promise<unknown> => {
  const { body } = (await outcome) as { body?: { systemMessage?: string } }
  return body?.systemMessage
}

test('a module stays loaded between events', async () => {
  const module = moduleOf(COUNTS)
  expect([await messageOf(module.run()), await messageOf(module.run())]).toEqual(['1', '2'])
})

test('events at the same time get workers of their own', async () => {
  const module = moduleOf(COUNTS)
  expect(await Promise.all([messageOf(module.run()), messageOf(module.run())])).toEqual(['1', '1'])
})

test.for(['hook.mjs', 'lib/count.mjs'])('a change of %s loads the module again', async (changed) => {
  const module = moduleOf(`import { n } from './lib/count.mjs'\n${COUNTS.replace('++calls', 'n + ++calls')}`)
  module.write('lib/count.mjs', 'export const n = 10')
  expect([await messageOf(module.run()), await messageOf(module.run())]).toEqual(['11', '12'])
  const text = changed === 'hook.mjs' ? COUNTS : 'export const n = 20'
  module.write(changed, text)
  expect(await messageOf(module.run())).toBe(changed === 'hook.mjs' ? '1' : '21')
})

test('other variables, or another approval, get another worker', async () => {
  const module = moduleOf(COUNTS)
  await module.run({ variables: { A: '1' } })
  expect(await messageOf(module.run({ variables: { A: '1' } }))).toBe('2')
  expect(await messageOf(module.run({ variables: { A: '2' } }))).toBe('1')
  expect(await messageOf(module.run({ variables: { A: '1' }, version: 'x' }))).toBe('1')
})

test('a worker that failed is not used again', async () => {
  const module = moduleOf(
    'let calls = 0\nexport default () => { if (calls++ === 0) throw 1; return { systemMessage: "again" } }',
  )
  expect([await messageOf(module.run()), await messageOf(module.run())]).toEqual([undefined, undefined])
})
