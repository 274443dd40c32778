import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cycles, importedNames, importsOf, sources } from './imports.ts'

describe('importedNames', () => {
  test.for([
    ["import one from './a.ts'", ['./a.ts']],
    ["import './a.ts'", ['./a.ts']],
    ["import { one, type Two } from './a.ts'", ['./a.ts']],
    ["import type { Two } from './a.ts'", ['./a.ts']],
    ['import {\n  one,\n} from\n  "./a.ts"', ['./a.ts']],
    ["export * from './a.ts'", ['./a.ts']],
    ["export * as all from './a.ts'", ['./a.ts']],
    ["export type { Two } from './a.ts'", ['./a.ts']],
    ["const load = () => import('./a.ts')", ['./a.ts']],
    ['const load = () => import(/* later */ `./a.ts`)', ['./a.ts']],
    ["const loaded = `${(await import('./a.ts')).one}`", ['./a.ts']],
    ["type All = typeof import('./a.ts')", ['./a.ts']],
    ["let two: import('./a.ts').Two", ['./a.ts']],
    [
      "import { one } from './a.ts'\nimport type { Two } from './a.ts'\nimport 'node:fs'",
      ['./a.ts', 'node:fs'],
    ],
  ] as const)('%s names a module', ([text, expected]) => {
    expect(importedNames(text)).toEqual(expected)
  })

  test.for([
    "// import './a.ts'",
    "/** Moved here from './a.ts' */",
    'const text = "import \'./a.ts\'"',
    "const regex = /import '.a.ts'/",
    "const place = new URL('./a.ts', import.meta.url)",
    'const load = (name: string) => import(name)',
    'export { one }',
  ])('%s names none', (text) => {
    expect(importedNames(text)).toEqual([])
  })
})

describe('cycles', () => {
  const graph = (edges: Record<string, readonly string[]>) => new Map(Object.entries(edges))

  test('imports in one direction are none', () => {
    expect(cycles(graph({ a: ['b', 'c'], b: ['c', 'node:fs'], c: [] }))).toEqual([])
  })

  test('two that import each other are one', () => {
    expect(cycles(graph({ top: ['b'], b: ['a'], a: ['b', 'bottom'], bottom: [] }))).toEqual([['a', 'b']])
  })

  test('a way round through others is one', () => {
    expect(cycles(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([['b', 'c', 'd']])
  })

  test('a second cycle that touches the first makes the group larger', () => {
    expect(cycles(graph({ a: ['b'], b: ['a', 'c'], c: ['b'] }))).toEqual([['a', 'b', 'c']])
  })

  test('separate cycles are separate groups, and an import of itself is a cycle', () => {
    expect(cycles(graph({ y: ['x'], x: ['y'], m: ['m'], a: ['b'], b: ['a'] }))).toEqual([
      ['a', 'b'],
      ['m'],
      ['x', 'y'],
    ])
  })
})

test('sources are the files of a folder without its unit tests, and importsOf gives paths', () => {
  expect(sources(import.meta.dirname)).toContain(import.meta.filename.replace('.test.ts', '.ts'))
  expect(sources(import.meta.dirname)).not.toContain(import.meta.filename)
  expect(importsOf(import.meta.filename)).toEqual([
    'node:path',
    'vitest',
    join(import.meta.dirname, 'imports.ts'),
  ])
})
