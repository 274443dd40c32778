import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { testFolder } from '../../test/helpers/watching.ts'
import { deny } from '../core/decision.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import type { AudienceOptions } from './audience.ts'

/** Where an event may happen. */
const PLACES = {
  main: { sessionId: 's1' },
  'agent a': { sessionId: 's1', agent: { id: 'a', type: 'Explore' } },
  'agent b': { sessionId: 's1', agent: { id: 'b', type: 'Explore' } },
  'other main': { sessionId: 's2' },
  'other agent': { sessionId: 's2', agent: { id: 'c', type: 'Explore' } },
  'no session': {},
} as const
type Place = keyof typeof PLACES

/** Who hears of what, for every way to limit a hook. */
const AUDIENCES: readonly [AudienceOptions, readonly Place[]][] = [
  [{}, ['main', 'agent a', 'agent b', 'other main', 'other agent', 'no session']],
  [{ agent: 'all' }, ['main', 'agent a', 'agent b', 'other main', 'other agent', 'no session']],
  [{ agent: 'main' }, ['main', 'other main', 'no session']],
  [{ agent: 'subagents' }, ['agent a', 'agent b', 'other agent']],
  [{ agent: { id: 'a' } }, ['agent a']],
  [{ agentId: 'a' }, ['agent a']],
  [{ sessionId: 's1' }, ['main', 'agent a', 'agent b']],
  [{ sessionId: 's1', agent: 'all' }, ['main', 'agent a', 'agent b']],
  [{ sessionId: 's1', agent: 'main' }, ['main']],
  [{ sessionId: 's1', agent: 'subagents' }, ['agent a', 'agent b']],
  [{ sessionId: 's1', agent: { id: 'a' } }, ['agent a']],
  [{ sessionId: 's1', agentId: 'a' }, ['agent a']],
  [{ sessionId: 's2', agentId: 'a' }, []],
]

/** Which places a hook is heard in, by asking in each. */
async function heardIn(
  engine: Engine,
  name: 'PreToolUse' | 'Stop' | 'SubagentStop',
): Promise<readonly string[]> {
  const heard: string[] = []
  for (const [place, where] of Object.entries(PLACES)) {
    const event = { name, ...where, tool: { name: 'Bash' }, messages: [] } as const
    if ((await engine.dispatch(event)).decision === 'deny') heard.push(place)
  }
  return heard
}

describe.for(AUDIENCES)('hooks limited to %j', ([audience, places]) => {
  test('on', async () => {
    const engine = await createEngine()
    engine.on('PreToolUse', audience, () => deny('no'))
    expect(await heardIn(engine, 'PreToolUse')).toEqual(places)
  })

  test('addHooks', async () => {
    const { engine } = await engineIn()
    await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [command('exit 2')] }] } }, audience)
    expect(await heardIn(engine, 'PreToolUse')).toEqual(places)
  })

  test('addFrontmatter of a skill', async () => {
    const { engine } = await engineIn()
    const { dir } = testFolder()
    const file = skill(dir, 'PreToolUse')
    await engine.addFrontmatter(file, { kind: 'skill', ...audience })
    expect(await heardIn(engine, 'PreToolUse')).toEqual(places)
  })

  test.for(['Stop', 'SubagentStop'] as const)('onCheck of %s', async (event) => {
    const engine = await createEngine()
    const { sessionId = 's1', ...rest } = audience
    engine.onCheck(event, { sessionId, message: 'no', ...rest }, () => false)
    const inSession = AUDIENCES.find(
      ([each]) => JSON.stringify(each) === JSON.stringify({ sessionId, ...rest }),
    )
    expect(await heardIn(engine, event)).toEqual(inSession?.[1])
  })
})

describe('hooks of an agent', () => {
  test.for([
    ['see that agent alone, its end included', { agentId: 'a' }, 'SubagentStop', ['agent a']],
    ['and nothing at the end of a turn', { agentId: 'a' }, 'Stop', []],
    ['see the main thread where the agent is it', { isMain: true, sessionId: 's1' }, 'Stop', ['main']],
  ] as const)('%s', async ([, options, event, places]) => {
    const { engine } = await engineIn()
    const { dir } = testFolder()
    await engine.addFrontmatter(agentFile(dir), { kind: 'agent', ...options } as never)
    expect(await heardIn(engine, event)).toEqual(places)
  })

  test('two agents with equal hooks hear each their own calls', async () => {
    const { engine } = await engineIn()
    const { dir } = testFolder()
    const added = [
      await engine.addFrontmatter(agentFile(dir), { kind: 'agent', agentId: 'a', sessionId: 's1' }),
      await engine.addFrontmatter(agentFile(dir), { kind: 'agent', agentId: 'b', sessionId: 's1' }),
    ]
    expect(await heardIn(engine, 'SubagentStop')).toEqual(['agent a', 'agent b'])
    added[0]?.remove()
    expect(await heardIn(engine, 'SubagentStop')).toEqual(['agent b'])
  })

  test.for([
    ['without saying which', {}],
    ['for all agents', { agent: 'all' }],
    ['for all subagents', { agent: 'subagents' }],
  ] as const)('are refused %s', async ([, options]) => {
    const { engine } = await engineIn()
    const { dir } = testFolder()
    await expect(
      engine.addFrontmatter(agentFile(dir), { kind: 'agent', ...options } as never),
    ).rejects.toThrow(
      new TypeError('The hooks of an agent see that agent alone: say its `agentId`, or `isMain: true`.'),
    )
    expect(engine.hooks).toEqual([])
  })
})

