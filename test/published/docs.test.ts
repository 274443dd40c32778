import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEditor } from '../helpers/editor.ts'
import { entryPoints } from '../helpers/installed.ts'
import { exportsOf, undocumented } from '../helpers/undocumented.ts'

const dist = join(import.meta.dirname, '../../dist')

test.for(entryPoints())('an editor shows documentation for every name of %s', (entryPoint) => {
  const editor = createEditor(`import * as entry from '${entryPoint}'\nexport { entry }\n`)
  expect(editor.errors()).toEqual([])
  expect(exportsOf(editor, entryPoint).length).toBeGreaterThan(10)
  expect(undocumented(editor, entryPoint)).toEqual([])
})
