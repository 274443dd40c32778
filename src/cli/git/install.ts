import { relative } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { hookMode } from '../../git/install/file-mode.ts'
import { installShims, type Installed } from '../../git/install/install.ts'
import { openHookPlace, placeOptions, type HookPlace } from '../../git/install/open.ts'
import { selectionOptions } from '../../git/install/selection.ts'
import { realPath } from '../../git/repository/program.ts'
import { lastValue, type ParsedArgs } from '../args.ts'
import type { Invocation } from '../command.ts'
import type { Env } from '../../ports/env.ts'
import { installedLines } from './install-lines.ts'
import { prepareIn } from './prepare.ts'
import { placeRequest } from './place-request.ts'
import { configOf, workingDir } from './request.ts'
import { failed, inSession } from './session.ts'

/** `hookwright git install`. */
export async function install(invocation: Invocation): Promise<number> {
  return inSession(invocation, async (session) => {
    const place = await openHookPlace(placeRequest(invocation, 'install'), session.ground)
    if (isIssue(place)) return failed(session, [place])
    place.issues.forEach(session.tell)
    const ends = installAll(place, invocation)
    if (isIssue(ends)) return failed(session, [ends])
    const done = ends.filter((end): end is Installed => !isIssue(end))
    const cwd = workingDir(invocation.args, invocation.env)
    installedLines(done, { show: (path) => relative(cwd, path), ...scopeOf(place, invocation) }).forEach(
      session.say,
    )
    if (!place.hasConfig && !invocation.args.options.has('allow-missing-config')) session.tell(noConfig())
    const problems = ends.filter(isIssue)
    if (problems.length > 0) return failed(session, problems)
    return invocation.args.options.has('prepare-hooks') ? prepareIn(invocation, session) : 0
  })
}

function installAll(place: HookPlace, { args, env }: Invocation): readonly (Installed | Issue)[] | Issue {
  const selection = selectionOptions({
    include: args.positionals,
    skip: args.options.get('skip') ?? [],
    cwd: realPath(workingDir(args, env)),
    workspace: realPath(place.workspace ?? place.git?.root ?? workingDir(args, env)),
  })
  if (isIssue(selection)) return selection
  const missing = args.options.has('allow-missing-config') ? ['--skip-on-missing-config'] : []
  return installShims({
    dir: place.dir,
    types: place.types,
    program: { runtime: process.execPath, script: ownScript() },
    options: [...selection, ...placeOptions(place, configOf(args, env)), ...missing],
    mode: hookMode(place.git?.config ?? []),
    force: args.options.has('force'),
  })
}

function ownScript(): string {
  return process.argv[1] ?? ''
}

function scopeOf(
  place: HookPlace,
  { args, env }: { readonly args: ParsedArgs; readonly env: Env },
): { readonly workspace?: string; readonly config?: string } {
  const config = lastValue(args, 'config')
  if (config !== undefined) return { config }
  const [option] = placeOptions(place, configOf(args, env))
  return option === undefined || place.workspace === undefined ? {} : { workspace: place.workspace }
}

function noConfig(): Issue {
  return warning(
    'git.no-config',
    {},
    'There is no `prek.toml` or `.pre-commit-config.yaml` yet: until there is one, these hooks stop git.',
    'Create one, or install with --allow-missing-config.',
  )
}
