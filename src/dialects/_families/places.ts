import type { Scope } from '../../core/hook.ts'
import type { FileSpec, Places } from '../dialect.ts'

/** Returns a function that joins parts of a path with the separator of the platform. */
export function joiner({ platform }: Pick<Places, 'platform'>): (...parts: string[]) => string {
  const separator = platform === 'win32' ? '\\' : '/'
  return (first = '', ...rest) => [first.replace(/(?<=.)[\\/]$/, ''), ...rest].join(separator)
}

export function fileAt(scope: Scope, path: string): FileSpec {
  return { find: 'file', scope, path }
}

/** All JSON files directly in a folder. */
export function jsonFilesIn(scope: Scope, path: string): FileSpec {
  return { find: 'folder', scope, path, suffix: '.json', deep: false }
}

/** Started in the home folder, a file of the project may be one of the user's; the user's stands. */
export function withoutRepeats(specs: readonly FileSpec[]): readonly FileSpec[] {
  return specs.filter(
    (spec, index) =>
      'names' in spec || specs.findIndex((other) => 'path' in other && other.path === spec.path) === index,
  )
}

/** Folders from the one that the session works in up to the root of the repository, the innermost first. */
export function foldersUp({ startDir, projectDir, platform }: Places): readonly string[] {
  const separator = platform === 'win32' ? '\\' : '/'
  if (startDir === projectDir || !startDir.startsWith(`${projectDir}${separator}`)) return [startDir]
  const between = startDir.slice(projectDir.length + 1).split(/[\\/]/)
  return [
    ...between.map((_, index) => [projectDir, ...between.slice(0, between.length - index)].join(separator)),
    projectDir,
  ]
}
