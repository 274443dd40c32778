import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hook as plainHook, places } from '../../../test/helpers/builders.ts'
import { codexReads, type CodexOutcome } from '../../../test/helpers/codex-model.ts'
import { DECISIONS, emptyVerdict, type Answer, type Effect, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import { isIssue } from '../../core/issue.ts'
import { noOutput } from '../../core/outcome.ts'
import { configSide } from './config.ts'
import { toWire } from './encode-input.ts'
import { codexEvents } from './events.ts'
import { codexCli } from './index.ts'
import { decodeOutput } from './output.ts'

const EVENTS = Object.keys(codexEvents)
const PATCH = '*** Begin Patch\n*** Add File: a\n+a\n*** End Patch'
const TOOLS = [
  { tool_name: 'Bash', tool_input: { command: 'rm x' } },
  { tool_name: 'Bash', tool_input: { command: `apply_patch <<'EOF'\n${PATCH}\nEOF` } },
  { tool_name: 'apply_patch', tool_input: { command: PATCH } },
  { tool_name: 'spawn_agent', tool_input: { message: 'look' } },
  { tool_name: 'mcp__memory__add', tool_input: { a: [1] } },
  { tool_name: 'view_image', tool_input: { path: '/a.png' } },
  {},
]

function eventOf(name: string, tool: object): Event {
  const wire = { session_id: 's', turn_id: 't', cwd: '/w', hook_event_name: name, prompt: 'hi', ...tool }
  const bytes = new TextEncoder().encode(JSON.stringify(wire))
  const event = codexCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 0 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const events = fc.constantFrom(...EVENTS.flatMap((name) => TOOLS.map((tool) => eventOf(name, tool))))

/** Blank, hostile, half of a character, or anything. */
const texts = fc.oneof(
  fc.constantFrom('', ' \n', '\u0085\u00A0', '\uFEFF', '\u200B', '\uD800', '{"continue":false}', '\u0000'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const values = fc.oneof(
  fc.anything({ maxDepth: 3, withNullPrototype: false }),
  fc.constantFrom(PATCH, 'ls', 1n, { deep: { '\uDC00': Number.NaN } }),
)
const inputs = fc.dictionary(
  fc.constantFrom('command', 'patch', 'file_path', 'content', 'prompt', 'message', 'a', 'path', '__proto__'),
  fc.oneof(texts, values),
  { maxKeys: 3 },
)
const effects: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('add-context', 'message', 'keep-going', 'initial-message'),
    text: texts,
  }),
  fc.record({ kind: fc.constant('stop'), reason: texts }, { requiredKeys: ['kind'] }),
  fc.record({ kind: fc.constant('rewrite-input'), input: inputs }),
  fc.record({ kind: fc.constant('rewrite-output'), output: values }),
  fc.record(
    {
      kind: fc.constant('permission-result'),
      behavior: fc.constantFrom('allow', 'deny'),
      message: texts,
      interrupt: fc.boolean(),
      permissions: fc.constant([{}]),
    },
    { requiredKeys: ['kind', 'behavior'] },
  ),
  fc.record({
    kind: fc.constant('native'),
    wire: fc.constantFrom('codex-cli', 'gemini-cli', 'claude-code'),
    field: fc.constantFrom('suppressOutput', 'continue', 'updatedMCPToolOutput', 'x'),
    value: values,
  }),
)
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
  const spec = codexEvents[event.name]
  if (spec === undefined) throw new Error(event.name)
  const { wire, rewriteCall } = codexCli
  return fit(verdict, { ...spec, wire, ...(rewriteCall && { rewriteCall }) }, { headless: false, event })
}

function heard(event: Event, verdict: Verdict): CodexOutcome {
  const { stdout, stderr, exitCode } = codexCli.encodeReply(event, verdict)
  return codexReads(event.name, { code: exitCode, stdout, stderr })
}

/** A tool that takes a command takes nothing else. */
function isRunnable({ tool }: Event, rewritten: unknown): boolean {
  const needsCommand = tool?.nativeName === 'Bash' || tool?.nativeName === 'apply_patch'
  const isObject = typeof rewritten === 'object' && rewritten !== null && !Array.isArray(rewritten)
  return isObject && (!needsCommand || typeof (rewritten as { command?: unknown }).command === 'string')
}

test('whatever the verdict, Codex does not refuse the reply, and a no holds', () =>
  fc.assert(
    fc.property(events, verdicts, fc.boolean(), (event, raw, isFitted) => {
      const verdict = isFitted ? fitted(event, raw) : raw
      const { failed, blocked, stopped, rewritten, allowed } = heard(event, verdict)
      const canDeny = codexEvents[event.name]?.decisions.includes('deny') === true
      const isNo = canDeny && ['deny', 'ask', 'defer'].includes(raw.decision)
      const isHeld = /\P{White_Space}/u.test(blocked ?? stopped ?? '')
      const isEased = rewritten !== undefined || allowed === true
      expect({
        failed,
        isNoLost: isNo && (!isHeld || isEased),
        isBroken: rewritten !== undefined && !isRunnable(event, rewritten),
      }).toEqual({ failed: undefined, isNoLost: false, isBroken: false })
    }),
    { numRuns: 3_000 },
  ))

const keys = fc.constantFrom(
  ...(
    'continue stopReason suppressOutput systemMessage decision reason hookSpecificOutput hookEventName ' +
    'permissionDecision permissionDecisionReason updatedInput additionalContext behavior message interrupt ' +
    'updatedPermissions updatedMCPToolOutput command more'
  ).split(' '),
)
const near = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, 3, '', ' ', 'x', 'deny', 'allow', 'ask', 'block', 'approve', 'Stop'),
    fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
  ),
})).value

