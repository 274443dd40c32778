import { describe, expect, test } from 'vitest'
import { emptyVerdict, type Effect, type Verdict } from '../../core/decision.ts'
import { toolEvent } from '../../../test/helpers/builders.ts'
import { issue } from '../../core/issue.ts'
import { encodeFailure, encodeReply } from './reply.ts'

const problem = issue('internal', {}, 'It broke.', 'Report it.')
const TEXT = 'hookwright: It broke. Report it.'
const verdict = (fields: Partial<Verdict>): Verdict => ({ ...emptyVerdict, ...fields })
const document = (text: string): unknown => (text === '' ? '' : JSON.parse(text))

describe('our own failure', () => {
  test.for(['preToolUse', 'PreToolUse', 'agentStop', ''])('lets the host go on, also on "%s"', (name) =>
    expect(encodeFailure({ name }, problem, { policy: 'ignore', surface: 'cli' })).toEqual({
      stdout: '',
      stderr: `${TEXT}\n`,
      exitCode: 0,
    }),
  )

  test.for([
    ['preToolUse', 'cli', { permissionDecision: 'deny', permissionDecisionReason: TEXT }],
    ['PreToolUse', 'cloud', { permissionDecision: 'deny', permissionDecisionReason: TEXT }],
    ['permissionRequest', 'cli', { behavior: 'deny', message: TEXT }],
    ['userPromptSubmitted', 'cli', { decision: 'block', reason: TEXT }],
    ['sessionStart', 'cli', ''],
    [
      'PreToolUse',
      'vscode',
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: TEXT,
        },
      },
    ],
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
    ).toEqual({ permissionDecision: 'deny', permissionDecisionReason: 'no' }))

  test('an ask that skipped the fitting is a deny in the cloud, never an allow', () =>
    expect(
      document(encodeReply(edit, verdict({ decision: 'ask', reason: 'sure?' }), 'cloud').stdout),
    ).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'sure?',
    }))

  test('words for the end of a turn are the reason to go on', () => {
    const effects: readonly Effect[] = [{ kind: 'keep-going', text: 'run the tests' }]
    expect(document(encodeReply({ ...edit, name: 'Stop' }, verdict({ effects }), 'cli').stdout)).toEqual({
      decision: 'block',
      reason: 'run the tests',
    })
  })

  test('S29 a reason steers no terminal', () =>
    expect(
      encodeReply(edit, verdict({ decision: 'deny', reason: 'no\u001B]0;x\u0007' }), 'cli').stdout,
    ).not.toContain('u001b'))

  test('an unknown event gets nothing', () =>
    expect(encodeReply({ ...edit, name: 'Tomorrow' }, verdict({ decision: 'deny' }), 'cli')).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 0,
    }))
})
