import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import { hasReader } from './openable.ts'

/** A FIFO whose name this process has removed. No other process had an end of it, except perhaps a writer. */
export type TakenFifo = {
  /** By which this process opens its ends. */
  readonly path: string
  /** After this, `path` must not be used. Ends that are open stay open. */
  drop(): void
}

/** Linux: as above, and a descriptor names the FIFO without being an end of it. */
export type AnchoredFifo = TakenFifo & { readonly anchor: number }

/** Code of the error for a FIFO that another process can read from, write to or open later. */
export const HELD = 'EHELD'

/**
 * All processes of the user can open a FIFO while it has a name, and keep what they have opened. So this looks after
 * the name is gone: another reader would take away what a hook says, a writer would add to it.
 */
export function takeFifo(path: string): TakenFifo {
  return process.platform === 'linux' ? takeAnchored(path) : takeRenamed(path)
}

export function takeAnchored(path: string): AnchoredFifo {
  // Does nothing to a device or a link in place of the FIFO.
  const anchor = openSync(path, O_PATH | constants.O_NOFOLLOW)
  const fifo = { anchor, path: `/proc/self/fd/${anchor}`, drop: () => closeSync(anchor) }
  return checked(fifo, () => {
    unlinkSync(path)
    return { stats: fstatSync(anchor), links: 0 }
  })
}

/** For systems that cannot open by descriptor. Of two processes only one can rename it. */
export function takeRenamed(path: string): TakenFifo {
  const own = `${path}-${process.pid}`
  renameSync(path, own)
  return checked({ path: own, drop: () => rmSync(own, { force: true }) }, () => ({
    stats: lstatSync(own),
    links: 1,
  }))
}

/** The read end of a FIFO that is empty and that no other process writes to; it does not block. */
export function openEmpty({ path }: TakenFifo): number {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (isAtEnd(fd)) return fd
  closeSync(fd)
  throw held(path)
}

const O_PATH = 0o10000000
const ONE_BYTE = Buffer.alloc(1)

function checked<T extends TakenFifo>(fifo: T, look: () => { stats: Stats; links: number }): T {
  try {
    const { stats, links } = look()
    if (!stats.isFIFO()) throw new Error(`${fifo.path} is not a FIFO`)
    if (stats.nlink !== links || hasReader(fifo.path)) throw held(fifo.path)
    return fifo
  } catch (error) {
    fifo.drop()
    throw error
  }
}

/** With a writer and no data, reading fails with EAGAIN. */
function isAtEnd(fd: number): boolean {
  try {
    return readSync(fd, ONE_BYTE) === 0
  } catch {
    return false
  }
}

function held(path: string): Error {
  return Object.assign(new Error(`${path} is open in another process`), { code: HELD })
}
