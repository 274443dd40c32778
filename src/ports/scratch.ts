import { createHash, randomBytes } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pidNamespace } from './pid-namespace.ts'

/** A private file for one step. */
export type ScratchFile = {
  readonly path: string
  /** Never throws. */
  remove(): void
  /** Another process needs it from now on, and removes what this returns; `remove` then does nothing. Never throws. */
  give(owner: number): readonly string[]
}

/** Longer than any hook may run, so nothing that old is in use. */
const ABANDONED_AFTER_MS = 25 * 60 * 60 * 1000

/**
 * Writes a new file below `root`, under a name nobody can guess. Throws when `root` cannot be made, or could be written
 * to by others. Synchronous, and a file instead of prek's directory with one file in it: on ext4 `rmdir` alone takes
 * longer than everything else here, and a busy thread pool ten times as long (docs/decisions/0007-scratch-files.md).
 */
export function createScratchFile(root: string, name: string, text: string | Uint8Array): ScratchFile {
  assertPrivate(lstatSync(root, { throwIfNoEntry: false }) ?? makeRoot(root), root)
  usedRoots.add(root)
  const rest = `${secret()}-${(count += 1)}-${name}`
  const path = join(root, `${ownPrefix()}${rest}`)
  try {
    // 0600, where prek has the plain default of 0644: its shell runs as the user who wrote it, and it may hold a token.
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // On a full disk the file is there without its text.
    removeQuietly(path)
    throw error
  }
  return {
    path,
    remove() {
      if (!given.has(path)) removeQuietly(path)
    },
    give(owner) {
      given.add(path)
      // The path must stay, so a second name says who needs it: a sweep spares both.
      const second = join(root, `${owner}-${hostTag()}-${rest}`)
      quietly(() => linkSync(path, second))
      return [path, second]
    },
  }
}

/** Paths that other processes need. */
const given = new Set<string>()

/** For when the usual root takes no file: the same below the first of `bases`, folders of others in part, that does. */
export function createSpareScratchFile(
  bases: readonly string[],
  name: string,
  text: string | Uint8Array,
): ScratchFile | undefined {
  for (const base of bases) {
    const root = join(base, spareName())
    const file = quietly(() => (isSafeBase(base) ? createScratchFile(root, name, text) : undefined))
    if (file === undefined) continue
    spareRoots.add(root)
    sweepScratch(root)
    return file
  }
  return undefined
}

/** Roots that took a file when the usual one did not. */
const spareRoots = new Set<string>()

/** All roots below which this thread made something. */
const usedRoots = new Set<string>()

export function spareName(): string {
  return `hookwright-${process.getuid?.() ?? 'user'}`
}

/** In a folder that others can write to, and that lets them rename what is ours, a script could be swapped. */
function isSafeBase(base: string): boolean {
  const { uid, mode } = statSync(base)
  const isOurs = process.getuid === undefined || uid === process.getuid() || uid === 0
  return isOurs && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0)
}

/** Makes a new folder below `root`, which must exist. Its maker removes it; a sweep does after a kill. */
export function createScratchFolder(root: string, name: string): string {
  usedRoots.add(root)
  return mkdtempSync(join(root, `${ownPrefix()}${secret()}-${name}-`))
}

let count = 0
let drawn: string | undefined

/** Drawn once per thread and call: a name nobody else can foresee. */
function secret(): string {
  return (drawn ??= randomBytes(12).toString('hex'))
}

function makeRoot(root: string): Stats {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  return lstatSync(root)
}

/** Removes what engines left behind that were killed before they could. */
export function sweepScratch(root: string): void {
  const names = quietly(() => readdirSync(root)) ?? []
  for (const name of names.filter((each) => isAbandoned(join(root, each), { name: each, names })))
    removeWhole(join(root, name))
}

/**
 * For exits that cannot wait: removes everything this thread made below `root` and spare roots. Threads of one process
 * share its id and not the secret, so that none removes the files of another.
 */
export function removeAllScratch(root: string): void {
  if (drawn === undefined) return
  const made = `${ownPrefix()}${drawn}-`
  for (const each of [root, ...spareRoots]) {
    const own = (quietly(() => readdirSync(each)) ?? []).filter((name) => name.startsWith(made))
    for (const name of own) if (!given.has(join(each, name))) removeWhole(join(each, name))
  }
}

/** At the end of a call: removes everything this thread made for it. What it gave away is no longer known here. */
export function endScratch(): void {
  for (const root of usedRoots) removeAllScratch(root)
  for (const all of [usedRoots, spareRoots, given]) all.clear()
  drawn = undefined
}

/** A file or a folder. */
function removeWhole(path: string): void {
  quietly(() => rmSync(path, { recursive: true, force: true }))
}

/** What cannot be removed now is tried again by a later process's sweep. */
function removeQuietly(path: string): void {
  quietly(() => unlinkSync(path))
}

function assertPrivate(stats: Stats, root: string): void {
  const mine = process.getuid === undefined || stats.uid === process.getuid()
  const closed = process.platform === 'win32' || (stats.mode & 0o022) === 0
  if (!stats.isDirectory() || !mine || !closed) {
    throw new Error(`${root} is not a directory that only this user can write to`)
  }
}

const NAME = /^(\d+)-([0-9a-f]{8})(-[0-9a-f]{24}-.*)$/

type Listed = { readonly name: string; readonly names: readonly string[] }

function isAbandoned(path: string, { name, names }: Listed): boolean {
  const [, pid, host, rest = ''] = NAME.exec(name) ?? []
  if (pid === undefined) return false
  const isOwned = (each: string): boolean =>
    each.endsWith(`-${host}${rest}`) && isAlive(Number.parseInt(each, 10))
  if (host === hostTag() && !names.some(isOwned)) return true
  const stats = quietly(() => lstatSync(path))
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_AFTER_MS
}

function ownPrefix(): string {
  return `${process.pid}-${hostTag()}-`
}

/**
 * Returns eight hex digits that only processes share which can look each other up by id. A directory can be shared by
 * machines and containers, and PID namespaces of one machine have the same host name.
 */
export function hostTag(): string {
  const host = hostname()
  if (known?.host === host) return known.tag
  const tag = createHash('sha256').update(`${host}${pidNamespace()}`).digest('hex').slice(0, 8)
  known = { host, tag }
  return tag
}

/** The name of a machine can change. */
let known: { readonly host: string; readonly tag: string } | undefined

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** It has ended, and its parent has not been told yet; some never are. Always false on systems without `/proc`. */
function isZombie(pid: number): boolean {
  return /\) [ZX] /.test(quietly(() => readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? '')
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
