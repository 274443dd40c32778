import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { issue, type Issue } from '../../core/issue.ts'
import { windowsFolders } from '../../core/search-path.ts'
import { isExecutable } from '../../process/locate.ts'

export type Here = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/** git itself and the PATH it gets: neither is ever inside the work tree, whatever PATH says. */
export type Program = { readonly file: string; readonly pathKey: string; readonly path: string }

export function findGit(here: Here): Program | Issue {
  const pathKey = Object.keys(here.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const roots = workTrees(here)
  const outside = (path: string): boolean => !roots.some((root) => isWithin(root, path))
  const folders = foldersOf(here.env[pathKey]).filter(
    (folder) => isAbsolute(folder) && outside(folder) && outside(realPath(folder)),
  )
  const file = folders
    .map((folder) => join(folder, process.platform === 'win32' ? 'git.exe' : 'git'))
    .find((path) => existsSync(path) && isExecutable(path) && outside(realPath(path)))
  return file === undefined ? missing(roots) : { file, pathKey, path: folders.join(delimiter) }
}

export function isWithin(folder: string, path: string): boolean {
  // Windows ignores case and takes both slashes.
  if (process.platform === 'win32') return !/^(?:\.\.(?:\\|$)|[a-z]:|\\)/i.test(relative(folder, path))
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

export function realPath(path: string): string {
  try {
    return process.platform === 'win32' ? realpathSync.native(path) : realpathSync(path)
  } catch {
    return path
  }
}

/** Git is not there yet to be asked: the nearest folder with a `.git`, and what the environment says. */
function workTrees({ cwd, env }: Here): readonly string[] {
  const named = env['GIT_WORK_TREE']
  // With GIT_DIR alone the folder itself is the work tree.
  const top = nearestWithGit(cwd) ?? (env['GIT_DIR'] === undefined ? undefined : cwd)
  const guesses = [...(top === undefined ? [] : [top]), ...(named ? [resolve(cwd, named)] : [])]
  return [...new Set(guesses.flatMap((folder) => [folder, realPath(folder)]))]
}

function nearestWithGit(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestWithGit(parent)
}

function foldersOf(path: string | undefined): readonly string[] {
  if (process.platform !== 'win32') return (path ?? '/usr/bin:/bin').split(delimiter)
  // `\tools` is on the current drive, whichever that is; a `;` would end a folder in the PATH that git gets.
  return windowsFolders(path).filter((folder) => !/^[\\/](?![\\/])|;/.test(folder))
}

function missing(roots: readonly string[]): Issue {
  return issue(
    'git.missing',
    {},
    `No program "git" in PATH${roots[0] === undefined ? '' : ` outside the work tree "${roots[0]}"`}.`,
    'Install git, or put its absolute folder into PATH; relative folders and folders of the work tree are not searched.',
  )
}
