import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CLI } from '../helpers/cli.ts'

const folder = dirname(CLI)
const IMPORT = /\{([\w$:,]+)\}=await Promise\.resolve\(\)\.then\(\(\)=>require\(`\.\/([^`]+)`\)\)(?!\.then)/g

// A module that the first file holds too is not exported from it under its own names.
test('every name that is imported later is exported by the file that it is imported from', () => {
  const texts = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.cjs'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const imports = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, names = '', from = '']) =>
      names.split(',').map((name) => ({ file, from, name: name.replace(/:.*/, '') })),
    ),
  )
  const lost = imports.filter(({ from, name }) => !texts.get(from)?.includes(`exports.${name}=`))
  expect(imports.length).toBeGreaterThan(10)
  expect(lost).toEqual([])
})
