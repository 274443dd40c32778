import { expect, test } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { deny } from '../core/decision.ts'
import type { Event } from '../core/event.ts'

const tool = { name: 'Bash', input: {} }

test('what a session shares is said once and reaches every hook of it', async () => {
  const { engine, dir } = await engineIn()
  const seen: Event[] = []
  engine.on('PreToolUse', {}, (event) => void seen.push(event))
  const session = engine.session('s1', {
    transcriptPath: '/tmp/s1.jsonl',
    permissionMode: 'plan',
    fields: { prompt_id: 'p1' },
  })
  await session.dispatch({ name: 'PreToolUse', tool })
  expect(seen).toMatchObject([
    {
      sessionId: 's1',
      transcriptPath: '/tmp/s1.jsonl',
      permissionMode: 'plan',
      cwd: dir,
      fields: { prompt_id: 'p1' },
    },
  ])
})

test('an event’s own word wins, and fields add up', async () => {
  const { engine } = await engineIn()
  const seen: Event[] = []
  engine.on('Stop', {}, (event) => void seen.push(event))
  const session = engine.session('s1', { permissionMode: 'plan', fields: { prompt_id: 'p1' } })
  await session.dispatch({ name: 'Stop', permissionMode: 'default', fields: { stop_hook_active: true } })
  expect(seen).toMatchObject([
    { permissionMode: 'default', fields: { prompt_id: 'p1', stop_hook_active: true } },
  ])
})

test('update changes what later events carry, and nothing that runs', async () => {
  const { engine } = await engineIn()
  const seen: (string | undefined)[] = []
  engine.on('Stop', {}, ({ permissionMode }) => void seen.push(permissionMode))
  const session = engine.session('s1', { permissionMode: 'plan' })
  const first = session.dispatch({ name: 'Stop' })
  session.update({ permissionMode: 'default' })
  await first
  await session.dispatch({ name: 'Stop' })
  expect(seen).toEqual(['plan', 'default'])
})

test('two sessions of one engine share no defaults and no hooks of their own', async () => {
  const { engine } = await engineIn()
  const [a, b] = [engine.session('a', { permissionMode: 'plan' }), engine.session('b')]
  const modes: (string | undefined)[] = []
  engine.on('Stop', {}, ({ permissionMode }) => void modes.push(permissionMode))
  a.on('Stop', {}, () => deny('a only'))
  a.onCheck('Stop', { message: 'check of a' }, () => false)
  await a.addHooks({ hooks: { Stop: [{ hooks: [command('echo hook of a >&2; exit 2')] }] } })
  const messages = [{ role: 'user', content: 'hi' }]
  const [ofA, ofB] = [await a.run({ name: 'Stop', messages }), await b.run({ name: 'Stop', messages })]
  expect(ofA.blocks).toHaveLength(3)
  expect(ofB.blocks).toEqual([])
  expect(modes).toEqual(['plan', undefined])
})

test('stream and explain carry the defaults too', async () => {
  const { engine } = await engineIn()
  engine.on('Stop', {}, () => deny('no'))
  const session = engine.session('s1', { permissionMode: 'plan' })
  expect((await session.explain({ name: 'Stop' })).event).toMatchObject({ permissionMode: 'plan' })
  const items = []
  for await (const item of session.stream({ name: 'Stop' })) items.push(item)
  expect(items.at(-1)).toMatchObject({ plan: { event: { sessionId: 's1', permissionMode: 'plan' } } })
})

test.for([
  ['no id', ''],
  ['an id that is not a text', 3],
] as const)('a session with %s is refused', async ([, id]) => {
  const { engine } = await engineIn()
  expect(() => engine.session(id as never)).toThrow(TypeError)
})

test('a misspelt default is refused, by name', async () => {
  const { engine } = await engineIn()
  expect(() => engine.session('s1', { permissionMod: 'plan' } as never)).toThrow(
    /"permissionMod" is not an option of session.*Did you mean "permissionMode"\?/,
  )
})
