import { describe, expect, test } from 'vitest'
import { emptyVerdict, type Effect, type Verdict } from '../../core/decision.ts'
import { toolEvent } from '../../../test/helpers/builders.ts'
import { isIssue, issue } from '../../core/issue.ts'
import { copilotAs } from './index.ts'
import { encodeFailure, encodeReply } from './reply.ts'

const copilot = copilotAs('cli')

const problem = issue('internal', {}, 'It broke.', 'Report it.')
const TEXT = 'hookwright: It broke. Report it.'
const verdict = (fields: Partial<Verdict>): Verdict => ({ ...emptyVerdict, ...fields })
const document = (text: string): unknown => (text === '' ? '' : JSON.parse(text))

const DENIED = { permissionDecision: 'deny', permissionDecisionReason: TEXT }
const nested = (hookEventName: string, fields: object) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

describe('our own failure', () => {
  test.for(['preToolUse', 'PreToolUse', 'agentStop', ''])('lets the host go on, also on "%s"', (name) =>
    expect(encodeFailure({ name }, problem, { policy: 'ignore', surface: 'cli' })).toEqual({
      stdout: '',
      stderr: `${TEXT}\n`,
      exitCode: 0,
    }),
  )

  test.for([
    ['preToolUse', 'cli', { ...DENIED, ...nested('PreToolUse', DENIED) }],
    ['PreToolUse', 'cloud', DENIED],
    ['permissionRequest', 'cli', { behavior: 'deny', message: TEXT }],
    ['userPromptSubmitted', 'cli', { decision: 'block', reason: TEXT }],
    ['sessionStart', 'cli', ''],
    ['PreToolUse', 'vscode', nested('PreToolUse', DENIED)],
    ['preToolUse', 'vscode', nested('PreToolUse', DENIED)],
  ] as const)('is a normal deny where that is asked for: %s on %s', ([name, surface, wanted]) => {
    const reply = encodeFailure({ name }, problem, { policy: 'deny', surface })
    expect({ ...reply, stdout: document(reply.stdout) }).toEqual({
      stdout: wanted,
      stderr: `${TEXT}\n`,
      exitCode: 0,
    })
  })

  test('the guide knows an exit code only', () =>
    expect(encodeFailure({ name: 'agentStop' }, problem, { policy: 'deny', surface: 'guide' })).toMatchObject(
      {
        exitCode: 1,
        stdout: '',
      },
    ))

  test('denies in every form where nobody knows the event', () =>
    expect(
      document(encodeFailure({ name: '' }, problem, { policy: 'deny', surface: 'cli' }).stdout),
    ).toMatchObject({
      permissionDecision: 'deny',
      behavior: 'deny',
      hookSpecificOutput: { permissionDecision: 'deny' },
    }))
})

describe('a verdict', () => {
  const edit = toolEvent('Edit', { file_path: '/a' })
  const input = { file_path: '/b', old_string: 'x', new_string: 'y' }
  const rewrite: readonly Effect[] = [{ kind: 'rewrite-input', input }]

  test('rewrites in the keys of the runtime', () =>
    expect(document(encodeReply(edit, verdict({ effects: rewrite }), 'cli').stdout)).toEqual({
      modifiedArgs: { path: '/b', old_str: 'x', new_str: 'y' },
      ...nested('PreToolUse', { updatedInput: { path: '/b', old_str: 'x', new_str: 'y' } }),
    }))

  test('rewrites in the keys of VS Code', () =>
    expect(document(encodeReply(edit, verdict({ effects: rewrite }), 'vscode').stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { filePath: '/b', oldString: 'x', newString: 'y' },
      },
    }))

  test('a deny takes no rewrite along', () =>
    expect(
      document(
        encodeReply(edit, verdict({ decision: 'deny', reason: 'no', effects: rewrite }), 'cli').stdout,
      ),
    ).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    }))

  test('an ask that skipped the fitting is a deny in the cloud, never an allow', () =>
    expect(
      document(encodeReply(edit, verdict({ decision: 'ask', reason: 'sure?' }), 'cloud').stdout),
    ).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'sure?',
    }))

  test.for(['cli', 'vscode'] as const)(
    'words for the end of a turn are the reason to go on in both forms: %s',
    (surface) => {
      const effects: readonly Effect[] = [{ kind: 'keep-going', text: 'run the tests' }]
      const block = { decision: 'block', reason: 'run the tests' }
      expect(document(encodeReply({ ...edit, name: 'Stop' }, verdict({ effects }), surface).stdout)).toEqual({
        ...block,
        ...nested('Stop', block),
      })
    },
  )

  test('S29 a reason steers no terminal', () =>
    expect(
      encodeReply(edit, verdict({ decision: 'deny', reason: 'no\u001B]0;x\u0007' }), 'cli').stdout,
    ).not.toContain('u001b'))

  test.for([
    [100_000, false],
    [100_001, true],
  ] as const)('S29 a reason of %i characters is cut: %s', ([length, isCut]) => {
    const { stdout } = encodeReply(edit, verdict({ decision: 'deny', reason: 'x'.repeat(length) }), 'cli')
    const { permissionDecisionReason: reason } = JSON.parse(stdout) as { permissionDecisionReason: string }
    expect([reason.length, reason.includes('cut by hookwright')]).toEqual([100_000, isCut])
  })

  test('S29 contexts of many hooks are cut together', () => {
    const effects: readonly Effect[] = Array.from({ length: 30 }, () => ({
      kind: 'add-context',
      text: 'x'.repeat(90_000),
    }))
    const { stdout } = encodeReply({ ...edit, name: 'SessionStart' }, verdict({ effects }), 'cli')
    expect((JSON.parse(stdout) as { additionalContext: string }).additionalContext).toHaveLength(100_000)
  })

  test('an unknown event gets nothing', () =>
    expect(encodeReply({ ...edit, name: 'Tomorrow' }, verdict({ decision: 'deny' }), 'cli')).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
    }))
})

