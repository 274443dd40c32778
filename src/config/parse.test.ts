import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseConfig } from './parse.ts'

const ok = (value: unknown) => ({ value, issues: [] })

describe('values', () => {
  test.for([
    ['yaml', 'a.yaml', 'a: 1\nb: [x, true, null, 1.5]\n', { a: 1, b: ['x', true, null, 1.5] }],
    ['yml is yaml', 'a.yml', 'a: {b: c}', { a: { b: 'c' } }],
    ['an upper-case ending', 'A.YAML', 'a: 1', { a: 1 }],
    [
      'json',
      'a.json',
      ' {"a": [1, -2.5e3, "\\u00e9", {}], "b": null}\n',
      { a: [1, -2500, 'é', {}], b: null },
    ],
    ['toml', 'a.toml', 'a = 1\n[b.c]\nd = "x"\n', { a: 1, b: { c: { d: 'x' } } }],
    [
      'toml arrays of tables nest',
      'a.toml',
      '[[h.P]]\nm = "x"\n[[h.P.hooks]]\nt = 1\n[[h.P.hooks]]\nt = 2\n[[h.P]]\nm = "y"',
      { h: { P: [{ m: 'x', hooks: [{ t: 1 }, { t: 2 }] }, { m: 'y' }] } },
    ],
    [
      'toml inline tables and dotted keys',
      'a.toml',
      'a.b = {c = [1, {d.e = 2}]}\na.f = 3',
      { a: { b: { c: [1, { d: { e: 2 } }] }, f: 3 } },
    ],
    ['a toml date stays text', 'a.toml', 'a = 1979-05-27\nb = 07:32:00', { a: '1979-05-27', b: '07:32:00' }],
    ['a byte order mark is dropped', 'a.json', '\uFEFF{"a":1}', { a: 1 }],
    ['a byte order mark is dropped in yaml', 'a.yaml', '\uFEFFa: 1', { a: 1 }],
    ['CRLF in yaml', 'a.yaml', 'a: 1\r\nb: |\r\n  x\r\n  y\r\n', { a: 1, b: 'x\ny\n' }],
    ['CRLF in json', 'a.json', '{\r\n"a": 1\r\n}\r\n', { a: 1 }],
    ['CRLF in toml', 'a.toml', 'a = 1\r\nb = 2\r\n', { a: 1, b: 2 }],
    ['an alias becomes a copy', 'a.yaml', 'a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
    ['YAML 1.2: yes and 010 are not booleans or octal', 'a.yaml', 'a: yes\nb: 010', { a: 'yes', b: 10 }],
    [
      'a %YAML 1.1 directive changes nothing',
      'a.yaml',
      '%YAML 1.1\n---\na: yes\n<<: {b: 1}',
      { a: 'yes', '<<': { b: 1 } },
    ],
    ['numeric keys are names', 'a.yaml', '1: a\ntrue: b', { '1': 'a', true: 'b' }],
    ['an explicit empty mapping', 'a.json', '{}', {}],
  ] as const)('%s', ([, file, text, value]) => expect(parseConfig(text, file)).toEqual(ok(value)))

  test.for([
    ['a.yaml', '__proto__: {x: 1}\nconstructor: {y: 2}\ntoString: 3'],
    ['a.json', '{"__proto__": {"x": 1}, "constructor": {"y": 2}, "toString": 3}'],
    ['a.toml', 'toString = 3\n[__proto__]\nx = 1\n[constructor]\ny = 2'],
  ] as const)('keys of Object.prototype stay own data in %s', ([file, text]) => {
    const value = parseConfig(text, file).value as object
    expect(Object.keys(value).toSorted()).toEqual(['__proto__', 'constructor', 'toString'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ x: 1 })
    expect({}).not.toHaveProperty('x')
  })

  test.for([
    ['a.yaml', '', 'Write hooks: {} and put the hooks there.'],
    ['a.yaml', '# only a comment\n', 'Write hooks: {} and put the hooks there.'],
    ['a.json', ' \n', 'Write { "hooks": {} } and put the hooks there.'],
    ['a.toml', '# none\n', 'Write [hooks] and put the hooks there.'],
  ] as const)('%s without content is an empty mapping and a notice', ([file, text, hint]) => {
    const message = `"${file}" is empty and defines no hooks.`
    const issues = [{ code: 'config.empty', severity: 'notice', place: { file }, message, hint }]
    expect(parseConfig(text, file)).toEqual({ value: {}, issues })
  })
})

describe('refusals give no value and one error', () => {
  test.for([
    ['a comment in JSON', 'a.json', '{\n  // x\n}', 'config.syntax 2:3 A comment stands in a JSON file.'],
    ['a trailing comma', 'a.json', '{"a": [1,]}', 'config.syntax 1:9 A comma stands after the last item.'],
    [
      'single quotes',
      'a.json',
      "{'a': 1}",
      `config.syntax 1:2 "'" stands where a key in double quotes is expected.`,
    ],
    ['half JSON', 'a.json', '{"a": ', 'config.syntax 1:7 The file ends where a value is expected.'],
    ['two JSON values', 'a.json', '{} {}', 'config.syntax 1:4 "{" stands after the end of the value.'],
    ['NaN', 'a.json', '{"a": NaN}', 'config.syntax 1:7 "N" stands where a value is expected.'],
    [
      'an open string',
      'a.json',
      '{"a": "x\n"}',
      'config.syntax 1:7 A string in double quotes is not closed on its line.',
    ],
    [
      'a bad escape',
      'a.json',
      '{"a": "\\x"}',
      'config.syntax 1:7 A string holds a control character or an escape that JSON does not know.',
    ],
    [
      'two equal keys in JSON',
      'a.json',
      '{"a": 1, "a": 2}',
      'config.duplicate-key 1:10 Key "a" is written twice in the same mapping.',
    ],
    [
      'two equal keys in YAML',
      'a.yaml',
      'b:\n  a: 1\n  a: 2',
      'config.duplicate-key 3:3 Key "a" is written twice in the same mapping.',
    ],
    [
      'two equal keys in TOML',
      'a.toml',
      'a = 1\na = 2',
      'config.duplicate-key 2:1 Defining a key multiple times is invalid.',
    ],
    ['a tab', 'a.yaml', 'a:\n\tb: 1', 'config.syntax 2:1 Tabs are not allowed as indentation.'],
    ['a tag', 'a.yaml', 'a: !!js/function x', 'config.syntax 1:4 Unresolved tag.'],
    [
      'two YAML documents',
      'a.yaml',
      'a: 1\n---\nb: 2',
      'config.syntax 2:1 The file holds more than one YAML document.',
    ],
    [
      'an alias without anchor',
      'a.yaml',
      'a: *b',
      'config.syntax 1:4 An alias has no anchor of its name that is complete before it.',
    ],
    [
      'a value inside itself',
      'a.yaml',
      'a: &a [*a]',
      'config.syntax 1:8 An alias has no anchor of its name that is complete before it.',
    ],
    ['a list as key', 'a.yaml', '? [a]\n: b', 'config.syntax 1:3 With stringKeys, all keys must be strings.'],
    ['half TOML', 'a.toml', 'a = ', 'config.syntax 1:5 Unspecified values are invalid.'],
    [
      'a list at the top',
      'a.yaml',
      '- a',
      'config.not-a-mapping 1:1 "a.yaml" is not a mapping of keys to values.',
    ],
    [
      'a bare null',
      'a.yaml',
      'null',
      'config.not-a-mapping 1:1 "a.yaml" is not a mapping of keys to values.',
    ],
    [
      'a string at the top',
      'a.json',
      '"x"',
      'config.not-a-mapping 1:1 "a.json" is not a mapping of keys to values.',
    ],
    ['a NUL byte', 'a.yaml', 'a: 1\nb: \0', 'config.nul 2:4 The file holds a NUL byte.'],
    [
      'an unknown ending',
      'a.ini',
      'a',
      'config.format 1:1 The ending ".ini" says no format; accepted are .yaml, .yml, .json, .toml, .md.',
    ],
  ] as const)('%s', ([, file, text, expected]) => {
    const { value, issues } = parseConfig(text, file)
    const shown = issues.map(({ code, place, message }) => `${code} ${place.line}:${place.column} ${message}`)
    expect({ value, shown }).toEqual({ value: undefined, shown: [expected] })
  })
})

describe('bounds', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`)
    .join('\n')}`

  test.for([
    ['100 MB', 'a.yaml', 'a'.repeat(100 * 1_048_576), 'config.too-large'],
    ['an alias bomb', 'a.yaml', bomb, 'config.too-large'],
    ['4 MB of [ in YAML', 'a.yaml', '['.repeat(4e6), 'config.depth'],
    ['4 MB of [ in JSON', 'a.json', '['.repeat(4e6), 'config.depth'],
    ['4 MB of [ in TOML', 'a.toml', `a = ${'['.repeat(4e6)}`, 'config.too-large'],
    ['10 000 levels in TOML', 'a.toml', `a = ${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'config.depth'],
    ['10 000 dotted keys', 'a.toml', `a${'.a'.repeat(10_000)} = 1`, 'config.depth'],
    ['a table 10 000 keys deep', 'a.toml', `[a${'.a'.repeat(10_000)}]`, 'config.depth'],
    ['10 000 block levels', 'a.yaml', '- '.repeat(10_000), 'config.depth'],
    [
      '300 000 keys in YAML',
      'a.yaml',
      Array.from({ length: 300_000 }, (_, i) => `k${i}: 1`).join('\n'),
      'config.too-large',
    ],
    [
      '300 000 keys in TOML',
      'a.toml',
      Array.from({ length: 300_000 }, (_, i) => `k${i}=1`).join('\n'),
      'config.too-large',
    ],
    ['4 MB of quotes', 'a.yaml', '"'.repeat(4e6), 'config.too-large'],
  ] as const)('%s is refused within seconds', ([, file, text, code]) => {
    const { value, issues } = parseConfig(text, file)
    expect({ value, codes: issues.map((problem) => problem.code) }).toEqual({
      value: undefined,
      codes: [code],
    })
  })

  const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
  test.for([
    ['a.json', nested(3), true],
    ['a.json', nested(4), false],
    ['a.yaml', nested(3), true],
    ['a.yaml', nested(4), false],
    ['a.toml', 'a.b.c = 1', true],
    ['a.toml', 'a.b.c.d = 1', false],
    ['a.toml', '[a.b]\nc = 1', true],
    ['a.toml', '[a.b]\nc = [1]', false],
    ['a.toml', 'a = {b = {c = 1}}', true],
    ['a.toml', 'a = [[[1]]]', false],
  ] as const)('%s: %s within three levels: %s', ([file, text, fits]) => {
    const { value } = parseConfig(text, file, { maxBytes: 1000, maxDepth: 3 })
    expect(value !== undefined).toBe(fits)
  })

  test('aliases cannot nest deeper than the bound', () => {
    const chain = Array.from({ length: 100 }, (_, i) => `k${i}: &k${i} [${i === 0 ? 1 : `*k${i - 1}`}]`).join(
      '\n',
    )
    expect(parseConfig(chain, 'a.yaml').issues.map((problem) => problem.code)).toEqual(['config.depth'])
  })
})

describe('properties', () => {
  const pieces = fc.constantFrom(
    ...'{}[]:,-#&*!|>\'"%@`=.\n \t\r\0aé\\0'.split(''),
    '---',
    '\uFEFF',
    '__proto__',
    '[[a]]',
    'a = ',
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((parts) => parts.join('')),
  )

  test.for(['a.yaml', 'a.json', 'a.toml', 'a'])('%s: no text throws, and a value excludes errors', (file) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { value, issues } = parseConfig(text, file)
        const failed = issues.some((problem) => problem.severity === 'error')
        expect(failed).toBe(value === undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('JSON texts mean what JSON.parse says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value, undefined, 1)
        const expected: unknown = JSON.parse(text)
        fc.pre(!text.includes('\\u0000'))
        expect(parseConfig(text, 'a.json').value).toEqual(expected)
      }),
    )
  })

  test('exactly what JSON.parse takes is taken, equal keys apart', () => {
    const jsonish = fc
      .array(fc.constantFrom(...'{}[]:,"'.split(''), '1', '-', '.', 'e', 'true', ' ', '"a"', '"b"', '0'))
      .map((p) => `{"a":${p.join('')}}`)
    fc.assert(
      fc.property(jsonish, (text) => {
        expect(parseConfig(text, 'a.json').value !== undefined).toBe(isStrictJson(text))
      }),
      { numRuns: 5_000 },
    )
  })
})

/** Whether JSON.parse takes it and no key was lost on the way, which means that one was there twice. */
function isStrictJson(text: string): boolean {
  try {
    return text.split(/"[^"]*"\s*:/).length - 1 === countKeys(JSON.parse(text))
  } catch {
    return false
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, each) => sum + countKeys(each), own)
}

test.for([
  [true, 'Remove the comment, or keep the file as .yaml, where # starts one.'],
  [false, 'Remove the comment.'],
] as const)('the hint about a comment in JSON fits a file that may be YAML: %s', ([mayBeYaml, hint]) => {
  const options = { maxBytes: 1_000, maxDepth: 9, mayBeYaml }
  expect(parseConfig('{ // x\n}', 'a.json', options).issues).toMatchObject([{ hint }])
})
