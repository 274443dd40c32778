import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hook as plainHook, places } from '../../../test/helpers/builders.ts'
import { receive, type Received } from '../../../test/helpers/gemini-model.ts'
import { DECISIONS, emptyVerdict, type Answer, type Effect, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import { isIssue } from '../../core/issue.ts'
import { noOutput } from '../../core/outcome.ts'
import { configSide } from './config.ts'
import { toWire } from './encode-input.ts'
import { geminiCli } from './index.ts'
import { decodeOutput } from './output.ts'

const NATIVES = Object.keys(geminiCli.events)
const TOOLS = [
  { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'list' } },
  { tool_name: 'replace', tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' } },
  { tool_name: 'web_fetch', tool_input: { prompt: 'read https://a.example' } },
  { tool_name: 'read_many_files', tool_input: { include: ['/a', '/b'] } },
  {
    tool_name: 'mcp_s_t',
    tool_input: { a: 1 },
    mcp_context: { server_name: 's', tool_name: 't', command: 'x' },
  },
  {},
]

function eventOf(native: string, tool: object): Event {
  const wire = { session_id: 's', cwd: '/w', hook_event_name: native, timestamp: 'x', prompt: 'hi', ...tool }
  const bytes = new TextEncoder().encode(JSON.stringify(wire))
  const event = geminiCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const events = fc.constantFrom(...NATIVES.flatMap((name) => TOOLS.map((tool) => eventOf(name, tool))))

const texts = fc.oneof(
  fc.constantFrom('', ' \n', '\uFEFF', '\u200B', '\uD800', '{"decision":"allow"}', '\u0000'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const values = fc.jsonValue({ maxDepth: 3 })
const inputs = fc.dictionary(
  fc.constantFrom('command', 'file_path', 'url', 'prompt', 'replace_all', 'timeout', 'a', '__proto__'),
  fc.oneof(texts, values),
  { maxKeys: 3 },
)

/** What hooks give the host for itself: of the right shape, nearly so, or anything. */
const parts = fc.oneof(fc.constantFrom(['x'], [], 'x', null), values)
const candidates = fc.oneof(
  fc.array(fc.oneof(fc.record({ content: fc.record({ parts }) }), values), { maxLength: 2 }),
  values,
)
const natives = fc.oneof(
  fc.record({
    field: fc.constant('llm_response'),
    value: fc.oneof(fc.record({ text: texts, candidates }, { requiredKeys: [] }), values),
  }),
  fc.record({
    field: fc.constant('toolConfig'),
    value: fc.oneof(
      fc.record(
        {
          mode: fc.constantFrom('NONE', 'ANY', 'AUTO', 3),
          allowedFunctionNames: fc.oneof(fc.constantFrom(['a'], 5, 'b', null), values),
        },
        { requiredKeys: [] },
      ),
      values,
    ),
  }),
  fc.record({
    field: fc.constantFrom('llm_request', 'clearContext', 'tailToolCallRequest', 'x'),
    value: values,
  }),
)
const effects: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add-context', 'message', 'keep-going', 'initial-message'),
    text: texts,
  }),
  fc.record({ kind: fc.constant('stop'), reason: texts }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constant('rewrite-input'), input: inputs }),
  fc.record({ kind: fc.constant('rewrite-output'), output: values }),
  natives.map((native) => ({ kind: 'native', wire: 'gemini-cli', ...native })),
) as fc.Arbitrary<Effect>
const verdicts: fc.Arbitrary<Verdict> = fc
  .record(
    {
      decision: fc.constantFrom(...DECISIONS),
      reason: texts,
      effects: fc.array(effects, { maxLength: 4 }),
    },
    { requiredKeys: ['decision', 'effects'] },
  )
  .map((said) => ({ ...emptyVerdict, ...said }))

function fitted(event: Event, verdict: Verdict): Verdict {
  const spec = geminiCli.events[event.native]
  if (spec === undefined) throw new Error(event.native)
  const { wire, rewriteCall } = geminiCli
  return fit(verdict, { ...spec, wire, ...(rewriteCall && { rewriteCall }) }, { headless: false, event })
}

test('whatever the verdict, a no holds on the host, and nothing is changed beside it', () =>
  fc.assert(
    fc.property(events, verdicts, fc.boolean(), (event, raw, isFitted) => {
      const verdict = isFitted ? fitted(event, raw) : raw
      const reply = geminiCli.encodeReply(event, verdict)
      const { blocked, ends, asks, input } = receive(event.native, [reply])
      const { decisions = [] } = geminiCli.events[event.native] ?? {}
      const canDeny = decisions.includes('deny')
      const isHeld = blocked || ends
      const isQuestion = raw.decision === 'ask' || raw.decision === 'defer'
      expect({
        stderr: reply.stderr,
        exitCode: reply.exitCode,
        isDenyLost: canDeny && raw.decision === 'deny' && !isHeld,
        isQuestionLost: canDeny && isQuestion && !isHeld && !asks,
        isChangedThoughHeld: isHeld && input !== undefined,
      }).toEqual({
        stderr: '',
        exitCode: 0,
        isDenyLost: false,
        isQuestionLost: false,
        isChangedThoughHeld: false,
      })
    }),
    { numRuns: 3_000 },
  ))

