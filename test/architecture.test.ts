import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cycles, importedNames, importGraph, sources, type Graph } from './helpers/imports.ts'

const SRC = resolve(import.meta.dirname, '../src')

/** Who may import whom; a folder may always import itself. What is inside git/ is in architecture-git.test.ts. */
const MAP: Readonly<Record<string, readonly string[]>> = {
  core: [],
  shells: ['core'],
  analyze: [],
  conditions: ['core', 'analyze'],
  packs: [
    'core',
    'analyze',
    'conditions',
    'ports',
    'git/repository/config-listing.ts',
    'git/repository/config-overrides.ts',
    'git/repository/environment.ts',
  ],
  covers: ['core'],
  dialects: [
    'core',
    'shells',
    'conditions',
    'packs/describe.ts',
    'packs/manifest.ts',
    'packs/manifests.ts',
    'packs/options.ts',
  ],
  selfguard: ['core', 'analyze', 'conditions', 'dialects'],
  ports: ['core'],
  process: ['core'],
  late: ['core', 'ports/state.ts'],
  actions: ['core', 'ports/claims.ts'],
  handlers: ['core', 'shells', 'process', 'ports', 'packs', 'conditions/segments.ts'],
  config: [
    'core',
    'covers',
    'conditions/segments.ts',
    'dialects/dialect.ts',
    'dialects/registry.ts',
    'dialects/suggest-host.ts',
    'ports',
  ],
  log: ['core', 'ports'],
  engine: [
    'core',
    'dialects/dialect.ts',
    'dialects/event-spec.ts',
    'dialects/event-traits.ts',
    'handlers/handler.ts',
    'late/carry.ts',
    'ports/clock.ts',
    'ports/ask-user.ts',
    'ports/session-env.ts',
  ],
  daemon: ['core', 'ports', 'process'],
  session: ['core', 'dialects/dialect.ts', 'engine', 'handlers/handler.ts', 'ports'],
  telemetry: ['core', 'engine'],
  workspace: [
    'core',
    'shells',
    'conditions',
    'dialects',
    'selfguard',
    'ports',
    'process',
    'late',
    'handlers',
    'packs/manifests.ts',
    'packs/registry.ts',
    'config',
    'engine',
  ],
  library: [
    'core',
    'dialects',
    'packs/manifests.ts',
    'ports',
    'config',
    'engine',
    'session',
    'telemetry',
    'workspace',
  ],
  bridge: ['core', 'dialects', 'library/event-names.ts', 'ports/clock.ts'],
  runtime: [
    'core',
    'dialects/codex-runtime',
    'dialects/_families/runtime',
    'engine/limits.ts',
    'ports',
    'process',
  ],
  git: [
    'core',
    'shells',
    'process',
    'ports',
    'log',
    'engine/slots.ts',
    'config/parse.ts',
    'config/position.ts',
    'config/tree.ts',
  ],
  install: [
    'core',
    'config/parse.ts',
    'config/parse-json.ts',
    'config/parse-toml.ts',
    'config/parse-yaml.ts',
    'config/places.ts',
    'config/position.ts',
    'config/tree.ts',
    'daemon/folder.ts',
    'daemon/http-place.ts',
    'daemon/wire.ts',
    'dialects/agents.ts',
    'dialects/bridge-spec.ts',
    'dialects/dialect.ts',
    'dialects/registry.ts',
    'ports',
    'shells/argv.ts',
  ],
  cases: [
    'core',
    'config',
    'dialects',
    'engine',
    'git/patterns/bounded.ts',
    'handlers',
    'ports',
    'process',
    'workspace',
  ],
  cli: [
    'actions',
    'analyze/analyze.ts',
    'analyze/line.ts',
    'cases',
    'core',
    'shells',
    'covers',
    'daemon',
    'dialects',
    'ports',
    'process',
    'late',
    'handlers',
    'config',
    'log',
    'engine',
    'git',
    'install',
    'packs/describe.ts',
    'packs/manifest.ts',
    'packs/manifests.ts',
    'workspace',
  ],
  // The package's own surface: it only hands on.
  'index.ts': ['core', 'config/plugins.ts', 'dialects', 'ports', 'engine', 'library'],
}

