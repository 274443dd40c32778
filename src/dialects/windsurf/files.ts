import type { FileSpec, Places } from '../dialect.ts'
import { joiner } from '../_families/places.ts'

/** In the order in which the host runs their hooks: system, user, workspace. */
export function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { home, projectDir } = places
  return [
    { find: 'file', scope: 'managed', path: join(systemFolder(places), 'hooks.json') },
    { find: 'file', scope: 'user', path: join(home, '.codeium', 'windsurf', 'hooks.json') },
    // The plugin for JetBrains editors.
    { find: 'file', scope: 'user', path: join(home, '.codeium', 'hooks.json') },
    { find: 'file', scope: 'project', path: join(projectDir, '.windsurf', 'hooks.json') },
  ]
}

function systemFolder({ platform, env }: Places): string {
  if (platform === 'win32') return `${env('ProgramData') ?? 'C:\\ProgramData'}\\Windsurf`
  return platform === 'darwin' ? '/Library/Application Support/Windsurf' : '/etc/windsurf'
}
