import { describe, expect, test } from 'vitest'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { isFileProblem } from '../ports/files.ts'
import { heldFiles } from './held-files.ts'

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content)
const disk = memoryFiles({ '/d/edited': 'new', '/d/added': 'new', '/d/other': 'other' })
const files = heldFiles(
  disk,
  new Map([
    ['/d/edited', bytes('old')],
    ['/d/added', undefined],
    ['/d/deleted', bytes('old')],
    ['/gone/deleted', bytes('old')],
  ]),
)

function text(path: string): string | undefined {
  const content = files.readBytes(path, 100)
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : undefined
}

function listed(folder: string): readonly string[] | undefined {
  const entries = files.list(folder)
  return entries === undefined || isFileProblem(entries)
    ? undefined
    : entries.map(({ name }) => name).toSorted()
}

describe('heldFiles', () => {
  test.for([
    ['an edited file is read as it was', '/d/edited', 'old', 'file'],
    ['a new file is not there', '/d/added', undefined, undefined],
    ['a deleted file is still there', '/d/deleted', 'old', 'file'],
    ['a file of nobody is as it is', '/d/other', 'other', 'file'],
  ] as const)('%s', ([, path, content, kind]) => {
    expect(text(path)).toBe(content)
    expect(files.kind(path)).toBe(kind)
    expect(files.realpath(path)).toBe(kind && path)
  })

  test('a folder lists what was accepted', () => {
    expect(listed('/d')).toEqual(['deleted', 'edited', 'other'])
    expect(listed('/gone')).toEqual(['deleted'])
    expect(listed('/nowhere')).toBeUndefined()
  })
})
