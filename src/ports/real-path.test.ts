import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realPathOf } from './real-path.ts'

let root = ''

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-real-path-')))
  mkdirSync(join(root, 'a/b'), { recursive: true })
  writeFileSync(join(root, 'a/file'), '')
  symlinkSync('a/b', join(root, 'link'))
  symlinkSync('a/new', join(root, 'dangling'))
  symlinkSync('self', join(root, 'self'))
  for (let number = 0; number < 50; number++) symlinkSync(`n${number + 1}`, join(root, `n${number}`))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.for([
  ['a plain file is itself', 'a/file', 'a/file'],
  ['dots and double slashes are removed', 'a//./b/../file', 'a/file'],
  ['a link is followed', 'link/x', 'a/b/x'],
  ['".." is applied after a link', 'link/../file', 'a/file'],
  ['a link to nothing is where it would be created', 'dangling', 'a/new'],
  ['a missing folder stays as written', 'x/y/../z', 'x/z'],
  ['a file is not a folder, and its path stays as written', 'a/file/x', 'a/file/x'],
] as const)('%s', ([, path, real]) => expect(realPathOf(`${root}/${path}`)).toBe(join(root, real)))

test.for([
  ['a loop', 'self'],
  ['too many links', 'n0'],
  ['a name that is too long', 'x'.repeat(5_000)],
  ['too many names', 'x/'.repeat(5_000)],
  ['a NUL character', 'a\0b'],
] as const)('%s has no answer', ([, path]) => expect(realPathOf(`${root}/${path}`)).toBeUndefined())

test.for(['a/b', '/proc/self/cwd/x', '/dev/fd/0'])('%s has no answer', (path) =>
  expect(realPathOf(path)).toBeUndefined(),
)
