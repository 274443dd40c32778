import type { Scope } from '../../core/hook.ts'
import { joiner } from '../_families/places.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** Folders in which every file that is named after an event is a hook. */
export function files(places: Places): readonly FileSpec[] {
  const join = joiner(places)
  const { home, projectDir } = places
  return [
    folder('user', join(home, 'Documents', 'Cline', 'Hooks')),
    folder('user', join(home, '.cline', 'hooks')),
    folder('project', join(projectDir, '.clinerules', 'hooks')),
    folder('project', join(projectDir, '.cline', 'hooks')),
  ]
}

function folder(scope: Scope, path: string): FileSpec {
  return { find: 'folder', scope, path, suffix: '', deep: false, format: 'program' }
}
