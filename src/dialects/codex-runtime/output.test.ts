import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyPatch, type Reading } from './contract.ts'
import { NO_MESSAGE, readPostOutput, readPreOutput } from './output.ts'

const noop: Reading = { kind: 'noop' }
const mutate = (patch: object): Reading => ({ kind: 'mutate', patch: { ...emptyPatch, ...patch } })
const block = (message: string): Reading => ({ kind: 'block', message })
const unreadable: unknown = { kind: 'unreadable', problem: expect.any(String) }

/** The rows of the crate's own parser tests, by their names there, then what follows from its types. */
describe('exit 0', () => {
  test.for<readonly [string, string, unknown]>([
    ['empty_stdout_is_noop', '', noop],
    ['empty_stdout_is_noop, spaces', '  ', noop],
    ['empty_stdout_is_noop, lines', ' \n\t\n', noop],
    ['empty_object_is_noop', '{}', noop],
    ['action_noop_explicit', '{"action":"noop"}', noop],
    [
      'action_mutate_model_override',
      '{"action":"mutate","modelOverride":"claude-opus-4-6"}',
      mutate({ modelOverride: 'claude-opus-4-6' }),
    ],
    [
      'action_mutate_prompt_override',
      '{"action":"mutate","promptOverride":"new prompt"}',
      mutate({ promptOverride: 'new prompt' }),
    ],
    ['unknown_action_is_noop', '{"action":"unknown"}', noop],
    ['invalid_json_is_execution_issue', 'not-json', unreadable],
    ['it can never block', '{"action":"block","message":"no"}', noop],
    ['letter case of mutate does not matter', '{"action":"MuTate"}', mutate({})],
    ['a space does', '{"action":" mutate"}', noop],
    ['a patch without mutate is not wanted', '{"modelOverride":"m"}', noop],
    ['mutate with nothing changes nothing', '{"action":"mutate"}', mutate({})],
    [
      'snake case is unknown, and dropped',
      '{"action":"mutate","model_override":"m","prompt_override":"p"}',
      mutate({}),
    ],
    [
      'null is absent',
      '{"action":"mutate","promptOverride":null,"modelOverride":null,"metadataDelta":null}',
      mutate({}),
    ],
    ['white space around it', '\n {"action":"noop"} \n', noop],
    ['any metadata is taken', '{"action":"mutate","metadataDelta":[1]}', mutate({ metadataDelta: [1] })],
    ['action null', '{"action":null}', unreadable],
    ['action of another type', '{"action":1}', unreadable],
    ['a prompt of another type', '{"promptOverride":1}', unreadable],
    ['a model of another type', '{"modelOverride":{}}', unreadable],
    ['attachments null', '{"addAttachments":null}', unreadable],
    ['a string', '"mutate"', unreadable],
    ['a number', '1', unreadable],
    ['true', 'true', unreadable],
    ['null', 'null', unreadable],
    ['two documents', '{} {}', unreadable],
    ['text after it', '{"action":"noop"} done', unreadable],
    ['half a document', '{"action":"mu', unreadable],
    ['a key twice', '{"action":"noop","action":"mutate"}', unreadable],
    ['a key twice, once escaped', '{"action":"noop","\\u0061ction":"mutate"}', unreadable],
    ['an unknown key twice', '{"x":1,"x":2}', noop],
    ['a key twice in the metadata', '{"metadataDelta":{"action":1,"action":2}}', noop],
    [
      'an array of all five fields',
      '["mutate","p",null,[],{"a":1}]',
      mutate({ promptOverride: 'p', metadataDelta: { a: 1 } }),
    ],
    ['an array of four', '["mutate","p","m",[]]', mutate({ promptOverride: 'p', modelOverride: 'm' })],
    ['an array of three', '["mutate",null,"m"]', mutate({ modelOverride: 'm' })],
    ['an array of two', '["mutate",null]', unreadable],
    ['an array of one', '["mutate"]', unreadable],
    ['an array of none', '[]', unreadable],
    ['an array whose action is null', '[null,null,null]', unreadable],
    ['an array of more', '["mutate",null,null,[],null,null]', unreadable],
    ['nested without end', `{"metadataDelta":${'['.repeat(400)}${']'.repeat(400)}}`, unreadable],
  ])('%s', ([, stdout, expected]) => expect(readPreOutput(0, stdout)).toEqual(expected))
})

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const delta = (json: string): string => `{"action":"mutate","metadataDelta":${json}}`

