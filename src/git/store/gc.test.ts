import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gitHook } from '../../../test/helpers/git-hooks.ts'
import { gitIn, makeMirror } from '../../../test/helpers/mirrors.ts'
import { prepareIn } from '../../../test/helpers/prepared.ts'
import type { GitHook } from '../contracts/model.ts'
import { environmentOf } from '../languages/environment.ts'
import { fetchRepo } from './clone.ts'
import { collectGarbage, type Garbage, type GcOptions } from './gc.ts'
import { describeGarbage, showBytes } from './gc-report.ts'
import { trackConfigs, trackedConfigs } from './registry.ts'

let home: string
let config: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hw-gc-')))
  mkdirSync(join(home, 'project'))
  config = join(home, 'project/.pre-commit-config.yaml')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const storeDir = (): string => join(home, 'store')
const collect = (more: Partial<GcOptions> = {}): Promise<Garbage> =>
  collectGarbage(storeDir(), {
    now: Date.now(),
    isDryRun: false,
    signal: new AbortController().signal,
    ...more,
  })

/** An environment without a real toolchain. */
const build = async (hook: GitHook): Promise<string> =>
  (await environmentOf(
    hook,
    {
      dependencies: hook.additionalDependencies,
      toolchain: 'x',
      async build(folder) {
        writeFileSync(join(folder, 'file'), 'x'.repeat(2048))
        return undefined
      },
    },
    prepareIn(home),
  )) as string

const NOTHING = 'repos: []\n'
const entry = (rev: string): string => `  - repo: ../mirror\n    rev: ${rev}\n    hooks: [{id: one}]\n`
const local = (dependency: string): string =>
  `  - repo: local\n    hooks: [{id: l, name: l, entry: x, language: node, additional_dependencies: [${dependency}]}]\n`

async function filled(): Promise<{ readonly clone: string; readonly remote: string; readonly own: string }> {
  const mirror = makeMirror(home, { '.pre-commit-hooks.yaml': '[]' })
  gitIn(mirror, 'tag', 'v1.0')
  const context = { ...prepareIn(home), cwd: join(home, 'project') }
  const clone = (await fetchRepo({ url: '../mirror', rev: 'v1.0' }, context)) as string
  const repo = { kind: 'remote', url: '../mirror', rev: 'v1.0', clone } as const
  const remote = await build(gitHook({ language: 'python', repo }))
  const own = await build(gitHook({ language: 'node', additionalDependencies: ['a'] }))
  await trackConfigs([config], context)
  return { clone, remote, own }
}

