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
}

/** `given` takes the place of the process's own variables. */
export function systemEnv(given?: Readonly<Record<string, string>>): Env {
  const variables = { ...(given ?? process.env) } as Record<string, string>
  const home = absolute(variables['HOME']) ?? absolute(variables['USERPROFILE']) ?? accountHome() ?? '/'
  const cwd = currentDirectory() ?? absolute(variables['PWD']) ?? home
  return { platform: process.platform, home, cwd, variables, accountHome }
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
