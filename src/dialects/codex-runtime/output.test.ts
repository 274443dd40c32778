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
    ['an array of fewer', '["mutate"]', unreadable],
    ['an array of more', '["mutate",null,null,[],null,null]', unreadable],
    ['nested without end', `{"metadataDelta":${'['.repeat(400)}${']'.repeat(400)}}`, unreadable],
  ])('%s', ([, stdout, expected]) => expect(readPreOutput(0, stdout)).toEqual(expected))
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
