import type { Scope } from '../../../core/hook.ts'
import type { FileSpec, Places } from '../../dialect.ts'
import { joiner } from '../places.ts'

/** Joins parts of a path with the separator of the system. */
export function join(places: Pick<Places, 'platform'>, first: string, ...rest: readonly string[]): string {
  return joiner(places)(first, ...rest)
}

export function file(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path }
}

export function folder(scope: Scope, path: string): FileSpec {
  return { find: 'folder', scope, path, suffix: '.json', deep: false }
}

/** The project's folder, and the one the session was started in where it is another. */
export function projectDirs({ projectDir, startDir }: Places): readonly string[] {
  return projectDir === startDir ? [projectDir] : [projectDir, startDir]
}
