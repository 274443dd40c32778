import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A real pipe. What Node makes are sockets: two of them lose the order, and `> /dev/stderr` fails on one. */
export type Pipe = {
  /** For the child, as stdout and stderr. */
  readonly writeEnd: number
  /** Closes our copy of the write end. */
  reader(): Readable
  close(): void
}

/** Node cannot make a pipe; `mkfifo` makes this many in the time of one. */
const AT_ONCE = 16

/** Undefined where there are none (Windows, no `mkfifo`, no room): the two streams then stay apart. */
export async function openPipe(): Promise<Pipe | undefined> {
  const path = names.pop() ?? (await refill())
  try {
    return path === undefined ? undefined : openNamed(path)
  } catch {
    return undefined
  }
}

/** Makes names for pipes that will be needed soon. */
export function warmPipes(): void {
  if (names.length === 0 && !isMissing) filling ??= makeNames()
}

let names: string[] = []
let filling: Promise<void> | undefined
let isMissing = false

async function refill(): Promise<string | undefined> {
  while (names.length === 0 && !isMissing) await (filling ??= makeNames())
  return names.pop()
}

async function makeNames(): Promise<void> {
  const folder = process.platform === 'win32' ? undefined : makeFolder()
  const made = Array.from({ length: AT_ONCE }, () => join(folder ?? '', randomBytes(6).toString('hex')))
  const isMade = folder !== undefined && (await runMkfifo(made))
  filling = undefined
  isMissing = !isMade
  if (isMade) names = made
  if (folder === undefined) return
  if (isMade) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  else rmSync(folder, { recursive: true, force: true })
}

const PREFIX = 'hookwright-pipes-'
const SWEEP_SHARE = 0.05

function makeFolder(): string | undefined {
  try {
    // A look at a full folder of temporary files takes a while, and nothing in it is urgent.
    if (Math.random() < SWEEP_SHARE) sweep(tmpdir())
    return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  } catch {
    return undefined
  }
}

/** Long after any of its names can be in use; a killed process cannot remove its own. */
const ABANDONED_MS = 60 * 60 * 1_000

function sweep(parent: string): void {
  const left = readdirSync(parent).filter((name) => name.startsWith(PREFIX))
  for (const name of left) {
    const folder = join(parent, name)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    const isOld = stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS
    if (isOld && stats.uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true })
  }
}

function runMkfifo(paths: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('mkfifo', ['-m', '600', ...paths], {
      stdio: 'ignore',
      env: { PATH: '/usr/bin:/bin' },
    })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** The name goes at once: nobody else can open it, and nothing is left behind. */
function openNamed(path: string): Pipe {
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writeEnd = openWriteEnd(path, readEnd)
  unlinkSync(path)
  return {
    writeEnd,
    reader() {
      closeSync(writeEnd)
      return new Socket({ fd: readEnd, readable: true, writable: false })
    },
    close() {
      closeSync(writeEnd)
      closeSync(readEnd)
    },
  }
}

function openWriteEnd(path: string, readEnd: number): number {
  try {
    return openSync(path, constants.O_WRONLY)
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}
