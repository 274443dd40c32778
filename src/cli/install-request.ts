import * as fs from 'node:fs'
import * as path from 'node:path'
import { suggestHost } from '../dialects/suggest-host.ts'
import { hostNames, loadDialects } from '../dialects/registry.ts'
import { isIssue, issue, type Issue } from '../core/issue.ts'
import type { HttpPlace } from '../daemon/http-place.ts'
import type { BridgeSpec, InstallScope } from '../dialects/bridge-spec.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import type { Program } from '../install/version-copy.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Request } from '../install/plan.ts'
import { lastValue, UsageError, type ParsedArgs } from './args.ts'
import { version } from './version.ts'

/** A host that the bridge can be registered with. */
export type Target = { readonly dialect: Dialect; readonly spec: BridgeSpec }

/** A host that was named, but is not one of ours. */
export const GIT = 'git'

/** Checks the names of hosts. Throws a `UsageError` for one that is none. */
export function checkHosts(names: readonly string[]): void {
  const accepted = [...hostNames, GIT]
  for (const name of names) {
    if (accepted.includes(name)) continue
    const meant = suggestHost(name, accepted)?.name
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
    throw new UsageError(`"${name}" is no host; accepted: ${accepted.join(', ')}.${hint}`)
  }
}

/** Loads hosts by name; an issue for each that has no file in which a bridge could be registered. */
export async function loadTargets(names: readonly string[]): Promise<readonly (Target | Issue)[]> {
  const dialects = await loadDialects(names, undefined)
  return Promise.all(
    [...dialects.values()].map(async (dialect) => {
      const spec = await dialect.bridge?.()
      return spec === undefined ? noBridge(dialect) : { dialect, spec }
    }),
  )
}

function noBridge({ name, title }: Dialect): Issue {
  return issue(
    'install.no-bridge',
    {},
    `${title} has no file in which hookwright could register itself.`,
    `docs/hosts/${name}.md says how to call \`hookwright run --host ${name}\` by hand.`,
  )
}

export function isTarget(each: Target | Issue): each is Target {
  return !isIssue(each)
}

export function scopeOf(args: ParsedArgs): InstallScope {
  return args.options.has('project') ? 'project' : 'user'
}

/** A host may be started in any folder of a project; its files are at the top. */
export function placesFor(scope: InstallScope, places: Places): Places {
  return scope === 'project' ? { ...places, startDir: places.projectDir } : places
}

/** What `install` and `sync` ask for, by the hooks that are in force here. */
export function requestFor(
  { dialect, spec }: Target,
  { loaded, places, state }: Workspace,
  {
    scope,
    args,
    http,
  }: { readonly scope: InstallScope; readonly args: ParsedArgs; readonly http?: HttpPlace | undefined },
): Request {
  return {
    dialect,
    spec,
    scope,
    places: placesFor(scope, places),
    state,
    hooks: loaded.hooks,
    isAll: args.options.has('all-events'),
    ...(lastValue(args, 'on-error') === 'deny' && { onError: 'deny' }),
    ...(http && { http }),
  }
}

/** The program that runs. An issue when it does not run from a package, so that there is nothing to copy. */
export function ownProgram(): Program | Issue {
  const script = realPath(process.argv[1] ?? '')
  const packageDir = path.resolve(path.dirname(script), '..', '..')
  if (!fs.existsSync(path.join(packageDir, 'dist', 'cli', 'cli.cjs')))
    return issue(
      'install.no-package',
      { file: script },
      'hookwright does not run from its package, so it cannot be copied.',
      'Run: npx hookwright install',
    )
  return { packageDir, version, node: process.execPath }
}

function realPath(file: string): string {
  try {
    return fs.realpathSync(file)
  } catch {
    return file
  }
}
