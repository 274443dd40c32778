import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import type { Event } from '../../core/event.ts'
import { isIssue } from '../../core/issue.ts'
import type { Output, Said } from '../../core/outcome.ts'
import { limits } from '../../engine/limits.ts'
import { PHASES } from '../_families/runtime/phases.ts'
import { hookSide } from './hook-side.ts'
import { codexRuntime } from './index.ts'

type Exit = Extract<Said, { kind: 'exited' }>

const ours = hook({ id: 'h', dialect: 'hookwright', wire: 'codex-runtime' })
const event = (name: string, fields: Partial<Event> = {}): Event => ({
  name,
  native: name,
  host: 'claude-code',
  cwd: '/c',
  projectDir: '/p',
  at: 5,
  fields: {},
  ...fields,
})
const input = (from: Event): string => hookSide.encodeInput(from, ours) as string
const wire = (from: Event): Record<string, unknown> => JSON.parse(input(from)) as Record<string, unknown>

function exited(code: number, stdout = '', stderr = '', droppedBytes = 0): Said {
  const output = (text: string) => ({ text, droppedBytes, wellFormed: true })
  return { kind: 'exited', code, stdout: output(stdout), stderr: output(stderr), ms: 1 }
}
const read = (said: Said, name = 'run:PreRun') => hookSide.decodeOutput(ours, event(name), said)

describe('what a hook reads', () => {
  test('is the bytes of the runtime itself, where it calls', () => {
    const bytes = new TextEncoder().encode('{"phase":"PreRun"}')
    expect(
      hookSide.encodeInput(event('run:PreRun', { payload: { wire: 'codex-runtime', bytes } }), ours),
    ).toBe(bytes)
  })

  test('is one compact object with all eleven keys, whoever calls', () => {
    const call = toolEvent('Bash', { command: 'git push' }, { sessionId: 's', cwd: '/c', at: 5 })
    expect(input({ ...call, tool: { ...call.tool, useId: 'x' } as never })).toBe(
      '{"phase":"PreToolUse","thread_id":"s","turn_id":null,"cwd":"/c","model":null,"main_status":null,' +
        '"correlation_id":"tu-s:x","ts_ms":5,"metadata":null,"tool_name":"git","tool_input":{"command":"git push"}}',
    )
  })

  test.for<readonly [string, string, string | null]>([
    ['PreToolUse', 'PreToolUse', null],
    ['PermissionRequest', 'PreToolUse', null],
    ['PostToolUse', 'PostToolUse', 'ok'],
    ['PostToolUseFailure', 'PostToolUse', 'error'],
    ['UserPromptSubmit', 'PreTurn', null],
    ['Stop', 'PostTurn', 'ok'],
    ['StopFailure', 'PostTurn', 'error'],
    ['SessionStart', 'PostSessionStart', 'ok'],
    ['run:PreSessionStart', 'PreSessionStart', null],
    ['Notification', 'Notification', null],
  ])('%s comes as %s', ([name, phase, main_status]) =>
    expect(wire(event(name))).toMatchObject({ phase, main_status, cwd: '/c' }),
  )

  test('has the prompt where there is one', () =>
    expect(
      wire(event('UserPromptSubmit', { prompt: 'hi', sessionId: 's', fields: { model: 'm' } })),
    ).toMatchObject({
      prompt: 'hi',
      thread_id: 's',
      model: 'm',
      metadata: {},
      correlation_id: 'hk-s',
    }))

  test('sets no variables', () => expect(hookSide.environment(event('Stop'), ours, {})).toEqual({}))

  test.for(PHASES)('of %s is rebuilt from the canonical event without loss', (phase) => {
    const isTool = phase.endsWith('ToolUse')
    const context = {
      phase,
      thread_id: 't',
      turn_id: 'u',
      cwd: '/c',
      model: 'm',
      main_status: phase.startsWith('Post') ? 'error' : null,
      correlation_id: 'hk-3',
      ts_ms: 1_763_200_000_000,
      metadata: isTool ? null : { a: [1, { b: null }] },
      tool_name: isTool ? 'cargo' : null,
      tool_input: isTool ? { command: 'cargo test', itemId: 'i' } : null,
    }
    const bytes = new TextEncoder().encode(JSON.stringify(context))
    const decoded = codexRuntime.decodeEvent({ bytes, startDir: '/', projectDir: '/', at: 1 })
    if (isIssue(decoded)) throw new Error(decoded.message)
    const { payload: _, ...rebuilt } = decoded
    expect(input(rebuilt)).toBe(JSON.stringify(context))
  })

  test('can be read back: tool, arguments, prompt, session and directory are kept', () => {
    const names = fc.constantFrom('Bash', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'Read', 'mcp__a__b')
    const keys = fc.constantFrom('command', 'file_path', 'content', 'edits', 'notebook_path', 'x')
    const values = fc.oneof(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(names, fc.dictionary(keys, values), fc.option(fc.string()), (name, args, prompt) => {
        const plain = JSON.parse(JSON.stringify(args)) as Record<string, unknown>
        const isAmbiguous = name !== 'Bash' && String(plain['command']).trim().split(/\s/)[0] === name
        fc.pre(!isAmbiguous)
        const from = toolEvent(name, plain, { sessionId: 's', ...(prompt !== null && { prompt }) })
        const bytes = new TextEncoder().encode(input(from))
        const back = codexRuntime.decodeEvent({ bytes, startDir: '/', projectDir: '/', at: 1 })
        if (isIssue(back)) throw new Error(back.message)
        expect([back.tool?.name, back.tool?.input, back.prompt, back.sessionId, back.cwd]).toEqual([
          name,
          plain,
          from.prompt,
          's',
          from.cwd,
        ])
      }),
    )
  })
})

