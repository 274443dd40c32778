import { dirname, join } from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import { removeFifo, listFifos } from './fifo-folder.ts'
import { codeOf, SHORTAGES, startMkfifo, type Making } from './mkfifo.ts'
import { privateFolder } from './private-folder.ts'
import { HELD } from './take-fifo.ts'
import { tempFolder } from './temp-folder.ts'

/**
 * FIFOs that no process uses yet. All processes of one user share them, and a process owns the FIFO whose name it has
 * removed. So a killed process leaves nothing behind that others could not use.
 */
export type FifoStock = {
  /**
   * Calls `use` with the path of a FIFO and returns its result; `use` removes the name, and throws when that fails.
   * Undefined when there is no FIFO: on Windows, without `mkfifo`, without a folder to write to.
   */
  open<T>(use: (path: string) => T): Promise<T | undefined>
  /** Makes more in the background when few are left. */
  restock(): void
  /** What the user should know: FIFOs were open in another process. Returned once, then undefined until it is seen again. */
  takeWarning(): Issue | undefined
  /** What was found out for one call, the next one finds out for itself. */
  forget(): void
}

/** Node cannot make a FIFO, and a process that can takes longer to start than to make a hundred. */
const BATCH = 192
/** What a caller waits for when there is none at all. */
const FIRST_BATCH = 24
/** A hook needs three. */
const FEW = 24
/** With a umask that takes away our own rights, every FIFO would fail. */
const MAX_FAILURES = 8
/** A FIFO that another process holds counts as so many failures: the others of its folder may be held as well. */
const HELD_FAILURES = 3
/** After this long, what made FIFOs impossible may be over. */
const RETRY_MS = 60_000

/** What the stock of one process has, and where it takes more from. */
type Stock = {
  /** Folders in which FIFOs may be kept; the first that can be used wins. */
  readonly bases: () => readonly string[]
  /** Which of them is in use. */
  base: number
  names: string[]
  making: Making | undefined
  told: Issue | undefined
  /** As `performance.now()` has it: no FIFO can be made until then. */
  closedUntil: number
}

/** Folders in which FIFOs may be kept, the first that can be used wins. */
export function createFifoStock(bases: () => readonly string[]): FifoStock {
  const unknown = (): Omit<Stock, 'bases' | 'making'> => ({
    base: 0,
    names: [],
    told: undefined,
    closedUntil: bases().length === 0 ? Number.POSITIVE_INFINITY : 0,
  })
  const stock: Stock = { bases, making: undefined, ...unknown() }
  return {
    open: (use) => openOne(stock, use),
    restock: () => restock(stock),
    takeWarning() {
      const taken = stock.told
      stock.told = undefined
      return taken
    },
    forget: () => void Object.assign(stock, unknown()),
  }
}

async function openOne<T>(stock: Stock, use: (path: string) => T): Promise<T | undefined> {
  let failures = 0
  for (;;) {
    const path = take(stock.names) ?? (await refill(stock))
    if (path === undefined) return undefined
    try {
      return use(path)
    } catch (error) {
      const code = codeOf(error)
      if (SHORTAGES.has(code)) return undefined
      // Another process was faster.
      if (code === 'ENOENT') continue
      // Not a FIFO, not ours to open, or not ours alone: it must not be tried again.
      failures += code === HELD ? HELD_FAILURES : 1
      if (code === HELD) stock.told = heldElsewhere(dirname(path))
      if (!removeFifo(path) || failures > MAX_FAILURES) nextBase(stock)
    }
  }
}

async function refill(stock: Stock): Promise<string | undefined> {
  while (stock.names.length === 0) {
    if (isClosed(stock)) return undefined
    const folder = folderOf(stock)
    stock.names = folder === undefined ? [] : listFifos(folder)
    if (folder === undefined) nextBase(stock)
    else if (stock.names.length === 0 && (await madeFirst(stock, folder)) === 'shortage') return undefined
  }
  return take(stock.names)
}

function madeFirst(stock: Stock, folder: string): ReturnType<Making['wait']> {
  return (stock.making ?? make(stock, folder, FIRST_BATCH)).wait()
}

function restock(stock: Stock): void {
  if (stock.names.length >= FEW || stock.making !== undefined || isClosed(stock)) return
  const folder = folderOf(stock)
  if (folder === undefined) return
  stock.names = listFifos(folder)
  if (stock.names.length < FEW) make(stock, folder, BATCH)
}

function make(stock: Stock, folder: string, count: number): Making {
  const making = startMkfifo(folder, count, (end, made) => {
    stock.making = undefined
    if (end === 'made') stock.names.push(...made)
    if (end === 'failed') nextBase(stock)
  })
  stock.making = making
  return making
}

function nextBase(stock: Stock): void {
  stock.names = []
  stock.base = (stock.base + 1) % stock.bases().length
  if (stock.base === 0) stock.closedUntil = performance.now() + RETRY_MS
}

function isClosed({ closedUntil }: Stock): boolean {
  return closedUntil > 0 && performance.now() < closedUntil
}

function folderOf({ bases, base }: Stock): string | undefined {
  return privateFolder(join(bases()[base] ?? '', `hookwright-pipes-${process.geteuid?.()}`))
}

/** In memory where there is such a folder: on a disk, making a name takes a hundred times as long. */
export const fifoStock = createFifoStock(() => {
  if (process.platform === 'win32') return []
  return process.platform === 'linux' ? ['/dev/shm', tempFolder()] : [tempFolder()]
})

/** Two processes that start at the same moment should not try the same names. */
function take(names: string[]): string | undefined {
  const at = Math.floor(Math.random() * names.length)
  const [path] = names.splice(at, 1)
  return path
}

function heldElsewhere(folder: string): Issue {
  return warning(
    'pipes.held',
    {},
    `Another process had opened pipes in "${folder}" that were meant for hooks; they were not used.`,
    `Find it with: fuser -v ${folder}/*`,
  )
}
