import { isInside, realPath } from '../config/places.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import { pathKey, safePath, unsafePath, type SafePath } from '../core/search-path.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'

type Variables = Readonly<Record<string, string>>

export type SafeEnvironments = {
  /** Sets PATH of this environment to one that leads to no program of the repository, and returns it. */
  safeEnv(env: Record<string, string>, hook: Hook): Record<string, string>
  /** What was left out of PATH for the hooks among these that start processes; each entry is told once. */
  variableIssues(variables: Variables, hooks: readonly Hook[]): readonly Issue[]
}

/**
 * A hook of the project was approved, so it keeps whole paths inside the project, and everything in a PATH that it sets
 * itself. All other hooks are not the repository's, and never run a program of it by its bare name.
 */
export function createSafeEnvironments(
  places: Places,
  files: Files,
  ofProject: (hook: Hook) => boolean,
): SafeEnvironments {
  const { platform } = places
  const known = new Map<string, SafePath>()

  function isOfProject(folder: string): boolean {
    // A repository of dotfiles: the programs of the home directory are the user's own.
    if (places.isHomeInside) return false
    const real = realPath(places.projectDir, files)
    return isInside(folder, places.projectDir) || isInside(realPath(folder, files), real)
  }

  function look(path: string | undefined, isApproved: boolean): SafePath {
    const key = `${isApproved} ${path ?? ''} ${path === undefined}`
    const found = known.get(key) ?? safePath(path, { platform, isInside: isApproved ? never : isOfProject })
    // A program may give other variables with every event.
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, found)
    return found
  }

  function safeEnv(env: Record<string, string>, hook: Hook): Record<string, string> {
    const isApproved = ofProject(hook)
    if (platform === 'win32') {
      keepLastPath(env)
      env['NoDefaultCurrentDirectoryInExePath'] = '1'
    }
    if (isApproved && ownPath(hook, platform) !== undefined) return env
    const key = pathKey(env, platform)
    const { path } = look(env[key], isApproved)
    if (env[key] !== path) env[key] = path
    return env
  }

  function variableIssues(variables: Variables, hooks: readonly Hook[]): readonly Issue[] {
    if (!hooks.some(startsProcess)) return NONE
    const inherited = new Set<string>()
    const own: Issue[] = []
    for (const hook of hooks.filter(startsProcess)) {
      const set = ownPath(hook, platform)
      const isApproved = ofProject(hook)
      if (set === undefined)
        look(variables[pathKey(variables, platform)], isApproved).dropped.forEach((entry) =>
          inherited.add(entry),
        )
      else if (!isApproved) own.push(...[unsafePath(look(set, false).dropped, hook.id)].filter(isThere))
    }
    return [unsafePath([...inherited]), ...own].filter(isThere)
  }

  return { safeEnv, variableIssues }
}

const MOST_KNOWN = 16
const NONE: readonly never[] = Object.freeze([])

/** Windows takes `Path` and `PATH` for one variable; of several spellings the one that was set last counts. */
function keepLastPath(env: Record<string, string>): void {
  const keys = Object.keys(env).filter((key) => key.toUpperCase() === 'PATH')
  for (const key of keys.slice(0, -1)) delete env[key]
}

function never(): boolean {
  return false
}

function isThere(problem: Issue | undefined): problem is Issue {
  return problem !== undefined
}

function startsProcess({ handler }: Hook): boolean {
  return (
    handler.type === 'command' ||
    handler.type === 'module' ||
    (handler.type === 'mcp_tool' && handler.connection?.transport === 'stdio')
  )
}

function ownPath({ handler }: Hook, platform: NodeJS.Platform): string | undefined {
  const env = handler.type === 'command' || handler.type === 'module' ? handler.env : serverEnv(handler)
  return env?.[pathKey(env, platform)]
}

/** What the entry of a server sets for its process. */
function serverEnv(handler: Hook['handler']): Variables | undefined {
  if (handler.type !== 'mcp_tool' || handler.connection?.transport !== 'stdio') return undefined
  return handler.connection.env
}
