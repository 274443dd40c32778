import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFifoStock, type FifoStock } from '../../src/process/fifo-stock.ts'
import { closeInput, openInput } from '../../src/process/input-pipe.ts'
import { openPipe } from '../../src/process/pipe.ts'
import { openEmpty, takeRenamed } from '../../src/process/take-fifo.ts'
import { attack, ATTACKS, STOCK } from '../helpers/pipe-stock.ts'

type Stocked = { readonly folder: string; readonly bases: readonly string[]; readonly stock: FifoStock }

/** A folder with unused FIFOs, and a process that has not looked into it yet. */
async function stocked(): Promise<Stocked> {
  const base = mkdtempSync(join(tmpdir(), 'hookwright-held-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const bases = ['first', 'second'].map((name) => join(base, name))
  bases.forEach((each) => mkdirSync(each))
  const pipe = await openPipe(createFifoStock(() => bases))
  pipe?.close()
  return { folder: join(bases[0] as string, STOCK), bases, stock: createFifoStock(() => bases) }
}

/** Opens one and closes it again; true when there was one. */
const ends: Readonly<Record<string, (stock: FifoStock) => Promise<boolean>>> = {
  async stdin(stock) {
    const pipe = await openInput(stock)
    if (pipe) closeInput(pipe)
    return pipe !== undefined
  },
  async 'stdout or stderr'(stock) {
    const pipe = await openPipe(stock)
    pipe?.close()
    return pipe !== undefined
  },
}

const descriptors = (): number => readdirSync('/proc/self/fd').length

describe.runIf(process.platform === 'linux')('pipes of the stock that are not ours alone', () => {
  for (const [stream, open] of Object.entries(ends))
    test.for(Object.entries(ATTACKS))(
      `${stream}: one that is %s is not used, and told once`,
      async ([, what]) => {
        const { folder, stock } = await stocked()
        await attack(folder, what)
        const before = descriptors()
        expect(await open(stock)).toBe(true)
        expect(descriptors()).toBe(before)
        expect(stock.takeWarning()).toMatchObject({ code: 'pipes.held', severity: 'warning' })
        expect(stock.takeWarning()).toBeUndefined()
        expect(await open(stock)).toBe(true)
        expect(stock.takeWarning()).toBeUndefined()
      },
    )

  test('when every folder is held there is none, so that hooks get sockets', async () => {
    const { bases, folder, stock } = await stocked()
    const other = join(bases[1] as string, STOCK)
    renameSync(folder, `${folder}-kept`)
    ;(await openPipe(createFifoStock(() => [bases[1] as string])))?.close()
    renameSync(`${folder}-kept`, folder)
    for (const each of [folder, other]) await attack(each, ATTACKS['held by a reader'])
    expect(await openInput(stock)).toBeUndefined()
    expect(stock.takeWarning()).toMatchObject({ message: expect.stringContaining(other) })
  })

  test.for<readonly [string, (path: string, folder: string) => void]>([
    ['deleted', (path) => unlinkSync(path)],
    ['replaced by a file', (path) => (unlinkSync(path), writeFileSync(path, '{}'))],
    ['replaced by a folder', (path) => (unlinkSync(path), mkdirSync(path))],
    ['replaced by a link to a device', (path) => (unlinkSync(path), symlinkSync('/dev/zero', path))],
    [
      'replaced by a link to a FIFO elsewhere',
      (path, folder) => (renameSync(path, join(folder, 'moved')), symlinkSync(join(folder, 'moved'), path)),
    ],
    ['closed to everybody', (path) => chmodSync(path, 0)],
  ])('names that were %s after the look do not stop or deceive anybody', async ([, change]) => {
    const { folder, stock } = await stocked()
    // The stock has looked, and knows the names.
    expect(await ends['stdin']?.(stock)).toBe(true)
    for (const name of readdirSync(folder)) change(join(folder, name), folder)
    for (const open of Object.values(ends)) expect(await open(stock)).toBe(true)
    expect(stock.takeWarning()).toBeUndefined()
  })

  test('a FIFO that is taken by its name, where descriptors cannot be opened, is looked at in the same way', async () => {
    const { folder } = await stocked()
    const [free, held] = readdirSync(folder).map((name) => join(folder, name)) as [string, string]
    const taken = takeRenamed(free)
    closeSync(openEmpty(taken))
    taken.drop()
    await attack(folder, ATTACKS['filled and held at both ends'])
    expect(() => takeRenamed(held)).toThrow(expect.objectContaining({ code: 'EHELD' }))
    expect(() => takeRenamed(free)).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    expect(readdirSync(folder).filter((name) => name.includes('-'))).toEqual([])
  })
})
