import type { Scope } from '../../core/hook.ts'
import { isObject } from '../_families/claude/shape.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places, PluginLayout, PluginManifest } from '../dialect.ts'
import { HOST_VARIABLES } from './variables.ts'

const MANAGED: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
}

/** Where settings are, strongest first. Parent folders are not searched. */
export function files(places: Places): readonly FileSpec[] {
  const managed = MANAGED[places.platform] ?? '/etc/claude-code'
  const join = joiner(places)
  const user = join(places.env(HOST_VARIABLES.configDir) || join(places.home, '.claude'), 'settings.json')
  const project = join(places.startDir, '.claude', 'settings.json')
  // Started in the home folder, the project file is the user file.
  const projects = project === user ? [] : [project]
  return [
    file('managed', join(managed, 'managed-settings.json')),
    {
      find: 'folder',
      scope: 'managed',
      path: join(managed, 'managed-settings.d'),
      suffix: '.json',
      deep: false,
    },
    file('user', user),
    ...projects.map((path) => file('project', path)),
    ...localDirs(places).map((dir) => file('local', join(dir, '.claude', 'settings.local.json'))),
  ]
}

function file(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path }
}

/** At the git root since 2.1.211, except on Windows and where the root is the home folder; a file left behind still counts. */
function localDirs({ platform, projectDir, startDir, home }: Places): readonly string[] {
  if (platform === 'win32' || projectDir === home || projectDir === startDir) return [startDir]
  return [projectDir, startDir]
}

export const pluginLayout: PluginLayout = {
  manifest: '.claude-plugin/plugin.json',
  hooks: 'hooks/hooks.json',
  describe,
}

/** `hooks` is a path, a list of paths, or the hooks themselves; paths add to the usual file. */
function describe(manifest: unknown): PluginManifest {
  if (!isObject(manifest)) return { paths: [] }
  const { name, hooks } = manifest as { name?: unknown; hooks?: unknown }
  const listed: unknown[] = Array.isArray(hooks) ? hooks : []
  const paths = [
    ...(typeof hooks === 'string' ? [{ path: hooks, pointer: ['hooks'] }] : []),
    ...listed.flatMap((path, index) =>
      typeof path === 'string' ? [{ path, pointer: ['hooks', index] }] : [],
    ),
  ]
  return { paths, ...(typeof name === 'string' && name !== '' && { name }) }
}
