import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ConfigWriter } from '../../dialects/writer.ts'
import { findDestination, foreignKeys, save, type Destination } from './save.ts'

const writer: ConfigWriter = {
  format: 'yaml',
  file: 'a.yaml',
  top: { version: 1 },
  write: () => ({ losses: [] }),
}

function project(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookwright-save-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'project'))
  mkdirSync(join(root, 'other'))
  return join(root, 'project')
}

function destination(out: string, dir: string): Destination {
  const found = findDestination(out, dir)
  if ('problem' in found) throw new Error(found.problem)
  return found
}

test('a new file gets its folder, and nothing is left beside it', () => {
  const dir = project()
  const place = destination(join(dir, 'sub/a.yaml'), dir)
  expect(save(place, 'x\n')).toBeUndefined()
  expect(readFileSync(join(dir, 'sub/a.yaml'), 'utf8')).toBe('x\n')
  expect(readdirSync(join(dir, 'sub'))).toEqual(['a.yaml'])
})

test('a file that appears meanwhile is not replaced', () => {
  const dir = project()
  const place = destination(join(dir, 'a.yaml'), dir)
  writeFileSync(join(dir, 'a.yaml'), 'theirs')
  expect(save(place, 'x')).toContain('appeared meanwhile')
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('theirs')
  expect(readdirSync(dir)).toEqual(['a.yaml'])
})

test('a file that changes meanwhile is not replaced', () => {
  const dir = project()
  writeFileSync(join(dir, 'a.yaml'), 'before')
  const place = destination(join(dir, 'a.yaml'), dir)
  writeFileSync(join(dir, 'a.yaml'), 'theirs')
  expect(save(place, 'x')).toContain('changed meanwhile')
  expect(readFileSync(join(dir, 'a.yaml'), 'utf8')).toBe('theirs')
})

test('a link inside the project is written through, one out of it refused', () => {
  const dir = project()
  writeFileSync(join(dir, 'real.yaml'), 'before')
  symlinkSync(join(dir, 'real.yaml'), join(dir, 'a.yaml'))
  symlinkSync(join(dir, '../other'), join(dir, 'away'))
  expect(save(destination(join(dir, 'a.yaml'), dir), 'x')).toBeUndefined()
  expect(readFileSync(join(dir, 'real.yaml'), 'utf8')).toBe('x')
  expect('problem' in findDestination(join(dir, 'away/a.yaml'), dir)).toBe(true)
  expect('problem' in findDestination(join(dir, 'away/new/a.yaml'), dir)).toBe(true)
})

test('a folder and a link to nothing are not files', () => {
  const dir = project()
  symlinkSync(join(dir, 'nothing'), join(dir, 'a.yaml'))
  expect('problem' in findDestination(dir, dir)).toBe(true)
  expect('problem' in findDestination(join(dir, 'a.yaml'), dir)).toBe(true)
})

test('keys that a new file would drop are named', () => {
  const place = { shown: 'a.yaml', file: '/a.yaml', before: 'version: 1\nhooks: {}\nimports: [x]\n' }
  expect(foreignKeys(place, writer)).toEqual(['imports'])
})
