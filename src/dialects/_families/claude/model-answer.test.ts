import { describe, expect, test } from 'vitest'
import { decodeOutput, encodeReply } from '../../../../test/helpers/claude-contract.ts'
import { hook, toolEvent } from '../../../../test/helpers/builders.ts'
import { emptyVerdict, type Answer } from '../../../core/decision.ts'
import { claudeEvents } from '../../claude-code/events.ts'

type Judge = { form?: 'prompt' | 'agent'; continueOnBlock?: boolean }

function read(
  event: string,
  body: unknown,
  { form = 'prompt', continueOnBlock = false }: Judge = {},
): Answer {
  const judge = hook({ event, handler: { type: 'model', form, prompt: 'Is it fine?', continueOnBlock } })
  return decodeOutput(judge, toolEvent('Bash', {}, { name: event }), { kind: 'answered', body, ms: 1 })
}

/** What the host is told. */
function replyTo(event: string, { decision, reason, effects }: Answer): unknown {
  const verdict = { ...emptyVerdict, decision, effects, ...(reason !== undefined && { reason }) }
  const { stdout, stderr, exitCode } = encodeReply({ name: event }, verdict, 'claude-code')
  return { ...(stdout !== '' && { said: JSON.parse(stdout) }), ...(stderr !== '' && { stderr }), exitCode }
}

const no = { ok: false, reason: 'why' }
const stopped = { continue: false, stopReason: 'why' }
const blocked = { decision: 'block', reason: 'why' }
const denied = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'why',
  },
}
const silent = { exitCode: 0 }
const says = (said: object) => ({ said, exitCode: 0 })
const exit2 = { stderr: 'why\n', exitCode: 2 }

describe('a no of a prompt hook, of one with continueOnBlock, and of an agent', () => {
  test.for([
    ['Stop', says(blocked), says(blocked)],
    ['SubagentStop', says(blocked), says(blocked)],
    ['PreToolUse', says({ ...stopped, ...denied }), says(denied)],
    ['PostToolUse', says({ ...stopped, ...blocked }), says(blocked)],
    ['PostToolBatch', says({ ...stopped, ...blocked }), says({ ...stopped, ...blocked })],
    ['UserPromptSubmit', says({ ...stopped, ...blocked }), says({ ...stopped, ...blocked })],
    ['UserPromptExpansion', says({ ...stopped, ...blocked }), says({ ...stopped, ...blocked })],
    ['PostToolUseFailure', says(blocked), says(blocked)],
    ['TaskCreated', says(blocked), says(blocked)],
    ['TaskCompleted', exit2, exit2],
    ['TeammateIdle', says(stopped), exit2],
    ['PermissionRequest', silent, silent],
    ['PermissionDenied', silent, silent],
  ] as const)('on %s', ([event, plain, gentle]) => {
    expect({
      plain: replyTo(event, read(event, no)),
      gentle: replyTo(event, read(event, no, { continueOnBlock: true })),
      agent: replyTo(event, read(event, no, { form: 'agent' })),
    }).toEqual({ plain, gentle, agent: gentle })
  })
})

test('every event that takes prompt hooks says something about a no', () => {
  const judged = Object.values(claudeEvents).filter(({ handlers }) => handlers.includes('prompt'))
  const mute = judged.filter(({ event }) => {
    const { decision, effects, issues } = read(event, no)
    return decision === 'none' && effects.length === 0 && issues.length === 0
  })
  expect(judged.length).toBe(13)
  expect(mute).toEqual([])
})

test.for(['PermissionRequest', 'PermissionDenied'])('a no on %s has no effect, and that is said', (event) => {
  expect(read(event, no)).toMatchObject({
    decision: 'none',
    effects: [],
    issues: [{ code: 'output.cannot-block', severity: 'notice' }],
  })
})

test.for(Object.keys(claudeEvents))('S38 a yes on %s leaves the decision to the host', (event) => {
  expect(read(event, { ok: true, reason: 'allow it' })).toEqual({ decision: 'none', effects: [], issues: [] })
})

describe('an answer that calls the condition impossible', () => {
  const impossible = { ...no, impossible: true }

  test.for(['Stop', 'SubagentStop'])('lets %s happen', (event) => {
    expect(read(event, impossible)).toMatchObject({
      decision: 'none',
      effects: [],
      issues: [{ code: 'model.impossible', severity: 'notice' }],
    })
  })

  test('is a plain no elsewhere', () => {
    expect(read('PreToolUse', impossible)).toEqual(read('PreToolUse', no))
  })

  test('is a plain no from an agent', () => {
    expect(read('Stop', impossible, { form: 'agent' })).toEqual(read('Stop', no, { form: 'agent' }))
  })
})

test('S29 a reason is cleaned of what could fool a reader', () => {
  expect(read('Stop', { ok: false, reason: '\u001B[2Jno\u202E' })).toMatchObject({ reason: 'no' })
})

test('a reason of nothing but controls still gives the host a reason', () => {
  expect(read('Stop', { ok: false, reason: '\u0007' }).reason).toBe('The model said no without a reason.')
})

test.for([[undefined], ['yes'], [{}], [{ ok: 'true' }], [{ decision: 'approve' }]])(
  'S38 %j is a failure, never a yes',
  ([body]) => {
    expect(read('PreToolUse', body)).toMatchObject({ decision: 'none', failure: 'protocol-error' })
  },
)
