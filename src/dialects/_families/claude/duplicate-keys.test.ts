import { expect, test } from 'vitest'
import { decidingTexts, repeatedKey } from './duplicate-keys.ts'

test.for([
  ['at the top', '{"decision":"approve","reason":"x","decision":"block"}', 'decision'],
  ['with an escape in its name', '{"continue":true,"c\\u006fntinue":false}', 'continue'],
  [
    'in the part of the event',
    '{"hookSpecificOutput":{"permissionDecision":"ask", "permissionDecision" : "deny"}}',
    'permissionDecision',
  ],
  [
    'in a permission result',
    '{"hookSpecificOutput":{"decision":{"behavior":"deny","behavior":"allow"}}}',
    'behavior',
  ],
  ['around the part of the event', '{"hookSpecificOutput":{},"hookSpecificOutput":{}}', 'hookSpecificOutput'],
] as const)('S23 a deciding key is found twice %s', ([, text, key]) => expect(repeatedKey(text)).toBe(key))

test.for([
  ['once each', '{"decision":"block","hookSpecificOutput":{"decision":{"behavior":"allow"}}}'],
  ['as a value', '{"reason":"decision","decision":"block"}'],
  ['in a text', '{"reason":"\\"decision\\":1,","decision":"block"}'],
  ['in rewritten input', '{"hookSpecificOutput":{"updatedInput":{"action":1,"action":2}}}'],
  ['another key', '{"reason":"a","reason":"b"}'],
  ['in objects of a list', '{"a":[{"decision":1},{"decision":2}]}'],
] as const)('a key %s is no repetition', ([, text]) => expect(repeatedKey(text)).toBeUndefined())

test('every text under a deciding key is found with its path, also under a repeated one', () => {
  const text =
    '{"decision" : "block","decision":"appr\\u006fve","continue":false,"reason":"decision",' +
    '"hookSpecificOutput":{"permissionDecision":"deny","updatedInput":{"decision":"block"},' +
    '"decision":{"behavior":"ask"}},"hookSpecificOutput":{"action":"decline"}}'
  expect(decidingTexts(text).map(({ path, said }) => `${path}=${said}`)).toEqual([
    'decision=block',
    'decision=approve',
    'hookSpecificOutput.permissionDecision=deny',
    'hookSpecificOutput.decision.behavior=ask',
    'hookSpecificOutput.action=decline',
  ])
})

test('a long text is read once', () => {
  const started = performance.now()
  repeatedKey(`{"reason":"${'\\"'.repeat(1_000_000)}"}`)
  expect(performance.now() - started).toBeLessThan(2_000)
})
