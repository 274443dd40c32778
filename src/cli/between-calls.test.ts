import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../test/helpers/bundled.ts'

/** Before and after are what there is to see of it. */
type Said = { readonly before: unknown; readonly end: string; readonly after: unknown }

const outDir = mkdtempSync(join(tmpdir(), 'hookwright-bundle-'))
let child = ''

beforeAll(async () => {
  child = await bundled(join(import.meta.dirname, '../../test/helpers/left-behind-child.ts'), outDir)
}, 60_000)

afterAll(() => rmSync(outDir, { recursive: true }))

function leaving(what: string): { readonly said: Said; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-left-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const text = execFileSync(process.execPath, [child, what, folder], { encoding: 'utf8' })
  return { said: JSON.parse(text) as Said, folder }
}

describe('the end of a call in a process that goes on', () => {
  test('is clean when nothing is left', () => {
    expect(leaving('nothing').said.end).toBe('clean')
  })

  test('ends hooks, and removes their records', () => {
    const { said, folder } = leaving('hook')
    expect(said).toEqual({ before: [expect.any(String)], end: 'clean', after: [] })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('ends module threads, also one that never returns', () => {
    expect(leaving('thread').said).toEqual({ before: true, end: 'clean', after: false })
  })

  test('removes scratch files and folders, wherever they were made', () => {
    const { said } = leaving('scratch')
    expect(said).toMatchObject({ end: 'clean', after: [] })
    expect(said.before).toHaveLength(3)
  })

  test('leaves a scratch file alone that another process was given', () => {
    expect(leaving('given').said).toEqual({ before: true, end: 'clean', after: true })
  })

  test.for(['server', 'timer'])(
    'is unclean when something is left that keeps a process alive: a %s',
    (what) => {
      expect(leaving(what).said).toEqual({ before: true, end: 'unclean', after: true })
    },
  )
})
