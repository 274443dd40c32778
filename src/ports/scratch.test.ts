import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createScratch, removeAllScratch, sweepScratch } from './scratch.ts'

let root = ''
beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-scratch-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  root = join(base, 'state', 'scratch')
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('createScratch', () => {
  test('writes the text unchanged', async () => {
    const scratch = await createScratch(root)
    const path = await scratch.write('entry.sh', ' no\r\nchange\0 é')
    expect(path).toBe(join(scratch.directory, 'entry.sh'))
    expect(readFileSync(path, 'utf8')).toBe(' no\r\nchange\0 é')
  })

  test.skipIf(process.platform === 'win32')('lets nobody else look, whatever the umask', async () => {
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    const scratch = await createScratch(root)
    const path = await scratch.write('entry.sh', '')
    expect([root, scratch.directory, path].map(modeOf)).toEqual(['700', '700', '600'])
  })

  test('has a new name each time', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => createScratch(root)))
    expect(new Set(made.map((scratch) => scratch.directory)).size).toBe(20)
  })

  test('never writes to a file that is already there', async () => {
    const scratch = await createScratch(root)
    const target = join(root, 'target')
    symlinkSync(target, join(scratch.directory, 'entry.sh'))
    await expect(scratch.write('entry.sh', 'x')).rejects.toThrow('EEXIST')
    expect(existsSync(target)).toBe(false)
  })

  test.skipIf(process.platform === 'win32')('refuses a root that others can write to', async () => {
    mkdirSync(root, { recursive: true })
    chmodSync(root, 0o777)
    await expect(createScratch(root)).rejects.toThrow('only this user can write to')
  })

  test('refuses a root that is a link', async () => {
    mkdirSync(dirname(root), { recursive: true })
    symlinkSync(tmpdir(), root)
    await expect(createScratch(root)).rejects.toThrow('only this user can write to')
  })

  test('remove can be called twice, and after the root is gone', async () => {
    const scratch = await createScratch(root)
    await scratch.write('entry.sh', '')
    await scratch.remove()
    expect(readdirSync(root)).toEqual([])
    rmSync(root, { recursive: true })
    await scratch.remove()
  })
})

describe('sweepScratch', () => {
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid
  const renamed = async (from: RegExp, to: string) => {
    const { directory } = await createScratch(root)
    const path = join(root, basename(directory).replace(from, to))
    mkdirSync(path)
    rmSync(directory, { recursive: true })
    return path
  }

  test('removes what a dead process left', async () => {
    await renamed(/^\d+/, String(deadPid))
    await sweepScratch(root)
    expect(readdirSync(root)).toEqual([])
  })

  test('keeps what a living process uses', async () => {
    const { directory } = await createScratch(root)
    await sweepScratch(root)
    expect(existsSync(directory)).toBe(true)
  })

  test('keeps what another machine may be using', async () => {
    const path = await renamed(/^\d+-[0-9a-f]+-/, `${deadPid}-00000000-`)
    await sweepScratch(root)
    expect(existsSync(path)).toBe(true)
  })

  test('removes what is older than any hook can run, whoever made it', async () => {
    const path = await renamed(/^\d+-[0-9a-f]+-/, `${process.pid}-00000000-`)
    utimesSync(path, 0, 0)
    await sweepScratch(root)
    expect(existsSync(path)).toBe(false)
  })

  test('keeps what has another name', async () => {
    mkdirSync(join(root, 'mine'), { recursive: true })
    await sweepScratch(root)
    expect(readdirSync(root)).toEqual(['mine'])
  })

  test('does nothing without a root', () => sweepScratch(root))
})

describe('removeAllScratch', () => {
  test('removes what this process made, at once', async () => {
    const scratch = await createScratch(root)
    await scratch.write('entry.sh', '')
    mkdirSync(join(root, '1-00000000-000000000000000000000000'))
    removeAllScratch(root)
    expect(readdirSync(root)).toEqual(['1-00000000-000000000000000000000000'])
  })

  test('does nothing without a root', () => removeAllScratch(root))
})
