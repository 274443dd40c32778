import { describe, expect, test } from 'vitest'
import { decodeOutput } from '../../../../test/helpers/claude-contract.ts'
import { command, eventNamed, exited, hookFor } from '../../../../test/conformance/helpers/claude.ts'
import { noAnswer } from '../../../core/decision.ts'
import { readOutcome } from '../../../core/failure.ts'
import type { HandlerSpec } from '../../../core/hook.ts'
import { issue } from '../../../core/issue.ts'
import { noOutput, type Outcome } from '../../../core/outcome.ts'
import { compactLines, sessionEndLines, worktreeFailure, type Ran } from './side-report.ts'

function step(event: string, outcome: Outcome, handler: HandlerSpec = command('tidy up')): Ran {
  const hook = hookFor(event, { handler })
  return { hook, outcome, answer: readOutcome(outcome, decodeOutput, { hook, event: eventNamed(event) }) }
}

const timedOut: Outcome = { kind: 'timed-out', afterMs: 1, stdout: noOutput, stderr: noOutput, ms: 1 }
const callback: HandlerSpec = { type: 'function', run: function tidy() {} }
const url: HandlerSpec = { type: 'http', url: 'http://127.0.0.1/', plain: 'anywhere' }

describe('lines after a compaction', () => {
  test.for([
    ['success without a word', exited(0), '[tidy up] completed successfully'],
    ['success with output', exited(0, ' keep names\n', 'x'), '[tidy up] completed successfully: keep names'],
    ['a failure without a word', exited(1, 'x'), '[tidy up] failed'],
    ['a failure with stderr', exited(1, 'x', ' boom\n'), '[tidy up] failed: boom'],
    ['a block', exited(2, '', 'no'), '[tidy up] failed: no'],
    ['a timeout', timedOut, '[tidy up] failed: Hook cancelled'],
    ['a cancel', { kind: 'cancelled', by: 'host', ms: 1 }, '[tidy up] failed: Hook cancelled'],
    ['a hook in the background', { kind: 'backgrounded', ms: 1 }, '[tidy up] completed successfully'],
  ] as [string, Outcome, string][])('tell of %s', ([, outcome, line]) => {
    expect(compactLines('PreCompact', [step('PreCompact', outcome)])).toEqual([`PreCompact ${line}`])
    expect(compactLines('PostCompact', [step('PostCompact', outcome)])).toEqual([`PostCompact ${line}`])
  })

  test.for([
    ['a server by its address, with its answer', '{"a":1}', url, '[http://127.0.0.1/]', '{"a":1}'],
    ['a function, with its message', { systemMessage: 'm' }, callback, '[function tidy]', 'm'],
  ] as const)('name %s', ([, body, handler, name, text]) =>
    expect(
      compactLines('PreCompact', [step('PreCompact', { kind: 'answered', body, ms: 1 }, handler)]),
    ).toEqual([`PreCompact ${name} completed successfully: ${text}`]),
  )

  test('tell what is wrong with invalid JSON', () =>
    expect(compactLines('PreCompact', [step('PreCompact', exited(0, { decision: 3 }))])[0]).toContain(
      'failed: JSON validation failed',
    ))

  test('stay one for each hook, in order', () =>
    expect(
      compactLines('PreCompact', [step('PreCompact', exited(0, 'a')), step('PreCompact', exited(0, 'b'))]),
    ).toHaveLength(2))

  test('S29 steer no terminal', () =>
    expect(compactLines('PreCompact', [step('PreCompact', exited(0, 'a\u001B[31mb'))])).toEqual([
      'PreCompact [tidy up] completed successfully: ab',
    ]))
})

describe('lines after the end of a session', () => {
  const notStarted: Outcome = { kind: 'not-started', issue: issue('x', {}, 'No such file.'), ms: 0 }
  test.for([
    ['a failure', exited(1, '', 'boom\n'), ['SessionEnd hook [tidy up] failed: boom']],
    ['a start that failed', notStarted, ['SessionEnd hook [tidy up] failed: No such file.']],
    ['not of a silent failure', exited(1), []],
    ['not of success', exited(0, 'bye', 'x'), []],
  ] as [string, Outcome, string[]][])('tell of %s', ([, outcome, lines]) =>
    expect(sessionEndLines([step('SessionEnd', outcome)])).toEqual(lines),
  )

  test('need no answer of the hook', () =>
    expect(
      sessionEndLines([{ hook: hookFor('SessionEnd'), outcome: exited(3, '', 'e'), answer: noAnswer }]),
    ).toEqual(['SessionEnd hook [check] failed: e']))
})

describe('the reason why there is no worktree', () => {
  const ran = (outcome: Outcome): Ran => step('WorktreeCreate', outcome)
  test.for([
    [
      'names each failed hook with its output',
      [exited(1, '', 'a'), exited(3)],
      'tidy up: a; tidy up: no output',
    ],
    ['leaves out those that succeeded', [exited(0, '/w'), exited(1, '', 'a')], 'tidy up: a'],
    ['is that none made one', [exited(0)], 'no successful output'],
  ] as const)('%s', ([, outcomes, text]) =>
    expect(worktreeFailure(outcomes.map(ran))).toBe(`WorktreeCreate hook failed: ${text}`),
  )
})
