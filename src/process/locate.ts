import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathKey, windowsFolders } from '../core/search-path.ts'

export type Surroundings = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/** Like execvp: a name with a slash is a path, any other is looked for in the child's own PATH. */
export function locate(file: string, around: Surroundings): string | undefined {
  const { cwd, env } = around
  if (file.includes('/')) return exists(resolve(cwd, file)) ? resolve(cwd, file) : undefined
  const paths = (): string[] => searchPath(env).map((folder) => resolve(cwd, folder, file))
  return startedFile(file, around) ?? paths().find((path) => exists(path))
}

/** The file that execvp would try to start; undefined when PATH leads to none that may be executed. */
export function startedFile(file: string, { cwd, env }: Surroundings): string | undefined {
  if (file.includes('/')) return resolve(cwd, file)
  for (const folder of searchPath(env)) {
    const path = isWhole(folder) ? `${folder}/${file}` : resolve(cwd, folder, file)
    // Most folders do not have it, and this is the quickest way to know.
    if (existsSync(path) && isFile(path) && isExecutable(path)) return path
  }
  return undefined
}

/** `resolve` would leave it as it is, and takes longer than to look for the file. */
function isWhole(folder: string): boolean {
  return folder.startsWith('/') && !folder.endsWith('/') && !/\/[./]/.test(folder)
}

/** Where execvp looks; without a PATH it falls back to the two standard folders. */
export function searchPath(env: Surroundings['env']): readonly string[] {
  const path = env['PATH'] ?? '/bin:/usr/bin'
  // Nearly every hook has the same.
  if (path !== last.path) last = { path, folders: path.split(':').map((folder) => folder || '.') }
  return last.folders
}

let last: { readonly path: string; readonly folders: readonly string[] } = { path: '.', folders: ['.'] }

/**
 * What a bare name leads to on Windows' PATH. Node would look into the working directory first, which is the project's.
 * `program`: what can be started. `batch`: only a file for `cmd` was found.
 */
export function onWindowsPath(
  file: string,
  env: Surroundings['env'],
): { readonly program?: string; readonly batch?: string } {
  const folders = windowsFolders(env[pathKey(env, 'win32')])
  const find = (endings: readonly string[]): string | undefined =>
    folders.flatMap((folder) => endings.map((ending) => join(folder, file + ending))).find(isFile)
  const program = find([...(/\.(?:com|exe)$/i.test(file) ? [''] : []), '.com', '.exe'])
  if (program !== undefined) return { program }
  const batch = find([...(BATCH.test(file) ? [''] : []), '.bat', '.cmd'])
  return batch === undefined ? {} : { batch }
}

/** Files that only `cmd` can start. */
export const BATCH = /\.(?:bat|cmd)$/i

/** On Windows `C:program` is a path too. */
export function isWindowsPath(file: string): boolean {
  return /[\\/:]/.test(file)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function exists(path: string): boolean {
  return look(path) !== undefined
}

function isFile(path: string): boolean {
  return look(path)?.isFile() === true
}

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
