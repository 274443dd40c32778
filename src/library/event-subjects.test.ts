import { describe, expect, test } from 'vitest'
import { command, engineIn } from '../../test/helpers/library.ts'
import { claudeEvents } from '../dialects/claude-code/events.ts'
import { createEngine } from './create-engine.ts'

/** A program in plain JavaScript can write an event in many ways. */
type Given = Readonly<Record<string, unknown>>
type Row = readonly [event: string, given: Given, matching: string, wire: Given]

const inField = (event: string, field: string, value: string, matching = value): Row => [
  event,
  { fields: { [field]: value } },
  matching,
  { [field]: value },
]

const tool = (event: string): readonly Row[] => [
  [
    event,
    { tool: { name: 'Bash', input: { command: 'ls' } } },
    'Bash',
    { tool_name: 'Bash', tool_input: { command: 'ls' } },
  ],
  [
    event,
    { fields: { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'u1' } },
    'Bash',
    { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'u1' },
  ],
]

const agentRows = (event: string): readonly Row[] => [
  [event, { agent: { id: 'a1', type: 'Explore' } }, 'Explore', { agent_id: 'a1', agent_type: 'Explore' }],
  [
    event,
    { fields: { agent_id: 'a1', agent_type: 'Explore' } },
    'Explore',
    { agent_id: 'a1', agent_type: 'Explore' },
  ],
  [
    event,
    { agent: { id: 'a1' }, fields: { agent_type: 'Explore' } },
    'Explore',
    { agent_id: 'a1', agent_type: 'Explore' },
  ],
  [
    event,
    { agent: { id: 'a1', type: undefined }, fields: { agent_type: 'Explore' } },
    'Explore',
    { agent_id: 'a1', agent_type: 'Explore' },
  ],
  [
    event,
    { agent: { type: 'Explore' }, fields: { agent_type: 'Plan' } },
    'Explore',
    { agent_type: 'Explore' },
  ],
]

/** Every event that has a subject, with every place its value may be given in. */
const SUBJECTS: readonly Row[] = [
  ...['PreToolUse', 'PermissionRequest', 'PermissionDenied', 'PostToolUse', 'PostToolUseFailure'].flatMap(
    tool,
  ),
  ...['SubagentStart', 'SubagentStop'].flatMap(agentRows),
  inField('StopFailure', 'error', 'rate_limit'),
  ['StopFailure', {}, 'unknown', { error: 'unknown' }],
  ['StopFailure', { fields: { error: null, error_details: 'x' } }, 'unknown', { error: 'unknown' }],
  inField('UserPromptExpansion', 'command_name', 'deploy'),
  inField('SessionStart', 'source', 'resume'),
  inField('Setup', 'trigger', 'init'),
  inField('PreModelSwitch', 'to_model', 'haiku'),
  inField('PostModelSwitch', 'to_model', 'haiku'),
  inField('Notification', 'notification_type', 'idle_prompt'),
  inField('SessionEnd', 'reason', 'clear'),
  inField('InstructionsLoaded', 'load_reason', 'include'),
  inField('ConfigChange', 'source', 'skills'),
  inField('FileChanged', 'file_path', '/a/b/env', 'env'),
  inField('DirectoryAdded', 'source', 'slash_command'),
  inField('PreCompact', 'trigger', 'auto'),
  inField('PostCompact', 'trigger', 'auto'),
  inField('Elicitation', 'mcp_server_name', 'github'),
  inField('ElicitationResult', 'mcp_server_name', 'github'),
]

test('the table has every event with a subject', () => {
  const withSubject = Object.values(claudeEvents).filter(({ subject }) => subject !== undefined)
  expect([...new Set(SUBJECTS.map(([event]) => event))].toSorted()).toEqual(
    withSubject.map(({ event }) => event).toSorted(),
  )
})

describe('a matcher looks at the subject wherever it was given', () => {
  test.for(SUBJECTS)('%s given as %j', async ([name, given, matching, wire]) => {
    const engine = await createEngine()
    const heard: string[] = []
    const inputs: Given[] = []
    for (const matcher of [matching, 'Other'])
      engine.on(name as 'Stop', { matcher }, () => void heard.push(matcher))
    engine.onCallbacks({
      [name]: [{ matcher: matching, hooks: [(input: Given) => void inputs.push(input)] }],
    })
    await engine.dispatch({ name, ...given } as never)
    expect(heard).toEqual([matching])
    expect(inputs).toEqual([expect.objectContaining({ hook_event_name: name, ...wire })])
  })
})

