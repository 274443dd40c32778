import { describe, expect, test } from 'vitest'
import { emptyVerdict, type Reply, type Verdict } from '../../../core/decision.ts'
import { issue } from '../../../core/issue.ts'
import { claudeCode } from '../../claude-code/index.ts'
import { claudeEvents } from '../../claude-code/events.ts'
import { loadDialects, hostNames } from '../../registry.ts'

const EVENTS = Object.entries(claudeEvents).filter(([, { handlers }]) => handlers.includes('http'))
const NAMES = EVENTS.map(([name]) => name)

function body(name: string, reply: Partial<Reply>): unknown {
  const text = claudeCode.encodeHttp?.({ name }, { stdout: '', stderr: '', exitCode: 0, ...reply }) ?? ''
  return JSON.parse(text) as unknown
}

function verdict(changes: Partial<Verdict>): Verdict {
  return { ...emptyVerdict, ...changes }
}

test('31 events take HTTP hooks', () => expect(NAMES).toHaveLength(31))

test.for(NAMES)('silence on %s is an empty object', (name) => expect(body(name, {})).toEqual({}))

test.for(NAMES)('JSON for %s goes as the command would print it', (name) => {
  const reply = claudeCode.encodeReply(
    { name, host: 'claude-code', cwd: '', projectDir: '', at: 0, native: name, fields: {} },
    verdict({ effects: [{ kind: 'message', text: 'é "told"' }] }),
  )
  const text = claudeCode.encodeHttp?.({ name }, { ...reply, exitCode: 0 })
  expect(text).toBe(reply.stdout === '' ? '{}' : reply.stdout.trim())
})

/** What the host reads as a no on each event; undefined: it cannot be refused. */
const NO: Readonly<Record<string, object | undefined>> = {
  PreToolUse: specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
  PreModelSwitch: specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
  PermissionRequest: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
  Elicitation: { decision: 'block', reason: 'no', ...specific('Elicitation', { action: 'decline' }) },
  ElicitationResult: {
    decision: 'block',
    reason: 'no',
    ...specific('ElicitationResult', { action: 'decline' }),
  },
}
const BLOCK = { decision: 'block', reason: 'no' }

function specific(hookEventName: string, fields: object): object {
  return { hookSpecificOutput: { hookEventName, ...fields } }
}

describe('exit code 2', () => {
  test.for(EVENTS.filter(([, { decisions }]) => decisions.includes('deny')))('is a no on %s', ([name]) =>
    expect(body(name, { exitCode: 2, stderr: 'no\n' })).toEqual(NO[name] ?? BLOCK),
  )

  test.for(EVENTS.filter(([, { decisions }]) => !decisions.includes('deny')))(
    'refuses nothing on %s',
    ([name, { exit2, discards }]) => {
      const isShown = exit2 === 'message' && !discards.includes('systemMessage')
      expect(body(name, { exitCode: 2, stderr: 'no\n' })).toEqual(isShown ? { systemMessage: 'no' } : {})
    },
  )

  test('keeps what stdout says besides', () =>
    expect(
      body('TaskCompleted', { exitCode: 2, stderr: 'no\n', stdout: '{"systemMessage":"also"}\n' }),
    ).toEqual({ systemMessage: 'also', ...BLOCK }))

  test('has a reason where stderr is empty', () =>
    expect(body('PostToolUse', { exitCode: 2 })).toEqual({ decision: 'block', reason: 'Denied by a hook' }))

  test('refuses no change of policy', () => {
    const event = { name: 'ConfigChange', fields: { source: 'policy_settings' } }
    expect(claudeCode.encodeHttp?.(event, { stdout: '', stderr: 'no', exitCode: 2 })).toBe('{}')
  })
})

describe('our own failure', () => {
  const problem = issue('x', {}, 'It broke.', 'Mend it.')

  test.for(EVENTS.filter(([, { decisions }]) => decisions.includes('deny')))(
    'is a no on %s under --on-error deny',
    ([name]) => {
      const text = claudeCode.encodeHttp?.({ name }, claudeCode.encodeFailure({ name }, problem, 'deny'))
      const said = JSON.stringify(JSON.parse(text ?? ''))
      expect(said).toMatch(/"(?:block|deny|decline)"/)
    },
  )

  test.for(NAMES)('refuses nothing on %s by default', (name) => {
    const text = claudeCode.encodeHttp?.({ name }, claudeCode.encodeFailure({ name }, problem, 'ignore'))
    expect(text).not.toMatch(/"(?:block|deny|decline)"/)
    expect(Object.keys(JSON.parse(text ?? '') as object)).toEqual(text === '{}' ? [] : ['systemMessage'])
  })
})

describe('plain text', () => {
  test.for(['UserPromptSubmit', 'UserPromptExpansion', 'PostModelSwitch'])('on %s is context', (name) =>
    expect(body(name, { stdout: 'know this\n' })).toEqual(specific(name, { additionalContext: 'know this' })),
  )
  test('on WorktreeCreate is the path', () =>
    expect(body('WorktreeCreate', { stdout: 'made it\n/tmp/tree\n' })).toEqual(
      specific('WorktreeCreate', { worktreePath: '/tmp/tree' }),
    ))
  test.for(['PreToolUse', 'Stop', 'Notification'])('on %s says nothing', (name) =>
    expect(body(name, { stdout: 'hello\n' })).toEqual({}),
  )
})

test('an exit code that the host takes for a failure says nothing', () =>
  expect(body('PreToolUse', { exitCode: 130, stderr: 'stopped' })).toEqual({}))

test('no other host calls through HTTP', async () => {
  const all = [...(await loadDialects(hostNames, undefined)).values()]
  const able = await Promise.all(
    all.map(async ({ name, encodeHttp, bridge }) => ({
      name,
      encodes: encodeHttp !== undefined,
      registers: (await bridge?.())?.http !== undefined,
    })),
  )
  expect(able.filter(({ encodes, registers }) => encodes || registers)).toEqual([
    { name: 'claude-code', encodes: true, registers: true },
  ])
})

test('HTTP entries are for events of which a server can say as much as a command', async () => {
  const spec = await claudeCode.bridge?.()
  expect(spec?.http).toEqual([
    'PreToolUse',
    'PermissionRequest',
    'PermissionDenied',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'UserPromptSubmit',
    'UserPromptExpansion',
    'Stop',
    'SubagentStop',
    'SubagentStart',
    'TaskCreated',
    'PreModelSwitch',
    'PostModelSwitch',
  ])
})
