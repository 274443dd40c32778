import * as path from 'node:path'
import type { Hook } from '../core/hook.ts'
import type { Stamp, Stamps } from '../ports/stamps.ts'
import { isDataFile } from './data-files.ts'
import { changedSince, type Look } from './watch-covered.ts'

/** A look as plain JSON, for a process that goes on with a running hook. */
export type CarriedLook = {
  readonly root: string
  readonly files: readonly (readonly [
    string,
    { readonly way: readonly (readonly [string, Stamp])[]; readonly file: Stamp },
  ])[]
}

export function carriedLook({ files }: Look, root: string): CarriedLook {
  return { root, files: [...files].map(([name, { way, file }]) => [name, { way: [...way], file }]) }
}

/** The files, relative to the project, that changed since the look was taken. */
export function changedSinceCarried(carried: CarriedLook, hook: Hook, stamps: Stamps): readonly string[] {
  const { root } = carried
  const files = new Map(
    carried.files.map(([name, { way, file }]) => [name, { way: new Map(way), file }] as const),
  )
  return changedSince({ files, isRecent: false }, { stamps, root })
    .filter((file) => !isDataFile(hook, file))
    .map((file) => nameIn(root, file))
}

export function nameIn(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}
