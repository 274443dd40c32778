import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILE_KEYS, REPO_KEYS } from './file-keys.ts'
import { HOOK_KEYS } from './hook-keys.ts'
import { KNOWN } from './known.ts'
import { readGitConfig } from './read-config.ts'
import { readManifest } from './read-manifest.ts'
import { resolveHooks } from './resolve.ts'

const names = (keys: Readonly<Record<string, { readonly name: string }>>): string[] =>
  Object.values(keys).map(({ name }) => name)

const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'system',
    'sh',
    'python',
    'file',
    'pre-commit',
    '(?x',
    '[',
    '__proto__',
    'default',
    '0.5.3',
  ),
)
const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string(), scalar, { maxKeys: 3 }),
)
const mapping = (keys: string[], more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...keys, '<<', '__proto__', 'x-y', 'foo'), anything),
      fc.record(more),
    )
    .map(([some, others]) => ({ ...some, ...others }))

const hook = mapping(names(HOOK_KEYS), { id: fc.oneof(fc.constant('a'), anything) })
const repo = mapping(names(REPO_KEYS), {
  repo: fc.oneof(fc.constantFrom('local', 'meta', 'builtin', 'https://x/y'), anything),
  hooks: fc.oneof(fc.array(fc.oneof(hook, anything), { maxLength: 3 }), anything),
})
const file = mapping(names(FILE_KEYS), {
  repos: fc.oneof(fc.array(fc.oneof(repo, anything), { maxLength: 3 }), anything),
})

function check(text: string, name: string): void {
  const { config, issues } = readGitConfig(text, name, KNOWN)
  const isRefused = issues.some(({ severity }) => severity === 'error')
  expect(config === undefined).toBe(isRefused)
  for (const { place, message } of issues) {
    expect(place.file).toBe(name)
    expect(message).not.toBe('')
  }
  if (config === undefined) return
  const define = (id: string) => ({ id, name: id, description: id })
  resolveHooks({ config, manifest: () => undefined, builtin: define, meta: define, fastPath: true })
}

describe('no text throws', () => {
  test.for(['a.yaml', 'a.toml'])('any text as %s', (name) => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => check(text, name)))
  })

  test('any shape with our keys', () => {
    fc.assert(
      fc.property(file, (value) => check(JSON.stringify(value), 'a.yaml')),
      { numRuns: 1_000 },
    )
  })

  test('any list as a manifest', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hook, anything)), (value) => {
        const { hooks, issues } = readManifest(JSON.stringify(value), 'm.yaml', KNOWN)
        expect(hooks === undefined).toBe(issues.length > 0)
      }),
    )
  })

  const SAMPLE = `x: &a {verbose: true}\nrepos:\n- repo: local\n  hooks:\n  - <<: *a\n    id: a\n    name: 'b'\n    entry: |\n      c\n    language: system\n    files: (?x) a\n`

  test('a real file with a hole or a splinter', () => {
    const cut = fc.tuple(fc.nat(SAMPLE.length), fc.nat(10), fc.string({ unit: 'binary', maxLength: 4 }))
    fc.assert(
      fc.property(cut, ([at, length, more]) =>
        check(SAMPLE.slice(0, at) + more + SAMPLE.slice(at + length), 'a.yaml'),
      ),
      { numRuns: 500 },
    )
  })
})

describe('a file that wants to be large is refused', () => {
  const bomb = ['x-0: &x0 [a, a, a, a, a, a, a, a, a]']
  for (let level = 1; level < 12; level++) {
    const items = Array.from({ length: 9 }, () => `*x${level - 1}`).join(', ')
    bomb.push(`x-${level}: &x${level} [${items}]`)
  }
  const merges = ['x-0: &x0 {a: 1}']
  for (let level = 1; level < 40; level++)
    merges.push(`x-${level}: &x${level} {<<: [*x${level - 1}, *x${level - 1}]}`)

  test.for([
    ['aliases of aliases', [...bomb, 'repos: []'].join('\n'), 'config.too-large'],
    ['merges of merges', [...merges, 'repos: []'].join('\n'), 'config.too-large'],
    ['brackets', `repos: ${'['.repeat(10_000)}`, 'config.depth'],
    ['bytes', `repos: [] #${'x'.repeat(5 * 1_048_576)}`, 'config.too-large'],
  ] as const)('%s', ([, text, code]) => {
    expect(readGitConfig(text, 'a.yaml', KNOWN).issues).toMatchObject([{ code }])
  })

  test('thousands of mistakes are all found', () => {
    const text = `repos: [${Array.from({ length: 5_000 }, () => 'a').join(', ')}]`
    expect(readGitConfig(text, 'a.yaml', KNOWN).issues.length).toBe(5_000)
  })

  test('a key named __proto__ is only a key', () => {
    const text = 'repos: []\ndefault_env: {__proto__: a, constructor: b}\n'
    const env = readGitConfig(text, 'a.yaml', KNOWN).config?.defaultEnv
    expect(Object.entries(env ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect(
      readGitConfig('repos: []\npriorities: {}\n__proto__: {files: "("}\n', 'a.yaml', KNOWN).issues,
    ).toMatchObject([{ code: 'config.unknown-key' }])
  })
})
