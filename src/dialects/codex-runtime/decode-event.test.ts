import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../core/event.ts'
import { isIssue, type Issue } from '../../core/issue.ts'
import { PHASES, phases } from '../_families/runtime/phases.ts'
import { codexRuntime } from './index.ts'

const ENVELOPE = {
  phase: 'PreRun',
  thread_id: null,
  turn_id: null,
  cwd: '/tmp',
  model: null,
  main_status: null,
  correlation_id: 'hk-1',
  ts_ms: 0,
  metadata: {},
  tool_name: null,
  tool_input: null,
}

function decode(payload: unknown, event?: string): Event | Issue {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return codexRuntime.decodeEvent({
    bytes: new TextEncoder().encode(text),
    startDir: '/start',
    projectDir: '/project',
    at: 9,
    ...(event !== undefined && { event }),
  })
}

const tool = (name: string | null, input: unknown) =>
  decode({ ...ENVELOPE, phase: 'PreToolUse', cwd: null, metadata: null, tool_name: name, tool_input: input })

describe('a context is an event', () => {
  test.for(PHASES)('%s has its canonical name', (phase) => {
    const { event } = phases[phase]
    expect(decode({ ...ENVELOPE, phase })).toMatchObject({ name: event, host: 'codex-runtime' })
    expect(event).toBe(phase.endsWith('ToolUse') ? phase : `run:${phase}`)
  })

  test('of a run', () => {
    const wire = {
      ...ENVELOPE,
      thread_id: 't',
      turn_id: 'u',
      model: 'm',
      main_status: 'ok',
      metadata: { a: 1 },
    }
    const bytes = new TextEncoder().encode(JSON.stringify(wire))
    expect(decode(wire)).toEqual({
      name: 'run:PreRun',
      native: 'PreRun',
      host: 'codex-runtime',
      cwd: '/tmp',
      projectDir: '/project',
      at: 9,
      sessionId: 't',
      fields: {
        turn_id: 'u',
        model: 'm',
        main_status: 'ok',
        correlation_id: 'hk-1',
        ts_ms: 0,
        metadata: { a: 1 },
      },
      payload: { wire: 'codex-runtime', bytes },
    })
  })

  test.for<readonly [string, string | null, object, object]>([
    [
      'a command is Bash, and known by its first word as well',
      'cargo',
      { command: 'cargo test', itemId: 'i', threadId: 't' },
      { name: 'Bash', nativeName: 'cargo', useId: 'i', input: { command: 'cargo test' } },
    ],
    ['a command of spaces is Bash', null, { command: '  ' }, { name: 'Bash', nativeName: 'Bash' }],
    [
      'a change of files is Edit',
      'file_change',
      { grantRoot: '/x' },
      { name: 'Edit', nativeName: 'file_change' },
    ],
    ['a whole file is Write', 'file_change', { file_path: 'a', content: '' }, { name: 'Write' }],
    ['a dynamic tool keeps its name', 'lookup', { command: 'x y' }, { name: 'lookup', nativeName: 'lookup' }],
  ])('%s', ([, name, input, expected]) => expect(tool(name, input)).toMatchObject({ tool: expected }))

  test('a call nobody can name keeps its input, and has the directory we are in', () => {
    expect(tool(null, { x: 1 })).toMatchObject({ cwd: '/start', fields: { tool_input: { x: 1 } } })
    expect(tool(null, null)).not.toHaveProperty('tool')
  })

  test.for(['rm -rf /', ['rm', '/'], 7, false])('input that is no object is kept: %j', (input) => {
    expect(tool('rm', input)).toMatchObject({ tool: { name: 'rm', input: { raw: input } } })
    expect(tool(null, input)).toMatchObject({ fields: { tool_input: input } })
  })

  test('no input is an empty one', () =>
    expect(tool('rm', null)).toMatchObject({ tool: { name: 'rm', input: {} } }))

  test('the phase may come from the command line alone, under either name', () => {
    const { phase: _, ...rest } = ENVELOPE
    expect(decode(rest, 'PreTurn')).toMatchObject({ name: 'run:PreTurn' })
    expect(decode(rest, 'run:PreTurn')).toMatchObject({ name: 'run:PreTurn' })
    expect(decode(ENVELOPE, 'run:PreRun')).toMatchObject({ name: 'run:PreRun' })
  })

  test('what older releases or people leave out is not missed', () =>
    expect(decode({ phase: 'PreRun' })).toMatchObject({ name: 'run:PreRun', cwd: '/start', fields: {} }))

  test('a phase of a newer release keeps its name', () =>
    expect(decode({ ...ENVELOPE, phase: 'PreNap', more: [1] })).toMatchObject({
      name: 'run:PreNap',
      fields: { more: [1] },
    }))
})

