import { describe, expect, test } from 'vitest'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Edit, EditFormat } from './edit.ts'
import { editConfig } from './edit-config.ts'

const OURS = { hooks: [{ type: 'command', command: 'hookwright run' }] }
const APPEND: Edit = { kind: 'append', list: ['hooks', 'Stop'], value: OURS }

function edited(text: string, format: EditFormat, edits: readonly Edit[]): string {
  const result = editConfig(text, { file: 'f', format }, edits)
  if (isIssue(result)) throw new Error(`${result.message} ${result.hint}`)
  return result.text
}

/** By format: the text before and after an item is added to `hooks.Stop`. */
const ADDED: readonly (readonly [claim: string, format: EditFormat, before: string, after: string])[] = [
  [
    'an empty file becomes a document',
    'json',
    '',
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "a": 1\n      }\n    ]\n  }\n}\n',
  ],
  [
    'tabs and CRLF are kept',
    'json',
    '{\r\n\t"x": 1\r\n}',
    '{\r\n\t"x": 1,\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"a": 1\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}',
  ],
  ['one line stays one line', 'json', '{"x":1}', '{"x":1,"hooks":{"Stop":[{"a":1}]}}'],
  [
    'a spaced line stays spaced',
    'json',
    '{ "hooks": { "Stop": [{ "b": 2 }] } }',
    '{ "hooks": { "Stop": [{ "b": 2 }, {"a": 1}] } }',
  ],
  [
    'a trailing comma and comments stay where they are',
    'jsonc',
    '{\n  "hooks": {\n    "Stop": [\n      1, // one\n      // end\n    ],\n  },\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      1, // one\n      {\n        "a": 1\n      },\n      // end\n    ],\n  },\n}\n',
  ],
  [
    'a comment behind the last item stays behind it',
    'jsonc',
    '{\n    "hooks": {"Stop": [\n        1 // one\n    ]}\n}\n',
    '{\n    "hooks": {"Stop": [\n        1, // one\n        {\n            "a": 1\n        }\n    ]}\n}\n',
  ],
]

describe('editConfig', () => {
  test.for(ADDED)('%s', ([, format, before, after]) => {
    const edit: Edit = { kind: 'append', list: ['hooks', 'Stop'], value: { a: 1 } }
    const result = editConfig(before, { file: 'f', format }, [edit])
    if (isIssue(result)) throw new Error(result.message)
    expect(result.text).toBe(after)
    const back = editConfig(
      after,
      { file: 'f', format },
      [{ kind: 'remove', list: ['hooks', 'Stop'], index: before.includes('Stop') ? 1 : 0 }],
      result.traces,
    )
    expect(isIssue(back) ? back : back.text).toBe(before)
  })

  test.for([
    ['unparsable', 'json', '{"a": ', 'edit.syntax'],
    ['a comment in strict JSON', 'json', '// c\n{}', 'edit.syntax'],
    ['a list where an object is expected', 'json', '{"hooks": []}', 'edit.wrong-kind'],
    ['a scalar on the path', 'json', '{"hooks": "x"}', 'edit.wrong-kind'],
    ['null in JSON', 'json', '{"hooks": null}', 'edit.wrong-kind'],
    ['an object where the list is expected', 'jsonc', '{"hooks": {"Stop": {}}}', 'edit.wrong-kind'],
    ['a list at the top', 'json', '[]', 'edit.wrong-kind'],
    ['a key on the path written twice', 'json', '{"hooks": {}, "hooks": {}}', 'edit.repeated-key'],
    ['an alias on the path', 'yaml', 'a: &a {Stop: []}\nhooks: *a\n', 'edit.alias'],
    ['an anchor that is used elsewhere', 'yaml', 'hooks: &a\n  Stop: []\nb: *a\n', 'edit.not-exact'],
    ['a tag on the key without value', 'yaml', 'hooks: !!map\n', 'edit.syntax'],
    ['an explicit null in YAML', 'yaml', 'hooks: null\n', 'edit.wrong-kind'],
    ['two documents', 'yaml', 'a: 1\n---\nb: 2\n', 'edit.syntax'],
    ['a table where the list is expected', 'toml', '[hooks.Stop]\nx = 1\n', 'edit.wrong-kind'],
  ] as const)('%s is an issue that names the file', ([, format, text, code]) => {
    const result = editConfig(text, { file: '/x/settings', format }, [APPEND])
    expect(result).toMatchObject({ code, place: { file: '/x/settings' } })
    expect((result as Issue).message).toContain('"/x/settings"')
    expect((result as Issue).hint).toMatch(/\.$/)
  })

  test.for([
    [
      'json',
      '{\n  "hooks": {\n    "Stop": [1, {"a": 2}]\n  }\n}\n',
      '{\n  "hooks": {\n    "Stop": [1, {"a": 3}]\n  }\n}\n',
    ],
    [
      'yaml',
      'hooks:\n  Stop:\n    - 1\n    - a: 2 # c\n    - 3\n',
      'hooks:\n  Stop:\n    - 1\n    - a: 3\n    - 3\n',
    ],
    ['yaml', 'hooks: {Stop: [1, {a: 2}]}\n', 'hooks: {Stop: [1, {"a": 3}]}\n'],
    [
      'toml',
      '[[hooks.Stop]]\na = 1\n\n[[hooks.Stop]]\na = 2\n[x]\n',
      '[[hooks.Stop]]\na = 1\n\n[[hooks.Stop]]\na = 3\n[x]\n',
    ],
    ['toml', 'hooks.Stop = [1, { a = 2 }]\n', 'hooks.Stop = [1, { a = 3 }]\n'],
  ] as const)('%s: an item is replaced in its place', ([format, before, after]) => {
    expect(
      edited(before, format, [{ kind: 'replace', list: ['hooks', 'Stop'], index: 1, value: { a: 3 } }]),
    ).toBe(after)
  })

  test('a key that is there keeps its value', () => {
    expect(edited('{"version": 7}', 'json', [{ kind: 'set', path: ['version'], value: 1 }])).toBe(
      '{"version": 7}',
    )
  })
})
