import * as path from 'node:path'
import type { Dialect, FileSpec, Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'
import { discover } from './discover.ts'
import { isInside, realPath } from './places.ts'
import type { Gathered } from './read-files.ts'

type Ground = { readonly places: Places; readonly files: Files }

type Calling = Ground & {
  readonly host: string | undefined
  readonly dialects: ReadonlyMap<string, Dialect>
}

/** Marks the files that the calling host reads by itself, where that is certain. */
export function markHostFiles(imported: Gathered, request: Calling): Gathered {
  const host = request.dialects.get(request.host ?? '')
  if (host === undefined || imported.files.length === 0) return imported
  const files = imported.files.map((file) =>
    readsItself(host, file.path, request) ? { ...file, isReadByHost: true } : file,
  )
  return { ...imported, files }
}

/**
 * True when a host certainly reads this very path. Another path that a link leads from is not enough: the host may read
 * it as another kind of file, and a project could make a user's guard quiet with such a link. Nor is a path with a link
 * in it, which the host may refuse.
 */
export function readsItself(host: Dialect, file: string, { places, files }: Ground): boolean {
  if (host.choosesFiles) return false
  const specs = host.files(places).filter((spec) => mayFind(spec, file))
  if (specs.length === 0) return false
  return (
    discover(specs, files).found.some((found) => isSame(found.path, file)) && !isLinked(file, places, files)
  )
}

/** Spares the disk the look at places where the file is not. */
function mayFind(spec: FileSpec, file: string): boolean {
  if (spec.find === 'file') return isSame(spec.path, file)
  return spec.find === 'folder' ? isInside(file, spec.path) : spec.names.includes(path.basename(file))
}

function isSame(a: string, b: string): boolean {
  return path.resolve(a) === path.resolve(b)
}

/** Links above the project or home are the machine's own, and every program follows them. */
function isLinked(file: string, { projectDir, home }: Places, files: Files): boolean {
  const base = [projectDir, home].find((folder) => isInside(file, folder)) ?? path.parse(file).root
  return realPath(file, files) !== path.join(realPath(base, files), path.relative(base, file))
}
