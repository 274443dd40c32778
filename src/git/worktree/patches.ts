import * as fs from 'node:fs'
import { join } from 'node:path'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Git } from '../contracts/git.ts'
import { flush } from './disk.ts'

const KEPT_MS = 30 * 24 * 3_600_000
const OPTIONS = [
  '--binary',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--ignore-submodules',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

function patchFolder(storeDir: string): string {
  return join(storeDir, 'patches')
}

/** A name nobody has yet, `<ms>-<pid>`. */
export function newPatchId(storeDir: string, now: number): string {
  fs.mkdirSync(patchFolder(storeDir), { recursive: true, mode: 0o700 })
  fs.chmodSync(patchFolder(storeDir), 0o700)
  for (let ms = now; ; ms += 1) {
    const id = `${ms}-${process.pid}`
    if (claim(patchPath(storeDir, id))) return id
  }
}

function claim(path: string): boolean {
  try {
    fs.closeSync(fs.openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export function patchPath(storeDir: string, id: string): string {
  return join(patchFolder(storeDir), `${id}.patch`)
}

/** `command` is the diff to write, with its arguments. False: there was nothing to write. */
export async function writePatch(
  git: Git,
  {
    path,
    command,
    below,
    env = {},
  }: {
    readonly path: string
    readonly command: readonly string[]
    readonly below: string
    readonly env?: Readonly<Record<string, string>>
  },
): Promise<boolean | Issue> {
  const [name = '', ...rest] = command
  // git writes the file itself: a patch may be larger than we want to hold.
  const said = await git.read([name, ...OPTIONS, `--output=${path}`, ...rest, '--', below || '.'], { env })
  if (isIssue(said)) return said
  const { size } = fs.statSync(path)
  if (size === 0) return false
  flush(path)
  flush(join(path, '..'))
  return true
}

/** Says which journal still needs a patch, for as long as that journal exists. */
export function holdPatch(path: string, journal: string): void {
  fs.writeFileSync(heldBy(path), journal, { mode: 0o600 })
}

export function releasePatch(path: string): void {
  fs.rmSync(heldBy(path), { force: true })
}

function heldBy(path: string): string {
  return `${path}.journal`
}

/** Patches that are older than 30 days and that no journal names. */
export function oldPatches(storeDir: string, now: number): readonly string[] {
  const names = listed(patchFolder(storeDir)).filter((name) => name.endsWith('.patch'))
  return names
    .map((name) => join(patchFolder(storeDir), name))
    .filter((path) => now - (fs.lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > KEPT_MS)
    .filter((path) => !isHeld(path))
}

/** Removes those; tells how many. */
export function sweepPatches(storeDir: string, now: number): number {
  const old = oldPatches(storeDir, now)
  for (const path of old) {
    fs.rmSync(path, { force: true })
    releasePatch(path)
  }
  return old.length
}

/** A journal that names another patch belongs to a later run. */
function isHeld(path: string): boolean {
  try {
    const journal = fs.readFileSync(fs.readFileSync(heldBy(path), 'utf8'), 'utf8')
    return (JSON.parse(journal) as { patch?: unknown }).patch === path
  } catch {
    return false
  }
}

function listed(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
