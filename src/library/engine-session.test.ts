import { describe, expect, test } from 'vitest'
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

describe('what an event says in `fields` wins over the defaults as well', () => {
  const defaults = {
    permissionMode: 'default',
    cwd: '/tmp',
    transcriptPath: '/tmp/default.jsonl',
    agent: { id: 'm', type: 'main-agent' },
  }

  test.for<[object, object]>([
    [{ permission_mode: 'plan' }, { ...defaults, permissionMode: 'plan' }],
    [{ cwd: '/' }, { ...defaults, cwd: '/' }],
    [{ transcript_path: '/own.jsonl' }, { ...defaults, transcriptPath: '/own.jsonl' }],
    [{ agent_id: '7' }, { ...defaults, agent: { id: '7' } }],
    [
      { agent_id: '7', agent_type: 'Explore' },
      { ...defaults, agent: { id: '7', type: 'Explore' } },
    ],
    [{ permission_mode: null, cwd: null }, defaults],
    [{ session_id: 'other' }, { ...defaults, sessionId: 's1' }],
  ])('%j', async ([fields, seen]) => {
    const { engine } = await engineIn()
    const events: Event[] = []
    engine.on('PreToolUse', {}, (event) => void events.push(event))
    const session = engine.session('s1', defaults)
    await session.dispatch({ name: 'PreToolUse', tool, fields } as never)
    expect(events).toMatchObject([seen])
    expect(events[0]?.agent).toEqual((seen as typeof defaults).agent)
  })

  test('a matcher looks at the agent that the event names', async () => {
    const { engine } = await engineIn()
    engine.on('SubagentStart', { matcher: 'Explore' }, () => deny('guarded'))
    const session = engine.session('s1', { agent: { type: 'main-agent' } })
    const fields = { agent_id: '7', agent_type: 'Explore' }
    const { plan } = await session.run({ name: 'SubagentStart', fields })
    expect(plan.steps).toHaveLength(1)
  })

  test('a part left undefined leaves the default', async () => {
    const { engine } = await engineIn()
    const events: Event[] = []
    engine.on('Stop', {}, (event) => void events.push(event))
    const absent = { permissionMode: undefined, cwd: undefined, agent: undefined, transcriptPath: undefined }
    await engine.session('s1', defaults).dispatch({ name: 'Stop', ...absent } as never)
    expect(events).toMatchObject([defaults])
  })

  test('common fields of the defaults may be written as in a payload', async () => {
    const { engine } = await engineIn()
    const modes: (string | undefined)[] = []
    engine.on('Stop', {}, ({ permissionMode }) => void modes.push(permissionMode))
    const session = engine.session('s1', { fields: { permission_mode: 'plan' } } as never)
    await session.dispatch({ name: 'Stop' })
    await session.dispatch({ name: 'Stop', permissionMode: 'default' })
    expect(modes).toEqual(['plan', 'default'])
  })
})

test.for<[string, unknown, string]>([
  [
    'fields that are a text',
    { name: 'Stop', fields: 'x' },
    'The `fields` of Stop must be an object, not "x".',
  ],
  ['fields that are null', { name: 'Stop', fields: null }, 'The `fields` of Stop must be an object'],
  ['nothing', undefined, 'The `name` of an event must be a text, not undefined.'],
  ['an agent that is a text', { name: 'Stop', agent: 'Plan' }, 'The `agent` of Stop must be an object'],
])('a session refuses %s as its engine does', async ([, event, message]) => {
  const { engine } = await engineIn()
  const refused = engine.session('s1', { fields: { prompt_id: 'p' } }).dispatch(event as never)
  await expect(refused).rejects.toThrow(TypeError)
  await expect(engine.session('s1').dispatch(event as never)).rejects.toThrow(message)
})

test.for(['Plan', 7, { id: 7 }, { ids: 'x' }])('the agent of a session cannot be %j', async (agent) => {
  const { engine } = await engineIn()
  expect(() => engine.session('s1', { agent } as never)).toThrow(TypeError)
  expect(() => engine.session('s1').update({ agent } as never)).toThrow(TypeError)
})

test.for(['x', null, []])('the fields of a session cannot be %j', async (fields) => {
  const { engine } = await engineIn()
  expect(() => engine.session('s1', { fields } as never)).toThrow(
    /The `fields` of a session must be an object/,
  )
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

test('a change of default fields leaves those it does not name', async () => {
  const { engine } = await engineIn()
  const seen: Event[] = []
  engine.on('Stop', {}, (event) => void seen.push(event))
  const session = engine.session('s1', { fields: { prompt_id: 'p1' } })
  session.update({ fields: { effort: { level: 'high' } } })
  await session.dispatch({ name: 'Stop' })
  expect(seen[0]?.fields).toMatchObject({ prompt_id: 'p1', effort: { level: 'high' } })
})