test.for(['SubagentStart', 'SubagentStop'] as const)(
  'a command on %s reads who the agent is on stdin',
  async (name) => {
    const { engine, dir } = await engineIn()
    await engine.addHooks({
      hooks: {
        [name]: [
          { matcher: 'Explore', hooks: [command('cat > right.json')] },
          { matcher: 'Plan', hooks: [command('cat > wrong.json')] },
        ],
      },
    })
    const { results } = await engine.run({ name, agent: { id: 'a1', type: 'Explore' } })
    const { readdirSync, readFileSync } = await import('node:fs')
    expect(results).toHaveLength(1)
    expect(readdirSync(dir)).toEqual(expect.not.arrayContaining(['wrong.json']))
    expect(JSON.parse(readFileSync(`${dir}/right.json`, 'utf8'))).toMatchObject({
      agent_id: 'a1',
      agent_type: 'Explore',
    })
  },
)

describe('what payloads call otherwise is understood in `fields` too', () => {
  test('an event made of a whole payload is the event itself', async () => {
    const engine = await createEngine()
    const seen: unknown[] = []
    engine.on('PostToolUse', { sessionId: 's1', agentId: 'a1' }, (event) => void seen.push(event))
    const payload = {
      session_id: 's1',
      transcript_path: '/t.jsonl',
      permission_mode: 'plan',
      cwd: '/',
      agent_id: 'a1',
      agent_type: 'Explore',
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/x' },
      tool_use_id: 'u',
      tool_response: { ok: true },
      duration_ms: 3,
    }
    await engine.dispatch({ name: 'PostToolUse', fields: payload } as never)
    expect(seen).toEqual([
      {
        name: 'PostToolUse',
        native: 'PostToolUse',
        host: 'library',
        cwd: '/',
        projectDir: expect.any(String),
        at: expect.any(Number),
        sessionId: 's1',
        transcriptPath: '/t.jsonl',
        permissionMode: 'plan',
        agent: { id: 'a1', type: 'Explore' },
        tool: {
          name: 'Read',
          nativeName: 'Read',
          input: { file_path: '/x' },
          nativeInput: { file_path: '/x' },
          useId: 'u',
          response: { ok: true },
        },
        fields: { duration_ms: 3 },
      },
    ])
  })

  test('a prompt among the fields is the prompt', async () => {
    const engine = await createEngine()
    const seen: unknown[] = []
    engine.on('UserPromptSubmit', {}, ({ prompt, fields }) => void seen.push(prompt, fields))
    await engine.dispatch({ name: 'UserPromptSubmit', fields: { prompt: 'hi' } } as never)
    expect(seen).toEqual(['hi', {}])
  })

  test('a part that is left undefined is absent', async () => {
    const engine = await createEngine()
    const seen: unknown[] = []
    engine.on('Stop', {}, ({ sessionId, cwd, fields }) => void seen.push(sessionId, cwd, fields))
    await engine.dispatch({
      name: 'Stop',
      sessionId: undefined,
      cwd: undefined,
      fields: { session_id: 's' },
    } as never)
    await engine.dispatch({ name: 'Stop', sessionId: undefined, cwd: undefined, fields: undefined } as never)
    expect(seen).toEqual(['s', process.cwd(), {}, undefined, process.cwd(), {}])
  })

  test('the caller’s own object is left as it was', async () => {
    const engine = await createEngine()
    engine.on('SubagentStop', {}, () => undefined)
    const event = Object.freeze({
      name: 'SubagentStop',
      fields: Object.freeze({ agent_id: 'a', agent_type: 'b' }),
    })
    await engine.dispatch(event)
    expect(event).toEqual({ name: 'SubagentStop', fields: { agent_id: 'a', agent_type: 'b' } })
  })

  test('fields of a program’s own event mean what the program says', async () => {
    const engine = await createEngine()
    const seen: unknown[] = []
    engine.on('Deploy' as never, {}, ({ fields, cwd, agent }) => void seen.push(fields, cwd === '/', agent))
    const fields = { prompt: 'x', cwd: '/', agent_type: 'y', tool_name: 3, error: null }
    await engine.dispatch({ name: 'Deploy', fields } as never)
    expect(seen).toEqual([fields, false, undefined])
  })
})
