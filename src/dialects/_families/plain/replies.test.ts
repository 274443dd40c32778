import { describe, expect, test } from 'vitest'
import { decode, dialectOf, PAYLOADS } from '../../../../test/conformance/helpers/plain-payloads.ts'
import { emptyVerdict, type Effect, type Verdict } from '../../../core/decision.ts'
import { fit } from '../../../core/fit.ts'
import { issue } from '../../../core/issue.ts'
import { eventSpec } from '../../event-spec.ts'

/** What the host gets for a verdict: exit code, stdout and stderr in one line each. */
function reply(host: string, name: string, verdict: Partial<Verdict>): readonly [number, string, string] {
  const dialect = dialectOf(host)
  const event = decode(host, PAYLOADS[host]?.[name])
  const spec = eventSpec(dialect, event)
  if (spec === undefined) throw new Error(`${host} has no ${name}`)
  const whole = { ...emptyVerdict, ...verdict }
  const fitted = fit(whole, { ...spec, wire: dialect.wire }, { headless: false, event })
  const { exitCode, stdout, stderr } = dialect.encodeReply(event, fitted)
  return [exitCode, stdout.trimEnd(), stderr.trimEnd()]
}

function effects(...all: readonly Effect[]): Partial<Verdict> {
  return { effects: all, answers: [{ hook: 'h', answer: { decision: 'none', effects: all, issues: [] } }] }
}

const DENY: Partial<Verdict> = { decision: 'deny', reason: 'not here' }
const ASK: Partial<Verdict> = { decision: 'ask', reason: 'sure?' }
const ALLOW: Partial<Verdict> = { decision: 'allow' }
const CONTEXT = effects({ kind: 'add-context', text: 'use pnpm' })
const REWRITE = effects({ kind: 'rewrite-input', input: { command: 'ls', description: 'clean' } })
const LOST_REWRITE = 'Hook h changed the input, and the host has no place for the change here.'

type ReplyRow = readonly [
  host: string,
  event: string,
  verdict: string,
  Partial<Verdict>,
  number,
  string,
  string,
]