const own = fc.record(
  {
    hookEventName: fc.constantFrom(...NATIVES, 'x'),
    additionalContext: fc.constantFrom('ctx', '', 3),
    tool_input: fc.constantFrom({ command: 'pwd' }, 'x', [1], null),
    permissionDecision: fc.constant('deny'),
    clearContext: fc.boolean(),
  },
  { requiredKeys: [] },
)
const documents = fc.record(
  {
    continue: fc.constantFrom(true, false, 'false', null),
    stopReason: fc.constantFrom('stop', '', 3),
    systemMessage: fc.constantFrom('hi', ''),
    suppressOutput: fc.boolean(),
    decision: fc.constantFrom('deny', 'block', 'ask', 'allow', 'approve', 'DENY', null),
    reason: fc.constantFrom('no', '', 5),
    hookSpecificOutput: own,
    more: values,
  },
  { requiredKeys: [] },
)
const answers = fc.oneof(
  { weight: 4, arbitrary: documents.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: documents.map((value) => JSON.stringify(JSON.stringify(value))) },
  { weight: 1, arbitrary: values.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.constantFrom('', ' \n', 'text', '{', '[]', '{}{}', 'null', '0', '"x"', 'a {}') },
)

const ownHook = plainHook({ dialect: 'gemini-cli', wire: 'gemini-cli', onFailure: 'native' })

/** What both readers must agree on. A deny of ours that ends the turn as well is the end of it for the host. */
function meant({ decision, effects: all }: Answer): object {
  const has = (kind: Effect['kind']): boolean => all.some((effect) => effect.kind === kind)
  const ends = has('stop')
  return {
    isHeld: decision === 'deny' || ends,
    ends,
    asks: decision === 'ask' && !ends,
    isChanged: has('rewrite-input') && decision !== 'deny' && !ends,
    hasContext: has('add-context') && decision !== 'deny' && !ends,
  }
}

function done({ blocked, ends, asks, input, model }: Received): object {
  return {
    isHeld: blocked || ends,
    ends,
    asks,
    isChanged: input !== undefined,
    hasContext: !blocked && model !== '',
  }
}

test('two readers that were written apart agree on every answer', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...NATIVES.map((name) => eventOf(name, TOOLS[0] ?? {}))),
      answers,
      fc.oneof(answers, fc.constantFrom('', 'why')),
      fc.constantFrom(0, 0, 1, 2, 3, 127),
      (event, stdout, stderr, exitCode) => {
        const texted = (text: string) => ({ ...noOutput, text })
        const answer = decodeOutput(ownHook, event, {
          kind: 'exited',
          code: exitCode,
          stdout: texted(stdout),
          stderr: texted(stderr),
          ms: 1,
        })
        expect(meant(answer)).toEqual(done(receive(event.native, [{ stdout, stderr, exitCode }])))
      },
    ),
    { numRuns: 3_000 },
  ))

const wireKeys = fc.constantFrom(
  ...(
    'session_id transcript_path cwd timestamp tool_name tool_input tool_response mcp_context server_name llmContent ' +
    'prompt prompt_response stop_hook_active source reason trigger llm_request llm_response notification_type ' +
    'message details command file_path include __proto__'
  ).split(' '),
)
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 1, '', 'run_shell_command', 'mcp_a_b', 'ToolPermission', true, '*', '('),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(wireKeys, tie('value'), { maxKeys: 4 }),
  ),
})).value

test('any payload is an event that can be written and refused, or a problem that names the event', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...NATIVES),
      fc.dictionary(wireKeys, anyValue, { maxKeys: 6 }),
      (native, fields) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ ...fields, hook_event_name: native }))
        const event = geminiCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 0 })
        const spec = geminiCli.events[native]
        if (isIssue(event)) return event.event === spec?.event
        geminiCli.actionOf?.(event)
        const reply = geminiCli.encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: 'no' })
        const { blocked } = receive(native, [reply])
        return toWire(event)['hook_event_name'] === native && blocked === spec?.decisions.includes('deny')
      },
    ),
    { numRuns: 1_000 },
  ))

test('no file makes the reader throw', () =>
  fc.assert(
    fc.property(anyValue, (value) => {
      const file = { file: '/p/.gemini/settings.json', scope: 'project' as const }
      configSide.read({ ...file, value }, places())
      const entry = { type: 'command', command: 'x', env: value, timeout: value, name: value }
      const hooks = { BeforeTool: [value, { matcher: value, hooks: [value, entry] }] }
      const readings = [configSide.read({ ...file, value: { hooks, hooksConfig: value } }, places())]
      return configSide.combine(readings, places()).hooks.length <= 1
    }),
    { numRuns: 500 },
  ))
