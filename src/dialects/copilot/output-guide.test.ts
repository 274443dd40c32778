import { expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import { decodeOutput } from './output.ts'

const output = (text: string) => ({ text, droppedBytes: 0, wellFormed: true })
const reasonOf = (stdout: string, stderr = '') =>
  decodeOutput(hook({ profile: 'guide:camelCase' }), toolEvent('Bash'), {
    kind: 'exited',
    code: 1,
    stdout: output(stdout),
    stderr: output(stderr),
    ms: 1,
  }).reason

const NONE = 'hook exited with code 1'

test.for([
  ['nothing', '', '', NONE],
  ['plain text', 'Blocked: rm -rf\n', '', 'Blocked: rm -rf'],
  ['stderr before plain text', 'Blocked', 'no rm', 'no rm'],
  [
    'the reason of a decision',
    '{"permissionDecision":"deny","permissionDecisionReason":"why"}',
    'err',
    'why',
  ],
  ['a bare reason', '{"reason":"why"}', 'err', 'why'],
  ['JSON without a reason', '{"status":"blocked"}', '', NONE],
  ['a reason of another type', '{"permissionDecisionReason":{"a":1}}', '', NONE],
  ['JSON over several lines', '{\n  "status": "blocked"\n}\n', '', NONE],
  ['several documents', '{"a":1}\n{"b":2}\n', '', NONE],
  ['a list', '["a"]', '', NONE],
  ['words beside JSON', 'Blocked by policy\n{"a":1}\n', '', 'Blocked by policy'],
  ['progress lines', '{"type":"progress","message":"…"}\nBlocked', '', 'Blocked'],
  ['brackets that are no JSON', '[guard] rm is not allowed', '', '[guard] rm is not allowed'],
  ['brackets nested very deep', '['.repeat(5_000), '', NONE],
] as const)('the reason of a non-zero exit under the guide: %s', ([, stdout, stderr, wanted]) =>
  expect(reasonOf(stdout, stderr)).toBe(wanted),
)
