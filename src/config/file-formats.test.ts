import { describe, expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { warning } from '../core/issue.ts'
import { claudeCode } from '../dialects/claude-code/index.ts'
import type { ConfigSide, Dialect, FileSpec } from '../dialects/dialect.ts'
import { compileFiles } from './compile.ts'
import { formatAmong } from './discover.ts'
import { gather } from './gather.ts'
import { parseConfig } from './parse.ts'

const BOUNDS = { maxBytes: 1_000, maxDepth: 8 }
const jsonc = (text: string) => parseConfig(text, '/p/settings.json', { ...BOUNDS, format: 'jsonc' })

describe('JSON with comments', () => {
  test.for([
    ['a line', '{ // why\n "a": 1 }'],
    ['a line that ends with the file', '{ "a": 1 } // why'],
    ['between marks', '/* one\n two */ { "a": /**/ 1 /* , */ }'],
    ['several in a row', '// a\n// b\n/* c */{ "a": 1 }'],
    ['with a line break of Windows', '{ // why\r\n "a": 1 }'],
  ] as const)('takes a comment: %s', ([, text]) =>
    expect(jsonc(text)).toEqual({ value: { a: 1 }, issues: [] }),
  )

  test('keeps what looks like a comment in a text', () =>
    expect(jsonc('{ "a": "http://x /* y */" }').value).toEqual({ a: 'http://x /* y */' }))

  test.for([
    ['a fault after a comment', '{ // why\n  "a": 1,\n  "b" 2 }', 3, 7, 'where ":" is expected'],
    ['a comment that is not closed', '{\n  /* why "a": 1 }', 2, 3, 'A comment is not closed.'],
    ['a comma after the last item', '{ "a": 1, /* b */ }', 1, 9, 'A comma stands after the last item.'],
    ['a comment of YAML', '{ # why\n "a": 1 }', 1, 3, 'where a key in double quotes is expected'],
    ['a lone slash', '{ / "a": 1 }', 1, 3, 'where a key in double quotes is expected'],
    ['a key twice', '{ "a": 1, // why\n "a": 2 }', 2, 2, '"a"'],
  ] as const)('tells the place of %s', ([, text, line, column, message]) => {
    const { value, issues } = jsonc(text)
    expect([value, issues]).toMatchObject([
      undefined,
      [{ place: { file: '/p/settings.json', line, column } }],
    ])
    expect(issues[0]?.message).toContain(message)
  })

  test('is not taken where nobody says so', () =>
    expect(parseConfig('{} // why', '/p/settings.json').issues).toMatchObject([
      { message: 'A comment stands in a JSON file.' },
    ]))
})

test.for([
  ['yaml', 'hooks: {}'],
  ['toml', '[hooks]'],
  ['json', '{ "hooks": {} }'],
  ['markdown', '---\nhooks: {}\n---\ntext'],
] as const)('%s is read whatever the file is called', ([format, text]) =>
  expect(parseConfig(text, '/p/hooks.conf', { ...BOUNDS, format })).toEqual({
    value: { hooks: {} },
    issues: [],
  }),
)

describe('a host that says how its files are written', () => {
  const SPECS: readonly FileSpec[] = [
    { find: 'file', scope: 'project', path: '/home/dev/app/.host/settings.json', format: 'jsonc' },
    {
      find: 'folder',
      scope: 'project',
      path: '/home/dev/app/.host/hooks',
      suffix: '.conf',
      deep: false,
      format: 'toml',
    },
    {
      find: 'nearest',
      scope: 'project',
      names: ['hostrc'],
      from: '/home/dev/app',
      upTo: '/home/dev/app',
      format: 'yaml',
    },
  ]
  const values: unknown[] = []
  const side: ConfigSide = {
    read: ({ file, scope, value }) => {
      values.push(value)
      const odd = warning('config.unknown-key', { file, pointer: ['odd'] }, 'odd')
      return { file, scope, hooks: [], issues: [odd], switches: {}, imports: [] }
    },
    combine: () => ({ hooks: [], issues: [] }),
  }
  const host: Dialect = {
    ...claudeCode,
    name: 'host',
    files: () => SPECS,
    config: () => Promise.resolve(side),
  }
  const request = {
    ...BOUNDS,
    host: undefined,
    sources: ['host'],
    places: places(),
    dialects: new Map([['host', host]]),
    files: memoryFiles({
      '/home/dev/app/.host/settings.json': '// settings\n{ "from": "settings",\n  "odd": 1 }',
      '/home/dev/app/.host/hooks/a.conf': 'from = "folder"\nodd = 1',
      '/home/dev/app/hostrc': 'from: nearest\n\nodd: 1',
    }),
  }

  test('has them read so, and issues know their lines', async () => {
    values.length = 0
    const { loaded } = await compileFiles(gather(request, ['host']), request)
    expect(values).toEqual(['settings', 'folder', 'nearest'].map((from) => ({ from, odd: 1 })))
    expect(loaded.issues.map(({ place }) => [place.file, place.line])).toEqual([
      ['/home/dev/app/.host/settings.json', 3],
      ['/home/dev/app/.host/hooks/a.conf', 2],
      ['/home/dev/app/hostrc', 3],
    ])
  })

  test.for([
    ['/elsewhere/.host/settings.json', 'jsonc'],
    ['/elsewhere/settings.json', undefined],
    ['/elsewhere/hooks/b.conf', 'toml'],
    ['/elsewhere/hooks/b.json', undefined],
    ['/elsewhere/hostrc', 'yaml'],
  ] as const)('knows the format of a file that is named directly: %s', ([file, format]) =>
    expect(formatAmong(SPECS, file)).toBe(format),
  )
})
