import { expect, test } from 'vitest'
import { createEditor } from '../helpers/editor.ts'
import { entryPoints } from '../helpers/installed.ts'
import { publicNames, undocumented } from '../helpers/undocumented.ts'

test.for(entryPoints())('an editor shows documentation for every name of %s', (entryPoint) => {
  const editor = createEditor(`import * as entry from '${entryPoint}'\nexport { entry }\n`)
  expect(editor.errors()).toEqual([])
  const names = publicNames(editor)
  expect(names.length).toBeGreaterThan(100)
  expect(undocumented(editor, names)).toEqual([])
})
