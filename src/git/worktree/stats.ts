import * as fs from 'node:fs'
import { diskPath } from '../paths.ts'
import { fingerprint } from './disk.ts'
import { inSlices } from './slices.ts'

/** What the disk says about many files, without opening them. */
export type Stats = {
  readonly values: Float64Array
  /** Files that were so young that a later write might leave no trace in `values`: what was in them. */
  readonly young: ReadonlyMap<number, string>
  /** Too many or too large young files to read. */
  readonly isBlind: boolean
}

/** A list of files, as names for us and as paths for the disk. */
export type Listing = { readonly names: readonly string[]; readonly paths: readonly (string | Buffer)[] }

const FIELDS = 5
/** The coarsest clock of a file system in use (FAT). */
const TICK_MS = 2_000
const MAX_YOUNG = 500
const MAX_YOUNG_BYTES = 16 * 1_048_576

export function listingOf(root: string, names: readonly string[]): Listing {
  return { names, paths: names.map((name) => diskPath(`${root}/${name}`)) }
}

export async function takeStats(
  { paths }: Listing,
  { now, fingerprintOf }: { readonly now: number; fingerprintOf(index: number): string },
): Promise<Stats> {
  const values = new Float64Array(paths.length * FIELDS)
  const young: number[] = []
  let youngBytes = 0
  await inSlices(paths, (path, index) => {
    const stats = lstat(path)
    if (!stats) return void values.fill(-1, index * FIELDS, (index + 1) * FIELDS)
    values[index * FIELDS] = stats.mtimeMs
    values[index * FIELDS + 1] = stats.ctimeMs
    values[index * FIELDS + 2] = stats.size
    values[index * FIELDS + 3] = stats.ino
    values[index * FIELDS + 4] = stats.mode
    if (Math.max(stats.mtimeMs, stats.ctimeMs) < now - TICK_MS) return
    young.push(index)
    youngBytes += stats.size
  })
  const isBlind = young.length > MAX_YOUNG || youngBytes > MAX_YOUNG_BYTES
  const contents = new Map<number, string>()
  if (!isBlind) await inSlices(young, (index) => void contents.set(index, fingerprintOf(index)))
  return { values, young: contents, isBlind }
}

/** False only when no file can have another content or mode than before. */
export function mayDiffer(
  before: Stats,
  { after, fingerprintOf }: { readonly after: Stats; fingerprintOf(index: number): string },
): boolean {
  if (before.isBlind || before.values.length !== after.values.length) return true
  if (!before.values.every((value, at) => value === after.values[at])) return true
  for (const [index, content] of before.young) {
    if ((after.young.get(index) ?? fingerprintOf(index)) !== content) return true
  }
  return false
}

/** How the index's own file looks; it is replaced as a whole by whoever writes it. */
export function fileStamp(path: string): string {
  const stats = lstat(path)
  return stats ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ') : 'absent'
}

export function contentReader(root: string, { names }: Listing): (index: number) => string {
  return (index) => {
    try {
      return fingerprint(`${root}/${names[index]}`)
    } catch {
      return 'unreadable'
    }
  }
}

function lstat(path: string | Buffer): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
