import { describe, expect, test } from 'vitest'
import { codexReads, type CodexOutcome } from '../../../test/helpers/codex-model.ts'
import { DECISIONS, emptyVerdict, type Effect, type Reply, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import { isIssue, issue } from '../../core/issue.ts'
import { codexEvents } from './events.ts'
import { codexCli } from './index.ts'

const EVENTS = Object.keys(codexEvents)

/** What hooks may give as a reason; each must still block. */
const REASONS: readonly (string | undefined)[] = [
  undefined,
  '',
  ' \n\t',
  '\u0085\u00A0\u2003',
  '\u200B',
  '42',
  'null',
  'no',
  'x'.repeat(30_000),
  '\u0000\u0007\u001B[31mred\u001B[0m\u009B',
  '\uD800',
  '\uFEFF{"decision":"approve"}',
  '"}{"continue":true}',
]

const DEEP: Record<string, unknown> = {}
{
  let at = DEEP
  for (let level = 0; level < 200; level++) at = at['in'] = {} as Record<string, unknown>
}

/** Every kind of effect alone, and mixtures that other hosts take. */
const EFFECTS: readonly (readonly Effect[])[] = [
  [],
  [{ kind: 'add-context', text: 'ctx' }],
  [{ kind: 'add-context', text: '\uD800 ' }],
  [{ kind: 'message', text: 'hello' }],
  [{ kind: 'message', text: ' ' }],
  [{ kind: 'stop' }],
  [{ kind: 'stop', reason: ' ' }],
  [{ kind: 'stop', reason: 'enough' }],
  [{ kind: 'rewrite-input', input: { command: 'ls' } }],
  [{ kind: 'rewrite-input', input: { command: 'ls', timeout: 3 } }],
  [{ kind: 'rewrite-input', input: { command: 'ls \uD800' } }],
  [{ kind: 'rewrite-input', input: {} }],
  [{ kind: 'rewrite-output', output: 'other' }],
  [{ kind: 'keep-going', text: 'go on' }],
  [{ kind: 'retry' }],
  [{ kind: 'permission-result', behavior: 'allow', permissions: [{}] }],
  [{ kind: 'permission-result', behavior: 'deny', interrupt: true }],
  [{ kind: 'permission-result', behavior: 'deny', message: ' ' }],
  [{ kind: 'patch', prompt: 'other' }],
  [{ kind: 'session-env', variables: { A: '1' } }],
  [{ kind: 'native', wire: 'codex-cli', field: 'suppressOutput', value: true }],
  [{ kind: 'native', wire: 'claude-code', field: 'terminalSequence', value: '\u0007' }],
  [
    { kind: 'add-context', text: 'ctx' },
    { kind: 'message', text: 'hello' },
    { kind: 'stop', reason: 'enough' },
    { kind: 'rewrite-input', input: { command: 'ls' } },
  ],
]

const VERDICTS: readonly Verdict[] = DECISIONS.flatMap((decision) =>
  REASONS.flatMap((reason) =>
    EFFECTS.map((effects) => ({
      ...emptyVerdict,
      decision,
      effects,
      ...(reason !== undefined && { reason }),
    })),
  ),
)

function allows({ decision, effects }: Verdict): boolean {
  return (
    decision === 'allow' ||
    effects.some((effect) => effect.kind === 'permission-result' && effect.behavior === 'allow')
  )
}

/** Where a stop ends the turn it is the stricter one, and the only way to prevent a compaction. */
function isBlocked(event: Event, reply: Reply): boolean {
  const { blocked, stopped, rewritten } = heard(event, reply)
  const isStopped = event.name.endsWith('Stop') || event.name === 'PreCompact'
  return /\S/.test(blocked ?? (isStopped ? stopped : '') ?? '') && rewritten === undefined
}

function decode(fields: Record<string, unknown>): Event {
  const wire = { session_id: 's', turn_id: 't', cwd: '/home/dev/app', tool_use_id: 'call_1', ...fields }
  const bytes = new TextEncoder().encode(JSON.stringify(wire))
  const event = codexCli.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

function eventOf(name: string): Event {
  return decode({ hook_event_name: name, tool_name: 'Bash', tool_input: { command: 'rm x' }, prompt: 'hi' })
}

function heard(event: Pick<Event, 'name'>, { stdout, stderr, exitCode }: Reply): CodexOutcome {
  return codexReads(event.name, { code: exitCode, stdout, stderr })
}

/** What the engine does to a verdict before it is encoded. */
function fitted(event: Event, verdict: Verdict): Verdict {
  const spec = codexEvents[event.name]
  if (spec === undefined) throw new Error(event.name)
  return fit(verdict, { ...spec, wire: codexCli.wire }, { headless: false, event })
}

describe.for(EVENTS)('%s', (name) => {
  const event = eventOf(name)
  const canDeny = codexEvents[name]?.decisions.includes('deny') === true

  const replies = VERDICTS.map((verdict) => ({
    verdict,
    reply: codexCli.encodeReply(event, fitted(event, verdict)),
  }))

  test('no verdict makes a reply that Codex refuses', () =>
    expect(replies.filter(({ reply }) => heard(event, reply).failed !== undefined)).toEqual([]))

  test('no verdict of a caller that did not fit it makes one either', () => {
    const unfitted = VERDICTS.map((verdict) => codexCli.encodeReply(event, verdict))
    expect(unfitted.filter((reply) => heard(event, reply).failed !== undefined)).toEqual([])
  })

  test(`every deny, question and postponed answer ${canDeny ? 'blocks, with a reason' : 'is left out'}`, () => {
    const refusals = replies.filter(({ verdict }) => ['deny', 'ask', 'defer'].includes(verdict.decision))
    expect(refusals.filter(({ reply }) => isBlocked(event, reply) !== canDeny)).toEqual([])
  })

  test('nothing is allowed that was not allowed', () => {
    const others = replies.filter(({ verdict }) => verdict.decision === 'deny' || !allows(verdict))
    expect(others.filter(({ reply }) => heard(event, reply).allowed)).toEqual([])
  })

  test('an empty verdict is silent', () =>
    expect(codexCli.encodeReply(event, emptyVerdict)).toEqual({ stdout: '', stderr: '', exitCode: 0 }))

  test('a reason of 30,000 characters arrives whole', () => {
    const reason = `${'x'.repeat(29_990)} the end`
    const { blocked, stopped } = heard(
      event,
      codexCli.encodeReply(event, { ...emptyVerdict, decision: 'deny', reason }),
    )
    expect(canDeny ? (blocked ?? stopped) : reason).toBe(reason)
  })

  test('our own failure lets the host go on, or denies where it can', () => {
    const problem = issue('x', {}, 'It broke.', 'Mend it.')
    const ignored = codexCli.encodeFailure(event, problem, 'ignore')
    expect(heard(event, ignored)).toEqual(
      name === 'SessionEnd' ? {} : { message: 'hookwright: It broke. Mend it.' },
    )
    expect(ignored).toMatchObject({ stderr: 'hookwright: It broke. Mend it.\n', exitCode: 0 })
    const { blocked, stopped } = heard(event, codexCli.encodeFailure(event, problem, 'deny'))
    expect(blocked ?? stopped).toBe(canDeny ? 'hookwright: It broke. Mend it.' : undefined)
  })

  test.for(['no', '', ' ', '\u0000'])(
    'a deny without stdout and with the reason %j has a text on stderr',
    (reason) => {
      const reply = codexCli.encodeWithoutStdout(event, reason)
      expect(reply.stdout).toBe('')
      expect(reply.stderr).toMatch(/\S/)
      const isBlocking = canDeny && name !== 'PreCompact'
      expect(heard(event, reply).blocked !== undefined).toBe(isBlocking)
    },
  )
})

test('a deep new input is a deny, not an answer that Codex refuses', () => {
  const event = decode({ hook_event_name: 'PreToolUse', tool_name: 'mcp__a__b', tool_input: { a: 1 } })
  for (const input of [DEEP, { a: '\uD800' }, { '\uDC00': 1 }, { a: 1n }]) {
    const effects: Effect[] = [{ kind: 'rewrite-input', input }]
    const reply = codexCli.encodeReply(event, { ...emptyVerdict, effects })
    expect(heard(event, reply).blocked).toContain('cannot be handed to Codex CLI')
  }
})

test.for<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
  [
    'a shell call',
    { tool_name: 'Bash', tool_input: { command: 'rm x' } },
    { command: 'ls' },
    { command: 'ls' },
  ],
  [
    'a shell call with a label for people',
    { tool_name: 'Bash', tool_input: { command: 'rm x' } },
    { command: 'ls', description: 'list' },
    { command: 'ls' },
  ],
  ['an MCP tool', { tool_name: 'mcp__a__b', tool_input: { x: 1 } }, { x: 2 }, { x: 2 }],
  [
    'a spawned agent',
    { tool_name: 'spawn_agent', tool_input: { message: 'do', agent_type: 'explorer' } },
    { prompt: 'look', subagent_type: 'explorer' },
    { message: 'look', agent_type: 'explorer' },
  ],
])('%s is rewritten with an allow that carries the whole native input', ([, call, input, native]) => {
  const event = decode({ hook_event_name: 'PreToolUse', ...call })
  const reply = codexCli.encodeReply(event, { ...emptyVerdict, effects: [{ kind: 'rewrite-input', input }] })
  expect(JSON.parse(reply.stdout)).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: native },
  })
})

test('an allow alone is not said, because Codex refuses it', () => {
  const reply = codexCli.encodeReply(eventOf('PreToolUse'), {
    ...emptyVerdict,
    decision: 'allow',
    reason: 'fine',
  })
  expect(reply.stdout).toBe('')
})

test('a rewrite to the same input is no rewrite', () => {
  const effects: Effect[] = [{ kind: 'rewrite-input', input: { command: 'rm x' } }]
  expect(codexCli.encodeReply(eventOf('PreToolUse'), { ...emptyVerdict, effects }).stdout).toBe('')
})

test('an event that only a newer Codex has is denied by exit code', () => {
  const event = decode({ hook_event_name: 'PreMerge' })
  expect(codexCli.encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: 'no' })).toEqual({
    stdout: '',
    stderr: 'no\n',
    exitCode: 2,
  })
})
