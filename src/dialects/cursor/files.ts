import { joiner } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

/**
 * The files of the host, strongest first. It also reads Claude Code's, unless a setting that is not in a file says
 * no; those are left to their own dialect (docs/hosts/cursor.md#claude-code-files-and-double-runs).
 */
export function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  return [
    { find: 'file', scope: 'managed', path: join(managedDir(places), 'hooks.json') },
    { find: 'file', scope: 'project', path: join(places.projectDir, '.cursor', 'hooks.json') },
    { find: 'file', scope: 'user', path: join(userDir(places), 'hooks.json') },
  ]
}

/** Where hooks of a policy are kept, and run. */
export function managedDir({ platform }: Pick<Places, 'platform'>): string {
  if (platform === 'win32') return 'C:\\ProgramData\\Cursor'
  return platform === 'darwin' ? '/Library/Application Support/Cursor' : '/etc/cursor'
}

/** Where the user's hooks are kept, and run. */
export function userDir(places: Pick<Places, 'platform' | 'home'>): string {
  return joiner(places)(places.home, '.cursor')
}
