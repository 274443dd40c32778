import { describe, expect, test } from 'vitest'
import { hook, toolEvent } from '../../test/helpers/builders.ts'
import { dialectWith, engineOf } from '../../test/helpers/engine.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Dialect } from '../dialects/dialect.ts'

const output = (text: string) => ({ text, droppedBytes: 0, wellFormed: true })
const DENY = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  },
})
const killed: Outcome = {
  kind: 'exited',
  code: null,
  signal: 'SIGTERM',
  stdout: output(DENY),
  stderr: output(''),
  ms: 1,
}
const late: Outcome = {
  kind: 'timed-out',
  afterMs: 20,
  stdout: output(DENY),
  stderr: output(''),
  ms: 20,
}

/** A host that reads what a process wrote before its end, whatever ended it. */
const lenient: Dialect = {
  ...dialectWith({}),
  readOutcome: (outcome) =>
    outcome.kind === 'exited' && outcome.code === null
      ? { ...outcome, code: 0 }
      : outcome.kind === 'timed-out'
        ? { ...outcome, kind: 'exited', code: 0 }
        : outcome,
}

async function run(outcome: Outcome, dialect: Dialect) {
  const native = hook({
    dialect: 'claude-code',
    onFailure: 'native',
    handler: { type: 'command', start: { kind: 'argv', words: ['x'] } },
  })
  const engine = engineOf([native], { dialect: () => dialect, command: () => Promise.resolve(outcome) })
  return engine.run(toolEvent('Bash'))
}

describe.for([
  ['a signal', killed, 'signal'],
  ['its timeout', late, 'timeout'],
] as const)('a process that %s ended', ([, outcome, failure]) => {
  test('has failed, whatever it wrote', async () => {
    const { verdict, results } = await run(outcome, dialectWith({}))
    expect([verdict.decision, results[0]?.answer.failure]).toEqual(['none', failure])
  })

  test('has answered on a host that reads its output', async () => {
    const { verdict, results } = await run(outcome, lenient)
    expect([verdict.decision, verdict.reason, results[0]?.answer.failure]).toEqual(['deny', 'no', undefined])
  })

  test('is recorded as it ended', async () =>
    expect((await run(outcome, lenient)).results[0]?.outcome).toBe(outcome))
})

test('a dialect that cannot read the outcome makes it a failure of the hook', async () => {
  const broken: Dialect = {
    ...lenient,
    readOutcome: () => {
      throw new Error('unexpected outcome')
    },
  }
  const { results } = await run(killed, broken)
  expect(results[0]?.answer).toMatchObject({
    failure: 'crash',
    issues: [{ code: 'step.broke', message: 'It could not be run: unexpected outcome' }],
  })
})
