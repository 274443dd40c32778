import { describe, expect, test } from 'vitest'
import { emptyVerdict } from '../core/decision.ts'
import { registry } from '../dialects/registry.ts'
import { dialects, loadDialect } from './index.ts'

const cwd = '/app'

test('the list has every dialect of the registry with its title', () => {
  expect(dialects.map(({ name, title }) => ({ name, title }))).toEqual(
    registry.map(({ name, title }) => ({ name, title })),
  )
  expect(dialects.find(({ name }) => name === 'copilot')?.profiles).toEqual([
    'cli',
    'vscode',
    'cloud',
    'guide',
  ])
})

test.for(dialects.map(({ name }) => name))(
  '%s says what each of its events can do, and power agrees with the strongest of a name',
  async (name) => {
    const { events, power } = await loadDialect(name)
    expect(events.length).toBeGreaterThan(0)
    expect(events.filter(({ event }) => (power(event) as string) === 'not available')).toEqual([])
    expect(events.filter((row) => row.power === 'prevent' && power(row.event) !== 'prevent')).toEqual([])
  },
)

test.for([
  ['codex-cli', 'PreToolUse', 'prevent'],
  ['codex-cli', 'Stop', 'retry'],
  ['windsurf', 'Stop', 'observe'],
  ['crush', 'Stop', 'not available'],
] as const)('on %s a deny of a hook of %s can %s', async ([name, event, power]) => {
  expect((await loadDialect(name)).power(event)).toBe(power)
})

test('a profile changes what is loaded', async () => {
  const [cli, vscode] = await Promise.all([
    loadDialect('copilot'),
    loadDialect('copilot', { profile: 'vscode' }),
  ])
  expect([cli.power('Notification'), vscode.power('Notification')]).toEqual(['observe', 'not available'])
})

test.for([
  [() => loadDialect('codex' as 'codex-cli'), '"codex" is not a dialect; accepted: hookwright, '],
  [() => loadDialect(7 as never), '7 is not a dialect'],
  [
    () => loadDialect('copilot', { profile: 'vs' as 'cli' }),
    '"vs" is not a profile of "copilot"; accepted: cli, vscode, cloud, guide.',
  ],
  [() => loadDialect('cursor', { profile: 'cli' }), '"cli" is not a profile of "cursor"; it has none.'],
  [() => loadDialect('cursor', { profil: 'cli' } as never), '"profil" is not an option of loadDialect'],
] as const)('%#: a slip of the program is named', async ([load, message]) => {
  await expect(load()).rejects.toThrow(TypeError)
  await expect(load()).rejects.toThrow(message)
})

const CALL = { session_id: 's', hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' }
const call = JSON.stringify({ ...CALL, tool_input: { command: 'ls' } })

describe('a payload of a host', () => {
  test.for([
    ['text', call],
    ['bytes', new TextEncoder().encode(call)],
  ] as const)('given as %s becomes a canonical event', async ([, payload]) => {
    const gemini = await loadDialect('gemini-cli')
    const { event, issue } = gemini.decodeEvent(payload, { cwd, at: 7 })
    expect(issue).toBeUndefined()
    expect(event).toMatchObject({
      name: 'PreToolUse',
      native: 'BeforeTool',
      host: 'gemini-cli',
      sessionId: 's',
      cwd,
      projectDir: cwd,
      at: 7,
      tool: { name: 'Bash', input: { command: 'ls' } },
      payload: { bytes: new TextEncoder().encode(call) },
    })
  })

  test('that does not name its event needs the name from the caller', async () => {
    const copilot = await loadDialect('copilot')
    expect(copilot.events.find(({ native }) => native === 'sessionStart')?.nameless).toBe(true)
    const payload = JSON.stringify({ timestamp: 1, cwd, sessionId: 's' })
    expect(copilot.decodeEvent(payload, { cwd }).issue).toMatchObject({ code: 'payload.event' })
    expect(copilot.decodeEvent(payload, { cwd, event: 'sessionStart' }).event?.name).toBe('SessionStart')
  })

  test.for([
    [{}, 'The `cwd` of decodeEvent must be a text'],
    [{ cwd, dir: cwd }, '"dir" is not an option of decodeEvent'],
  ] as const)('is refused with options such as %j', async ([options, message]) => {
    const gemini = await loadDialect('gemini-cli')
    expect(() => gemini.decodeEvent(call, options as never)).toThrow(message)
  })

  test('is refused when it was parsed before', async () => {
    const gemini = await loadDialect('gemini-cli')
    expect(() => gemini.decodeEvent(CALL as never, { cwd })).toThrow('as the host sent them, not an object')
  })
})

describe('a reply', () => {
  test('is the document of the host', async () => {
    const gemini = await loadDialect('gemini-cli')
    const { event } = gemini.decodeEvent(call, { cwd })
    const reply = gemini.encodeReply(event!, { ...emptyVerdict, decision: 'deny', reason: 'no' })
    expect(JSON.parse(reply.stdout)).toMatchObject({ decision: 'deny', reason: 'no' })
  })

  test('to a failure lets the host go on, or refuses where the program says so', async () => {
    const gemini = await loadDialect('gemini-cli')
    const { event } = gemini.decodeEvent(call, { cwd })
    const broken = new Error('the disk is full')
    const ignored = gemini.encodeFailure(broken, { event: event! })
    const denied = gemini.encodeFailure(broken, { event: event!, onError: 'deny' })
    expect([ignored.stderr, denied.stderr]).toEqual(Array(2).fill('hookwright: the disk is full\n'))
    expect(ignored.stdout).not.toContain('deny')
    expect(JSON.parse(denied.stdout)).toMatchObject({ decision: 'deny' })
  })

  test('to a call that nobody could read refuses it, whatever the program says', async () => {
    const gemini = await loadDialect('gemini-cli')
    const { issue } = gemini.decodeEvent(JSON.stringify({ ...CALL, tool_name: 7 }), { cwd })
    expect(issue).toMatchObject({ code: 'payload.field', event: 'PreToolUse' })
    expect(JSON.parse(gemini.encodeFailure(issue!).stdout)).toMatchObject({ decision: 'deny' })
  })

  test('to a payload without an event lets the host go on', async () => {
    const gemini = await loadDialect('gemini-cli')
    const { issue } = gemini.decodeEvent('{', { cwd })
    expect(gemini.encodeFailure(issue!)).toMatchObject({ exitCode: 0 })
  })
})
