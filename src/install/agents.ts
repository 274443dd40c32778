import * as path from 'node:path'
import { safePath, windowsFolders } from '../core/search-path.ts'
import type { Places } from '../dialects/dialect.ts'
import { AGENTS } from '../dialects/agents.ts'
import { hostNames, findEntry } from '../dialects/registry.ts'
import { isInside, realPath } from '../config/places.ts'
import type { Files } from '../ports/files.ts'

/** An agent on this machine. */
export type FoundAgent = {
  /** Name of the dialect. */
  readonly name: string
  readonly title: string
  /** Absolute path of its program. Absent: only its folder was found. */
  readonly program?: string
  /** Its folder in the home directory. */
  readonly folder?: string
}

type Around = { readonly places: Places; readonly files: Files }

/** Returns the agents that have a program on PATH, outside of the project (fault S39), or a folder in the home directory. */
export function findAgents(around: Around): readonly FoundAgent[] {
  const folders = searchedFolders(around)
  return hostNames.flatMap((name) => {
    const { programs, folders: own } = AGENTS[name] ?? { programs: [], folders: [] }
    const title = findEntry(name)?.title ?? name
    const program = findProgram(programs, folders, around)
    const folder = own
      .map((each) => path.join(around.places.home, ...each.split('/')))
      .find((each) => around.files.kind(each) === 'directory')
    if (program === undefined && folder === undefined) return []
    return [
      { name, title, ...(program !== undefined && { program }), ...(folder !== undefined && { folder }) },
    ]
  })
}

function searchedFolders({ places, files }: Around): readonly string[] {
  const { platform, projectDir, isHomeInside } = places
  const real = realPath(projectDir, files)
  const isOfProject = (folder: string): boolean =>
    isHomeInside !== true && (isInside(folder, projectDir) || isInside(realPath(folder, files), real))
  const { path: kept } = safePath(places.env('PATH'), { platform, isInside: isOfProject })
  return platform === 'win32' ? windowsFolders(kept) : kept.split(':')
}

function findProgram(
  names: readonly string[],
  folders: readonly string[],
  { places, files }: Around,
): string | undefined {
  const endings = places.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return names
    .flatMap((name) =>
      folders.flatMap((folder) => endings.map((ending) => path.join(folder, `${name}${ending}`))),
    )
    .find((file) => files.kind(file) === 'file')
}
