import { isAbsolute } from 'node:path'

/**
 * Environment, home and platform: the only reader of `process.env`. A copy, because every look into the real one is a
 * system call in disguise, and because what a run sees must not change under it.
 */
export type Env = {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly cwd: string
  readonly variables: Readonly<Record<string, string>>
  /** The home directory the account has, whatever HOME says. */
  accountHome(): string | undefined
  /** The launcher found no daemon, or one that does not answer, and would like one for later calls. */
  readonly wantsDaemon?: boolean
  /** Our folders as the launcher of `install` names them; undefined for a program that it did not start. */
  readonly installed?: InstalledFolders
}

/** They count more than variables, which a project's settings can set for the hooks of a host (fault S47). */
export type InstalledFolders = { readonly stateDir: string; readonly configHome: string }

/** Set by the launcher at every start, so that nobody else's value arrives. */
export const CONFIG_VARIABLE = 'HOOKWRIGHT_CONFIG_HOME'

/** Set by the launcher, and not for hooks. */
export const WANTS_DAEMON = 'HOOKWRIGHT_WANTS_DAEMON'

/** `given` takes the place of the process's own variables. */
export function systemEnv(given?: Readonly<Record<string, string>>): Env {
  const variables = { ...(given ?? process.env) } as Record<string, string>
  if (process.platform === 'win32') respell(variables)
  const wantsDaemon = variables[WANTS_DAEMON] !== undefined
  if (wantsDaemon) delete variables[WANTS_DAEMON]
  const home = absolute(variables['HOME']) ?? absolute(variables['USERPROFILE']) ?? accountHome() ?? '/'
  const cwd = currentDirectory() ?? absolute(variables['PWD']) ?? home
  const installed = given === undefined ? installedFolders(process.argv[1], variables) : undefined
  return {
    platform: process.platform,
    home,
    cwd,
    variables,
    accountHome,
    ...(wantsDaemon && { wantsDaemon }),
    ...(installed && { installed }),
  }
}

/** The copy of the program lies in the state folder of its installation. */
const COPY = /^(.+)[\\/]versions[\\/][^\\/]+[\\/]dist[\\/]cli[\\/]cli\.cjs$/

function installedFolders(
  program: string | undefined,
  variables: Readonly<Record<string, string>>,
): InstalledFolders | undefined {
  const [, stateDir] = COPY.exec(program ?? '') ?? []
  const configHome = absolute(variables[CONFIG_VARIABLE])
  return stateDir === undefined || configHome === undefined ? undefined : { stateDir, configHome }
}

/** Variables that are read here under one name, while Windows, Git Bash and programs spell them in several ways. */
const SPELT = ['PATH', 'HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'ProgramFiles']

function respell(variables: Record<string, string>): void {
  const names = new Map(SPELT.map((name) => [name.toUpperCase(), name]))
  for (const key of Object.keys(variables)) {
    const name = names.get(key.toUpperCase())
    if (name === undefined || name === key) continue
    variables[name] ??= variables[key] as string
    delete variables[key]
  }
}

/** An agent can delete the directory it is in; its hooks must run all the same. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

function accountHome(): string | undefined {
  try {
    return process.getBuiltinModule('node:os').userInfo().homedir
  } catch {
    return undefined
  }
}

/** An empty or relative HOME would make the current directory the user's home. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}
