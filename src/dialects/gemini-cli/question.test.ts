import { expect, test } from 'vitest'
import { emptyVerdict, type Effect } from '../../core/decision.ts'
import { encodeReply } from './reply.ts'

/** What the person reads who is asked. */
function shown(reason: string, messages: readonly string[]): unknown {
  const effects = messages.map((text): Effect => ({ kind: 'message', text }))
  const verdict = { ...emptyVerdict, decision: 'ask' as const, reason, effects }
  return (JSON.parse(encodeReply({ name: 'PreToolUse' }, verdict).stdout) as { systemMessage: unknown })
    .systemMessage
}

const REASON = 'guard a has changed\nguard b is gone'

test.for([
  ['a line of the reason', 'hookwright: guard b is gone', REASON],
  ['the whole reason', REASON, REASON],
  ['a part of a line', 'guard b', `${REASON}\nguard b`],
  ['another text', 'hookwright: hook c failed', `${REASON}\nhookwright: hook c failed`],
] as const)('a message is told beside the reason unless it repeats it: %s', ([, message, expected]) => {
  expect(shown(REASON, [message])).toBe(expected)
})
