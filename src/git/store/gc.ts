import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { oldPatches, sweepPatches } from '../worktree/patches.ts'
import { isLocked, withLock } from './lock.ts'
import { keyOfFolder, lockStem, namesOf, readRecord } from './obtain.ts'
import { pruneConfigs, trackedConfigs } from './registry.ts'
import { isEnvUsed, usesOf, type StoreRecords, type Uses } from './uses.ts'

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
  const configs = [...new Set([...trackedConfigs(storeDir), ...(options.inUse ?? [])])]
  const { uses, issues } = usesOf(configs, { records: recordsOf(storeDir), now: options.now })
  const found = [
    ...unusedIn(storeDir, 'repos', uses),
    ...unusedIn(storeDir, 'envs', uses),
    ...staleScratch(storeDir, options.now),
    ...oldPatches(storeDir, options.now).map((path) => entry('patch', 'patch', path)),
  ]
  const kept = options.isDryRun ? [] : await removeAll(found, storeDir, options)
  const removed = found.filter(({ path }) => options.isDryRun || !existsSync(path))
  const bytes = removed.reduce((sum, each) => sum + each.bytes, 0)
  return { removed, bytes, issues: [...issues, ...kept] }
}

/** What could not be removed. */
async function removeAll(
  found: readonly Removed[],
  storeDir: string,
  { now, signal }: GcOptions,
): Promise<readonly Issue[]> {
  const kept: Issue[] = []
  for (const each of found) {
    if (each.kind === 'patch') continue
    const problem = await remove(each, storeDir, signal)
    if (isIssue(problem)) kept.push(problem)
  }
  sweepPatches(storeDir, now)
  if (existsSync(storeDir)) await pruneConfigs({ storeDir, signal })
  return kept
}

function recordsOf(storeDir: string): StoreRecords {
  const read = (folder: 'repos' | 'envs'): StoreRecords['repos'] => {
    const place = join(storeDir, folder)
    const keys = list(place).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
    return new Map(
      keys.flatMap((key) => {
        const record = readRecord(place, key)
        return record === undefined ? [] : [[key, { ...record, madeAt: timeOf(join(place, `${key}.json`)) }]]
      }),
    )
  }
  return { repos: read('repos'), envs: read('envs') }
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
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
  if (isRepo ? uses.repos.has(key) : isEnvUsed(key, record, uses)) return []
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

/** The record goes first: what has none is not used by anybody. */
async function remove(
  { kind, path }: Removed,
  storeDir: string,
  signal: AbortSignal,
): Promise<Issue | undefined> {
  const away = async (): Promise<Issue | undefined> => {
    try {
      if (kind === 'repo' || kind === 'env')
        rmSync(join(path, '..', `${keyOfFolder(path)}.json`), { force: true })
      rmSync(path, { recursive: true, force: true, maxRetries: 2 })
      return undefined
    } catch (error) {
      const why = (error as Error).message
      return warning('gc.kept', { file: path }, `"${path}" could not be removed: ${why}.`)
    }
  }
  return withLock(lockStem(storeDir, keyOfFolder(path)), away, { signal, onWait: () => {} })
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
