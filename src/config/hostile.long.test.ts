import { expect, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { dialects } from '../../test/helpers/dialects.ts'
import type { State } from '../ports/state.ts'
import { MAX_ISSUES } from './first-issues.ts'
import type { Loaded } from './gather.ts'
import { load } from './load.ts'

const PROJECT = '/home/dev/app'

function memoryState(): State {
  const texts = new Map<string, string>()
  return {
    dir: '/state',
    problem: undefined,
    read: (name) => texts.get(name),
    readBytes: () => undefined,
    write: (name, text) => void texts.set(name, String(text)),
    update: () => undefined,
    stamp: () => undefined,
    changedAt: () => undefined,
    append: () => undefined,
    misplaced: [],
    listAnyway: () => [],
    list: () => [],
    remove: (name) => void texts.delete(name),
  }
}

function loadText(file: string, text: string, fields: Partial<Parameters<typeof load>[0]> = {}) {
  return load({
    sources: ['hookwright', 'claude-code'],
    host: 'claude-code',
    places: places(),
    files: memoryFiles({ [`${PROJECT}/${file}`]: text }),
    state: memoryState(),
    dialects,
    maxBytes: 4 * 1_048_576,
    maxDepth: 64,
    ...fields,
  })
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

const json = (value: unknown): string => JSON.stringify(value)

// Each took from half a minute to hours when every issue parsed its file again and every name was compared in full.
const HOSTILE = [
  [
    'broken entries in JSON',
    'hookwright.json',
    () => json({ version: 1, hooks: { PreToolUse: times(15_000, () => ({ comand: 'x' })) } }),
  ],
  [
    'broken entries in YAML',
    'hookwright.yaml',
    () => `version: 1\nhooks:\n  Stop: [${times(5_000, () => '{comand: x}').join(',')}]\n`,
  ],
  [
    'broken entries in TOML',
    'hookwright.toml',
    () => `version = 1\n${times(5_000, () => '[[hooks.Stop]]\ncomand = "x"\n').join('')}`,
  ],
  [
    'broken entries in settings',
    '.claude/settings.json',
    () => json({ hooks: { Stop: [{ hooks: times(15_000, () => ({ type: 'command' })) }] } }),
  ],
  [
    'unknown events',
    'hookwright.json',
    () => json({ version: 1, hooks: Object.fromEntries(times(30_000, (i) => [`PermissionReq${i}`, []])) }),
  ],
  [
    'unknown events in settings, of 3 MB',
    '.claude/settings.json',
    () => json({ hooks: Object.fromEntries(times(30_000, (i) => [`Pre${i}${'x'.repeat(80)}`, []])) }),
  ],
  [
    'unknown keys',
    'hookwright.json',
    () => json({ version: 1, ...Object.fromEntries(times(30_000, (i) => [`imports${i}`, 1])) }),
  ],
  ['more values than are read', '.claude/settings.json', () => json({ hooks: times(800_000, () => 1) })],
  ['equal keys', 'hookwright.json', () => `{${times(400_000, () => '"key":1').join(',')}}`],
  ['equal keys in YAML', 'hookwright.yaml', () => times(16_000, () => 'key: 1').join('\n')],
  ['equal keys in TOML', 'hookwright.toml', () => times(16_000, () => 'key = 1').join('\n')],
  ['brackets', 'hookwright.json', () => '['.repeat(4_000_000)],
  ['brackets in YAML', 'hookwright.yaml', () => '['.repeat(4_000_000)],
  ['brackets in TOML', 'hookwright.toml', () => `a = ${'['.repeat(4_000_000)}`],
  [
    'line breaks before each mistake',
    'hookwright.json',
    () => `{"version":1,"hooks":{"Stop":[${times(100, () => `${'\n'.repeat(40_000)}{"x":1}`).join(',')}]}}`,
  ],
] as const

test.for(HOSTILE)('%s: a hostile file is read in bounded time', async ([, file, make]) => {
  const text = make()
  const start = performance.now()
  const { issues } = await loadText(file, text)
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(issues.length).toBeGreaterThan(0)
  expect(issues.length).toBeLessThanOrEqual(MAX_ISSUES + 1)
})

test('of many issues the first are told, each with its place, and how many more there are', async () => {
  const { issues, broken } = await loadText(
    'hookwright.yaml',
    `version: 1\nhooks:\n  Stop:\n${times(70, () => '    - comand: x\n').join('')}`,
  )
  expect(issues.map(({ place }) => place.line)).toEqual([...times(50, (index) => index + 4), undefined])
  expect(issues.at(-1)).toEqual({
    code: 'config.more',
    severity: 'error',
    place: { file: `${PROJECT}/hookwright.yaml` },
    message: '20 more problems of this file are left out.',
    hint: 'Mend the ones before first.',
  })
  expect(broken.map((each) => each.issue.place.line)).toEqual([4])
})

test('an error behind many warnings is told, and breaks the file', async () => {
  const unknown = Object.fromEntries(times(200, (index) => [`Nope${index}`, []]))
  const { issues, broken } = await loadText(
    '.claude/settings.json',
    json({ hooks: { ...unknown, Stop: [{ hooks: [{ type: 'command' }] }] } }),
  )
  expect(issues[0]?.severity).toBe('error')
  expect(issues.at(-1)).toMatchObject({ code: 'config.more', severity: 'warning' })
  expect(broken).toHaveLength(1)
})

test('a broken file is remembered too, and read again once it changed', async () => {
  const state = memoryState()
  const text = 'version: 1\nhooks:\n  Stop: [{comand: x}]\n'
  const first = await loadText('hookwright.yaml', text, { state })
  const compiled: string[] = []
  const watched = new Map(
    [...dialects].map(([name, dialect]) => [
      name,
      { ...dialect, config: () => (compiled.push(name), dialect.config()) },
    ]),
  )
  const again = (next: string): Promise<Loaded> =>
    loadText('hookwright.yaml', next, { state, dialects: watched })
  expect(await again(text)).toEqual(first)
  expect(compiled).toEqual([])
  expect((await again(text.replace('comand', 'command'))).broken).toEqual([])
  expect(compiled).toEqual(['hookwright'])
})
