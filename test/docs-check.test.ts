import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const CLI = join(ROOT, 'src/cli')
const PAGE = readFileSync(join(ROOT, 'docs/check.md'), 'utf8')

const GROUPS =
  'bridge|config|event|guard|habit|hook|host|matcher|mcp|model|module|pins|program|rule|script|secret|shell|timeout'
const CODE = new RegExp(`'((?:${GROUPS})\\.[a-z-]+)'`, 'g')

/** Files that make findings of their own; what readers of files find is told by their messages. */
function codesInSource(): readonly string[] {
  const files = readdirSync(CLI).filter(
    (name) => /^(?:inspect.*|habits|host-power)\.ts$/.test(name) && !name.includes('.test.'),
  )
  const found = files.flatMap((name) =>
    [...readFileSync(join(CLI, name), 'utf8').matchAll(CODE)].map(([, code = '']) => code),
  )
  return [...new Set(found)].toSorted()
}

const rows = [...PAGE.matchAll(/^\| `([a-z]+\.[a-z-]+)` +\|(.*)\|$/gm)]

test('every code of check has a row with its level, an example and what to do', () => {
  expect(codesInSource().filter((code) => !rows.some(([, named]) => named === code))).toEqual([])
  for (const [, , cells = ''] of rows) {
    const filled = cells.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect(filled).toHaveLength(3)
    expect(filled.every((cell) => cell !== '')).toBe(true)
  }
})

test('no row is about a code that is gone, or stands twice', () =>
  expect(rows.map(([, code = '']) => code).toSorted()).toEqual(codesInSource()))
