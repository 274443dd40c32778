import { readdirSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { warning, type Issue } from '../core/issue.ts'
import { codeOf, SHORTAGES, startMkfifo, type Making } from './mkfifo.ts'
import { privateFolder } from './private-folder.ts'
import { HELD } from './take-fifo.ts'

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

/** Folders in which FIFOs may be kept, the first that can be used wins. */
export function createFifoStock(bases: readonly string[]): FifoStock {
  let base = 0
  let names: string[] = []
  let making: Making | undefined
  let told: Issue | undefined
  let closedUntil = bases.length === 0 ? Number.POSITIVE_INFINITY : 0

  function nextBase(): void {
    names = []
    base = (base + 1) % bases.length
    if (base === 0) closedUntil = performance.now() + RETRY_MS
  }

  const isClosed = (): boolean => closedUntil > 0 && performance.now() < closedUntil

  function make(folder: string, count: number): Making {
    making = startMkfifo(folder, count, (end, made) => {
      making = undefined
      if (end === 'made') names.push(...made)
      if (end === 'failed') nextBase()
    })
    return making
  }

  async function refill(): Promise<string | undefined> {
    while (names.length === 0) {
      if (isClosed()) return undefined
      const folder = privateFolder(pipesIn(bases[base] ?? ''))
      names = folder === undefined ? [] : listNames(folder)
      if (folder === undefined) nextBase()
      else if (names.length === 0 && (await (making ?? make(folder, FIRST_BATCH)).wait()) === 'shortage')
        return undefined
    }
    return take(names)
  }

  return {
    async open(use) {
      let failures = 0
      for (;;) {
        const path = take(names) ?? (await refill())
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
          if (code === HELD) told = heldElsewhere(dirname(path))
          if (!isRemoved(path) || failures > MAX_FAILURES) nextBase()
        }
      }
    },
    restock() {
      if (names.length >= FEW || making !== undefined || isClosed()) return
      const folder = privateFolder(pipesIn(bases[base] ?? ''))
      if (folder === undefined) return
      names = listNames(folder)
      if (names.length < FEW) make(folder, BATCH)
    },
    takeWarning() {
      const taken = told
      told = undefined
      return taken
    },
  }
}

/** In memory where there is such a folder: on a disk, making a name takes a hundred times as long. */
export const fifoStock = createFifoStock(
  { linux: ['/dev/shm', tmpdir()], win32: [] as string[] }[process.platform as string] ?? [tmpdir()],
)

/** Two processes that start at the same moment should not try the same names. */
function take(names: string[]): string | undefined {
  const at = Math.floor(Math.random() * names.length)
  const [path] = names.splice(at, 1)
  return path
}

function pipesIn(base: string): string {
  return join(base, `hookwright-pipes-${process.geteuid?.()}`)
}

const NAME = /^[0-9a-f]{16}$/

/** Whatever else lies in the folder is left alone. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFIFO() && NAME.test(entry.name))
      .map((entry) => join(folder, entry.name))
  } catch {
    return []
  }
}

function isRemoved(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}

function heldElsewhere(folder: string): Issue {
  return warning(
    'pipes.held',
    {},
    `Another process had opened pipes in "${folder}" that were meant for hooks; they were not used.`,
    `Find it with: fuser -v ${folder}/*`,
  )
}