describe('clones and environments', () => {
  test('what a config uses stays, also when its mirror is gone', async () => {
    const { clone, remote, own } = await filled()
    writeFileSync(config, `repos:\n${entry('v1.0')}${local('a')}`)
    rmSync(join(home, 'mirror'), { recursive: true })
    expect(await collect()).toEqual({ removed: [], bytes: 0, issues: [] })
    expect([clone, remote, own].map((path) => existsSync(path))).toEqual([true, true, true])
  })

  test.for([
    ['another rev', `repos:\n${entry('v1.1')}${local('a')}`, [false, false, true]],
    ['other dependencies', `repos:\n${entry('v1.0')}${local('b')}`, [true, true, false]],
    ['nothing at all', NOTHING, [false, false, false]],
  ] as const)('a config with %s leaves garbage', async ([, text, left]) => {
    const { clone, remote, own } = await filled()
    writeFileSync(config, text)
    const dry = await collect({ isDryRun: true })
    expect([clone, remote, own].map((path) => existsSync(path))).toEqual([true, true, true])
    const wet = await collect()
    expect(wet).toEqual(dry)
    expect(wet.bytes).toBeGreaterThan(2000)
    expect([clone, remote, own].map((path) => existsSync(path))).toEqual(left)
    const records = [...readdirSync(join(storeDir(), 'repos')), ...readdirSync(join(storeDir(), 'envs'))]
    expect(records.filter((name) => name.endsWith('.json'))).toHaveLength(left.filter(Boolean).length)
  })

  test('a config that vanished uses nothing and is forgotten', async () => {
    const { clone } = await filled()
    writeFileSync(config, `repos:\n${entry('v1.0')}`)
    expect(trackedConfigs(storeDir())).toEqual([config])
    rmSync(config)
    expect((await collect()).removed.map(({ kind }) => kind)).toEqual(['repo', 'env', 'env'])
    expect(existsSync(clone)).toBe(false)
    expect(JSON.parse(readFileSync(join(storeDir(), 'configs.json'), 'utf8'))).toEqual([])
  })

  test.for([
    ['a text that breaks off', `repos:\n${entry('v1.0')}${local('a')}  - [`, [true, true, true]],
    ['another shape', `repos:\n${entry('v1.0')}  - repo: 3\n`, [true, true, false]],
    ['nothing that is here', 'repos: [', [false, false, false]],
  ] as const)('a broken config with %s keeps what it names, and is told once', async ([, text, left]) => {
    const { clone, remote, own } = await filled()
    writeFileSync(config, text)
    const dry = await collect({ isDryRun: true })
    const { issues, removed } = await collect()
    expect(dry.removed).toEqual(removed)
    expect(issues).toMatchObject([{ severity: 'warning', place: { file: config } }])
    expect(issues[0]).not.toHaveProperty('hint')
    expect([clone, remote, own].map((path) => existsSync(path))).toEqual(left)
  })

  test('a config that nobody can open keeps what is young', async () => {
    const { clone, remote, own } = await filled()
    mkdirSync(config)
    const old = new Date(Date.now() - 31 * 24 * 3_600_000)
    const envs = join(storeDir(), 'envs')
    const record = `${own.slice(envs.length + 1).split('-')[0]}.json`
    utimesSync(join(envs, record), old, old)
    const { removed, issues } = await collect()
    expect(issues).toMatchObject([{ message: expect.stringContaining('last 30 days') as string }])
    expect(removed.map(({ path }) => path)).toEqual([own])
    expect([clone, remote, own].map((path) => existsSync(path))).toEqual([true, true, false])
  })

  test('a config that is given besides counts too', async () => {
    const { clone } = await filled()
    writeFileSync(config, NOTHING)
    const other = join(home, 'project/other.yaml')
    writeFileSync(other, `repos:\n${entry('v1.0')}`)
    await collect({ inUse: [other] })
    expect(existsSync(clone)).toBe(true)
  })

  test('what a crash left behind goes, what is being built stays', async () => {
    await filled()
    writeFileSync(config, NOTHING)
    const left = join(storeDir(), 'envs/dead-1234')
    const built = join(storeDir(), 'envs/busy-1234')
    mkdirSync(left)
    mkdirSync(built)
    // The lock of another machine that has just shown itself.
    writeFileSync(join(storeDir(), 'locks/busy.1.1.ffffffff.aa'), '')
    const { removed } = await collect()
    expect(removed.filter(({ kind }) => kind === 'leftover').map(({ path }) => path)).toEqual([left])
    expect([left, built].map((path) => existsSync(path))).toEqual([false, true])
  })
})

test('old scratch and old patches go, new ones stay', async () => {
  await filled()
  writeFileSync(config, `repos:\n${entry('v1.0')}${local('a')}`)
  const old = new Date(Date.now() - 40 * 24 * 3_600_000)
  const names = ['scratch/old', 'scratch/new', 'patches/1-1.patch', 'patches/2-2.patch']
  for (const name of names) writeFileSync(join(storeDir(), name), 'text')
  for (const name of [names[0], names[2]]) utimesSync(join(storeDir(), name ?? ''), old, old)
  const dry = await collect({ isDryRun: true })
  const garbage = await collect()
  expect(garbage).toEqual(dry)
  expect(garbage.removed.map(({ path }) => path)).toEqual(
    [names[0], names[2]].map((name) => join(storeDir(), name ?? '')),
  )
  expect(garbage.bytes).toBe(8)
  expect(names.map((name) => existsSync(join(storeDir(), name)))).toEqual([false, true, false, true])
})

test('a store that does not exist has no garbage and is not made', async () => {
  expect(await collect()).toEqual({ removed: [], bytes: 0, issues: [] })
  expect(existsSync(storeDir())).toBe(false)
})

describe('the report', () => {
  test('counts what is gone', async () => {
    await filled()
    writeFileSync(config, NOTHING)
    const dry = await collect({ isDryRun: true })
    expect(describeGarbage(dry, { isDryRun: true })).toMatch(
      /^Would remove 1 repo, 2 hook envs \(\d+\.\dKiB\)$/,
    )
    expect(describeGarbage(await collect(), { isDryRun: false })).toMatch(/^Removed 1 repo, 2 hook envs/)
    expect(describeGarbage(await collect(), { isDryRun: false })).toBe('Nothing to clean')
  })

  test.for([
    [0, '0B'],
    [1023, '1023B'],
    [1024, '1.0KiB'],
    [11_264, '11.0KiB'],
    [5 * 1_048_576, '5.0MiB'],
  ] as const)('%s bytes are %s', ([bytes, expected]) => {
    expect(showBytes(bytes)).toBe(expected)
  })
})

test('many processes remember their configs at once', async () => {
  const paths = Array.from({ length: 8 }, (_, index) => join(home, `c${index}.yaml`))
  for (const path of paths) writeFileSync(path, NOTHING)
  await Promise.all(paths.map((path) => trackConfigs([path], prepareIn(home))))
  expect(trackedConfigs(storeDir())).toEqual(paths)
})
