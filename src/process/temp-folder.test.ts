import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundled } from '../../test/helpers/bundled.ts'

const outDir = mkdtempSync(join(tmpdir(), 'hookwright-temp-'))
let file = ''

beforeAll(async () => {
  file = await bundled(join(import.meta.dirname, 'temp-folder.ts'), outDir)
})

afterAll(() => rmSync(outDir, { recursive: true }))

function said(code: string, env: Readonly<Record<string, string>>): unknown {
  const text = `import { tempFolder } from ${JSON.stringify(file)}
import { tmpdir } from 'node:os'
${code}`
  const args = ['--input-type=module', '-e', text]
  return JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
}

describe('the temporary folder', () => {
  test.for([
    {},
    { TMPDIR: '/one' },
    { TMPDIR: '/one/', TMP: '/two' },
    { TMPDIR: '', TMP: '/two', TEMP: '/three' },
    { TEMP: '/three//' },
    { TMPDIR: '/' },
    { TMPDIR: 'relative' },
  ])('is what Node says: %o', (env) => {
    const [own, node] = said('console.log(JSON.stringify([tempFolder(), tmpdir()]))', env) as string[]
    expect(own).toBe(node)
  })

  test('is that of the variables which took the place of the first ones', () => {
    const code = `process.env = { TMPDIR: '/caller' }; console.log(JSON.stringify(tempFolder()))`
    expect(said(code, { TMPDIR: '/daemon' })).toBe('/caller')
  })
})
