import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { places } from '../../test/helpers/builders.ts'
import { dialectsAs } from '../../test/helpers/dialects.ts'
import { memoryFiles, type MemoryEntry } from '../../test/helpers/memory-files.ts'
import type { Dialect, FileSpec } from '../dialects/dialect.ts'
import { findEntry, hostNames } from '../dialects/registry.ts'
import { openState } from '../ports/state.ts'
import type { Loaded, LoadRequest } from './gather.ts'
import { load } from './load.ts'

const WHERE = places()
const USER_FILE = `${WHERE.configHome}/hookwright.yaml`
const SETTINGS = JSON.stringify({
  version: 1,
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
})

type Caller = { readonly host: string; readonly profile?: string | undefined }
type Case = Caller & { readonly imported: string; readonly file: string; readonly isRead: boolean }

/** Every host in every profile. */
const callers: readonly Caller[] = hostNames.flatMap((host) =>
  (findEntry(host)?.profiles ?? [undefined]).map((profile) => ({ host, profile })),
)

/** Dialects in whose files the settings are written as they are. */
const sameForm = new Set(
  await Promise.all(hostNames.map(async (name) => ((await readsForm(name)) ? name : ''))),
)

async function readsForm(name: string): Promise<boolean> {
  const dialect = dialectsAs(undefined).get(name) as Dialect
  const [first] = dialect.files(WHERE).map(oneFile)
  if (first === undefined || !first.endsWith('.json')) return false
  const side = await dialect.config()
  const reading = side.read({ file: first, scope: 'user', value: JSON.parse(SETTINGS) }, WHERE)
  return reading.hooks.length === 1 && reading.issues.length === 0
}

/** Every file of every other such dialect, and whether the caller is known to read it too. */
const cases = callers.flatMap((caller) =>
  hostNames
    .filter((name) => name !== caller.host && sameForm.has(name))
    .flatMap((imported) => {
      const known = dialectsAs(caller.profile)
      const host = known.get(caller.host) as Dialect
      const own = new Set(host.choosesFiles ? [] : host.files(WHERE).map(oneFile))
      const files = new Set((known.get(imported) as Dialect).files(WHERE).map(oneFile))
      return [...files].map((file): Case => ({ ...caller, imported, file, isRead: own.has(file) }))
    }),
)

function oneFile(spec: FileSpec): string {
  if (spec.find === 'file') return spec.path
  return spec.find === 'folder' ? `${spec.path}/a.json` : join(spec.from, spec.names[0] ?? '')
}

function request(
  { host, profile }: Caller,
  imports: string,
  files: Record<string, MemoryEntry>,
): LoadRequest {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-host-files-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return {
    sources: ['hookwright'],
    host,
    profile,
    places: WHERE,
    files: memoryFiles({ [USER_FILE]: `version: 1\nimports: [${imports}]\nhooks: {}\n`, ...files }),
    state: openState(join(dir, 'hookwright')),
    dialects: dialectsAs(profile),
    maxBytes: 1_000_000,
    maxDepth: 64,
  }
}

function seen({ hooks, issues }: Loaded) {
  return {
    files: [...new Set(hooks.map(({ source }) => source.file))],
    told: issues.filter(({ code }) => code === 'config.read-by-host').map(({ place }) => place.file),
  }
}

const named = (list: readonly Case[]): readonly (readonly [string, Case])[] =>
  list.map((one) => [`${one.host} ${one.profile ?? ''}: ${one.file} of ${one.imported}`, one])

const PROJECT_FILE = `${WHERE.projectDir}/.claude/settings.json`
const LOCAL_FILE = `${WHERE.projectDir}/.claude/settings.local.json`
const COPILOT: Caller = { host: 'copilot' }

test('the pairs are those that the hosts document', () => {
  const pairs = cases.filter(({ isRead }) => isRead)
  const shown = pairs.map(({ host, profile, file }) => [host, profile, file].filter(Boolean).join(' '))
  expect([...new Set(shown)].toSorted()).toMatchInlineSnapshot(`
    [
      "claude-code /home/dev/.claude/settings.json",
      "claude-code /home/dev/app/.claude/settings.json",
      "claude-code /home/dev/app/.claude/settings.local.json",
      "continue /home/dev/.claude/settings.json",
      "continue /home/dev/app/.claude/settings.json",
      "continue /home/dev/app/.claude/settings.local.json",
      "copilot cli /home/dev/app/.claude/settings.json",
      "copilot cli /home/dev/app/.claude/settings.local.json",
      "copilot guide /home/dev/app/.claude/settings.json",
      "copilot guide /home/dev/app/.claude/settings.local.json",
    ]
  `)
})

describe('a file that the calling host reads itself is not imported, and that is told', () => {
  test.for(named(cases.filter(({ isRead }) => isRead)))('%s', async ([, { imported, file, ...caller }]) => {
    const asked = request(caller, imported, { [file]: SETTINGS })
    expect(seen(await load(asked))).toEqual({ files: [], told: [file] })
    // From the snapshot.
    expect(seen(await load(asked))).toEqual({ files: [], told: [file] })
  })
})

