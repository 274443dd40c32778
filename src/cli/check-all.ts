import { openWorkspace, type Workspace } from '../workspace/open.ts'
import { BROKEN_FILE_PREFIX } from '../config/trust.ts'
import { hideContent } from '../core/hide-content.ts'
import type { Hook } from '../core/hook.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { loadDialects } from '../dialects/registry.ts'
import { systemFiles } from '../ports/files.ts'
import { leadsOutside } from '../ports/leads-outside.ts'
import { lastValue, type ParsedArgs } from './args.ts'
import { checkGitConfigs } from './check-git.ts'
import { checkHosts } from './check-hosts.ts'
import { inspectEverything } from './check-hooks.ts'
import { inFileOrder } from './check-order.ts'
import { createTexts } from './check-texts.ts'
import { watchedPaths } from './check-watched.ts'
import type { Invocation } from './command.ts'
import { hostsInUse, inspectPowers, powersOf, type HookPower } from './host-power.ts'
import { inspectImports } from './inspect-imports.ts'
import type { Bridge } from './inspect-double-bridges.ts'
import { inspectRegistered } from './inspect-registered.ts'
import type { Shown, Uncovered } from './render/checked.ts'
import { workspaceOptions } from './workspace-options.ts'

/** Everything that `check` found out. */
export type Examined = Shown & {
  readonly powers: readonly HookPower[]
  readonly hosts: readonly Dialect[]
  /** Entries of hosts' files that call us. */
  readonly bridges: readonly Bridge[]
  /** Those that are switched off, by the files or by policy. */
  readonly offBridges: readonly Bridge[]
  /** Paths whose change may change the result. */
  readonly watched: readonly string[]
}

/** Reads everything that matters here, and starts nothing but git. */
export async function examine(invocation: Invocation): Promise<Examined> {
  const { args, env } = invocation
  const workspace = await openWorkspace(workspaceOptions(invocation))
  await workspace.trust.loadReader()
  const { loaded, places } = workspace
  const hosts = await chosenHosts(args, places)
  const ours = written(loaded.hooks)
  const powers = powersOf(
    ours.filter((hook) => workspace.switches.refuse(hook) === undefined),
    hosts,
  )
  const read = await checkHosts(hosts, workspace)
  // With sources named, only those are to be judged; the hosts' files then only say who calls us.
  const isWhole = !args.options.has('source') && !args.options.has('plugin')
  const theirs = isWhole ? read.hooks : []
  const inspected = await inspectEverything({
    workspace,
    hosts,
    read,
    ours,
    theirs,
    isInUse: isWhole && !args.options.has('host'),
  })
  const git = isWhole ? await checkGitConfigs(env, places) : { files: [], issues: [] }
  const texts = createTexts()
  const isHidden = (file: string): boolean => leadsOutside(file, places.projectDir, systemFiles)
  const issues = [
    ...workspace.problems,
    ...workspace.safeEnvironments.variableIssues(workspace.env.variables, loaded.hooks),
    ...hideContent([...loaded.issues, ...texts.withPositions(inspected.issues)], isHidden),
    ...(isWhole ? texts.withPositions(read.issues).filter(({ severity }) => severity !== 'notice') : []),
    ...texts.withPositions(read.bridgeIssues),
    ...(isWhole ? await inspectRegistered(workspace) : []),
    ...(await inspectImports(loaded.files, { places, files: systemFiles })),
    ...texts.withPositions(inspected.sharp(inspectPowers(powers, { hosts, own: workspace.dialects }))),
    ...git.issues,
  ]
  const files = [...new Set([...pathsOf(loaded), ...(isWhole ? read.files : []), ...git.files])]
  return {
    workspace,
    issues: inFileOrder(issues),
    files,
    hooks: [...ours, ...theirs],
    uncovered: findUncovered(workspace),
    powers,
    hosts,
    bridges: read.bridges,
    offBridges: read.offBridges,
    textOf: (file) => (isHidden(file) ? undefined : texts.textOf(file)),
    watched: watchedPaths([...files, ...read.files, ...inspected.files], { places, dialects: read.dialects }),
  }
}

/** A file that two hosts read may be loaded for both. */
function pathsOf({ files }: Workspace['loaded']): readonly string[] {
  return [...new Set(files.map(({ path }) => path))]
}

async function chosenHosts(args: ParsedArgs, places: Places): Promise<readonly Dialect[]> {
  const named = args.options.get('host')
  if (named === undefined) return hostsInUse(places, systemFiles)
  return [...(await loadDialects(named, lastValue(args, 'profile'))).values()]
}

/** Without those that stand in for a file that could not be loaded. */
function written(hooks: readonly Hook[]): readonly Hook[] {
  return hooks.filter(({ id }) => !id.startsWith(BROKEN_FILE_PREFIX))
}

/** Of the hooks that need an approval, what it would not cover. */
function findUncovered({ loaded, trust }: Workspace): readonly Uncovered[] {
  return written(loaded.hooks)
    .filter(trust.isGated)
    .map((hook) => ({ id: hook.id, gaps: trust.digest(hook).gaps }))
    .filter(({ gaps }) => gaps.length > 0)
}
