import { expect, test } from 'vitest'
import { hook, toolEvent } from '../../../test/helpers/builders.ts'
import { decodeOutput } from './output.ts'

const output = (text: string) => ({ text, droppedBytes: 0, wellFormed: true })
const reasonOf = (stdout: string, stderr = '', profile = 'guide:camelCase') =>
  decodeOutput(hook({ note: profile }), toolEvent('Bash'), {
    kind: 'exited',
    code: 1,
    stdout: output(stdout),
    stderr: output(stderr),
    ms: 1,
  }).reason

const nested = (permissionDecision: string, permissionDecisionReason: string, flat: object = {}) =>
  JSON.stringify({ ...flat, hookSpecificOutput: { permissionDecision, permissionDecisionReason } })

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
  ['words before JSON over several lines', 'checking\n{\n  "a": 1\n}\n', '', 'checking'],
  ['words before a list over several lines', 'checking\n[\n  1,\n  2\n]\n', '', 'checking'],
  ['words before JSON that never ends', 'checking\n{"a": {\n', '', 'checking'],
  ['words after a whole line of JSON', '{"a":1}\nBlocked', '', 'Blocked'],
  [
    'the reason of an allow',
    '{"permissionDecision":"allow","permissionDecisionReason":"all good"}',
    '',
    NONE,
  ],
  ['the bare reason of an allow', '{"permissionDecision":"allow","reason":"all good"}', 'err', 'err'],
  ['the reason of an approval', '{"decision":"approve","reason":"all good"}', '', NONE],
  ['the nested form, which camelCase does not have', nested('deny', 'NESTED'), '', NONE],
  ['brackets nested very deep', '['.repeat(5_000), '', NONE],
] as const)('the reason of a non-zero exit under the guide: %s', ([, stdout, stderr, wanted]) =>
  expect(reasonOf(stdout, stderr)).toBe(wanted),
)

test.for([
  ['the nested reason', nested('deny', 'NESTED'), 'err', 'NESTED'],
  ['the nested reason of an allow', nested('allow', 'all good'), '', NONE],
  [
    'the nested reason of a deny beside an allow',
    nested('deny', 'NESTED', { permissionDecision: 'allow', permissionDecisionReason: 'all good' }),
    '',
    'NESTED',
  ],
] as const)('the reason of a non-zero exit under a PascalCase name: %s', ([, stdout, stderr, wanted]) =>
  expect(reasonOf(stdout, stderr, 'guide:PascalCase')).toBe(wanted),
)