const ROWS: readonly ReplyRow[] = [
  ['crush', 'PreToolUse', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['crush', 'PreToolUse', 'ask', ASK, 0, '{"decision":"deny","reason":"sure?"}', ''],
  ['crush', 'PreToolUse', 'allow', ALLOW, 0, '{"decision":"allow"}', ''],
  ['crush', 'PreToolUse', 'none', {}, 0, '', ''],
  ['crush', 'PreToolUse', 'context', CONTEXT, 0, '{"context":"use pnpm"}', ''],
  [
    'crush',
    'PreToolUse',
    'rewrite',
    REWRITE,
    0,
    '{"updated_input":{"command":"ls","description":"clean"}}',
    '',
  ],
  [
    'crush',
    'PreToolUse',
    'a rewrite that takes an argument away',
    effects({ kind: 'rewrite-input', input: { command: 'ls' } }),
    0,
    '{"decision":"deny","reason":"A hook changed the input, and the host merges changes into the arguments, so \\"description\\" cannot be removed."}',
    '',
  ],
  [
    'crush',
    'PreToolUse',
    'stop',
    effects({ kind: 'stop', reason: 'enough' }),
    0,
    '{"decision":"deny","reason":"enough","halt":true}',
    '',
  ],
  ['goose', 'PreToolUse', 'deny', DENY, 0, '{"decision":"block","reason":"not here"}', ''],
  ['goose', 'PreToolUse', 'ask', ASK, 0, '{"decision":"block","reason":"sure?"}', ''],
  ['goose', 'PreToolUse', 'allow', ALLOW, 0, '', ''],
  ['goose', 'PreToolUse', 'rewrite', REWRITE, 0, `{"decision":"block","reason":"${LOST_REWRITE}"}`, ''],
  ['goose', 'PreToolUse', 'context', CONTEXT, 0, '', ''],
  ['goose', 'Stop', 'deny', DENY, 0, '{"decision":"block","reason":"not here"}', ''],
  ['goose', 'UserPromptSubmit', 'deny', DENY, 0, '', 'not here'],
  ['goose', 'PostToolUse', 'deny', DENY, 0, '', 'not here'],
  ['kiro', 'PreToolUse', 'deny', DENY, 2, '', 'not here'],
  ['kiro', 'PreToolUse', 'ask', ASK, 2, '', 'sure?'],
  ['kiro', 'PreToolUse', 'allow', ALLOW, 0, '', ''],
  ['kiro', 'PreToolUse', 'rewrite', REWRITE, 2, '', LOST_REWRITE],
  ['kiro', 'PreToolUse', 'message', effects({ kind: 'message', text: 'slow' }), 1, '', 'slow'],
  ['kiro', 'SessionStart', 'context', CONTEXT, 0, 'use pnpm', ''],
  ['kiro', 'UserPromptSubmit', 'context', CONTEXT, 0, 'use pnpm', ''],
  ['kiro', 'UserPromptSubmit', 'deny', DENY, 2, '', 'not here'],
  ['kiro', 'PostToolUse', 'deny', DENY, 1, '', 'not here'],
  ['kiro', 'Stop', 'deny', DENY, 0, '{"decision":"block","reason":"not here"}', ''],
  ['amazon-q', 'PreToolUse', 'deny', DENY, 2, '', 'not here'],
  ['amazon-q', 'PreToolUse', 'ask', ASK, 2, '', 'sure?'],
  ['amazon-q', 'PreToolUse', 'rewrite', REWRITE, 2, '', LOST_REWRITE],
  ['amazon-q', 'UserPromptSubmit', 'deny', DENY, 1, '', 'not here'],
  ['amazon-q', 'UserPromptSubmit', 'context', CONTEXT, 0, 'use pnpm', ''],
  ['amazon-q', 'SessionStart', 'context', CONTEXT, 0, 'use pnpm', ''],
  ['amazon-q', 'PostToolUse', 'deny', DENY, 1, '', 'not here'],
  ['amazon-q', 'Stop', 'deny', DENY, 1, '', 'not here'],
  ['hermes', 'PreToolUse', 'deny', DENY, 0, '{"action":"block","message":"not here"}', ''],
  ['hermes', 'PreToolUse', 'ask', ASK, 0, '{"action":"block","message":"sure?"}', ''],
  ['hermes', 'PreToolUse', 'allow', ALLOW, 0, '', ''],
  [
    'hermes',
    'PreToolUse',
    'rewrite',
    REWRITE,
    0,
    '{"action":"modify","args":{"command":"ls","description":"clean"}}',
    '',
  ],
  ['hermes', 'UserPromptSubmit', 'context', CONTEXT, 0, '{"context":"use pnpm"}', ''],
  ['hermes', 'UserPromptSubmit', 'deny', DENY, 0, '', 'not here'],
  ['hermes', 'Stop', 'deny', DENY, 0, '{"action":"continue","message":"not here"}', ''],
  ['hermes', 'PostToolUse', 'deny', DENY, 0, '', 'not here'],
  ['mistral-vibe', 'PreToolUse', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['mistral-vibe', 'PreToolUse', 'ask', ASK, 0, '{"decision":"deny","reason":"sure?"}', ''],
  ['mistral-vibe', 'PreToolUse', 'allow', ALLOW, 0, '', ''],
  [
    'mistral-vibe',
    'PreToolUse',
    'rewrite',
    REWRITE,
    0,
    '{"hook_specific_output":{"tool_input":{"command":"ls","description":"clean"}}}',
    '',
  ],
  [
    'mistral-vibe',
    'PreToolUse',
    'message',
    effects({ kind: 'message', text: 'slow' }),
    0,
    '{"system_message":"slow"}',
    '',
  ],
  [
    'mistral-vibe',
    'PostToolUse',
    'context',
    CONTEXT,
    0,
    '{"hook_specific_output":{"additional_context":"use pnpm"}}',
    '',
  ],
  ['mistral-vibe', 'PostToolUse', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['mistral-vibe', 'Stop', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['openhands', 'PreToolUse', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['openhands', 'PreToolUse', 'ask', ASK, 0, '{"decision":"deny","reason":"sure?"}', ''],
  ['openhands', 'PreToolUse', 'allow', ALLOW, 0, '', ''],
  ['openhands', 'PreToolUse', 'rewrite', REWRITE, 0, `{"decision":"deny","reason":"${LOST_REWRITE}"}`, ''],
  ['openhands', 'UserPromptSubmit', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['openhands', 'UserPromptSubmit', 'context', CONTEXT, 0, '{"additionalContext":"use pnpm"}', ''],
  ['openhands', 'Stop', 'deny', DENY, 0, '{"decision":"deny","reason":"not here"}', ''],
  ['openhands', 'PostToolUse', 'deny', DENY, 0, '', 'not here'],
]

test.for(ROWS)(
  '%s, %s: a verdict of %s is told in its own terms',
  ([host, event, , verdict, ...expected]) => {
    expect(reply(host, event, verdict)).toEqual(expected)
  },
)

const TOO_LONG = 'x'.repeat(500)

describe('our own failure', () => {
  const problem = issue('log.full', {}, 'The disk is full.', 'Make room.')
  const text = 'hookwright: The disk is full. Make room.\n'
  test.for([
    ['crush', 0, `{"decision":"deny","reason":"${text.trim()}"}\n`],
    ['goose', 0, `{"decision":"block","reason":"${text.trim()}"}\n`],
    ['kiro', 2, ''],
    ['amazon-q', 2, ''],
    ['hermes', 0, `{"action":"block","message":"${text.trim()}"}\n`],
    ['openhands', 0, `{"decision":"deny","reason":"${text.trim()}"}\n`],
  ] as const)('%s: refuses a tool call, and says why on stderr too', ([host, exitCode, stdout]) => {
    expect(dialectOf(host).encodeFailure({ name: 'PreToolUse' }, problem, 'deny')).toEqual({
      exitCode,
      stdout,
      stderr: text,
    })
  })

  test.for(Object.keys(PAYLOADS))('%s: an event nobody knows is refused with exit code 2', (host) => {
    expect(dialectOf(host).encodeFailure({ name: 'NewEvent' }, problem, 'deny')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: text,
    })
  })

  test.for([
    ['crush', 0],
    ['kiro', 1],
    ['hermes', 0],
  ] as const)('%s: one that is to be ignored stops nothing', ([host, exitCode]) => {
    const got = dialectOf(host).encodeFailure({ name: 'PreToolUse' }, problem, 'ignore')
    expect(got).toEqual({ exitCode, stdout: '', stderr: text })
  })
})

describe('a no without stdout', () => {
  test.for(Object.keys(PAYLOADS))('%s: is exit code 2 before a tool', (host) => {
    const got = dialectOf(host).encodeWithoutStdout({ name: 'PreToolUse' }, 'no')
    expect(got).toEqual({ exitCode: 2, stdout: '', stderr: 'no\n' })
  })

  test('hermes keeps 400 characters, so that a longer text says that it was cut', () => {
    const { stderr } = dialectOf('hermes').encodeWithoutStdout({ name: 'PreToolUse' }, TOO_LONG)
    expect(stderr.trimEnd()).toHaveLength(400)
    expect(stderr).toMatch(/^xxx.*cut by hookwright: 500 characters, 400 allowed\]\n$/s)
  })

  test('hermes reads no exit code at the end of a turn', () => {
    const got = dialectOf('hermes').encodeWithoutStdout({ name: 'Stop' }, 'no')
    expect(got).toEqual({ exitCode: 0, stdout: '', stderr: 'no\n' })
  })
})
