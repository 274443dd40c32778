import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import { isFileProblem, type Files } from '../ports/files.ts'
import type { Stamp, Stamps } from '../ports/stamps.ts'
import { isDataFile } from './data-files.ts'
import { appearedSince, changedSince, type Listing, type Look } from './watch-covered.ts'

/** A look as plain JSON, for a process that goes on with a running hook. */
export type CarriedLook = {
  readonly root: string
  readonly files: readonly (readonly [
    string,
    { readonly way: readonly (readonly [string, Stamp])[]; readonly file: Stamp },
  ])[]
  readonly absent: readonly string[]
  readonly listed: readonly (readonly [string, Listing])[]
}

export function carriedLook({ files, absent, listed }: Look, root: string): CarriedLook {
  return {
    root,
    files: [...files].map(([name, { way, file }]) => [name, { way: [...way], file }]),
    absent: [...absent],
    listed: [...listed],
  }
}

/** The files, relative to the project, that changed since the look was taken. */
export function changedSinceCarried(
  carried: CarriedLook,
  hook: Hook,
  { stamps, files: disk }: { readonly stamps: Stamps; readonly files: Files },
): readonly string[] {
  const { root } = carried
  const files = new Map(
    carried.files.map(([name, { way, file }]) => [name, { way: new Map(way), file }] as const),
  )
  const listed = new Map(carried.listed)
  const appeared = appearedSince({ absent: new Set(carried.absent), listed }, stamps)
  const added = appeared.folders.flatMap((folder) => newNames(folder, listed.get(folder), disk))
  const covered = [
    ...changedSince({ files }, { stamps, root }),
    ...[...appeared.files, ...added].map((file) => ({ file, at: file })),
  ].filter(({ file }) => !isDataFile(hook, file))
  return [...new Set(covered.map(({ at }) => nameIn(root, at)))]
}

/** All of them: the patterns that chose among the entries stay with the process that took the look. */
function newNames(folder: string, was: Listing | undefined, files: Files): readonly string[] {
  const entries = was && files.list(folder)
  if (entries === undefined || isFileProblem(entries)) return []
  const isNew = (name: string): boolean => !was?.names.includes(name) && !isToolFolder(name)
  return entries.flatMap(({ name }) => (isNew(name) ? path.join(folder, name) : []))
}

/** What interpreters and tools write beside the scripts they run; no approval covers it. */
function isToolFolder(name: string): boolean {
  return name === '__pycache__' || name === 'node_modules' || name === '.git'
}

/** Relative to the root, with slashes; a folder that ends with a separator keeps it. */
export function nameIn(root: string, file: string): string {
  const name = path.relative(root, file).replaceAll(path.sep, '/')
  return file.endsWith(path.sep) ? `${name === '' ? '.' : name}/` : name
}
