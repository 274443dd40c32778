import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../helpers/cli.ts'

const FOLDER = join(import.meta.dirname, '../../examples/packs')
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.hooks.yaml'))

test.for(files)('every case of examples/packs/%s passes', async (name) => {
  const sandbox = createSandbox()
  const { code, stdout } = await sandbox.cli(['test', join(FOLDER, name)])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/\d passed\n$/) })
})
