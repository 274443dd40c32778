import { joiner } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** Names of the workspace's folder for customizations; the first is the documented one. */
const FOLDERS = ['.agents', '.agent', '_agents', '_agent'] as const

export function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  return [
    { find: 'file', scope: 'user', path: join(places.home, '.gemini', 'config', 'hooks.json') },
    ...FOLDERS.map((folder): FileSpec => ({
      find: 'file',
      scope: 'project',
      path: join(places.projectDir, folder, 'hooks.json'),
    })),
  ]
}
