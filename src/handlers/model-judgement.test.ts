import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJudgement } from './model-judgement.ts'

const NO = { ok: false, reason: 'why' }

test.for([
  ['a yes', '{"ok":true}', { ok: true }],
  ['a yes with a reason', '{"ok":true,"reason":"fine"}', { ok: true, reason: 'fine' }],
  ['a no', '{"ok":false,"reason":"why"}', NO],
  ['a no that gives up', '{"ok":false,"reason":"why","impossible":true}', { ...NO, impossible: true }],
  ['space around it', '\n  {"ok":true}\n', { ok: true }],
  ['one code block', '```\n{"ok":true}\n```', { ok: true }],
  ['one json code block', '```json\n{\n  "ok": false,\n  "reason": "why"\n}\n```\n', NO],
  [
    'a reason that looks like keys',
    String.raw`{"ok":false,"reason":"\"ok\": \"true\": x"}`,
    { ok: false, reason: '"ok": "true": x' },
  ],
] as const)('%s is read', ([, said, expected]) => {
  expect(parseJudgement(said, 'prompt')).toEqual(expected)
})

test.for([
  ['nothing', '', 'is empty'],
  ['text before', 'Sure: {"ok":true}', 'is not one JSON object and nothing else'],
  ['text after', '{"ok":true} Done.', 'is not one JSON object and nothing else'],
  ['two objects', '{"ok":false,"reason":"x"}\n{"ok":true}', 'is not one JSON object and nothing else'],
  [
    'two code blocks',
    '```\n{"ok":true}\n```\n```\n{"ok":true}\n```',
    'is not one JSON object and nothing else',
  ],
  ['text around a code block', 'Here:\n```json\n{"ok":true}\n```', 'is not one JSON object and nothing else'],
  ['a list', '[{"ok":true}]', 'is no JSON object'],
  ['a bare true', 'true', 'is no JSON object'],
  ['null', 'null', 'is no JSON object'],
  ['a word for ok', '{"ok":"true"}', 'must have true or false in "ok"'],
  ['a number for ok', '{"ok":1}', 'must have true or false in "ok"'],
  ['no ok', '{"reason":"x"}', 'has no "ok"'],
  ['a no without a reason', '{"ok":false}', 'says no without a "reason"'],
  ['a no with an empty reason', '{"ok":false,"reason":" "}', 'says no without a "reason"'],
  ['a reason that is no text', '{"ok":false,"reason":["x"]}', 'must have text in "reason"'],
  ['a decision beside it', '{"ok":true,"decision":"allow"}', 'has the unknown key "decision"'],
  [
    'output fields beside it',
    '{"ok":true,"hookSpecificOutput":{}}',
    'has the unknown key "hookSpecificOutput"',
  ],
  ['a prototype', '{"ok":true,"__proto__":{"x":1}}', 'has the unknown key "__proto__"'],
  ['a name every object has', '{"ok":true,"toString":true}', 'has the unknown key "toString"'],
  ['ok twice', '{"ok":false,"reason":"x","ok":true}', 'says the same key twice'],
  ['ok twice, escaped', String.raw`{"ok":false,"reason":"x","\u006fk":true}`, 'says the same key twice'],
] as const)('S38 %s is no answer', ([, said, why]) => {
  expect(parseJudgement(said, 'prompt')).toBe(why)
})

test('an agent has no "impossible"', () => {
  expect(parseJudgement('{"ok":false,"reason":"x","impossible":true}', 'agent')).toBe(
    'has the unknown key "impossible"',
  )
})

test('whatever is said, reading it never throws, and only a JSON yes is a yes', () => {
  const nearly = fc.string().map((text) => `{"ok":true${text}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), nearly), (said) => {
      const judgement = parseJudgement(said, 'prompt')
      return typeof judgement === 'string' || judgement.ok === (JSON.parse(said) as { ok: unknown }).ok
    }),
  )
})
