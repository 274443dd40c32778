import type { Scope } from '../../core/hook.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** Variable with the folder of the user's settings. Default: `~/.codex`. */
export const HOME_VARIABLE = 'CODEX_HOME'

export const FILE_NAMES = {
  json: 'hooks.json',
  toml: 'config.toml',
  requirements: 'requirements.toml',
  legacy: 'managed_config.toml',
} as const

/** Where hooks are, strongest scope first; config.ts puts them into the order of Codex: docs/hosts/codex-cli.md#files. */
export function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const system = systemFolder(places)
  const user = userFolder(places)
  const legacy = places.platform === 'win32' ? [] : [join(system, FILE_NAMES.legacy)]
  return [
    file('managed', join(system, FILE_NAMES.requirements)),
    ...layer('managed', system, join),
    ...legacy.map((path) => file('managed', path)),
    ...layer('user', user, join),
    ...projectFolders(places)
      .map((folder) => join(folder, '.codex'))
      .filter((folder) => folder !== user)
      .flatMap((folder) => layer('project', folder, join)),
  ]
}

export function userFolder(places: Places): string {
  const join = joiner(places)
  return join(places.env(HOME_VARIABLE) || join(places.home, '.codex'))
}

function systemFolder(places: Places): string {
  if (places.platform !== 'win32') return '/etc/codex'
  return joiner(places)(places.env('ProgramData') || 'C:\\ProgramData', 'OpenAI', 'Codex')
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

type Join = (...parts: string[]) => string

/** Both forms of one layer count, the JSON file first. */
function layer(scope: Scope, folder: string, join: Join): readonly FileSpec[] {
  return [file(scope, join(folder, FILE_NAMES.json)), file(scope, join(folder, FILE_NAMES.toml))]
}

function file(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path }
}

/** From the root of the project down to the folder of the session. */
function projectFolders({ projectDir, startDir, platform }: Places): readonly string[] {
  const separator = platform === 'win32' ? '\\' : '/'
  const root = projectDir.replace(/(?<=.)[\\/]$/, '')
  const below = root === separator ? separator : `${root}${separator}`
  if (!startDir.startsWith(below)) return startDir === projectDir ? [root] : [root, startDir]
  const steps = startDir
    .slice(below.length)
    .split(/[\\/]/)
    .filter((step) => step !== '')
  return [root, ...steps.map((_, index) => `${below}${steps.slice(0, index + 1).join(separator)}`)]
}