/** Seen with serde_json 1.0.150; positions that are ignored are not looked at there either. */
describe('what serde_json refuses', () => {
  test.for<readonly [string, string]>([
    ['a byte order mark', '\uFEFF{}'],
    ['a byte order mark and nothing else', '\uFEFF'],
    ['a zero width space', '\u200B'],
    ['white space that JSON does not have, inside', '{\u00A0}'],
    ['128 levels', delta(nested(127))],
    ['128 levels in an array', `["mutate",null,null,[],${nested(127)}]`],
    ['half a surrogate pair in the action', '{"action":"\\ud800"}'],
    ['half a surrogate pair in the prompt', '{"promptOverride":"\\udc00"}'],
    ['half a surrogate pair in the model', '{"modelOverride":"x\\ud83d"}'],
    ['half a surrogate pair before another character', delta('"\\ud83d\\u0041"')],
    ['half a surrogate pair in the metadata', delta('{"a":["\\ud800"]}')],
    ['half a surrogate pair in a key of the metadata', delta('{"\\ud800":1}')],
    ['half a surrogate pair in an unknown key', '{"\\ud800":1}'],
    ['half a surrogate pair in a path', '{"addAttachments":[{"AtPath":{"path":"\\ud800"}}]}'],
    [
      'half a surrogate pair in a key of an attachment',
      '{"addAttachments":[{"AtPath":{"path":"a","\\ud800":1}}]}',
    ],
    ['1e400', delta('1e400')],
    ['-1e400, deep inside', delta('[{"a":-1e400}]')],
    ['400 digits', delta('1'.repeat(400))],
    ['1e400 that a second value replaces', delta('{"a":1e400,"a":1}')],
    ['128 levels that a second value replaces', delta(`{"a":${nested(126)},"a":1}`)],
    ['a path given twice, in an array', '["mutate",null,null,[{"AtPath":{"path":"a","path":"b"}}]]'],
    ['AtPath as an array of one', '{"addAttachments":[{"AtPath":["a"]}]}'],
    ['AtPath as an array of three', '{"addAttachments":[{"AtPath":["a",null,null]}]}'],
  ])('%s', ([, stdout]) => expect(readPreOutput(0, stdout)).toEqual(unreadable))

  test('is named in the problem', () => {
    const problem = (stdout: string) => (readPreOutput(0, stdout) as { problem: string }).problem
    expect(problem('\uFEFF{}')).toBe('it starts with a byte order mark')
    expect(problem(delta(nested(127)))).toBe('it is nested more than 127 levels deep')
    expect(problem(delta('-1e400'))).toBe('the number -1e400 is out of range')
    expect(problem('{"promptOverride":"\\ud800"}')).toBe(
      '"\\ud800" holds half of a surrogate pair, which is not a character',
    )
    expect(problem('{"modelOverride":"a","modelOverride":"b"}')).toBe('"modelOverride" is given twice')
    expect(problem('["mutate"]')).toBe('an array must have 3 to 5 elements, not 1')
  })
})

describe('what serde_json takes', () => {
  test.for<readonly [string, string, Reading]>([
    ['U+0085 alone is white space', '\u0085', noop],
    ['U+0085 around a document', '\u0085{"action":"mutate"}\u0085', mutate({})],
    ['every white space of Unicode', '\t\u00A0\u1680\u2003\u2028\u202F\u3000{}\u205F', noop],
    ['127 levels', delta(nested(126)), mutate({ metadataDelta: JSON.parse(nested(126)) as unknown })],
    ['a whole surrogate pair', delta('"\\ud83d\\ude00"'), mutate({ metadataDelta: '😀' })],
    ['0e400 and 1e-400', delta('[0e400,1e-400]'), mutate({ metadataDelta: [0, 0] })],
    ['U+0000, escaped', delta('"\\u0000"'), mutate({ metadataDelta: '\u0000' })],
    ['any depth in an unknown key', `{"action":"mutate","x":${nested(100_000)}}`, mutate({})],
    [
      'half a surrogate pair in an unknown key',
      '{"action":"mutate","x":["\\ud800",{"\\ud800":1}]}',
      mutate({}),
    ],
    ['1e400 in an unknown key', '{"action":"mutate","x":1e400}', mutate({})],
    [
      'all of it in an unknown key of an attachment',
      `{"action":"mutate","addAttachments":[{"AtPath":{"path":"a","x":["\\ud800",1e400,${nested(500)}],"x":1}}]}`,
      mutate({ addAttachments: [{ AtPath: { path: 'a' } }] }),
    ],
    [
      'AtPath as an array of two',
      '{"action":"mutate","addAttachments":[{"AtPath":["a",null]}]}',
      mutate({ addAttachments: [{ AtPath: { path: 'a', placeholder: null } }] }),
    ],
  ])('%s', ([, stdout, expected]) => expect(readPreOutput(0, stdout)).toEqual(expected))
})

describe('what is wrong and too deep to be quoted is an issue, and never thrown', () => {
  const deep = nested(100_000)

  test.for([
    `[${deep}]`,
    deep,
    `{"action":${deep}}`,
    `{"addAttachments":${deep}}`,
    `{"addAttachments":[{"File":${deep}}]}`,
    `{"addAttachments":[{"AtPath":{"path":"a","x":${deep}},"Skill":1}]}`,
  ])('%#', (stdout) => expect(readPreOutput(0, stdout)).toEqual(unreadable))
})

