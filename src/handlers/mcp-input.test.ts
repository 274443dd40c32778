import { expect, test } from 'vitest'
import { fillInput, hasTemplates, missingPath } from './mcp-input.ts'

const payload: unknown = JSON.parse(`{
  "cwd": "/work", "count": 3, "ok": true, "none": null, "tricky": "\${cwd}", "dollar": "$& $1 $$",
  "tool_input": { "file_path": "a b.ts", "edits": [{ "old": "x" }], "a-b": "dash" },
  "__proto__": { "inherited": "own after all" }
}`)

test.for<[string, unknown, unknown]>([
  ['a path is replaced by what stands there', '${cwd}', '/work'],
  ['a path goes through objects', '${tool_input.file_path}', 'a b.ts'],
  ['a path goes through lists', '${tool_input.edits.0.old}', 'x'],
  ['several paths in one text are all replaced', 'in ${cwd}: ${tool_input.file_path}!', 'in /work: a b.ts!'],
  ['a key may hold a dash', '${tool_input.a-b}', 'dash'],
  ['a number becomes its JSON text', '${count}', '3'],
  ['a number inside a text becomes its JSON text', 'n=${count}', 'n=3'],
  ['a boolean becomes its JSON text', '${ok}', 'true'],
  ['null becomes its JSON text', '${none}', 'null'],
  ['an object becomes its JSON text', '${tool_input.edits}', '[{"old":"x"}]'],
  ['a missing path becomes nothing', '<${nowhere}>', '<>'],
  ['a path below a text becomes nothing', '<${cwd.length}>', '<>'],
  ['a path below a missing one becomes nothing', '<${a.b.c}>', '<>'],
  ['what every object inherits is not there', '<${toString}${tool_input.constructor.name}>', '<>'],
  ['a key __proto__ of the payload is a key like others', '${__proto__.inherited}', 'own after all'],
  ['what was put in is not expanded again', '${tricky}', '${cwd}'],
  ['signs of a replacement are put in as they are', '${dollar}', '$& $1 $$'],
  ['an empty path stays', '${}', '${}'],
  ['a shell variable stays', '$HOME {cwd}', '$HOME {cwd}'],
  ['an unclosed one stays', '${cwd', '${cwd'],
  ['texts in lists are filled in', ['${cwd}', 1], ['/work', 1]],
  ['texts in objects are filled in', { a: { b: '${cwd}' } }, { a: { b: '/work' } }],
  ['keys are left alone', { '${cwd}': 1 }, { '${cwd}': 1 }],
  ['other values are left alone', [1, true, null], [1, true, null]],
])('%s', ([, value, expected]) => expect(fillInput({ value }, payload)).toEqual({ value: expected }))

test.for<[string, unknown, unknown]>([
  ['a text stays a text', '${cwd}', '/work'],
  ['a number stays one', '${count}', 3],
  ['a boolean stays one', '${ok}', true],
  ['null stays null', '${none}', null],
  ['a list stays one', ['${tool_input.edits}'], [[{ old: 'x' }]]],
  ['beside other text it becomes text', 'n=${count}', 'n=3'],
  ['two of them become text', '${count}${count}', '33'],
  ['what was put in is not expanded again', '${tricky}', '${cwd}'],
])('with types, %s', ([, value, expected]) =>
  expect(fillInput({ value }, payload, 'typed')).toEqual({ value: expected }),
)

test.for<[unknown, string | undefined]>([
  [{ a: ['${cwd}', 'x ${count}', '${none}', 1] }, undefined],
  [{ a: ['${cwd}', { b: 'in ${cwd}: ${nowhere}' }] }, 'nowhere'],
  ['${cwd.length}', 'cwd.length'],
  ['$nowhere ${', undefined],
])('the first path of %j that names nothing is %s', ([value, path]) =>
  expect(missingPath(value, payload)).toBe(path),
)

test('a key __proto__ of the input stays a key', () => {
  const input = JSON.parse('{"__proto__": {"a": "${cwd}"}}') as Record<string, unknown>
  const filled = fillInput(input, payload)
  expect(JSON.stringify(filled)).toBe('{"__proto__":{"a":"/work"}}')
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype)
})

test.for<[unknown, boolean]>([
  ['${a}', true],
  [{ a: [{ b: 'x ${a.b}' }] }, true],
  ['$a {a}', false],
  [{ a: 1, b: null, c: ['x'] }, false],
])('%j needs the payload: %s', ([value, expected]) => expect(hasTemplates(value)).toBe(expected))
