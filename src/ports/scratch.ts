import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A private directory for the files of one step. */
export type Scratch = {
  readonly directory: string
  /** Writes a new file and returns its path. */
  write(name: string, text: string): Promise<string>
  /** Never rejects. */
  remove(): Promise<void>
}

/** Longer than any hook may run, so nothing that old is in use. */
const ABANDONED_AFTER_MS = 25 * 60 * 60 * 1000

/** Rejects when `root` cannot be made, or could be written to by others. */
export async function createScratch(root: string): Promise<Scratch> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await assertPrivate(root)
  const directory = join(root, `${ownPrefix()}${randomBytes(12).toString('hex')}`)
  await mkdir(directory, { mode: 0o700 })
  return {
    directory,
    write: (name, text) => writeNew(join(directory, name), text),
    remove: () => removeQuietly(directory),
  }
}

/** Removes what engines left behind that were killed before they could. */
export async function sweepScratch(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  await Promise.all(
    names.map(async (name) => {
      const directory = join(root, name)
      if (await isAbandoned(directory, name)) await removeQuietly(directory)
    }),
  )
}

/** For exits that cannot wait: removes everything this process made below `root`. */
export function removeAllScratch(root: string): void {
  try {
    for (const name of readdirSync(root)) {
      if (name.startsWith(ownPrefix())) rmSync(join(root, name), { recursive: true, force: true })
    }
  } catch {
    // Nothing was made, or it cannot be removed: sweepScratch tries again in a later process.
  }
}

/*
 * 0600, where prek has the plain default of 0644: the script runs as the user who wrote it and is named to
 * its shell, so nobody else needs to read what may hold a token.
 */
async function writeNew(path: string, text: string): Promise<string> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  return path
}

async function removeQuietly(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

async function assertPrivate(root: string): Promise<void> {
  const stats = await lstat(root)
  const mine = process.getuid === undefined || stats.uid === process.getuid()
  const closed = process.platform === 'win32' || (stats.mode & 0o022) === 0
  if (!stats.isDirectory() || !mine || !closed) {
    throw new Error(`${root} is not a directory that only this user can write to`)
  }
}

async function isAbandoned(directory: string, name: string): Promise<boolean> {
  const [, pid, host] = /^(\d+)-([0-9a-f]{8})-[0-9a-f]{24}$/.exec(name) ?? []
  if (pid === undefined) return false
  if (host === hostTag() && !isAlive(Number(pid))) return true
  const stats = await lstat(directory).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS
}

function ownPrefix(): string {
  return `${process.pid}-${hostTag()}-`
}

/** A state directory can be shared by machines and containers whose process ids mean nothing to each other. */
function hostTag(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