describe('one hook file for several hosts, without --surface', () => {
  const BASE = { timestamp: '2026-11-15T08:23:20.967Z', session_id: 's', cwd: '/w' }
  const decoded = (payload: object, event?: string) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...BASE, ...payload }))
    const said = event === undefined ? {} : { event }
    const found = copilot.decodeEvent({ bytes, startDir: '/s', projectDir: '/p', at: 1, ...said })
    if (isIssue(found)) throw new Error(found.message)
    return found
  }
  const CREATE = {
    hook_event_name: 'PreToolUse',
    tool_name: 'create_file',
    tool_input: { filePath: '/etc/x', content: 'c' },
    tool_use_id: 't',
  }

  test('a deny and a context reach VS Code where it looks for them', () => {
    const no = verdict({ decision: 'deny', reason: 'no', effects: [{ kind: 'add-context', text: 'why' }] })
    expect(document(copilot.encodeReply(decoded(CREATE, 'preToolUse'), no).stdout)).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
      ...nested('PreToolUse', {
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
        additionalContext: 'why',
      }),
    })
  })

  test('a rewrite has the keys of the tool that was called', () => {
    const effects: readonly Effect[] = [{ kind: 'rewrite-input', input: { file_path: '/b', content: 'c' } }]
    expect(document(copilot.encodeReply(decoded(CREATE), verdict({ effects })).stdout)).toMatchObject(
      nested('PreToolUse', { updatedInput: { filePath: '/b', content: 'c' } }),
    )
  })

  const message: readonly Effect[] = [{ kind: 'message', text: 'note' }]
  const PROMPT = { hook_event_name: 'UserPromptSubmit', prompt: 'x' }
  const STOP = { hook_event_name: 'Stop', stop_hook_active: false }
  const POST = { ...CREATE, hook_event_name: 'PostToolUse', tool_response: 'ok' }

  test.for([
    ['a prompt under a camelCase name', PROMPT, 'userPromptSubmitted'],
    ['a prompt with a transcript', { ...PROMPT, transcript_path: '/t' }, 'UserPromptSubmit'],
    ['the end of a turn', STOP, 'Stop'],
    ['the end of a turn under a camelCase name', STOP, 'agentStop'],
    ['a result', POST, 'PostToolUse'],
    ['a compaction', { hook_event_name: 'PreCompact', trigger: 'auto' }, 'preCompact'],
  ] as const)('a message blocks nothing in VS Code: %s', ([, payload, event]) =>
    expect(copilot.encodeReply(decoded(payload, event), verdict({ effects: message }))).toEqual({
      stdout: '{"systemMessage":"note"}\n',
      stderr: '',
      exitCode: 0,
    }),
  )

  test('nor where nobody can tell who is calling', () =>
    expect(copilot.encodeReply(decoded(PROMPT), verdict({ effects: message }))).toEqual({
      stdout: '{"systemMessage":"note"}\n',
      stderr: 'note\n',
      exitCode: 0,
    }))

  const FIRST = (hook_event_name: string): object => ({
    hook_event_name,
    session_id: 's',
    timestamp: BASE.timestamp,
    cwd: '/w',
  })

  test.for([
    ['UserPromptSubmit', { ...FIRST('UserPromptSubmit'), prompt: 'x' }],
    ['PreCompact', { ...FIRST('PreCompact'), transcript_path: '/t', trigger: 'auto' }],
    ['SessionStart', { ...FIRST('SessionStart'), source: 'new' }],
  ] as const)('the order of the keys tells that it is the CLI: %s', ([event, payload]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(payload))
    const found = copilot.decodeEvent({ bytes, event, startDir: '/s', projectDir: '/p', at: 1 })
    if (isIssue(found)) throw new Error(found.message)
    expect(copilot.encodeReply(found, verdict({ effects: message }))).toEqual({
      stdout: '',
      stderr: 'note\n',
      exitCode: 2,
    })
  })

  test('a context at the start of a session is not lost in VS Code for a message beside it', () => {
    const start = { hook_event_name: 'SessionStart', source: 'new' }
    const effects: readonly Effect[] = [...message, { kind: 'add-context', text: 'why' }]
    const reply = copilot.encodeReply(decoded(start), verdict({ effects }))
    expect([document(reply.stdout), reply.exitCode]).toEqual([
      {
        additionalContext: 'why',
        ...nested('SessionStart', { additionalContext: 'why' }),
        systemMessage: 'note',
      },
      0,
    ])
  })

  test.for([
    [{ ...STOP, stop_reason: 'end_turn' }, 'Stop'],
    [{ sessionId: 's', prompt: 'x' }, 'userPromptSubmitted'],
    [
      {
        ...CREATE,
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_use_id: undefined,
        tool_result: {},
      },
      'PostToolUse',
    ],
  ] as const)('the CLI shows it, with the exit code that blocks nothing there: %j', ([payload, event]) =>
    expect(copilot.encodeReply(decoded(payload, event), verdict({ effects: message }))).toEqual({
      stdout: '',
      stderr: 'note\n',
      exitCode: 2,
    }),
  )
})
