import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Issue } from '../../core/issue.ts'
import { sweepPatches } from '../worktree/patches.ts'
import { isLocked, withLock } from './lock.ts'
import { keyOfFolder, lockStem, namesOf, readRecord } from './obtain.ts'
import { pruneConfigs, trackedConfigs } from './registry.ts'
import { isEnvUsed, usesOf, type Uses } from './uses.ts'

export type GcOptions = {
  readonly now: number
  readonly isDryRun: boolean
  readonly signal: AbortSignal
  /** Configs besides those the store has seen. */
  readonly inUse?: readonly string[]
}

export type Removed = {
  readonly kind: 'repo' | 'env' | 'leftover' | 'scratch' | 'patch'
  /** `URL@REV`, or the language of an environment. */
  readonly what: string
  readonly path: string
  readonly bytes: number
}

export type Garbage = {
  /** In a dry run: what would be removed. */
  readonly removed: readonly Removed[]
  readonly bytes: number
  readonly issues: readonly Issue[]
}

/** Removes what no known config uses. What somebody is building right now stays. */
export async function collectGarbage(storeDir: string, options: GcOptions): Promise<Garbage> {
  const { uses, issues } = usesOf([...new Set([...trackedConfigs(storeDir), ...(options.inUse ?? [])])])
  const unused =
    issues.length > 0 ? [] : [...unusedIn(storeDir, 'repos', uses), ...unusedIn(storeDir, 'envs', uses)]
  const found = [...unused, ...staleScratch(storeDir, options.now)]
  if (!options.isDryRun) {
    for (const each of found) await remove(each, storeDir, options.signal)
    if (existsSync(storeDir)) await pruneConfigs({ storeDir, signal: options.signal })
  }
  const removed = [...found, ...oldPatches(storeDir, options)]
  return { removed, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0), issues }
}

function unusedIn(storeDir: string, folder: 'repos' | 'envs', uses: Uses): readonly Removed[] {
  const place = join(storeDir, folder)
  const keys = new Set(list(place).map((name) => keyOfFolder(name.replace(/\.json$/, ''))))
  return [...keys]
    .filter((key) => !isLocked(lockStem(storeDir, key)))
    .flatMap((key) => unusedOf(place, key, uses))
}

/** A complete one that nobody uses, or what a crash left behind. */
function unusedOf(place: string, key: string, uses: Uses): readonly Removed[] {
  const record = readRecord(place, key)
  const isRepo = place.endsWith('repos')
  if (record === undefined)
    return namesOf(place, key).map((name) => entry('leftover', key, join(place, name)))
  if (isRepo ? uses.repos.has(key) : isEnvUsed(record, uses)) return []
  const { url, rev, language } = record.facts
  const what = isRepo ? `${String(url)}@${String(rev)}` : String(language)
  return [entry(isRepo ? 'repo' : 'env', what, record.folder)]
}

const STALE_MS = 24 * 3_600_000

function staleScratch(storeDir: string, now: number): readonly Removed[] {
  return list(join(storeDir, 'scratch'))
    .map((name) => join(storeDir, 'scratch', name))
    .filter((path) => now - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > STALE_MS)
    .map((path) => entry('scratch', 'scratch', path))
}

/** Their age is theirs to judge, so a dry run leaves them out. */
function oldPatches(storeDir: string, { isDryRun, now }: GcOptions): readonly Removed[] {
  const path = join(storeDir, 'patches')
  const before = isDryRun ? 0 : sizeOf(path)
  const count = isDryRun ? 0 : sweepPatches(storeDir, now)
  const bytes = count === 0 ? 0 : before - sizeOf(path)
  return Array.from({ length: count }, (_, index) => {
    return { kind: 'patch', what: 'patch', path, bytes: index === 0 ? bytes : 0 }
  })
}

/** The record goes first: what has none is not used by anybody. */
async function remove({ kind, path }: Removed, storeDir: string, signal: AbortSignal): Promise<void> {
  const away = async (): Promise<void> => {
    if (kind === 'repo' || kind === 'env')
      rmSync(join(path, '..', `${keyOfFolder(path)}.json`), { force: true })
    rmSync(path, { recursive: true, force: true, maxRetries: 2 })
  }
  await withLock(lockStem(storeDir, keyOfFolder(path)), away, { signal, onWait: () => {} })
}

function entry(kind: Removed['kind'], what: string, path: string): Removed {
  return { kind, what, path, bytes: sizeOf(path) }
}

function sizeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 0
  if (!stat.isDirectory()) return stat.size
  return list(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
