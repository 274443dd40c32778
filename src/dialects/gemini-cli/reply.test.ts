import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { receive, type Received } from '../../../test/helpers/gemini-model.ts'
import {
  DECISIONS,
  emptyVerdict,
  type Decision,
  type Effect,
  type Reply,
  type Verdict,
} from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import { isIssue, issue } from '../../core/issue.ts'
import { geminiCli } from './index.ts'

const NATIVES = Object.keys(geminiCli.events)
const TOOL = { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'list' } }
const FIELDS: Readonly<Record<string, object>> = {
  BeforeTool: TOOL,
  AfterTool: { ...TOOL, tool_response: { llmContent: 'secret', returnDisplay: '' } },
  BeforeAgent: { prompt: 'go' },
}

function eventOf(native: string, fields: object = FIELDS[native] ?? {}): Event {
  const payload = { session_id: 's', cwd: '/w', hook_event_name: native, timestamp: 'x', ...fields }
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const event = geminiCli.decodeEvent({ bytes, startDir: '/w', projectDir: '/w', at: 1 })
  if (isIssue(event)) throw new Error(event.message)
  return event
}

const native = (field: string, value: unknown): Effect => ({
  kind: 'native',
  wire: 'gemini-cli',
  field,
  value,
})

const EFFECTS: readonly Effect[] = [
  { kind: 'add-context', text: 'CONTEXT' },
  { kind: 'message', text: 'MESSAGE' },
  { kind: 'stop', reason: 'STOP' },
  { kind: 'keep-going', text: 'FURTHER' },
  { kind: 'rewrite-input', input: { command: 'true' } },
  { kind: 'rewrite-output', output: 'REDACTED' },
]

/** Every decision with every set of effects. */
const VERDICTS: readonly Verdict[] = DECISIONS.flatMap((decision) =>
  Array.from({ length: 2 ** EFFECTS.length }, (_, mask) => ({
    ...emptyVerdict,
    decision,
    ...(decision !== 'none' && { reason: 'WHY' }),
    effects: EFFECTS.filter((_effect, index) => (mask & (1 << index)) !== 0),
  })),
)

type Stance = Pick<Received, 'blocked' | 'asks' | 'ends'>

/** What the host must do after this verdict, from what a verdict means and what the event has. */
function wanted(name: string, verdict: Verdict): Stance {
  const { decision, effects } = verdict
  const has = (kind: Effect['kind']): boolean => effects.some((effect) => effect.kind === kind)
  const ends = has('stop')
  switch (name) {
    case 'BeforeTool':
      return { blocked: decision === 'deny' || ends, asks: decision === 'ask' && !ends, ends }
    case 'AfterTool':
      return { blocked: !ends && (decision === 'deny' || has('rewrite-output')), asks: false, ends }
    case 'AfterAgent':
      return { blocked: !ends && (decision === 'deny' || has('keep-going')), asks: false, ends }
    case 'AfterModel':
      return { blocked: !ends && decision === 'deny', asks: false, ends }
    default:
      return { blocked: decision === 'deny' || ends, asks: false, ends }
  }
}

/** Texts of ours that may be shown, by what brings them. */
function mayBeShown(verdict: Verdict): ReadonlySet<string> {
  const words = ['MESSAGE', 'STOP', 'WHY', 'FURTHER', 'CONTEXT', 'REDACTED', 'Stopped by a hook']
  const ours = [
    'Tool execution blocked:',
    'Tool result blocked:',
    'A hook replaced the result of the tool.',
    'The new result:',
  ]
  return new Set([...words, ...ours, ...(verdict.reason ? [verdict.reason] : [])])
}

/** What holds after every reply, whatever the verdict. */
const SOUND = { stderr: '', exitCode: 0, isDenyLost: false, isChangedThoughHeld: false, unknownText: '' }

type Done = Stance & typeof SOUND & { readonly hasMessage: boolean }

type Trial = { readonly name: string; readonly verdict: Verdict; readonly isHeard: boolean }