describe('bad input is a named issue', () => {
  test.for<readonly [string, unknown, string]>([
    ['nothing', '', 'payload.empty'],
    ['white space', ' \n', 'payload.empty'],
    ['no JSON', 'phase: PreRun', 'payload.json'],
    ['half of it', '{"phase":"PreR', 'payload.json'],
    ['a list', '[]', 'payload.shape'],
    ['null', 'null', 'payload.shape'],
    ['a text', '"PreRun"', 'payload.shape'],
    ['no phase', {}, 'payload.event'],
    ['an empty phase', { phase: '' }, 'payload.event'],
    ['a phase of another type', { phase: 1 }, 'payload.field'],
    ['a phase that is null', { phase: null }, 'payload.field'],
    ['a thread of another type', { ...ENVELOPE, thread_id: 1 }, 'payload.field'],
    ['a directory of another type', { ...ENVELOPE, cwd: {} }, 'payload.field'],
    ['a correlation of null', { ...ENVELOPE, correlation_id: null }, 'payload.field'],
    ['a time in words', { ...ENVELOPE, ts_ms: 'now' }, 'payload.field'],
    ['half a millisecond', { ...ENVELOPE, ts_ms: 0.5 }, 'payload.field'],
    ['a tool of another type', { ...ENVELOPE, tool_name: [] }, 'payload.field'],
    [
      'input without end',
      `{"phase":"PreRun","metadata":${'['.repeat(1_001)}${']'.repeat(1_001)}}`,
      'payload.depth',
    ],
  ])('%s', ([, payload, code]) => expect(decode(payload)).toMatchObject({ code, severity: 'error' }))

  test.for<readonly [string, object, string | undefined, string | undefined]>([
    ['the payload', { phase: 'PreToolUse', cwd: 1 }, undefined, 'PreToolUse'],
    ['--event', { cwd: [] }, 'PreRun', 'run:PreRun'],
    ['--event, where the phase is of another type', { phase: 1 }, 'PreToolUse', 'PreToolUse'],
    ['nobody', { cwd: 1 }, undefined, undefined],
  ])('a payload that cannot be used has the event of %s', ([, payload, said, event]) => {
    const problem = decode(payload, said)
    expect(isIssue(problem) && problem.event).toBe(event)
  })

  test('two phases at once', () =>
    expect(decode(ENVELOPE, 'PreTurn')).toMatchObject({
      code: 'payload.event',
      message: '--event says "PreTurn" but the payload is a "PreRun".',
    }))

  test('ten megabytes of input are read', () => {
    const command = `echo ${'x'.repeat(10_000_000)}`
    expect(tool('echo', { command })).toMatchObject({ tool: { name: 'Bash', input: { command } } })
  })

  test('no payload makes the reader throw', () => {
    const keys = fc.constantFrom(...Object.keys(ENVELOPE), 'prompt', '__proto__', 'constructor')
    const near = fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), near), (text) => {
        const event = decode(text)
        expect(isIssue(event) || event.name.length > 0).toBe(true)
      }),
    )
  })
})