describe('an agent without an id is the main thread', () => {
  test.for<[object]>([
    [{ agent: { id: null } }],
    [{ agent: { id: '' } }],
    [{ agent: { id: undefined } }],
    [{ agent: { id: '', type: 'reviewer' } }],
    [{ agent: {} }],
    [{ agent: null }],
    [{ fields: { agent_id: '' } }],
    [{ fields: { agent_id: null } }],
    [{ agent: { id: '' }, fields: { agent_id: '', agent_type: '' } }],
  ])('%j', async ([where]) => {
    const engine = await createEngine()
    const heard: unknown[] = []
    engine.on('PreToolUse', { agent: 'main' }, ({ agent }) => void heard.push('main', agent?.id))
    engine.on('PreToolUse', { agent: 'subagents' }, () => void heard.push('subagents'))
    await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Bash' }, ...where } as never)
    expect(heard).toEqual(['main', undefined])
  })

  test('an id in `fields` counts where the part has none', async () => {
    const engine = await createEngine()
    const heard: unknown[] = []
    engine.on('Stop', { agentId: 'a' }, ({ agent }) => void heard.push(agent))
    await engine.dispatch({ name: 'Stop', agent: { id: '' }, fields: { agent_id: 'a' } } as never)
    expect(heard).toEqual([{ id: 'a' }])
  })
})

test('explain says whom a hook is for', async () => {
  const engine = await createEngine()
  engine.on('Stop', { sessionId: 's1', agent: 'main' }, () => undefined)
  engine.on('Stop', { agent: 'subagents' }, () => undefined)
  engine.on('Stop', { agentId: 'a' }, () => undefined)
  const { skipped } = await engine.explain({ name: 'Stop', sessionId: 's2' })
  expect(skipped.map(({ why }) => why)).toEqual([
    'it is for the main thread of session s1',
    'it is for subagents',
    'it is for agent a',
  ])
})

describe('an audience that cannot be meant is refused', () => {
  test.for<[string, object, string]>([
    [
      'an agent said twice',
      { agentId: 'a', agent: 'main' },
      'An audience takes `agent` or `agentId`, not both.',
    ],
    [
      'a misspelt agent',
      { agent: 'mian' },
      'The `agent` of an audience must be "all", "main", "subagents" or { id }, not "mian".',
    ],
    ['an agent without an id', { agent: {} }, 'must be "all", "main", "subagents" or { id }, not an object.'],
    ['an empty id', { agentId: '' }, 'The `agentId` of an audience must be a text, not "".'],
    ['no agent', { agentId: null }, 'The `agentId` of an audience must be a text, not null.'],
    ['no session', { sessionId: null }, 'The `sessionId` of an audience must be a text, not null.'],
  ])('%s', async ([, audience, message]) => {
    const { engine } = await engineIn()
    const { dir } = testFolder()
    expect(() => engine.on('Stop', audience as never, () => undefined)).toThrow(TypeError)
    expect(() => engine.on('Stop', audience as never, () => undefined)).toThrow(message)
    const check = { sessionId: 's1', message: 'x', ...audience } as never
    expect(() => engine.onCheck('Stop', check, () => true)).toThrow(TypeError)
    await expect(engine.addHooks({ hooks: {} }, audience as never)).rejects.toThrow(message)
    await expect(
      engine.addFrontmatter(skill(dir, 'Stop'), { kind: 'skill', ...audience } as never),
    ).rejects.toThrow(message)
    expect(engine.hooks).toEqual([])
  })
})

test.for<[string, (engine: Engine, dir: string) => Promise<unknown>, string]>([
  [
    'addHooks',
    (engine) => engine.addHooks({ hooks: {} }, { sesionId: 's' } as never),
    '"sesionId" is not an option of addHooks; accepted: sessionId, agent, agentId, name, onSuccess. Did you mean "sessionId"?',
  ],
  [
    'addFrontmatter',
    (engine, dir) => engine.addFrontmatter(skill(dir, 'Stop'), { kind: 'skil' } as never),
    'The `kind` of addFrontmatter must be "skill" or "agent", not "skil".',
  ],
])('%s refuses a slip in its options', async ([, add, message]) => {
  const { engine } = await engineIn()
  const { dir } = testFolder()
  await expect(add(engine, dir)).rejects.toThrow(new TypeError(message))
})

function skill(dir: string, event: string): string {
  return markdown(join(dir, 'skills/guard'), 'SKILL.md', event)
}

function agentFile(dir: string): string {
  return markdown(join(dir, 'agents'), 'guard.md', 'Stop')
}

function markdown(folder: string, name: string, event: string): string {
  mkdirSync(folder, { recursive: true })
  const hooks = `hooks:\n  ${event}:\n    - hooks:\n        - type: command\n          command: exit 2\n`
  writeFileSync(join(folder, name), `---\nname: guard\n${hooks}---\n`)
  return join(folder, name)
}
