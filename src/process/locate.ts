import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

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
    const path = resolve(cwd, folder, file)
    // Most folders do not have it, and this is the quickest way to know.
    if (existsSync(path) && isFile(path) && isExecutable(path)) return path
  }
  return undefined
}

/** Where execvp looks; without a PATH it falls back to the two standard folders. */
export function searchPath(env: Surroundings['env']): string[] {
  return (env['PATH'] ?? '/bin:/usr/bin').split(':').map((folder) => folder || '.')
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
