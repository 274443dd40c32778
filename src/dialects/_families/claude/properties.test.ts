import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeEvent,
  decodeLate,
  decodeOutput,
  encodeInput,
  encodeReply,
  readGroup,
} from '../../../../test/helpers/claude-contract.ts'
import { eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { DECISIONS, emptyVerdict, type Effect } from '../../../core/decision.ts'
import type { Event } from '../../../core/event.ts'
import { isIssue } from '../../../core/issue.ts'
import { readDeclaration } from './declaration.ts'
import { claudeEvents } from '../../claude-code/events.ts'
import { readQuestion } from './questions.ts'

const SPEAKER = { host: 'claude-code', wire: 'claude-code' }
const WHERE = { startDir: '/s', projectDir: '/p', at: 1 }
const names = fc.constantFrom(...Object.keys(claudeEvents), 'Tomorrow')
const word = fc.string({ minLength: 1 })
const json = fc.jsonValue({ maxDepth: 3 })
const keys = fc.constantFrom(
  'hook_event_name',
  'session_id',
  'cwd',
  'tool_name',
  'tool_input',
  'prompt',
  'decision',
  'reason',
  'continue',
  'systemMessage',
  'hookSpecificOutput',
  'hookEventName',
  'permissionDecision',
  'updatedInput',
  'additionalContext',
  'watchPaths',
  'action',
  'content',
  'async',
  'asyncTimeout',
  'terminalSequence',
  'worktreePath',
  'updatedMCPToolOutput',
  'classifierContext',
  'displayContent',
  'behavior',
  'updatedPermissions',
  'options',
  'message',
  '__proto__',
  'constructor',
  'matcher',
  'hooks',
  'type',
  'command',
  'args',
)
const keyed = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, json, names, fc.array(tie('node')), tie('object')),
  object: fc.array(fc.tuple(keys, tie('node'))).map((entries) => Object.fromEntries(entries) as unknown),
}))

test('no payload makes the reader throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array(), keyed.object.map(bytesOf)),
      fc.option(names, { nil: undefined }),
      (bytes, event) => {
        decodeEvent({ ...WHERE, bytes, ...(event !== undefined && { event }) }, SPEAKER)
      },
    ),
  )
})

test('no output makes the reader throw, and a failure never decides', () => {
  const fields = fc.dictionary(keys, fc.oneof(json, fc.constantFrom('allow', 'deny', 'block', 'x')))
  const stdout = fc.oneof(fc.string(), keyed.object, fc.record({ own: fields, specific: fields }))
  fc.assert(
    fc.property(names, stdout, fc.constantFrom(0, 1, 2, 127), (name, output, code) => {
      const answer = decodeOutput(
        hookFor(name),
        eventNamed(name),
        exited(code, addressed(output, name), 'err'),
      )
      expect(DECISIONS).toContain(answer.decision)
      expect(answer.failure === undefined || answer.decision === 'none').toBe(true)
    }),
  )
})

test('exit 2 blocks wherever it can, whatever stdout says', () => {
  const blocking = Object.values(claudeEvents).filter((spec) => spec.exit2 === 'deny')
  const stdout = fc.oneof(
    fc.string(),
    keyed.object.map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...blocking), stdout, ({ event, reader }, text) => {
      // In the host's own files JSON that fails its check takes the block of a side event with it.
      const hook = hookFor(event, reader === 'side' ? { dialect: 'hookwright' } : {})
      expect(decodeOutput(hook, eventNamed(event), exited(2, text, 'no')).decision).toBe('deny')
    }),
  )
})

test('whatever a hook in the background wrote, it decides nothing', () => {
  const stdout = fc.oneof(
    fc.string(),
    keyed.object.map((value) => JSON.stringify(value)),
    keyed.object.map((value) => `{"async":true}\n${JSON.stringify(value)}`),
  )
  const mode = fc.constantFrom('background', 'rewake', 'wait')
  fc.assert(
    fc.property(names, stdout, mode, fc.constantFrom(0, 1, 2), (name, text, how, code) => {
      const hook = hookFor(name, { mode: how })
      const { answer, wake } = decodeLate(hook, eventNamed(name), exited(code, text, 'err'))
      expect(answer.decision).toBe('none')
      expect(answer.effects.every(({ kind }) => kind === 'add-context' || kind === 'message')).toBe(true)
      expect(wake !== undefined).toBe(how === 'rewake' && code === 2)
    }),
  )
})