/** Only these folders may import these modules. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['process'],
  'node:net': ['daemon', 'ports', 'process'],
  'node:http': ['daemon', 'ports'],
  'node:https': ['ports'],
  'node:dns': ['ports'],
}

/** Files that reach each other, each with the reason why they may. */
const CYCLES: readonly { readonly files: readonly string[]; readonly because: string }[] = []

const graph = importGraph(SRC)
const folderOf = (file: string): string => file.split('/')[0] ?? ''
const edges = [...graph].flatMap(([from, imported]) => imported.map((to) => ({ from, to })))

describe('imports', () => {
  test('every file of src has a rule', () => {
    expect([...graph.keys()].filter((file) => !Object.hasOwn(MAP, folderOf(file)))).toEqual([])
  })

  test.for(Object.entries(MAP))('%s imports only what the map allows', ([folder, allowed]) => {
    const own = edges.filter(({ from }) => folderOf(from) === folder)
    const isAllowed = (file: string): boolean =>
      [folder, ...allowed].some((one) => file === one || file.startsWith(`${one}/`))
    expect(own.filter(({ to }) => !isAllowed(to))).toEqual([])
  })

  test.for(Object.entries(MAP))('%s uses all that the map allows it', ([folder, allowed]) => {
    const used = edges.filter(({ from }) => folderOf(from) === folder).map(({ to }) => to)
    expect(allowed.filter((one) => !used.some((file) => file === one || file.startsWith(`${one}/`)))).toEqual(
      [],
    )
  })

  test('core, conditions and the dialects use nothing of Node but paths', () => {
    const pure = new Set(['core', 'dialects', 'conditions', 'selfguard'])
    expect(nodeImports().filter(({ from, to }) => pure.has(folderOf(from)) && to !== 'node:path')).toEqual([])
  })

  test.for(Object.entries(DOORS))('only its own folder imports %s', ([name, folders]) => {
    expect(nodeImports().filter(({ from, to }) => to === name && !folders.includes(folderOf(from)))).toEqual(
      [],
    )
  })

  test('no dialect imports another, except for the contract of a wire', () => {
    const dialectOf = (file: string): string => file.split('/')[1] ?? ''
    const isShared = (file: string): boolean => !/^dialects\/[a-z][\w-]*\//.test(file)
    const crossing = edges.filter(
      ({ from, to }) =>
        !isShared(from) &&
        to.startsWith('dialects/') &&
        !isShared(to) &&
        dialectOf(from) !== dialectOf(to) &&
        // Data alone: what hooks of a wire read and write, also those of other dialects' files.
        !to.endsWith('/contract.ts'),
    )
    expect(crossing).toEqual([])
  })

  test('a family imports no dialect', () => {
    const families = edges.filter(({ from }) => from.startsWith('dialects/_families/'))
    expect(families.filter(({ to }) => /^dialects\/[a-z][\w-]*\//.test(to))).toEqual([])
  })

  test('nobody imports cli, and the root is only for the outside', () => {
    expect(edges.filter(({ from, to }) => folderOf(from) !== 'cli' && to.startsWith('cli/'))).toEqual([])
    expect(edges.filter(({ to }) => to === 'index.ts')).toEqual([])
  })

  test('no files import each other in a circle, type imports included', () => {
    // The registry loads dialects when a call names them; nothing of one runs because another imports the registry.
    const withoutLoading: Graph = new Map([...graph].filter(([file]) => file !== 'dialects/registry.ts'))
    expect(cycles(withoutLoading)).toEqual(CYCLES.map(({ files }) => files))
  })
})

function nodeImports(): readonly { readonly from: string; readonly to: string }[] {
  return sources(SRC).flatMap((file) =>
    importedNames(readFileSync(file, 'utf8'))
      .filter((name) => name.startsWith('node:'))
      .map((to) => ({ from: file.slice(SRC.length + 1), to })),
  )
}