describe('what a hook says', () => {
  test.for<readonly [string, Said, object]>([
    ['nothing', exited(0), { decision: 'none', effects: [], issues: [] }],
    ['a block', exited(2, '{"message":"no"}'), { decision: 'deny', reason: 'no' }],
    ['a block without a word', exited(2), { decision: 'deny', reason: 'blocked by hook (no message)' }],
    ['a block that is cut', exited(2, 'no', '', 9), { decision: 'deny', reason: 'no' }],
    [
      'a patch',
      exited(0, '{"action":"mutate","promptOverride":"p","metadataDelta":{"a":1}}'),
      { decision: 'none', effects: [{ kind: 'patch', prompt: 'p', metadata: { a: 1 } }], issues: [] },
    ],
    ['an empty patch', exited(0, '{"action":"mutate"}'), { effects: [], issues: [] }],
    [
      'metadata that is none',
      exited(0, '{"action":"mutate","modelOverride":"m","metadataDelta":1}'),
      { effects: [{ kind: 'patch', model: 'm' }], issues: [{ code: 'output.patch', severity: 'warning' }] },
    ],
    [
      'text',
      exited(0, 'hello', 'oops\n'),
      { failure: 'protocol-error', issues: [{ code: 'output.json', detail: 'oops' }] },
    ],
    ['more than is kept', exited(0, '{}', '', 9), { failure: 'overflow', issues: [{ code: 'output.size' }] }],
    [
      'another exit',
      exited(3, '{"action":"mutate","modelOverride":"m"}', 'why'),
      { decision: 'none', effects: [], failure: 'crash', issues: [{ code: 'hook.crash' }] },
    ],
    [
      'an answer without a process',
      { kind: 'answered', body: { action: 'mutate', modelOverride: 'm' }, ms: 1 },
      { effects: [{ kind: 'patch', model: 'm' }] },
    ],
    ['text of a server', { kind: 'answered', body: '<html>', ms: 1 }, { failure: 'protocol-error' }],
  ])('%s', ([, said, expected]) => expect(read(said)).toMatchObject(expected))

  test('what is too long names the limit and what was left out', () => {
    const [found] = read(exited(0, '{}', '', 9)).issues
    expect(found?.message).toBe(
      `Its stdout is too long to be read: 9 bytes were left out, because at most ${limits.outputBytes / 2 ** 20} MiB is kept.`,
    )
  })

  test.for<readonly [string, number, Output, object]>([
    [
      'a byte order mark before JSON',
      0,
      { text: '{}', droppedBytes: 0, wellFormed: true, bom: 'utf-8' },
      { failure: 'protocol-error', issues: [{ code: 'output.json' }] },
    ],
    [
      'UTF-16',
      0,
      { text: '{}', droppedBytes: 0, wellFormed: true, bom: 'utf-16le' },
      { failure: 'protocol-error', issues: [{ code: 'output.json' }] },
    ],
    [
      'a block in UTF-16',
      2,
      { text: '{"message":"no"}', droppedBytes: 0, wellFormed: true, bom: 'utf-16be' },
      { decision: 'deny', reason: 'no' },
    ],
    [
      'a block that is cut, and would be a message without the cut',
      2,
      { text: '{"message":"a\n… 9 bytes left out …\nz"}', droppedBytes: 9, wellFormed: true },
      { decision: 'deny', reason: '{"message":"a\n… 9 bytes left out …\nz"}' },
    ],
  ])('%s', ([, code, stdout, expected]) =>
    expect(read({ ...(exited(code) as Exit), stdout })).toMatchObject(expected),
  )

  test('a session takes neither prompt nor attachments', () => {
    const both =
      '{"action":"mutate","promptOverride":"p","modelOverride":"m","addAttachments":[{"ImageUrl":{"url":"u"}}]}'
    const { effects, issues } = read(exited(0, both), 'run:PreSessionStart')
    expect(effects).toEqual([{ kind: 'patch', model: 'm' }])
    expect(issues.map(({ code }) => code)).toEqual(['output.patch', 'output.patch'])
  })

  test.for(['run:PostRun', 'run:PostTurn', 'PostToolUse', 'Stop'])('%s hears only the exit code', (name) => {
    expect(read(exited(0, 'text'), name)).toMatchObject({ decision: 'none', issues: [] })
    expect(read(exited(2, 'no'), name)).toMatchObject({ decision: 'none', failure: 'crash' })
    expect(read({ kind: 'answered', body: 'text', ms: 1 }, name)).toMatchObject({ issues: [] })
  })
})
