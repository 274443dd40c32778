import type { Scope } from '../../core/hook.ts'
import { isObject } from '../_families/claude/shape.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places, PluginLayout, PluginManifest } from '../dialect.ts'

/** Variables that move files of the host. */
export const VARIABLES = {
  system: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
  defaults: 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
  home: 'GEMINI_CLI_HOME',
} as const

const SYSTEM: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/GeminiCli/settings.json',
  win32: 'C:\\ProgramData\\gemini-cli\\settings.json',
}

/** In the order the host runs their hooks: system defaults, user, workspace, system. */
export function files(places: Places): readonly FileSpec[] {
  const { startDir, home, env } = places
  const join = joiner(places)
  const user = join(env(VARIABLES.home) || home, '.gemini', 'settings.json')
  const workspace = join(startDir, '.gemini', 'settings.json')
  return [
    file('managed', defaultsPath(places)),
    file('user', user),
    // Started in the home folder, the workspace's file is the user's.
    ...(workspace === user ? [] : [file('project', workspace)]),
    file('managed', systemPath(places)),
  ]
}

export function systemPath({ platform, env }: Pick<Places, 'platform' | 'env'>): string {
  return env(VARIABLES.system) || (SYSTEM[platform] ?? '/etc/gemini-cli/settings.json')
}

/** Beside the system's settings, unless a variable says otherwise. */
export function defaultsPath(places: Pick<Places, 'platform' | 'env'>): string {
  const beside = systemPath(places).replace(/[^\\/]*$/, 'system-defaults.json')
  return places.env(VARIABLES.defaults) || beside
}

function file(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path, format: 'jsonc' }
}

/** The host's extensions. */
export const pluginLayout: PluginLayout = {
  manifest: 'gemini-extension.json',
  hooks: 'hooks/hooks.json',
  describe,
}

function describe(manifest: unknown): PluginManifest {
  const name = isObject(manifest) ? manifest['name'] : undefined
  return { paths: [], ...(typeof name === 'string' && name !== '' && { name }) }
}