/** What the host does with the reply. */
function doneBy(reply: Reply, { name, verdict, isHeard }: Trial): Done {
  const { blocked, asks, ends, input, user } = receive(name, [reply])
  const isHeld = blocked || ends
  const rest = [...mayBeShown(verdict)].reduce((text, each) => text.replaceAll(each, ''), user)
  return {
    stderr: reply.stderr,
    exitCode: reply.exitCode,
    blocked,
    asks,
    ends,
    isDenyLost: isHeard && !isHeld,
    isChangedThoughHeld: isHeld && input !== undefined,
    unknownText: rest.trim(),
    hasMessage: user.includes('MESSAGE'),
  }
}

describe.for(NATIVES)('every verdict on %s', (name) => {
  const event = eventOf(name)
  const spec = geminiCli.events[name]
  if (spec === undefined) throw new Error(name)

  test.for(['with the fit of the engine', 'without'] as const)(
    'does to the host what it means, %s',
    (way) => {
      const tried = VERDICTS.map((raw) => {
        const fitted = fit(raw, { ...spec, wire: 'gemini-cli' }, { headless: false, event })
        const verdict = way === 'without' ? raw : fitted
        const reply = geminiCli.encodeReply(event, verdict)
        const effects = verdict.effects.filter(({ kind }) => spec.effects.includes(kind))
        const decision = way === 'without' ? strictest(raw.decision, spec.decisions) : fitted.decision
        const isHeard = raw.decision === 'deny' && spec.decisions.includes('deny')
        const meant: Done = {
          ...SOUND,
          ...wanted(name, { ...verdict, decision, effects }),
          hasMessage: raw.effects.some(({ kind }) => kind === 'message'),
        }
        return { raw, reply, meant, done: doneBy(reply, { name, verdict, isHeard }) }
      })
      expect(tried).toHaveLength(DECISIONS.length * 2 ** EFFECTS.length)
      expect(tried.filter(({ meant, done }) => !isDeepStrictEqual(done, meant))).toEqual([])
    },
  )

  test('a deny beside other hooks of the host stands', () => {
    if (!spec.decisions.includes('deny')) return
    const reply = geminiCli.encodeReply(event, { ...emptyVerdict, decision: 'deny', reason: 'WHY' })
    const silent = geminiCli.encodeReply(event, emptyVerdict)
    expect(receive(name, [reply, silent]).blocked).toBe(true)
    expect(receive(name, [silent, reply]).blocked).toBe(true)
  })

  test('nothing to say changes nothing, and stderr is not read', () => {
    const silent = geminiCli.encodeReply(event, emptyVerdict)
    const stdout = ['BeforeModel', 'BeforeToolSelection'].includes(name) ? 'null\n' : '{}\n'
    expect(silent).toEqual({ stdout, stderr: '', exitCode: 0 })
    const noisy = { ...silent, stderr: 'Debugger attached.' }
    expect(receive(name, [noisy])).toEqual(receive(name, []))
  })

  test('our failure is a message, or a deny where one is asked for and heard', () => {
    const problem = issue('internal', {}, 'It broke.', 'Report it.')
    const ignored = receive(name, [geminiCli.encodeFailure(event, problem, 'ignore')])
    expect(ignored).toMatchObject({ blocked: false, ends: false, user: 'hookwright: It broke. Report it.' })
    const denied = receive(name, [geminiCli.encodeFailure(event, problem, 'deny')])
    expect(denied.blocked).toBe(spec.decisions.includes('deny'))
    expect(denied.user).toContain('It broke.')
  })

  test('a no without stdout is one by its exit code where the host hears it', () => {
    const reply = geminiCli.encodeWithoutStdout(event, 'WHY')
    expect(reply.stdout).toBe('')
    const got = receive(name, [reply])
    expect(got.blocked).toBe(spec.decisions.includes('deny'))
    expect(got.user).toContain('WHY')
  })
})

/** What a verdict that skipped the engine becomes: never weaker than it was. */
function strictest(decision: Decision, known: readonly Decision[]): Decision {
  if (decision === 'none' || decision === 'allow') return 'none'
  if (known.includes(decision)) return decision
  return known.includes('deny') ? 'deny' : 'none'
}

const document = (name: string, verdict: Partial<Verdict>, event = eventOf(name)): unknown =>
  JSON.parse(geminiCli.encodeReply(event, { ...emptyVerdict, ...verdict }).stdout)

