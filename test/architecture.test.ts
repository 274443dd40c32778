import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../src')

/** Who may import whom; a folder may always import itself. `type`: types only. */
const MAP: Readonly<Record<string, readonly string[]>> = {
  core: [],
  shells: ['core'],
  conditions: ['core'],
  covers: ['core'],
  dialects: ['core', 'shells', 'conditions'],
  ports: ['core'],
  process: ['core'],
  handlers: ['core', 'shells', 'process', 'ports', 'conditions/segments.ts'],
  config: [
    'core',
    'covers',
    'conditions/segments.ts',
    'dialects/dialect.ts',
    'dialects/registry.ts',
    'ports',
  ],
  log: ['core', 'ports'],
  engine: [
    'core',
    'dialects/dialect.ts',
    'dialects/event-spec.ts',
    'dialects/event-traits.ts',
    'handlers/handler.ts',
    'ports/clock.ts',
    'ports/ask-user.ts',
    'ports/session-env.ts',
  ],
  library: ['core', 'dialects', 'ports', 'config', 'engine', 'session', 'telemetry', 'workspace'],
  workspace: ['core', 'shells', 'conditions', 'dialects', 'ports', 'process', 'handlers', 'config', 'engine'],
  session: [
    'core',
    'dialects/dialect.ts',
    'dialects/event-spec.ts',
    'dialects/event-traits.ts',
    'engine',
    'handlers/handler.ts',
    'ports',
  ],
  runtime: [
    'core',
    'dialects/codex-runtime',
    'dialects/_families/runtime',
    'engine/limits.ts',
    'ports',
    'process',
  ],
  telemetry: ['core', 'engine'],
  git: [
    'core',
    'shells',
    'process',
    'ports',
    'log',
    'engine/slots.ts',
    'config/parse.ts',
    'config/locate.ts',
    'config/position.ts',
    'config/tree.ts',
  ],
  cli: [
    'core',
    'shells',
    'conditions',
    'covers',
    'dialects',
    'ports',
    'process',
    'handlers',
    'config',
    'log',
    'engine',
    'git',
    'workspace',
  ],
}

/** Only these folders may name these modules. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['process'],
  'node:net': ['ports', 'process'],
  'node:http': ['ports'],
  'node:https': ['ports'],
  'node:dns': ['ports'],
}

type Import = { readonly from: string; readonly to: string }

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  const from = relative(SRC, file)
  return found.map((name) => ({
    from,
    to: name.startsWith('.') ? relative(SRC, resolve(dirname(file), name)) : name,
  }))
}

const all = sources(SRC).flatMap(importsOf)
const folderOf = (file: string): string => file.split('/')[0] ?? ''

describe('imports', () => {
  test.for(Object.entries(MAP))('%s imports only what the map allows', ([folder, allowed]) => {
    const inside = (file: string): boolean =>
      [folder, ...allowed].some((one) => file === one || file.startsWith(`${one}/`))
    const own = all.filter(
      ({ from, to }) => folderOf(from) === folder && !to.startsWith('node:') && to.endsWith('.ts'),
    )
    expect(own.filter(({ to }) => !inside(to))).toEqual([])
    expect(own.length).toBeGreaterThan(0)
  })

  test('core and the dialects use nothing of Node', () => {
    const nodeUsers = all.filter(
      ({ from, to }) => ['core', 'dialects', 'conditions'].includes(folderOf(from)) && to.startsWith('node:'),
    )
    expect(nodeUsers.filter(({ to }) => to !== 'node:path')).toEqual([])
  })

  test.for(Object.entries(DOORS))('only its own folder imports %s', ([name, folders]) => {
    expect(all.filter(({ from, to }) => to === name && !folders.includes(folderOf(from)))).toEqual([])
  })

  test('no dialect imports another', () => {
    const dialectOf = (file: string): string => file.split('/')[1] ?? ''
    const crossing = all.filter(
      ({ from, to }) =>
        from.startsWith('dialects/') &&
        to.startsWith('dialects/') &&
        from !== 'dialects/registry.ts' &&
        !to.startsWith('dialects/_families/') &&
        to !== 'dialects/dialect.ts' &&
        // It names the dialects and loads none by itself.
        to !== 'dialects/registry.ts' &&
        !/^dialects\/event-\w+\.ts$/.test(to) &&
        dialectOf(from) !== dialectOf(to),
    )
    expect(crossing).toEqual([])
  })

  test('nobody imports cli, and the roots are only for the outside', () => {
    expect(all.filter(({ from, to }) => folderOf(from) !== 'cli' && to.startsWith('cli/'))).toEqual([])
    expect(all.filter(({ to }) => to === 'index.ts')).toEqual([])
  })
})

test('shared code never asks which host it serves', () => {
  const hosts = /['"](claude|copilot|codex|gemini|cursor)[-\w]*['"]/
  const shared = sources(SRC).filter(
    // A model's name is no host's.
    (file) => !/\/(dialects|cli|library)\/|\/model-anthropic\.ts$/.test(file),
  )
  const asking = shared.filter((file) => hosts.test(readFileSync(file, 'utf8')))
  expect(asking.map((file) => relative(SRC, file))).toEqual([])
})
