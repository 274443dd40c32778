import { describe, expect, test } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { FORMER_NAMES } from '../core/tools.ts'
import { claudeEvents } from '../dialects/claude-code/events.ts'
import { createEngine } from './create-engine.ts'

describe('an event nobody could judge is refused', () => {
  const TOOL_EVENTS = Object.values(claudeEvents).flatMap(({ subject, event }) =>
    subject === 'tool' ? event : [],
  )

  test.for(TOOL_EVENTS)('%s without a tool', async (name) => {
    const engine = await createEngine()
    const message = `${name} needs the tool it is about: \`tool: { name, input }\`.`
    await expect(engine.dispatch({ name } as never)).rejects.toThrow(new TypeError(message))
    await expect(engine.run({ name } as never)).rejects.toThrow(new TypeError(message))
    await expect(engine.explain({ name } as never)).rejects.toThrow(new TypeError(message))
  })

  test.for<[string, object, string]>([
    [
      'a tool without a name',
      { name: 'PreToolUse', tool: {} },
      'The `tool.name` of PreToolUse must be a text, not undefined.',
    ],
    ['a tool with an empty name', { name: 'PreToolUse', tool: { name: '' } }, 'must be a text, not "".'],
    [
      'a tool that is no object',
      { name: 'PreToolUse', tool: 'Bash' },
      'PreToolUse needs the tool it is about',
    ],
    [
      'an input that is no object',
      { name: 'PreToolUse', tool: { name: 'Bash', input: 'ls' } },
      'The `tool.input` of PreToolUse must be an object, not "ls".',
    ],
    [
      'a subject that is no text',
      { name: 'SessionStart', fields: { source: 3 } },
      'The field "source" of SessionStart must be a text, not 3.',
    ],
    [
      'an agent type that is no text',
      { name: 'SubagentStop', agent: { type: 7 } },
      'The `agent.type` of SubagentStop must be a text, not 7.',
    ],
    [
      'an agent that is a text',
      { name: 'Stop', agent: 'Plan' },
      'The `agent` of Stop must be an object with an `id` or a `type`, not "Plan".',
    ],
    [
      'an agent that is a text, beside an id in `fields`',
      { name: 'Stop', agent: 'Plan', fields: { agent_id: 'a' } },
      'The `agent` of Stop must be an object with an `id` or a `type`, not "Plan".',
    ],
    [
      'an agent id that is no text',
      { name: 'Stop', agent: { id: 7 } },
      'The `agent.id` of Stop must be a text, not 7.',
    ],
    [
      'an agent id in `fields` that is no text',
      { name: 'Stop', fields: { agent_id: 7 } },
      'The `agent.id` of Stop must be a text, not 7.',
    ],
    [
      'a misspelt key of the agent',
      { name: 'Stop', agent: { agentId: 'a' } },
      '"agentId" is not a key of the `agent` of Stop; accepted: id, type.',
    ],
    [
      'a misspelt key of the tool',
      { name: 'PreToolUse', tool: { name: 'Bash', inputs: { command: 'rm' } } },
      '"inputs" is not a key of the `tool` of PreToolUse; accepted: name, nativeName, mayBe, input, nativeInput, parts, useId, response, error. Did you mean "input"?',
    ],
    [
      'a tool of another event that is no object',
      { name: 'Stop', tool: 'Bash' },
      'The `tool` of Stop must be an object with a `name`, not "Bash".',
    ],
    [
      'a tool of another event without a name',
      { name: 'Stop', tool: { input: {} } },
      'The `tool.name` of Stop must be a text, not undefined.',
    ],
    [
      'an input of another event’s tool that is no object',
      { name: 'Stop', tool: { name: 'Bash', input: 'ls' } },
      'The `tool.input` of Stop must be an object, not "ls".',
    ],
    [
      'a field beside `fields`',
      { name: 'Notification', notification_type: 'x' },
      '"notification_type" is not a part of an event; put it into `fields`.',
    ],
    [
      'a misspelt part',
      { name: 'Stop', sesionId: 'x' },
      '"sesionId" is not a part of an event. Did you mean "sessionId"?',
    ],
    [
      'fields that are none',
      { name: 'Stop', fields: 'x' },
      'The `fields` of Stop must be an object, not "x".',
    ],
  ])('%s', async ([, event, message]) => {
    const engine = await createEngine()
    await expect(engine.dispatch(event as never)).rejects.toThrow(TypeError)
    await expect(engine.dispatch(event as never)).rejects.toThrow(message)
  })
})

test.for(['Stop', 'Deploy'])('a tool that is null counts as absent for %s', async (name) => {
  const engine = await createEngine()
  const seen: unknown[] = []
  engine.on(name as 'Stop', {}, ({ tool: given, agent }) => void seen.push(given, agent))
  await engine.dispatch({ name, tool: null, agent: null } as never)
  expect(seen).toEqual([undefined, undefined])
})

test('parts of the engine’s own that are left undefined are filled in', async () => {
  const { engine, dir } = await engineIn()
  const seen: unknown[] = []
  engine.on('Stop', {}, ({ host, projectDir, at }) => void seen.push(host, projectDir, at > 0))
  const absent = { host: undefined, projectDir: undefined, at: undefined }
  await engine.dispatch({ name: 'Stop', ...absent } as never)
  expect(seen).toEqual(['library', dir, true])
})

describe('a tool under a former name is the tool', () => {
  const FORMER = Object.entries(FORMER_NAMES).flatMap(([current, former]) =>
    former.map((name) => [name, current] as const),
  )

  test.for(FORMER)('%s, now %s', async ([former, current]) => {
    const { engine } = await engineIn()
    const heard: unknown[] = []
    for (const matcher of [former, current, `^${former}$`])
      engine.on(
        'PreToolUse',
        { matcher },
        ({ tool: call }) => void heard.push(matcher, call.name, call.nativeName),
      )
    const wires: unknown[] = []
    engine.onCallbacks({
      PreToolUse: [{ matcher: former, hooks: [async (input) => void wires.push(input['tool_name'])] }],
    })
    const guarded = command('exit 2', { if: former })
    await engine.addHooks({ hooks: { PreToolUse: [{ hooks: [guarded] }] } })
    const said = { tool: { name: former, input: {} } }
    const verdict = await engine.dispatch({ name: 'PreToolUse', ...said })
    await engine.dispatch({ name: 'PreToolUse', fields: { tool_name: former } } as never)
    const once = [former, current, `^${former}$`].flatMap((matcher) => [matcher, current, former])
    expect(heard).toEqual([...once, ...once])
    expect(verdict.decision).toBe('deny')
    // Hooks read the name that the program gave, as they do where a host calls.
    expect(wires).toEqual([former, former])
  })

  test('a native name that the program gives stays', async () => {
    const { engine } = await engineIn()
    const heard: unknown[] = []
    engine.on('PreToolUse', {}, ({ tool: call }) => void heard.push(call.name, call.nativeName))
    await engine.dispatch({ name: 'PreToolUse', tool: { name: 'Task', nativeName: 'spawn' } })
    expect(heard).toEqual(['Agent', 'spawn'])
  })
})