describe('the document', () => {
  test.for<[string, string, Partial<Verdict>, object]>([
    ['a deny decides', 'BeforeTool', { decision: 'deny', reason: 'no' }, { decision: 'deny', reason: 'no' }],
    [
      'a deny has a reason',
      'BeforeTool',
      { decision: 'deny' },
      { decision: 'deny', reason: 'Denied by a hook' },
    ],
    [
      'the person who is asked sees the reason',
      'BeforeTool',
      { decision: 'ask', reason: 'sure?' },
      { decision: 'ask', reason: 'sure?', systemMessage: 'sure?' },
    ],
    [
      'the reason of a deny stands in what the host shows of a stop',
      'BeforeTool',
      { decision: 'deny', reason: 'no', effects: [{ kind: 'stop', reason: 'enough' }] },
      { decision: 'deny', reason: 'no', continue: false, stopReason: 'enough\nno' },
    ],
    [
      'a rewrite is the whole of the native arguments',
      'BeforeTool',
      { effects: [{ kind: 'rewrite-input', input: { command: 'true', run_in_background: true } }] },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeTool',
          tool_input: { command: 'true', is_background: true },
        },
      },
    ],
    [
      'a rewrite that the tool has no argument for denies',
      'BeforeTool',
      { effects: [{ kind: 'rewrite-input', input: { command: 'true', timeout: 5 } }] },
      {
        decision: 'deny',
        reason: 'A hook set "timeout", and run_shell_command of Gemini CLI has no such argument.',
      },
    ],
    [
      'context is joined by lines',
      'BeforeAgent',
      {
        effects: [
          { kind: 'add-context', text: 'a' },
          { kind: 'add-context', text: 'b' },
        ],
      },
      { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'a\nb' } },
    ],
    [
      'context beside a deny after a tool is part of the reason, because the host would drop it',
      'AfterTool',
      { decision: 'deny', reason: 'no', effects: [{ kind: 'add-context', text: 'ctx' }] },
      { decision: 'deny', reason: 'no\nctx' },
    ],
    [
      'a new result takes the place of the old one as the reason of a deny',
      'AfterTool',
      { effects: [{ kind: 'rewrite-output', output: 'clean' }] },
      { decision: 'deny', reason: 'A hook replaced the result of the tool. The new result:\nclean' },
    ],
    [
      'native fields of the own wire pass',
      'AfterAgent',
      { decision: 'deny', reason: 'more', effects: [native('clearContext', true)] },
      {
        decision: 'deny',
        reason: 'more',
        hookSpecificOutput: { hookEventName: 'AfterAgent', clearContext: true },
      },
    ],
    [
      'a field of another event does not pass',
      'AfterAgent',
      {
        effects: [
          native('llm_request', {}),
          { kind: 'native', wire: 'x', field: 'clearContext', value: true },
        ],
      },
      {},
    ],
    [
      'choices of tools are joined as the host joins them',
      'BeforeToolSelection',
      {
        effects: [
          native('toolConfig', { mode: 'ANY', allowedFunctionNames: ['b', 'a'] }),
          native('toolConfig', { mode: 'AUTO', allowedFunctionNames: ['c', 'a', 5] }),
        ],
      },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeToolSelection',
          toolConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b', 'c'] },
        },
      },
    ],
    [
      'a choice alone has only what the host can read',
      'BeforeToolSelection',
      { effects: [native('toolConfig', { mode: 'NONE', allowedFunctionNames: 5 })] },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeToolSelection',
          toolConfig: { mode: 'NONE', allowedFunctionNames: [] },
        },
      },
    ],
    [
      'no tools is the strictest choice',
      'BeforeToolSelection',
      {
        effects: [
          native('toolConfig', { mode: 'NONE' }),
          native('toolConfig', { mode: 'ANY', allowedFunctionNames: ['a'] }),
        ],
      },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeToolSelection',
          toolConfig: { mode: 'NONE', allowedFunctionNames: [] },
        },
      },
    ],
  ])('%s', ([, name, verdict, expected]) => expect(document(name, verdict)).toEqual(expected))

  test('an event of a later release can still be denied', () =>
    expect(document('BeforeLunch', { decision: 'deny', reason: 'no' })).toEqual({
      decision: 'deny',
      reason: 'no',
    }))
})
