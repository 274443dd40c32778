import * as path from 'node:path'
import type { Scope } from '../core/hook.ts'
import type { FileSpec } from '../dialects/dialect.ts'
import { foldersUp } from './discover.ts'
import type { LoadRequest } from './gather.ts'
import { isInside } from './places.ts'

/** What the host calls a change of such a file. */
export type ChangeSource =
  | 'user_settings'
  | 'project_settings'
  | 'local_settings'
  | 'policy_settings'
  | 'skills'

/** A place whose change may change the hooks; nothing needs to be there yet. */
export type WatchedPlace = {
  readonly path: string
  readonly source: ChangeSource
  /** The place is a folder, and its files with this ending count. */
  readonly suffix?: string
}

const SOURCES: Readonly<Record<Exclude<Scope, 'plugin'>, ChangeSource>> = {
  managed: 'policy_settings',
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  session: 'skills',
}

/** Every place the sources are read from. Plugins are left out: their files count from start to start. */
export function watchList({
  sources,
  places,
  dialects,
}: Pick<LoadRequest, 'sources' | 'places' | 'dialects'>): readonly WatchedPlace[] {
  return [...new Set(sources)].flatMap((source) => {
    const dialect = dialects.get(source)
    if (dialect !== undefined) return dialect.files(places).flatMap(placesOf)
    const file = path.resolve(places.startDir, source)
    const isSession = [...dialects.values()].some((each) => each.sessionFilePattern?.test(file))
    const whose = isInside(file, places.projectDir) ? 'project' : 'user'
    return { path: file, source: SOURCES[isSession ? 'session' : whose] }
  })
}

function placesOf(spec: FileSpec): readonly WatchedPlace[] {
  if (spec.scope === 'plugin') return []
  const source = SOURCES[spec.scope]
  switch (spec.find) {
    case 'file':
      return [{ path: spec.path, source }]
    case 'folder':
      return [{ path: spec.path, source, suffix: spec.suffix }]
    case 'nearest':
      return foldersUp(spec.from, spec.upTo).flatMap((folder) =>
        spec.names.map((name) => ({ path: path.join(folder, name), source })),
      )
  }
}