/** Documents of the right shape more often than not: what is drawn from `near` alone is nearly always refused. */
const own = fc.record(
  {
    hookEventName: fc.constantFrom(...EVENTS, 'Nothing'),
    permissionDecision: fc.constantFrom('allow', 'deny', 'ask', null),
    permissionDecisionReason: fc.constantFrom('no', ' ', null, 3),
    updatedInput: fc.constantFrom({ command: 'ls' }, { cmd: 'ls' }, 'ls', null),
    additionalContext: fc.constantFrom('ctx', null, 3),
    updatedMCPToolOutput: fc.constant(1),
    decision: fc.record(
      {
        behavior: fc.constantFrom('allow', 'deny', 'ask'),
        message: fc.constantFrom('no', ' ', null),
        interrupt: fc.boolean(),
        updatedInput: fc.constant({}),
      },
      { requiredKeys: ['behavior'] },
    ),
  },
  { requiredKeys: [] },
)
const documents = fc.record(
  {
    continue: fc.constantFrom(true, false, null),
    stopReason: fc.constantFrom('stop', null),
    suppressOutput: fc.boolean(),
    systemMessage: fc.constantFrom('hi', null),
    decision: fc.constantFrom('block', 'approve', 'deny', null),
    reason: fc.constantFrom('no', ' ', null),
    hookSpecificOutput: own,
  },
  { requiredKeys: [] },
)
const answers = fc.oneof(
  { weight: 4, arbitrary: documents.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: near.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom('', ' \n', 'text', '{', '[]', '{}{}', '\uFEFF{}', '\n {}') },
)

const ownHook = plainHook({ dialect: 'codex-cli', wire: 'codex-cli', onFailure: 'native' })

/** What both readers must agree on. */
function meant({ decision, effects: all, failure }: Answer): object {
  const has = (kind: Effect['kind']): boolean => all.some((effect) => effect.kind === kind)
  return {
    isFailed: failure !== undefined,
    isHeld: decision === 'deny' || has('stop'),
    isAllowed: decision === 'allow',
    isChanged: has('rewrite-input'),
    hasContext: has('add-context'),
    hasMessage: has('message'),
  }
}

function done(event: Event, { failed, blocked, stopped, allowed, rewritten, ...more }: CodexOutcome): object {
  const isBroken = rewritten !== undefined && !isRunnable(event, rewritten)
  return {
    isFailed: failed !== undefined,
    isHeld: isBroken || blocked !== undefined || stopped !== undefined,
    isAllowed: allowed === true,
    isChanged: rewritten !== undefined && !isBroken,
    // A blank text says nothing, so that we leave it out.
    hasContext: /\S/.test(more.context ?? ''),
    hasMessage: /\S/.test(more.message ?? ''),
  }
}

test('two readers that were written apart agree on every answer', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...EVENTS.map((name) => eventOf(name, TOOLS[0] ?? {}))),
      answers,
      fc.constantFrom(0, 0, 0, 0, 1, 2),
      fc.constantFrom('', ' ', 'why'),
      (event, stdout, code, stderr) => {
        const texted = (text: string) => ({ ...noOutput, text })
        const answer = decodeOutput(ownHook, event, {
          kind: 'exited',
          code,
          stdout: texted(stdout),
          stderr: texted(stderr),
          ms: 1,
        })
        expect(meant(answer)).toEqual(done(event, codexReads(event.name, { code, stdout, stderr })))
      },
    ),
    { numRuns: 4_000 },
  ))

const wireKeys = fc.constantFrom(
  ...(
    'session_id turn_id transcript_path cwd model permission_mode tool_name tool_input tool_response tool_use_id ' +
    'prompt source reason trigger stop_hook_active last_assistant_message agent_id agent_type command __proto__'
  ).split(' '),
)
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, 1, -1, '', 'Bash', 'apply_patch', PATCH, '*** Begin Patch', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(wireKeys, tie('value'), { maxKeys: 4 }),
  ),
})).value

test('any payload is an event that can be written and refused, or a problem that names the event', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...EVENTS),
      fc.dictionary(wireKeys, anyValue, { maxKeys: 6 }),
      (name, fields) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ ...fields, hook_event_name: name }))
        const event = codexCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 0 })
        if (isIssue(event)) return event.event === name
        codexCli.actionOf?.(event)
        const canDeny = codexEvents[name]?.decisions.includes('deny') === true
        const { blocked, stopped } = heard(event, { ...emptyVerdict, decision: 'deny', reason: 'no' })
        return toWire(event)['hook_event_name'] === name && ((blocked ?? stopped) !== undefined) === canDeny
      },
    ),
    { numRuns: 1_000 },
  ))

test('no file makes the reader throw', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('hooks.json', 'config.toml', 'requirements.toml'),
      anyValue,
      (name, value) => {
        const file = { file: `/etc/codex/${name}`, scope: 'managed' as const }
        configSide.read({ ...file, value }, places())
        const hooks = {
          PreToolUse: [value, { matcher: 'x', hooks: [value, { type: 'command', command: value }] }],
        }
        const readings = [configSide.read({ ...file, value: { hooks } }, places())]
        return configSide.combine(readings, places()).hooks.length <= 1
      },
    ),
    { numRuns: 500 },
  ))