describe('a file that it does not read, or may not read, is imported', () => {
  test.for(named(cases.filter(({ isRead }) => !isRead)))('%s', async ([, { imported, file, ...caller }]) => {
    expect(seen(await load(request(caller, imported, { [file]: SETTINGS })))).toEqual({
      files: [file],
      told: [],
    })
  })
})

test('a source that the caller names is read whoever reads it too', async () => {
  const asked = { ...request(COPILOT, 'claude-code', { [PROJECT_FILE]: SETTINGS }) }
  const loaded = await load({ ...asked, sources: ['hookwright', 'claude-code'] })
  expect(seen(loaded)).toEqual({ files: [PROJECT_FILE], told: [] })
})

test('nobody calls: everything is imported', async () => {
  const asked = request(COPILOT, 'claude-code', { [PROJECT_FILE]: SETTINGS })
  expect(seen(await load({ ...asked, host: undefined }))).toEqual({ files: [PROJECT_FILE], told: [] })
})

test('a file that appears after the snapshot counts', async () => {
  const before = request(COPILOT, 'claude-code', { [LOCAL_FILE]: SETTINGS })
  await load(before)
  const USERS = `${WHERE.home}/.claude/settings.json`
  const user = `version: 1\nimports: [claude-code]\nhooks: {}\n`
  const entries = { [USER_FILE]: user, [LOCAL_FILE]: SETTINGS, [USERS]: SETTINGS, [PROJECT_FILE]: SETTINGS }
  const after = await load({ ...before, files: memoryFiles(entries) })
  expect(seen(after)).toEqual({ files: [USERS], told: [PROJECT_FILE, LOCAL_FILE] })
})

describe('a project cannot make a guard quiet', () => {
  const USERS = `${WHERE.home}/.claude/settings.json`

  test.for([
    ['a file that the host reads, which is a link to it', PROJECT_FILE],
    ['a hook file of the host, which is a link to it', `${WHERE.projectDir}/.github/hooks/a.json`],
  ] as const)("of the user's settings by %s", async ([, link]) => {
    const asked = request(COPILOT, 'claude-code', { [USERS]: SETTINGS, [link]: { link: USERS } })
    expect(seen(await load(asked)).files).toContain(USERS)
  })

  test('of its own file by making that a link: a host may refuse links', async () => {
    const target = `${WHERE.projectDir}/elsewhere.json`
    const entries = { [target]: SETTINGS, [PROJECT_FILE]: { link: target } }
    expect(seen(await load(request(COPILOT, 'claude-code', entries)))).toEqual({
      files: [PROJECT_FILE],
      told: [],
    })
  })

  test('a snapshot of the file does not stand for a link with the same text', async () => {
    const asked = request(COPILOT, 'claude-code', { [PROJECT_FILE]: SETTINGS })
    await load(asked)
    const target = `${WHERE.projectDir}/elsewhere.json`
    const user = `version: 1\nimports: [claude-code]\nhooks: {}\n`
    const entries = { [USER_FILE]: user, [target]: SETTINGS, [PROJECT_FILE]: { link: target } }
    expect(seen(await load({ ...asked, files: memoryFiles(entries) })).files).toEqual([PROJECT_FILE])
  })

  test('a file that cannot be loaded still counts as broken', async () => {
    const { broken } = await load(request(COPILOT, 'claude-code', { [PROJECT_FILE]: '{ broken' }))
    expect(broken.map(({ issue }) => issue.place.file)).toEqual([PROJECT_FILE])
  })
})

describe('started in a folder of the project', () => {
  const startDir = `${WHERE.projectDir}/sub`
  const below = `${startDir}/.claude/settings.json`

  test('the file there, which the host does not read, is imported', async () => {
    const asked = request(COPILOT, 'claude-code', { [below]: SETTINGS, [LOCAL_FILE]: SETTINGS })
    const loaded = await load({ ...asked, places: { ...WHERE, startDir } })
    expect(seen(loaded)).toEqual({ files: [below], told: [LOCAL_FILE] })
  })

  test('what a file that is left to the host says about others holds', async () => {
    const off = JSON.stringify({ disableAllHooks: true })
    const asked = request(COPILOT, 'claude-code', { [below]: SETTINGS, [LOCAL_FILE]: off })
    const { hooks } = await load({ ...asked, places: { ...WHERE, startDir } })
    expect(hooks.map(({ source, disabled }) => [source.file, disabled !== undefined])).toEqual([
      [below, true],
    ])
  })
})

test("a project's imports do not tell of the user's files", async () => {
  const project = `${WHERE.projectDir}/hookwright.yaml`
  const asked = request(COPILOT, '', { [project]: 'version: 1\nimports: [claude-code]\nhooks: {}\n' })
  const entries = { [project]: 'version: 1\nimports: [claude-code]\nhooks: {}\n', [PROJECT_FILE]: SETTINGS }
  expect(seen(await load({ ...asked, files: memoryFiles(entries) })).told).toEqual([PROJECT_FILE])
})
