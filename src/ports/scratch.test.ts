import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createScratchFile, createScratchFolder, removeAllScratch, sweepScratch } from './scratch.ts'

let root = ''
beforeEach(() => {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-scratch-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  root = join(base, 'state', 'scratch')
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const create = (text = '') => createScratchFile(root, 'entry.sh', text)

describe('createScratchFile', () => {
  test('writes the text unchanged', () => {
    const { path } = create(' no\r\nchange\0 é')
    expect(dirname(path)).toBe(root)
    expect(readFileSync(path, 'utf8')).toBe(' no\r\nchange\0 é')
  })

  test.skipIf(process.platform === 'win32')('lets nobody else look, whatever the umask', () => {
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    expect([create().path, root].map(modeOf)).toEqual(['600', '700'])
  })

  test('has a new name each time, which ends as the shell wants it', () => {
    const paths = Array.from({ length: 20 }, () => create().path)
    expect(new Set(paths).size).toBe(20)
    expect(paths.every((path) => path.endsWith('-entry.sh'))).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('refuses a root that others can write to', () => {
    mkdirSync(root, { recursive: true })
    chmodSync(root, 0o777)
    expect(() => create()).toThrow('only this user can write to')
  })

  test('refuses a root that is a link', () => {
    mkdirSync(dirname(root), { recursive: true })
    symlinkSync(tmpdir(), root)
    expect(() => create()).toThrow('only this user can write to')
  })

  test('remove can be called twice, and after the root is gone', () => {
    const file = create()
    file.remove()
    expect(readdirSync(root)).toEqual([])
    rmSync(root, { recursive: true })
    file.remove()
  })
})

describe('sweepScratch', () => {
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid
  const renamed = (from: RegExp, to: string) => {
    const { path } = create()
    const other = join(root, basename(path).replace(from, to))
    renameSync(path, other)
    return other
  }

  test('removes what a dead process left', () => {
    renamed(/^\d+/, String(deadPid))
    sweepScratch(root)
    expect(readdirSync(root)).toEqual([])
  })

  test('removes folders of a dead process with all that is in them', () => {
    mkdirSync(root, { recursive: true, mode: 0o700 })
    const folder = createScratchFolder(root, 'build')
    writeFileSync(join(folder, 'file'), '')
    sweepScratch(root)
    expect(readdirSync(root)).toEqual([basename(folder)])
    renameSync(folder, join(root, basename(folder).replace(/^\d+/, String(deadPid))))
    sweepScratch(root)
    expect(readdirSync(root)).toEqual([])
  })

  test('keeps what a living process uses', () => {
    const { path } = create()
    sweepScratch(root)
    expect(existsSync(path)).toBe(true)
  })

  test('keeps what another machine may be using', () => {
    const path = renamed(/^\d+-[0-9a-f]+-/, `${deadPid}-00000000-`)
    sweepScratch(root)
    expect(existsSync(path)).toBe(true)
  })

  test('removes what is older than any hook can run, whoever made it', () => {
    const path = renamed(/^\d+-[0-9a-f]+-/, `${process.pid}-00000000-`)
    utimesSync(path, 0, 0)
    sweepScratch(root)
    expect(existsSync(path)).toBe(false)
  })

  test('keeps what has another name', () => {
    mkdirSync(join(root, 'mine'), { recursive: true })
    sweepScratch(root)
    expect(readdirSync(root)).toEqual(['mine'])
  })

  test('does nothing without a root', () => sweepScratch(root))
})

describe('removeAllScratch', () => {
  test('removes what this process made, and nothing else', () => {
    const other = create()
    const kept = join(root, '1-00000000-000000000000000000000000-entry.sh')
    renameSync(other.path, kept)
    create()
    removeAllScratch(root)
    expect(readdirSync(root)).toEqual([basename(kept)])
  })

  test('does nothing without a root', () => removeAllScratch(root))

  test('leaves the files of another thread of this process alone', async () => {
    const own = create()
    // A thread has its own instance of the module, and the same process id.
    vi.resetModules()
    const thread = await import('./scratch.ts')
    const foreign = thread.createScratchFile(root, 'entry.sh', '')
    removeAllScratch(root)
    expect([own, foreign].map(({ path }) => existsSync(path))).toEqual([false, true])
    thread.removeAllScratch(root)
    expect(existsSync(foreign.path)).toBe(false)
  })
})
