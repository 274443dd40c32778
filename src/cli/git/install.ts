import { relative } from 'node:path'
import { isIssue, warning, type Issue } from '../../core/issue.ts'
import { hookMode } from '../../git/install/file-mode.ts'
import { installShims, type Installed } from '../../git/install/install.ts'
import { openHookPlace, placeOptions, type HookPlace } from '../../git/install/open.ts'
import { selectionOptions } from '../../git/install/selection.ts'
import { realPath } from '../../git/repository/program.ts'
import { lastValue, type ParsedArgs } from '../args.ts'
import type { Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { ownLauncher } from '../own-launcher.ts'
import type { Env } from '../../ports/env.ts'
import { installedLines } from './install-lines.ts'
import { prepareIn } from './prepare.ts'
import { placeRequest } from './place-request.ts'
import { configOf, workingDir } from './request.ts'
import { failed, inSession } from './session.ts'

/** `hookwright git install`. */
export async function install(invocation: Invocation): Promise<number> {
  return inSession(invocation, async (session) => {
    const { args, env, io } = invocation
    const place = await openHookPlace(placeRequest(invocation, 'install'), session.ground)
    const ends = isIssue(place) ? [place] : installAll(place, invocation)
    const done = ends.filter((end): end is Installed => !isIssue(end))
    const problems = ends.filter(isIssue)
    const warnings = isIssue(place) ? [] : warningsOf(place, args)
    warnings.forEach(session.tell)
    if (session.options.isJson) io.out(jsonText({ hooks: done, issues: [...warnings, ...problems] }))
    else if (!isIssue(place)) {
      const cwd = workingDir(args, env)
      const showing = { show: (path: string) => relative(cwd, path), undo: undoOptions(place, args) }
      installedLines(done, { ...showing, ...scopeOf(place, invocation) }).forEach(session.say)
    }
    if (problems.length > 0) return failed(session, problems)
    return args.options.has('prepare-hooks') ? (await prepareIn(invocation, session)).code : 0
  })
}

function warningsOf(place: HookPlace, args: ParsedArgs): readonly Issue[] {
  const isMissing = !place.hasConfig && !args.options.has('allow-missing-config')
  return [...place.issues, ...(isMissing ? [noConfig()] : [])]
}

/** `uninstall` refuses a folder that is not the one git uses, unless it is named. */
function undoOptions({ git, issues }: HookPlace, args: ParsedArgs): readonly string[] {
  const [folder, gitDir] = [lastValue(args, 'cd'), lastValue(args, 'git-dir')]
  const isForced = issues.some(({ code }) => code === 'git.hooks-path-outside')
  const named = gitDir ?? (isForced ? git?.commonDir : undefined)
  return [
    ...(folder === undefined ? [] : ['-C', folder]),
    ...(named === undefined ? [] : ['--git-dir', named]),
  ]
}

function installAll(place: HookPlace, { args, env }: Invocation): readonly (Installed | Issue)[] {
  const selection = selectionOptions({
    include: args.positionals,
    skip: args.options.get('skip') ?? [],
    cwd: realPath(workingDir(args, env)),
    workspace: realPath(place.workspace ?? place.git?.root ?? workingDir(args, env)),
  })
  if (isIssue(selection)) return [selection]
  const missing = args.options.has('allow-missing-config') ? ['--skip-on-missing-config'] : []
  return installShims({
    dir: place.dir,
    types: place.types,
    program: { runtime: process.execPath, script: ownScript(), launcher: ownLauncher(env) },
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
