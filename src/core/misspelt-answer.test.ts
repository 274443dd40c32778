import { describe, expect, test } from 'vitest'
import { misspeltAnswer } from './misspelt-answer.ts'

const gate = { gate: true, isContext: false }
const context = { gate: true, isContext: true }

describe('told', () => {
  test.for([
    ['{"decison":"deny"}', '"decison": "deny"', 'Did you mean "decision"?'],
    ['{"Decision":"block"}', '"Decision": "block"', 'Did you mean "decision"?'],
    ['{"permisionDecision":"deny"}', '"permisionDecision": "deny"', 'Did you mean "permissionDecision"?'],
    ['{"permission_decision":"ask"}', '"permission_decision": "ask"', 'Did you mean "permissionDecision"?'],
    [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissonDecision":"deny"}}',
      '"hookSpecificOutput.permissonDecision": "deny"',
      'Did you mean "permissionDecision"?',
    ],
    [
      '{"hookSpecificOuput":{"permissionDecision":"deny"}}',
      '"hookSpecificOuput"',
      'Did you mean "hookSpecificOutput"?',
    ],
    ['{"decision":"Deny"}', '"decision": "Deny"', 'Did you mean "deny"?'],
    ['{"decision":"blocked"}', '"decision": "blocked"', 'Did you mean "block"?'],
    ['{"permission":"dney"}', '"permission": "dney"', 'Did you mean "deny"?'],
    ['{"decison":"allow"}', '"decison": "allow"', 'Did you mean "decision"?'],
    ['{"contine":false}', '"contine": false', 'Did you mean "continue"?'],
    ['{"continue":"false"}', '"continue": "false"', 'Write false without quotation marks.'],
    ['{"output":{"decision":"deny"}}', '"output.decision": "deny"', expect.stringContaining('place')],
    ['[{"decision":"deny"}]', '"decision": "deny"', expect.stringContaining('place')],
    ['deny', 'deny', expect.stringContaining('bare word')],
    ['BLOCK', 'BLOCK', expect.stringContaining('bare word')],
    ['"deny"', 'deny', expect.stringContaining('bare word')],
    ['DENY: no pushes', 'DENY: no pushes', expect.stringContaining('bare word')],
    ['Denied - no pushes\nmore', 'Denied - no pushes', expect.stringContaining('bare word')],
    ['decision: deny', 'decision: deny', expect.stringContaining('bare word')],
    ["{'decision': 'deny'}", "'decision': 'deny", expect.stringContaining('one JSON object')],
    ['{"decision":"deny"}\ndone', '"decision":"deny', expect.stringContaining('one JSON object')],
    ['hello\n{"decision":"block"}', '"decision":"block', expect.stringContaining('one JSON object')],
    ['{decision: "deny"}', 'decision: "deny', expect.stringContaining('one JSON object')],
  ] as const)('%s', ([output, written, hint]) =>
    expect(misspeltAnswer(output, gate)).toMatchObject({ written, hint }),
  )

  test('an object that was never text', () =>
    expect(misspeltAnswer({ decison: 'deny' }, gate)).toMatchObject({ hint: 'Did you mean "decision"?' }))

  test.for(['deny', 'BLOCK: not now'])('%s, where text is context', (output) =>
    expect(misspeltAnswer(output, context)).toBeDefined(),
  )
})

describe('not told', () => {
  test.for([
    '',
    '{}',
    '{"status":"ok"}',
    '{"status":"blocked"}',
    '{"result":"deny"}',
    '{"verdict":"deny"}',
    '{"division":"sales"}',
    '{"precision":0.5}',
    '{"action":"login"}',
    '{"option":"allow"}',
    '{"decision":"approve"}',
    '{"permission":"allow"}',
    '{"continue":true}',
    '{"contents":false}',
    '{"log":{"decision":"deny"},"status":"ok"}',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"deny"}}',
    '{"systemMessage":"decison: deny"}',
    '{"hookSpecificInput":{"a":1}}',
    '12',
    'true',
    'ok',
    'done.',
    'denying service is bad',
    'block list has 3 entries',
    'Blocked 3 ads',
    'ask the team about it',
    'name: block',
    'All files pass.\ndeny',
    'The docs say {"decision":"deny"} is how to refuse.',
  ])('%s', (output) => expect(misspeltAnswer(output, gate)).toBeUndefined())

  test.for(['Ask: which branch is meant?', 'Blocked: 3 issues in the tracker', 'deny\nlist of things'])(
    '%s, where text is context',
    (output) => expect(misspeltAnswer(output, context)).toBeUndefined(),
  )

  test('a bare word on an event that nothing can be refused on', () =>
    expect(misspeltAnswer('deny', { gate: false, isContext: false })).toBeUndefined())
})
