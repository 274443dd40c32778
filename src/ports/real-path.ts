import * as fs from 'node:fs'
import { dirname, isAbsolute, join, parse } from 'node:path'

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40
/** A path of more names than this is not walked. */
const MOST_NAMES = 1_000

/**
 * Returns the file that a path leads to, as the system finds it: links are followed before `..` is applied, names are
 * spelt as on disk. A file that does not exist yet is where the system would create it, also behind a link to nothing.
 * `undefined`: it cannot be found out (a loop, a folder that cannot be searched, a link that depends on the process).
 */
export function realPathOf(path: string): string | undefined {
  try {
    return isAbsolute(path) && !path.includes('\0') ? walk(path) : undefined
  } catch {
    return undefined
  }
}

/** Returns the paths of all links that the system follows to find a file; of a path in a loop, those up to the limit. */
export function linksOn(path: string): readonly string[] {
  const links: string[] = []
  try {
    walk(path, links)
  } catch {
    // A folder that cannot be searched: what lies behind it cannot be run either.
  }
  return links
}

function walk(path: string, links: string[] = []): string | undefined {
  let at = parse(path).root
  const left = namesOf(path)
  while (left.length > 0) {
    if (left.length > MOST_NAMES) return undefined
    const name = left.pop() as string
    if (isOfOneProcess(at, name)) return undefined
    const next = name === '..' ? dirname(at) : join(at, name)
    const stats = statsOf(next)
    if (stats?.isSymbolicLink()) {
      if (links.push(next) > MOST_LINKS) return undefined
      const target = fs.readlinkSync(next)
      left.push(...namesOf(target))
      if (isAbsolute(target)) at = parse(target).root
    } else at = stats === undefined || name === '..' ? next : join(at, onDisk(at, name, stats))
  }
  return process.platform === 'linux' ? at : native(at)
}

function statsOf(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** The names of a path, the last one first. */
function namesOf(path: string): string[] {
  const names = path.slice(parse(path).root.length).split(process.platform === 'win32' ? /[\\/]/ : '/')
  return names.filter((name) => name !== '' && name !== '.').toReversed()
}

/** `/proc/self/cwd` is another folder for us than for the host. */
function isOfOneProcess(folder: string, name: string): boolean {
  return folder === '/proc' && /^(?:\d+|self|thread-self)$/.test(name)
}

/** Some file systems on Linux ignore case (Windows drives, ext4 with casefold): the other case is the same file there. */
function onDisk(folder: string, name: string, stats: fs.Stats): string {
  if (process.platform !== 'linux') return name
  const other = swapCase(name)
  if (other === name) return name
  const twin = statsOf(join(folder, other))
  if (twin?.ino !== stats.ino || twin.dev !== stats.dev) return name
  const lower = name.toLowerCase()
  const names = fs.readdirSync(folder)
  return names.includes(name) ? name : (names.find((one) => one.toLowerCase() === lower) ?? name)
}

function swapCase(name: string): string {
  const upper = name.toUpperCase()
  return upper === name ? name.toLowerCase() : upper
}

/** Short names (`SECRET~1`), drives made by `subst` and the case of names are known to the system only. */
function native(path: string): string {
  try {
    return fs.realpathSync.native(path)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    return join(native(parent), path.slice(parent.length))
  }
}
