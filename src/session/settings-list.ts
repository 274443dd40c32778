import { dirname, join } from 'node:path'
import type { Scope } from '../core/hook.ts'
import type { FileSpec } from '../dialects/dialect.ts'
import type { SettingsFile, SettingsSource } from './reload.ts'

/** Whose settings a file is; those of plugins are read again only when the program says so. */
const SOURCES: Readonly<Record<Scope, SettingsSource | undefined>> = {
  managed: 'policy_settings',
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  session: 'skills',
  plugin: undefined,
}

type Found = { readonly path: string; readonly scope: Scope }

/** Every file that hooks come from or could come from, once each. */
export function settingsFiles(specs: readonly FileSpec[], found: readonly Found[]): readonly SettingsFile[] {
  const all = [...found, ...specs.flatMap(candidates)]
  const byPath = new Map<string, SettingsFile>()
  for (const { path, scope } of all) {
    const source = SOURCES[scope]
    if (source !== undefined && !byPath.has(path)) byPath.set(path, { file: path, source })
  }
  return [...byPath.values()]
}

function candidates(spec: FileSpec): readonly Found[] {
  const { scope } = spec
  if (spec.find !== 'nearest') return [{ path: spec.path, scope }]
  return foldersUp(spec.from, spec.upTo).flatMap((folder) =>
    spec.names.map((name) => ({ path: join(folder, name), scope })),
  )
}

function foldersUp(from: string, upTo: string): readonly string[] {
  const above = dirname(from)
  return from === upTo || above === from ? [from] : [from, ...foldersUp(above, upTo)]
}
