import type { Scope } from '../../core/hook.ts'
import { isObject } from '../_families/claude/shape.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places, PluginLayout, PluginManifest } from '../dialect.ts'
import type { Surface } from './surfaces.ts'

/** In the order the host runs their hooks. */
export function filesOn(surface: Surface): (places: Places) => readonly FileSpec[] {
  return FILES[surface]
}

const FILES: Readonly<Record<Surface, (places: Places) => readonly FileSpec[]>> = {
  cli: cliFiles,
  guide: cliFiles,
  vscode: vscodeFiles,
  cloud: (places) => [folder('project', joiner(places)(places.projectDir, '.github', 'hooks'), false)],
}

function cliFiles(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const home = copilotHome(places)
  const root = places.projectDir
  const repository = [
    folder('project', join(root, '.github', 'hooks'), true),
    file('project', join(root, '.claude', 'settings.json')),
    file('local', join(root, '.claude', 'settings.local.json')),
    file('project', join(root, '.github', 'copilot', 'settings.json')),
    file('local', join(root, '.github', 'copilot', 'settings.local.json')),
  ]
  return [
    folder('managed', policyDir(places), false),
    folder('user', join(home, 'hooks'), true),
    file('user', join(home, 'settings.json')),
    ...repository,
  ]
}

/** Folders are not searched below, and the user's Claude Code settings count. */
function vscodeFiles(places: Places): readonly FileSpec[] {
  const { projectDir: root, home } = places
  const join = joiner(places)
  const own = file('project', join(root, '.claude', 'settings.json'))
  return [
    folder('project', join(root, '.github', 'hooks'), false),
    ...(root === home ? [] : [own]),
    file('local', join(root, '.claude', 'settings.local.json')),
    folder('user', join(home, '.copilot', 'hooks'), false),
    file('user', join(home, '.claude', 'settings.json')),
  ]
}

function policyDir({ platform, env }: Places): string {
  if (platform !== 'win32') return '/etc/github-copilot/policy.d'
  return `${env('ProgramData') ?? 'C:\\ProgramData'}\\GitHub\\Copilot\\policy.d`
}

export function copilotHome(places: Places): string {
  return places.env('COPILOT_HOME') || joiner(places)(places.home, '.copilot')
}

function file(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path }
}

function folder(scope: Scope, path: string, deep: boolean): FileSpec {
  return { find: 'folder', scope, path, suffix: '.json', deep }
}

export const pluginLayout: PluginLayout = {
  manifest: 'plugin.json',
  hooks: 'hooks.json',
  moreHooks: ['hooks/hooks.json', 'com.github.copilot/hooks/hooks.json'],
  describe,
}

/** `hooks` is a path, or the hooks themselves. */
function describe(manifest: unknown): PluginManifest {
  if (!isObject(manifest)) return { paths: [] }
  const { name, hooks } = manifest as { name?: unknown; hooks?: unknown }
  const paths = typeof hooks === 'string' ? [{ path: hooks, pointer: ['hooks'] }] : []
  return { paths, ...(typeof name === 'string' && name !== '' && { name }) }
}
