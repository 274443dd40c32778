import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFifoStock, type FifoStock } from './fifo-stock.ts'

const FOLDER = `hookwright-pipes-${process.geteuid?.()}`

function base(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookwright-stock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const names = (folder: string): readonly string[] => readdirSync(join(folder, FOLDER))

/** Removes the name, as everybody who opens one does. */
const claim = (stock: FifoStock): Promise<string | undefined> =>
  stock.open((path) => {
    if (!lstatSync(path).isFIFO()) throw new Error('not a FIFO')
    unlinkSync(path)
    return path
  })

describe.skipIf(process.platform === 'win32')('a stock of FIFOs', () => {
  test('is private, and what is opened has no name any more', async () => {
    const folder = base()
    const path = await claim(createFifoStock(() => [folder]))
    expect(lstatSync(join(folder, FOLDER)).mode & 0o777).toBe(0o700)
    expect(path?.startsWith(join(folder, FOLDER))).toBe(true)
    expect(names(folder).map((name) => join(folder, FOLDER, name))).not.toContain(path)
  })

  test('what a process leaves is what the next one uses', async () => {
    const folder = base()
    await claim(createFifoStock(() => [folder]))
    const left = names(folder)
    const path = await claim(createFifoStock(() => [folder]))
    expect(left.map((name) => join(folder, FOLDER, name))).toContain(path)
    expect(names(folder)).toHaveLength(left.length - 1)
  })

  test('two that have seen the same names never get the same FIFO', async () => {
    const folder = base()
    const both = [createFifoStock(() => [folder]), createFifoStock(() => [folder])]
    await Promise.all(both.map(claim))
    const all = await Promise.all(Array.from({ length: 100 }, (_, at) => claim(both[at % 2] as FifoStock)))
    expect(all).not.toContain(undefined)
    expect(new Set(all).size).toBe(100)
  })

  test('restock makes more while few are left, and no more when there are enough', async () => {
    const folder = base()
    const stock = createFifoStock(() => [folder])
    await claim(stock)
    stock.restock()
    const count = 24 - 1 + 192
    await vi.waitFor(() => expect(names(folder)).toHaveLength(count), { timeout: 20_000 })
    const other = createFifoStock(() => [folder])
    other.restock()
    await claim(other)
    expect(names(folder)).toHaveLength(count - 1)
  })

  test('a link, a file and a folder under a fitting name are not used, and do not stop it', async () => {
    const folder = base()
    await claim(createFifoStock(() => [folder]))
    const made = names(folder)
    made.slice(1).forEach((name) => unlinkSync(join(folder, FOLDER, name)))
    symlinkSync(join(folder, 'elsewhere'), join(folder, FOLDER, '0'.repeat(16)))
    mkdirSync(join(folder, FOLDER, 'not-a-name'))
    const stock = createFifoStock(() => [folder])
    const opened = await Promise.all([claim(stock), claim(stock), claim(stock)])
    expect(opened).not.toContain(undefined)
    expect(opened).not.toContain(join(folder, FOLDER, '0'.repeat(16)))
  })

  test.for<readonly [string, (folder: string) => void]>([
    ['others can look into', (folder) => (mkdirSync(folder), chmodSync(folder, 0o755))],
    ['is a link', (folder) => symlinkSync(base(), folder)],
  ])('a folder that %s is not used, but the next one', async ([, make]) => {
    const [first, second] = [base(), base()]
    make(join(first, FOLDER))
    const path = await claim(createFifoStock(() => [first, second]))
    expect(path?.startsWith(second)).toBe(true)
    expect(readdirSync(join(first, FOLDER))).toEqual([])
  })

  test.for([[[]], [['/proc/none', '/dev/null']]] as const)('there is none below %j', async ([bases]) => {
    const stock = createFifoStock(() => bases)
    stock.restock()
    expect(await claim(stock)).toBeUndefined()
    expect(await claim(stock)).toBeUndefined()
  })

  test('FIFOs that cannot be opened are given up after a few', async () => {
    const stock = createFifoStock(() => [base()])
    let calls = 0
    const opened = await stock.open(() => {
      calls += 1
      throw Object.assign(new Error('closed'), { code: 'EACCES' })
    })
    expect([opened, calls]).toEqual([undefined, 9])
  })

  test('without descriptors nothing is tried again', async () => {
    const folder = base()
    const stock = createFifoStock(() => [folder])
    const shortage = Object.assign(new Error('too many'), { code: 'EMFILE' })
    let calls = 0
    const opened = await stock.open(() => {
      calls += 1
      throw shortage
    })
    expect([opened, calls]).toEqual([undefined, 1])
    expect(await claim(stock)).toBeDefined()
  })
})
