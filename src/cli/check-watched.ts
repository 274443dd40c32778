import * as path from 'node:path'
import type { Dialect, FileSpec, Places } from '../dialects/dialect.ts'
import { CONFIG_NAMES } from '../git/config/find-config.ts'

type Around = { readonly places: Places; readonly dialects: ReadonlyMap<string, Dialect> }

/** The files that were looked at, and the places where further ones would be. */
export function watchedPaths(files: readonly string[], { places, dialects }: Around): readonly string[] {
  const specs = [...dialects.values()].flatMap((dialect) => dialect.files(places))
  const git = CONFIG_NAMES.map((name) => path.join(places.projectDir, name))
  return [...new Set([...files, ...specs.flatMap(placesIn), ...git])]
}

function placesIn(spec: FileSpec): readonly string[] {
  if (spec.find !== 'nearest') return [spec.path]
  const folders = [...new Set([spec.from, spec.upTo])]
  return folders.flatMap((folder) => spec.names.map((name) => path.join(folder, name)))
}
