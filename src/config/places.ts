import * as path from 'node:path'
import { issue, warning, type Issue } from '../core/issue.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Env } from '../ports/env.ts'
import { isFileProblem, systemFiles, type Files } from '../ports/files.ts'

/** Where things are for one call. git is not asked, so nothing a repository configures can run. */
export function findPlaces(env: Env, files: Files, cwd: string | undefined): Places {
  const startDir = withDrive(path.resolve(env.cwd, cwd ?? '.'), env)
  const projectDir = gitRoot(startDir, files) ?? startDir
  return {
    platform: env.platform,
    startDir,
    projectDir,
    home: withDrive(env.home, env),
    ...(isHomeInside(env, projectDir, files) && { isHomeInside: true }),
    configHome: env.installed?.configHome ?? path.join(configBase(env), 'hookwright'),
    managedDir: managedDir(env),
    env: (name) => env.variables[name],
  }
}

/** Paths are compared as texts, and VS Code writes the letter of a drive in lower case. */
function withDrive(file: string, { platform }: Env): string {
  return platform === 'win32' ? file.replace(/^[a-z](?=:)/, (letter) => letter.toUpperCase()) : file
}

export function stateDir(env: Env): string {
  if (env.installed !== undefined) return env.installed.stateDir
  const base =
    absolute(env.variables['XDG_STATE_HOME']) ??
    windowsBase(env, 'LOCALAPPDATA') ??
    path.join(env.home, '.local', 'state')
  return path.join(base, 'hookwright')
}

/**
 * Tells of variables that name other folders than the installation uses. An agent that was started without them is not
 * told of: it has the folders of the installation for that.
 */
export function movedFolders({ installed, variables }: Env): readonly Issue[] {
  if (installed === undefined) return []
  const named = { XDG_STATE_HOME: installed.stateDir, XDG_CONFIG_HOME: installed.configHome }
  return Object.entries(named).flatMap(([name, used]) => {
    const said = absolute(variables[name])
    if (said === undefined || path.join(said, 'hookwright') === used) return []
    return warning(
      'places.moved',
      { file: used },
      `${name} is "${said}" in this call, and the installed bridge uses "${used}".`,
      'If you moved your files, run `hookwright install` again; if not, look at who sets it.',
    )
  })
}

/** A state folder inside the workspace could bring its own trust along, so it is refused (fault S06). */
export function refuseStateInside(
  dir: string,
  places: Places,
  files: Files = systemFiles,
): Issue | undefined {
  const isOutside =
    !isInside(dir, places.projectDir) && !isInside(realPath(dir, files), realPath(places.projectDir, files))
  if (isOutside || places.isHomeInside) return undefined
  return issue(
    'state.inside-project',
    { file: dir },
    `The state folder "${dir}" is not used because it lies inside the project "${places.projectDir}".`,
    'Point XDG_STATE_HOME (or HOME) outside the project.',
  )
}

/** A HOME that was pointed into a checkout is not the user's own: the repository would write the user's files. */
function isHomeInside(env: Env, projectDir: string, files: Files): boolean {
  const home = realPath(env.home, files)
  if (!isInside(home, realPath(projectDir, files))) return false
  const account = env.accountHome()
  return account !== undefined && realPath(account, files) === home
}

/** With links followed as far as the path exists. */
export function realPath(file: string, files: Files): string {
  const resolved = files.realpath(file)
  if (resolved !== undefined && !isFileProblem(resolved)) return resolved
  const parent = path.dirname(file)
  return parent === file ? file : path.join(realPath(parent, files), path.basename(file))
}

/** Both paths as real paths, or both as written. */
export function isInside(file: string, folder: string): boolean {
  const below = path.relative(folder, file)
  return below !== '..' && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below)
}

function gitRoot(from: string, files: Files): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const kind = files.kind(path.join(folder, '.git'))
    if (kind === 'directory' || kind === 'file') return folder
    if (path.dirname(folder) === folder) return undefined
  }
}

function configBase(env: Env): string {
  return (
    absolute(env.variables['XDG_CONFIG_HOME']) ??
    windowsBase(env, 'APPDATA') ??
    path.join(env.home, '.config')
  )
}

function managedDir(env: Env): string {
  if (env.platform === 'win32')
    return path.join(env.variables['ProgramData'] ?? 'C:\\ProgramData', 'hookwright')
  return env.platform === 'darwin' ? '/Library/Application Support/hookwright' : '/etc/hookwright'
}

function windowsBase(env: Env, variable: string): string | undefined {
  return env.platform === 'win32' ? absolute(env.variables[variable]) : undefined
}

/** The XDG rules say: a relative value is ignored. */
function absolute(value: string | undefined): string | undefined {
  return value !== undefined && path.isAbsolute(value) ? value : undefined
}
