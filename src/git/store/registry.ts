import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { withLock } from './lock.ts'
import { lockStem } from './obtain.ts'
import { openStore, unwritable, type StoreContext } from './store.ts'

/** The configs that were ever run with this store and still exist: what they use is not garbage. */
export function trackedConfigs(storeDir: string): readonly string[] {
  return readAll(storeDir).filter((path) => existsSync(path))
}

/** Remembers configs by their absolute paths. Writes only when one is new. */
export async function trackConfigs(
  paths: readonly string[],
  context: StoreContext,
): Promise<Issue | undefined> {
  const isKnown = (): boolean => {
    const known = new Set(readAll(context.storeDir))
    return paths.every((path) => known.has(path))
  }
  if (isKnown()) return undefined
  const problem = openStore(context.storeDir)
  if (problem !== undefined) return problem
  const add = async (): Promise<Issue | undefined> =>
    writeAll(context.storeDir, [...new Set([...trackedConfigs(context.storeDir), ...paths])])
  return withLock(lockStem(context.storeDir, 'configs'), add, { signal: context.signal, onWait: () => {} })
}

/** Forgets configs that are gone. */
export async function pruneConfigs(
  context: Pick<StoreContext, 'storeDir' | 'signal'>,
): Promise<Issue | undefined> {
  const prune = async (): Promise<Issue | undefined> =>
    writeAll(context.storeDir, trackedConfigs(context.storeDir))
  const waiting = { signal: context.signal, onWait: () => {} }
  const problem = await withLock(lockStem(context.storeDir, 'configs'), prune, waiting)
  return isIssue(problem) ? problem : undefined
}

const registryPath = (storeDir: string): string => join(storeDir, 'configs.json')

function readAll(storeDir: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(registryPath(storeDir), 'utf8'))
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function writeAll(storeDir: string, paths: readonly string[]): Issue | undefined {
  const draft = join(storeDir, `configs.${process.pid}.draft`)
  try {
    writeFileSync(draft, `${JSON.stringify(paths.toSorted(), undefined, 2)}\n`, { mode: 0o600 })
    renameSync(draft, registryPath(storeDir))
    return undefined
  } catch (error) {
    return unwritable(storeDir, error)
  }
}
