import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import { withLock } from './lock.ts'
import { openStore, unwritable, type StoreContext } from './store.ts'

/** Something the store makes once and keeps. */
export type Recipe = {
  readonly kind: 'repos' | 'envs'
  readonly key: string
  /** What it is, for people who wait for it: `environment of hook "x"`. */
  readonly what: string
  /** Kept beside it, for `gc` and for curious people. */
  readonly facts: Facts
  /** Fills an empty folder that stays where it is. */
  build(folder: string): Promise<Issue | undefined>
}

export type Facts = Readonly<Record<string, unknown>>

/** What is complete has a record; a folder without one is what a crash left behind. */
export type StoreRecord = { readonly folder: string; readonly facts: Facts }

/**
 * The folder of a recipe, built by one process only, however many ask. A folder is never moved, because environments
 * hold their own path, and never built in twice, because a killed build may leave a child that still writes: what
 * makes it usable is the rename of its record.
 */
export async function obtain(recipe: Recipe, context: StoreContext): Promise<string | Issue> {
  const place = join(context.storeDir, recipe.kind)
  const known = readRecord(place, recipe.key)
  if (known !== undefined) return known.folder
  const problem = openStore(context.storeDir)
  if (problem !== undefined) return problem
  const onWait = (owner: string) => context.progress(`Waiting for process ${owner}: ${recipe.what}`)
  const build = async () => readRecord(place, recipe.key)?.folder ?? (await make(recipe, place))
  try {
    return await withLock(lockStem(context.storeDir, recipe.key), build, { signal: context.signal, onWait })
  } catch (error) {
    return unwritable(place, error)
  }
}

export function lockStem(storeDir: string, key: string): string {
  return join(storeDir, 'locks', key)
}

/** Undefined for what is not there, not complete, or was removed by hand. */
export function readRecord(place: string, key: string): StoreRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(join(place, `${key}.json`), 'utf8')) as {
      folder: string
      facts: Facts
    }
    const folder = join(place, record.folder)
    return statSync(folder).isDirectory() ? { folder, facts: record.facts } : undefined
  } catch {
    return undefined
  }
}

/** A folder of the store is named after its key. */
export function keyOfFolder(folder: string): string {
  return basename(folder).split('-')[0] ?? ''
}

/** Everything in a folder of the store that belongs to one key. */
export function namesOf(place: string, key: string): readonly string[] {
  return readdirSync(place).filter((name) => name === `${key}.json` || name.startsWith(`${key}-`))
}

async function make(recipe: Recipe, place: string): Promise<string | Issue> {
  for (const name of namesOf(place, recipe.key)) removeQuietly(join(place, name))
  const name = `${recipe.key}-${randomBytes(4).toString('hex')}`
  const folder = join(place, name)
  mkdirSync(folder, { mode: 0o700 })
  const problem = await recipe.build(folder)
  if (isIssue(problem)) {
    removeQuietly(folder)
    return problem
  }
  writeRecord(place, recipe.key, { folder: name, facts: recipe.facts })
  return folder
}

function writeRecord(place: string, key: string, record: StoreRecord): void {
  const draft = join(place, `${record.folder}.draft`)
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(draft, join(place, `${key}.json`))
}

/** An orphan of a killed build may still write; what is left then is swept later. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {
    // Left for `gc`.
  }
}