test('no line makes the readers of questions and declarations throw', () => {
  const line = fc.oneof(
    fc.string(),
    keyed.object.map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(line, (text) => {
      const question = readQuestion(text)
      expect(question === undefined || typeof question.id === 'string').toBe(true)
      expect(readDeclaration(text)?.timeoutMs ?? 1).toBeGreaterThan(0)
    }),
  )
})

test('no group makes the reader throw', () => {
  fc.assert(
    fc.property(names, keyed.node, (event, group) => {
      const { hooks, issues, broken } = readGroup(group, {
        event,
        dialect: 'd',
        wire: 'd',
        file: 'f',
        scope: 'user',
        pointer: [],
        onFailure: 'native',
        detach: true,
        id: String,
      })
      expect(!broken || issues.length > 0).toBe(true)
      for (const hook of hooks) expect(hook.timeoutMs).toBeGreaterThan(0)
    }),
  )
})

test('decodeEvent(encodeInput(e)) keeps e', () => {
  fc.assert(
    fc.property(events(), (event) => {
      const input = encodeInput(event, 'claude-code')
      const back = decodeEvent({ ...WHERE, bytes: new TextEncoder().encode(input as string) }, SPEAKER)
      if (isIssue(back)) throw new Error(back.message)
      const { payload: _, ...rest } = back
      expect(rest).toEqual(event)
    }),
  )
})

test('a reply is silence, one JSON document, or the plain text of two events', () => {
  const effects = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constantFrom('add-context', 'message', 'keep-going', 'initial-message'),
        text: fc.string(),
      }),
      fc.record({ kind: fc.constant('rewrite-input'), input: fc.dictionary(word, json) }),
      fc.record({ kind: fc.constant('rewrite-output'), output: json }),
      fc.record({ kind: fc.constant('native'), wire: fc.constant('claude-code'), field: keys, value: json }),
      fc.constant({ kind: 'stop' }),
    ),
  ) as fc.Arbitrary<Effect[]>
  fc.assert(
    fc.property(names, fc.constantFrom(...DECISIONS), effects, (name, decision, list) => {
      const { stdout, exitCode } = encodeReply(
        { name },
        { ...emptyVerdict, decision, effects: list },
        'claude-code',
      )
      expect([0, 2]).toContain(exitCode)
      const isPlain = stdout === '' || name === 'PreCompact'
      expect(isPlain || typeof JSON.parse(stdout) === 'object').toBe(true)
    }),
  )
})

/** Half of the outputs carry fields under the right event name, valid or not. */
function addressed(output: unknown, hookEventName: string): unknown {
  if (typeof output !== 'object' || output === null || !('specific' in output)) return output
  const { own, specific } = output as { own?: object; specific: object }
  return { ...own, hookSpecificOutput: { ...specific, hookEventName } }
}

/** Events as this dialect makes them: what has a place of its own is not among the fields. */
function events(): fc.Arbitrary<Event> {
  const fields = fc.dictionary(
    word.map((key) => `x_${key}`),
    json,
  )
  const tool = fc.record({
    name: fc.constantFrom('Bash', 'Edit', 'mcp__a__b'),
    input: fc.dictionary(word, json),
  })
  return fc
    .record({
      sessionId: word,
      cwd: word,
      mode: fc.option(word, { nil: undefined }),
      fields,
      tool,
      useId: word,
    })
    .map(({ sessionId, cwd, mode, fields: extra, tool: { name, input }, useId }) => ({
      ...eventNamed('PreToolUse', { ...WHERE_EVENT, cwd, sessionId, fields: roundTrip(extra) }),
      ...(mode !== undefined && { permissionMode: mode }),
      tool: { name, nativeName: name, input: roundTrip(input), nativeInput: roundTrip(input), useId },
    }))
}

const WHERE_EVENT = { projectDir: '/p', at: 1 }

/** JSON knows no -0. */
function roundTrip<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}
