import { describe, expect, test } from 'vitest'
import { cursorPayload, NATIVES } from '../../../test/helpers/cursor-payloads.ts'
import { DECISIONS, emptyVerdict, type Decision, type Effect, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import { isIssue, issue } from '../../core/issue.ts'
import { decodeEvent } from './decode-event.ts'
import { events } from './events.ts'
import { encodeFailure, encodeReply, encodeWithoutStdout } from './reply.ts'

function eventOf(native: string, changes: Readonly<Record<string, unknown>> = {}): Event {
  const bytes = new TextEncoder().encode(JSON.stringify(cursorPayload(native, changes)))
  const event = decodeEvent({ bytes, startDir: '/home/dev/app', projectDir: '/home/dev/app', at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

/** The reply as an object; everything but the document is the same on every event. */
function said(event: Event, verdict: Partial<Verdict>): Readonly<Record<string, unknown>> {
  const reply = encodeReply(event, { ...emptyVerdict, ...verdict })
  expect(reply).toMatchObject({ stderr: '', exitCode: 0 })
  return JSON.parse(reply.stdout) as Readonly<Record<string, unknown>>
}

/** The keys that the documents list for each event; those that are absent take none. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  sessionStart: ['env', 'additional_context'],
  beforeSubmitPrompt: ['continue', 'user_message'],
  preToolUse: ['permission', 'user_message', 'agent_message', 'updated_input'],
  postToolUse: ['additional_context', 'updated_mcp_tool_output'],
  beforeShellExecution: ['permission', 'user_message', 'agent_message'],
  beforeMCPExecution: ['permission', 'user_message', 'agent_message'],
  beforeReadFile: ['permission', 'user_message'],
  subagentStart: ['permission', 'user_message'],
  subagentStop: ['followup_message'],
  preCompact: ['user_message'],
  stop: ['followup_message'],
  beforeTabFileRead: ['permission'],
  workspaceOpen: ['pluginPaths'],
}

/** How each event that can hold something back is told no. */
const NO: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  beforeSubmitPrompt: { continue: false, user_message: 'no' },
  preToolUse: { permission: 'deny', user_message: 'no', agent_message: 'no' },
  beforeShellExecution: { permission: 'deny', user_message: 'no', agent_message: 'no' },
  beforeMCPExecution: { permission: 'deny', user_message: 'no', agent_message: 'no' },
  beforeReadFile: { permission: 'deny', user_message: 'no' },
  subagentStart: { permission: 'deny', user_message: 'no' },
  beforeTabFileRead: { permission: 'deny' },
  stop: { followup_message: 'no' },
  subagentStop: { followup_message: 'no' },
  postToolUse: { additional_context: 'no' },
}
const GATES = new Set(Object.keys(NO).slice(0, 7))
const ASKING = new Set(['beforeShellExecution', 'beforeMCPExecution'])

const EFFECTS: readonly Effect[] = [
  { kind: 'add-context', text: 'context' },
  { kind: 'message', text: 'message' },
  { kind: 'rewrite-input', input: { command: 'ls' } },
  { kind: 'rewrite-output', output: 'other' },
  { kind: 'keep-going', text: 'go on' },
  { kind: 'stop', reason: 'no' },
  { kind: 'session-env', variables: { A: '1' } },
  { kind: 'native', wire: 'cursor', field: 'pluginPaths', value: ['/p'] },
  { kind: 'native', wire: 'cursor', field: 'permission', value: 'allow' },
  { kind: 'native', wire: 'copilot', field: 'pluginPaths', value: ['/q'] },
  { kind: 'initial-message', text: 'x' },
  { kind: 'retry' },
]

/** All sets of at most two effects. */
const SETS: readonly (readonly Effect[])[] = [
  [],
  ...EFFECTS.map((one) => [one]),
  ...EFFECTS.flatMap((one, index) => EFFECTS.slice(index + 1).map((other) => [one, other])),
]

describe.for(NATIVES)('replies to %s', (native) => {
  const event = eventOf(native)
  const spec = events[native]

  test.for([...DECISIONS])('have only keys of the event when the decision is %s', (decision) => {
    for (const effects of SETS)
      for (const isFitted of [true, false]) {
        const verdict = { ...emptyVerdict, decision, effects, ...(decision !== 'none' && { reason: 'no' }) }
        const fitted =
          isFitted && spec ? fit(verdict, { ...spec, wire: 'cursor' }, { headless: false, event }) : verdict
        const document = said(event, fitted)
        expect(KEYS[native] ?? []).toEqual(expect.arrayContaining(Object.keys(document)))
        if (isHeld(decision, effects)) expectNo(document)
      }
  })

  function isHeld(decision: Decision, effects: readonly Effect[]): boolean {
    if (!GATES.has(native)) return false
    const isAsked = decision === 'ask' || decision === 'defer'
    return (
      decision === 'deny' ||
      (isAsked && !ASKING.has(native)) ||
      effects.some(({ kind }) => kind === 'stop') ||
      (native.startsWith('beforeShell') && effects.some(({ kind }) => kind === 'rewrite-input'))
    )
  }

  function expectNo(document: Readonly<Record<string, unknown>>): void {
    expect(document['permission'] ?? document['continue']).toBe(
      native === 'beforeSubmitPrompt' ? false : 'deny',
    )
    expect(document).not.toHaveProperty('updated_input')
  }

  test('are an empty object when there is nothing to say', () => expect(said(event, {})).toEqual({}))

  test('to a no are exactly what the event has for one', () =>
    expect(said(event, { decision: 'deny', reason: 'no' })).toEqual(NO[native] ?? {}))
})

test.for([
  ['beforeShellExecution', { permission: 'ask', user_message: 'sure?', agent_message: 'sure?' }],
  ['beforeMCPExecution', { permission: 'ask', user_message: 'sure?', agent_message: 'sure?' }],
  ['preToolUse', { permission: 'deny', user_message: 'sure?', agent_message: 'sure?' }],
  ['beforeReadFile', { permission: 'deny', user_message: 'sure?' }],
  ['subagentStart', { permission: 'deny', user_message: 'sure?' }],
  ['beforeSubmitPrompt', { continue: false, user_message: 'sure?' }],
] as const)('a question on %s is %o', ([native, document]) =>
  expect(said(eventOf(native), { decision: 'ask', reason: 'sure?' })).toEqual(document),
)

test.for(['preToolUse', 'beforeShellExecution', 'beforeReadFile', 'subagentStart', 'beforeTabFileRead'])(
  'an allow on %s is only that',
  (native) =>
    expect(said(eventOf(native), { decision: 'allow', reason: 'fine' })).toEqual({ permission: 'allow' }),
)

describe('effects', () => {
  test.for([
    [{ command: 'ls' }, { command: 'pwd' }, { command: 'pwd' }],
    [
      { path: 'a', contents: 'x' },
      { file_path: 'b', content: 'y' },
      { path: 'b', contents: 'y' },
    ],
    [
      { file_path: 'a', content: 'x' },
      { file_path: 'b', content: 'y' },
      { file_path: 'b', content: 'y' },
    ],
  ] as const)('a rewrite of %o to %o is sent as %o', ([tool_input, input, updated_input]) => {
    const tool_name = 'command' in tool_input ? 'Shell' : 'Write'
    const event = eventOf('preToolUse', { tool_name, tool_input })
    expect(said(event, { effects: [{ kind: 'rewrite-input', input }] })).toEqual({ updated_input })
  })

  test.for([
    ['a deletion that became an edit', 'Delete', { file_path: 'a' }, { file_path: 'a', new_string: 'x' }],
    ['a call with two paths', 'Read', { file_path: 'a', path: 'b' }, { file_path: 'c' }],
    ['arguments that are no object', 'Shell', 'ls', { raw: 'pwd' }],
  ] as const)('%s cannot be rewritten and is denied', ([, tool_name, tool_input, input]) => {
    const event = eventOf('preToolUse', { tool_name, tool_input })
    const { permission, agent_message } = said(event, { effects: [{ kind: 'rewrite-input', input }] })
    expect([permission, agent_message]).toEqual(['deny', expect.stringMatching(/\w/)])
  })

  test('a deletion of another file is sent without what we added', () => {
    const event = eventOf('preToolUse', { tool_name: 'Delete', tool_input: { path: 'a' } })
    const input = { file_path: 'b', new_string: '' }
    expect(said(event, { effects: [{ kind: 'rewrite-input', input }] })).toEqual({
      updated_input: { path: 'b' },
    })
  })

  test('a result is replaced for tools of MCP servers, and told to the model for others', () => {
    const effects: readonly Effect[] = [{ kind: 'rewrite-output', output: { ok: 1 } }]
    const mcp = eventOf('postToolUse', { tool_name: 'MCP:push', tool_input: {} })
    expect(said(mcp, { effects })).toEqual({ updated_mcp_tool_output: { ok: 1 } })
    expect(said(eventOf('postToolUse'), { effects })).toEqual({
      additional_context: expect.stringContaining('{"ok":1}'),
    })
  })

  test('the user reads messages beside the reason, and the model the reason', () =>
    expect(
      said(eventOf('preToolUse'), {
        decision: 'deny',
        reason: 'no',
        effects: [{ kind: 'message', text: 'hm' }],
      }),
    ).toEqual({ permission: 'deny', user_message: 'no\nhm', agent_message: 'no' }))

  test('variables of several hooks are one object', () => {
    const effects = [{ A: '1', B: '1' }, { B: '2' }].map((variables): Effect => ({
      kind: 'session-env',
      variables,
    }))
    expect(said(eventOf('sessionStart'), { effects })).toEqual({ env: { A: '1', B: '2' } })
  })

  test('a stop ends the turn that others would keep going', () =>
    expect(said(eventOf('stop'), { decision: 'deny', reason: 'no', effects: [{ kind: 'stop' }] })).toEqual(
      {},
    ))
})

describe('our own failure', () => {
  const problem = issue('internal', {}, 'It broke.')

  test('lets the action pass with an empty object', () =>
    expect(encodeFailure({ name: 'PreToolUse' }, problem, 'ignore')).toEqual({
      stdout: '{}\n',
      stderr: 'hookwright: It broke.\n',
      exitCode: 0,
    }))

  test('is a no under a canonical name', () =>
    expect(JSON.parse(encodeFailure({ name: 'PreToolUse' }, problem, 'deny').stdout)).toMatchObject({
      permission: 'deny',
      agent_message: 'hookwright: It broke.',
    }))

  test('is a no with the keys of the native event where that is known', () =>
    expect(JSON.parse(encodeFailure(eventOf('beforeReadFile'), problem, 'deny').stdout)).toEqual({
      permission: 'deny',
      user_message: 'hookwright: It broke.',
    }))

  test.for(['', 'beforeDeploy'])('is every form of a no on an event named %o', (name) => {
    const reply = encodeFailure({ name }, problem, 'deny')
    expect(reply.exitCode).toBe(2)
    expect(JSON.parse(reply.stdout)).toMatchObject({ permission: 'deny', continue: false })
  })

  test.for(NATIVES)('without stdout has the exit code that blocks %s, if one does', (native) =>
    expect(encodeWithoutStdout(eventOf(native), 'no')).toEqual({
      stdout: '',
      stderr: 'no\n',
      exitCode: GATES.has(native) ? 2 : 0,
    }),
  )
})
