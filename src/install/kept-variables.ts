import { safePath } from '../core/search-path.ts'

type Around = {
  readonly platform: NodeJS.Platform
  /** Whether a folder belongs to the project in which the installation runs. */
  readonly isOfProject: (folder: string) => boolean
}

/** Names and places of the user, and nothing by which a program is told a secret. */
const KEPT = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|XDG_[A-Z_]+)$/
/** Of one login: sockets and ids that are gone with it. */
const OF_LOGIN = /^XDG_(?:SESSION|SEAT|VTNR|RUNTIME|ACTIVATION)/

/**
 * Returns the variables that hooks get in place of those of the agent. PATH loses what a package manager put before it
 * for this one command, and what means another folder in every directory or belongs to a repository (fault S39).
 */
export function keptVariables(
  variables: Readonly<Record<string, string>>,
  { platform, isOfProject }: Around,
): Readonly<Record<string, string>> {
  const kept = Object.entries(variables).filter(([name]) => KEPT.test(name) && !OF_LOGIN.test(name))
  const isInside = (folder: string): boolean =>
    isOfProject(folder) || /\/node_modules\/|\/node-gyp-bin\/?$/.test(`${folder}/`)
  return { ...Object.fromEntries(kept), PATH: safePath(variables['PATH'], { platform, isInside }).path }
}
