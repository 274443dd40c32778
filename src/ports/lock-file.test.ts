import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exclusively } from './lock-file.ts'

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-lock-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('work runs under the lock, which is gone afterwards, also after a throw', () => {
  const file = join(newFolder(), 'x.lock')
  expect(exclusively(file, () => existsSync(file))).toBe(true)
  expect(() =>
    exclusively(file, () => {
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(existsSync(file)).toBe(false)
})

test('a lock that another process holds is waited for in vain for two seconds, and nothing is done', () => {
  const file = join(newFolder(), 'x.lock')
  writeFileSync(file, '')
  expect(exclusively(file, () => 'done')).toMatchObject({ code: 'state.busy', place: { file } })
  expect(existsSync(file)).toBe(true)
})

test('a lock that a killed process left is taken over', () => {
  const file = join(newFolder(), 'x.lock')
  writeFileSync(file, '')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(file, longAgo, longAgo)
  expect(exclusively(file, () => 'done')).toBe('done')
})
