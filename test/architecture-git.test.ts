import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cycles, importGraph, type Graph } from './helpers/imports.ts'
import {
  emptyRows,
  filesWithoutRow,
  forbiddenImports,
  rowGraph,
  unusedPermissions,
  upwardPermissions,
  type Layers,
} from './helpers/layers.ts'

const GIT = resolve(import.meta.dirname, '../src/git')

/**
 * What each part of `src/git` may import of the others, from the bottom to the top. What git/ may import of the rest of
 * `src/` is in architecture.test.ts.
 */
const LAYERS: Layers = {
  // What several layers share: the model, names of files, the interfaces of git and of a way to run a hook.
  contracts: [],
  patterns: ['contracts'],

  // Config files as checked hooks; git asked safely.
  config: ['contracts', 'patterns'],
  repository: ['contracts', 'config'],

  // Which files a hook gets.
  select: ['contracts'],

  // What a run changes outside its hooks: unstaged changes set aside, and clones and environments.
  worktree: ['contracts', 'repository'],
  store: ['contracts', 'patterns', 'config', 'repository', 'worktree'],

  // The ways to run a hook.
  'builtin/syntax': [],
  'builtin/syntax/yaml': ['builtin/syntax'],
  'builtin/pretty': [],
  builtin: ['contracts', 'patterns', 'builtin/syntax', 'builtin/syntax/yaml', 'builtin/pretty'],
  meta: ['contracts', 'select'],
  languages: ['contracts', 'patterns', 'repository', 'select', 'store', 'builtin'],

  // What uses all of it: a run, and what people do around runs.
  run: [
    'contracts',
    'patterns',
    'config',
    'repository',
    'select',
    'worktree',
    'store',
    'builtin',
    'meta',
    'languages',
  ],
  validate: ['contracts', 'config', 'builtin', 'meta', 'languages'],
  install: ['contracts', 'config', 'repository', 'languages', 'run'],
  'index.ts': ['contracts', 'run'],
}

describe('src/git', () => {
  const graph = importGraph(GIT)

  test('every file has exactly one rule, and every rule has files', () => {
    expect(filesWithoutRow(graph, LAYERS)).toEqual([])
    expect(emptyRows(graph, LAYERS)).toEqual([])
  })

  test('a row of the table allows only rows before it', () => {
    expect(upwardPermissions(LAYERS)).toEqual([])
  })

  test('files import only what the table allows', () => {
    expect(forbiddenImports(graph, LAYERS)).toEqual([])
  })

  test('every permission of the table is used', () => {
    expect(unusedPermissions(graph, LAYERS)).toEqual([])
  })

  test('no two folders import each other, not through others either', () => {
    expect(cycles(rowGraph(graph, LAYERS))).toEqual([])
  })

  test('no files import each other in a circle, types included', () => {
    expect(cycles(graph)).toEqual([])
  })
})

/** The guard itself, on files that do not exist: each finder has something to find. */
describe('the guard finds', () => {
  const layers: Layers = { low: [], middle: ['low'], high: ['low', 'middle'], 'index.ts': ['high'] }
  const sound: Graph = new Map([
    ['low/a.ts', ['low/b.ts']],
    ['low/b.ts', []],
    ['middle/a.ts', ['low/a.ts']],
    ['high/a.ts', ['low/a.ts', 'middle/a.ts']],
    ['index.ts', ['high/a.ts']],
  ])
  const broken = (file: string, ...imported: readonly string[]): Graph =>
    new Map([...sound, [file, [...(sound.get(file) ?? []), ...imported]]])

  test('nothing in a sound graph', () => {
    expect(filesWithoutRow(sound, layers)).toEqual([])
    expect(emptyRows(sound, layers)).toEqual([])
    expect(upwardPermissions(layers)).toEqual([])
    expect(forbiddenImports(sound, layers)).toEqual([])
    expect(unusedPermissions(sound, layers)).toEqual([])
    expect(cycles(rowGraph(sound, layers))).toEqual([])
    expect(cycles(sound)).toEqual([])
  })

  test('a loose file, a new folder and a folder inside another as files without a rule', () => {
    for (const file of ['loose.ts', 'new/a.ts', 'low/inner/a.ts'])
      expect(filesWithoutRow(broken(file), layers)).toEqual([file])
  })

  test('a file with two rules', () => {
    expect(filesWithoutRow(sound, { ...layers, 'low/b.ts': [] })).toEqual(['low/b.ts'])
  })

  test('a rule without files', () => {
    expect(emptyRows(sound, { ...layers, gone: [] })).toEqual(['gone'])
  })

  test('a permission that goes upward, or names no rule', () => {
    expect(upwardPermissions({ low: ['high'], high: ['low', 'gone', 'high'] })).toEqual([
      'low → high',
      'high → gone',
      'high → high',
    ])
  })

  test('an import that goes upward, or jumps over what is allowed', () => {
    expect(forbiddenImports(broken('low/b.ts', 'high/a.ts'), layers)).toEqual(['low/b.ts → high/a.ts'])
    expect(forbiddenImports(broken('index.ts', 'low/a.ts'), layers)).toEqual(['index.ts → low/a.ts'])
    expect(forbiddenImports(broken('loose.ts', 'low/a.ts'), layers)).toEqual(['loose.ts → low/a.ts'])
  })

  test('a permission that nobody uses', () => {
    expect(unusedPermissions(sound, { ...layers, 'index.ts': ['high', 'low'] })).toEqual(['index.ts → low'])
  })

  test('two folders that import each other although no two files do', () => {
    const both = broken('low/b.ts', 'middle/b.ts')
    expect(cycles(both)).toEqual([])
    expect(cycles(rowGraph(both, { ...layers, low: ['middle'] }))).toEqual([['low', 'middle']])
  })

  test('two files of one folder that import each other', () => {
    expect(cycles(broken('low/b.ts', 'low/a.ts'))).toEqual([['low/a.ts', 'low/b.ts']])
  })
})