describe('attachments', () => {
  const path = '{"AtPath":{"path":"a"}}'

  test.for<readonly [string, unknown]>([
    [path, { AtPath: { path: 'a' } }],
    ['{"AtPath":{"path":"a","placeholder":"p"}}', { AtPath: { path: 'a', placeholder: 'p' } }],
    ['{"AtPath":{"path":"a","placeholder":null}}', { AtPath: { path: 'a', placeholder: null } }],
    ['{"ImageUrl":{"url":"https://x"}}', { ImageUrl: { url: 'https://x' } }],
    ['{"LocalImage":{"path":"a.png"}}', { LocalImage: { path: 'a.png' } }],
    ['{"Skill":{"name":"n","path":"p"}}', { Skill: { name: 'n', path: 'p' } }],
    ['{"Skill":{"name":"n","path":"p","more":1}}', { Skill: { name: 'n', path: 'p' } }],
    ['{"Skill":["n","p"]}', { Skill: { name: 'n', path: 'p' } }],
  ])('%s is one', ([json, expected]) =>
    expect(readPreOutput(0, `{"action":"mutate","addAttachments":[${json}]}`)).toEqual(
      mutate({ addAttachments: [expected] }),
    ),
  )

  test.for([
    '"AtPath"',
    'null',
    '{}',
    '{"File":{"path":"a"}}',
    '{"AtPath":{}}',
    '{"AtPath":"a"}',
    '{"AtPath":{"path":1}}',
    '{"AtPath":{"path":"a","placeholder":1}}',
    '{"Skill":{"name":"n"}}',
    '{"Skill":["n"]}',
    '{"AtPath":{"path":"a"},"Skill":{"name":"n","path":"p"}}',
    '{"AtPath":{"path":"a"},"AtPath":{"path":"b"}}',
    '{"AtPath":{"path":"a","path":"b"}}',
    '{"constructor":{"path":"a"}}',
  ])('%s spoils the whole output, also without mutate', (json) =>
    expect(readPreOutput(0, `{"addAttachments":[${path},${json}]}`)).toEqual(unreadable),
  )
})

describe('exit 2', () => {
  test.for([
    ['block_with_json_message', '{"message":"rm -rf blocked"}', 'rm -rf blocked'],
    ['block_with_plain_text_message', 'plain text reason', 'plain text reason'],
    ['block_with_empty_stdout_gives_fallback', '', NO_MESSAGE],
    ['block_with_empty_stdout_gives_fallback, white space', ' \n', NO_MESSAGE],
    ['block_with_json_empty_message_falls_back_to_raw', '{"message":""}', '{"message":""}'],
    ['text is trimmed', '  why \n', 'why'],
    ['a message is not', '{"message":" why "}', ' why '],
    ['other keys do not matter', '{"message":"why","action":1}', 'why'],
    ['without a message', '{"reason":"why"}', '{"reason":"why"}'],
    ['a message that is no text', '{"message":1}', '{"message":1}'],
    ['a string', '"why"', '"why"'],
    ['null', 'null', 'null'],
    ['a message twice', '{"message":"a","message":"b"}', '{"message":"a","message":"b"}'],
    ['an array of one', '["x"]', 'x'],
    ['an array of two', '["x","y"]', '["x","y"]'],
    ['half a document', '{"message":"a', '{"message":"a'],
    ['an array of none', '[]', '[]'],
    ['a byte order mark', '\uFEFF{"message":"a"}', '\uFEFF{"message":"a"}'],
    ['U+0085 alone', '\u0085', NO_MESSAGE],
    ['U+0085 around text', '\u0085why\u0085', 'why'],
    ['half a surrogate pair in the message', '{"message":"\\ud800"}', '{"message":"\\ud800"}'],
    ['half a surrogate pair elsewhere', '{"message":"why","x":"\\ud800"}', 'why'],
    ['1e400 elsewhere', '{"message":"why","x":1e400}', 'why'],
    ['300 levels elsewhere', `{"message":"why","x":${nested(300)}}`, 'why'],
  ] as const)('%s', ([, stdout, message]) => expect(readPreOutput(2, stdout)).toEqual(block(message)))

  test('whatever it prints, it blocks', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stdout) => {
        const reading = readPreOutput(2, stdout)
        expect(reading.kind === 'block' && reading.message !== '').toBe(true)
      }),
    ))
})

describe('other exits', () => {
  test.for([1, 3, 64, 126, 127, 137, 255, -1])('%i is a failure, whatever it prints', (code) =>
    expect(readPreOutput(code, '{"action":"mutate","modelOverride":"m"}')).toEqual({ kind: 'failed', code }),
  )

  test('no output of exit 0 makes the reader throw, or block', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (stdout) => {
        expect(readPreOutput(0, stdout).kind).not.toBe('block')
      }),
    ))
})

describe('after the fact', () => {
  test('exit 0 is well', () => expect(readPostOutput(0)).toEqual(noop))
  test.for([1, 2, -1])('exit %i is a failure', (code) =>
    expect(readPostOutput(code)).toEqual({ kind: 'failed', code }),
  )
})
