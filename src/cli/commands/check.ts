import { visibleJson } from '../../core/unseen.ts'
import { accessSync, constants } from 'node:fs'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { createPlacer, excerpt } from '../../config/locate.ts'
import { parseConfig } from '../../config/parse.ts'
import { BROKEN_FILE_PREFIX } from '../../config/trust.ts'
import { hideContent } from '../../core/hide-content.ts'
import type { Hook } from '../../core/hook.ts'
import type { Issue } from '../../core/issue.ts'
import { isUsualGap, type Gap } from '../../core/named-files.ts'
import type { Dialect, Places } from '../../dialects/dialect.ts'
import { loadDialects } from '../../dialects/registry.ts'
import { limits } from '../../engine/limits.ts'
import { readText, systemFiles } from '../../ports/files.ts'
import { leadsOutside } from '../../ports/leads-outside.ts'
import { modelFromVariables } from '../../ports/model-settings.ts'
import { inlineForm } from '../../shells/inline.ts'
import { lastValue, type ParsedArgs } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { hooksOfHosts } from '../host-hooks.ts'
import { hostsInUse, inspectPowers, powersOf, type HookPower } from '../host-power.ts'
import { inspectBranch } from '../inspect-branch.ts'
import { inspectBridges } from '../inspect-bridges.ts'
import { inspectDoubleBridges } from '../inspect-double-bridges.ts'
import { inspectEvents } from '../inspect-events.ts'
import { inspectHook } from '../inspect.ts'
import { inspectImports } from '../inspect-imports.ts'
import type { InspectContext } from '../inspect-context.ts'
import { inspectLimits } from '../inspect-limits.ts'
import { inspectPairs } from '../inspect-pairs.ts'
import { inspectPins } from '../inspect-pins.ts'
import type { Io } from '../io.ts'
import { PIN_HINT, uncoveredLine } from '../render/approval.ts'
import { oneLine } from '../render/issue-line.ts'
import { renderIssue } from '../render/issue.ts'
import { renderPowers } from '../render/powers.ts'
import { createStyle, type Style } from '../render/style.ts'
import { workspaceOptions } from '../workspace-options.ts'

/** Exit code 1 when there is an error, so that a script can rely on it. */
export async function check(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const workspace = await openWorkspace(workspaceOptions(invocation))
  await workspace.trust.loadReader()
  const { loaded, places } = workspace
  const imports = await inspectImports(loaded.files, { places, files: systemFiles })
  const hosts = await chosenHosts(args, places)
  const powers = powersOf(written(loaded.hooks), hosts)
  const weak = withPositions(inspectPowers(powers, { hosts, own: workspace.dialects }))
  const used = hosts.map(({ name }) => name)
  const bridges = await bridgesOf(hosts, workspace)
  const issues = [...findIssues(workspace, await formsOf(workspace), used), ...bridges, ...imports, ...weak]
  const uncovered = findUncovered(workspace)
  const errors = issues.filter((problem) => problem.severity === 'error').length
  const files = pathsOf(loaded)
  if (args.options.has('json'))
    io.out(`${visibleJson({ ok: errors === 0, files, issues, uncovered, powers: powers.map(shownPower) })}\n`)
  else {
    const table = renderPowers(powers, hosts, createStyle(io.colour))
    io.out(`${[...render(issues, workspace, io), ...table].join('\n')}\n`)
  }
  return errors === 0 ? EXIT.ok : EXIT.problem
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

/** Hosts call us from files of their own, which need not be a source here. */
async function bridgesOf(
  hosts: readonly Dialect[],
  { loaded, places, dialects: own }: Workspace,
): Promise<readonly Issue[]> {
  const besides = new Set(pathsOf(loaded))
  const hooks = await hooksOfHosts(hosts, { places, files: systemFiles, besides })
  const dialects = new Map([...own, ...hosts.map((host) => [host.name, host] as const)])
  return withPositions([
    ...inspectBridges(hooks, { files: systemFiles, places, dialects }),
    ...inspectDoubleBridges([...loaded.hooks, ...hooks], dialects),
  ])
}

function shownPower({ hook, hosts }: HookPower): object {
  return { hook: hook.id, event: hook.event, hosts }
}

function findIssues(
  { places, env, dialects, loaded, problems, safeEnvironments, switches }: Workspace,
  formOf: InspectContext['formOf'],
  used: readonly string[],
): readonly Issue[] {
  const around = { places, files: systemFiles }
  const hooks = loaded.hooks.flatMap((hook) => inspectHook(hook, { ...around, mayRun, formOf }))
  const pins = loaded.hooks.flatMap((hook) => inspectPins(hook, around))
  const pairs = inspectPairs(loaded.hooks, { ...around, dialects })
  const branch = inspectBranch(loaded.hooks, { ...around, dialects })
  const bridges = inspectBridges(loaded.hooks, { ...around, dialects })
  const events = inspectEvents(written(loaded.hooks), used)
  const model = modelFromVariables(env.variables)
  const limited = inspectLimits(written(loaded.hooks), { ...around, dialects, model, serversIn })
  const paths = safeEnvironments.variableIssues(env.variables, loaded.hooks)
  const inspected = [...hooks, ...pins, ...pairs, ...branch, ...bridges, ...limited, ...events]
  const own = [...switches.remarks(loaded.hooks), ...inspected]
  const isHidden = (file: string): boolean => leadsOutside(file, places.projectDir, systemFiles)
  return [...problems, ...paths, ...hideContent([...loaded.issues, ...withPositions(own)], isHidden)]
}

async function formsOf({ loaded, run }: Workspace): Promise<InspectContext['formOf']> {
  const wires = [...new Set(loaded.hooks.map(({ wire }) => wire))]
  const sides = await Promise.all(wires.map(async (wire) => [wire, await run.hookSide(wire)] as const))
  const byWire = new Map(sides)
  return ({ wire }, form) => inlineForm(byWire.get(wire)?.inlineForms, form)
}

/** Without those that stand in for a file that could not be loaded. */
function written(hooks: readonly Hook[]): readonly Hook[] {
  return hooks.filter(({ id }) => !id.startsWith(BROKEN_FILE_PREFIX))
}

function serversIn(file: string): readonly string[] {
  const { value } = parseConfig(textOf(file) ?? '', file)
  return Object.keys((value as { mcpServers?: object } | undefined)?.mcpServers ?? {})
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function withPositions(issues: readonly Issue[]): readonly Issue[] {
  const place = createPlacer()
  return issues.map((problem) => {
    const text = problem.place.file === undefined ? undefined : textOf(problem.place.file)
    return text === undefined ? problem : place(problem, text)
  })
}

/**
 * A line of the file may hold a secret, and an agent that runs this reads what is no terminal: lines are shown to a
 * person only.
 */
function render(issues: readonly Issue[], workspace: Workspace, io: Io): readonly string[] {
  const style = createStyle(io.colour)
  const lineOf = (problem: Issue): readonly string[] => (io.shown ? excerptOf(problem) : [])
  const shown = issues.flatMap((problem) => [...renderIssue(problem, lineOf(problem), style), ''])
  return [...shown, summary(issues, workspace, style), ...awaiting(workspace), ...leftOpen(workspace)]
}

function summary(issues: readonly Issue[], { loaded, places }: Workspace, style: Style): string {
  if (loaded.files.length === 0 && issues.length === 0)
    return `No config file was found for ${places.startDir}.`
  const hooks = written(loaded.hooks).length
  const count = (severity: string): number => issues.filter((problem) => problem.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  const colour = errors > 0 ? style.red : warnings > 0 ? style.yellow : style.green
  const found = `${plural(pathsOf(loaded).length, 'file')}, ${plural(hooks, 'hook')}`
  return `${found}: ${colour(`${plural(errors, 'error')}, ${plural(warnings, 'warning')}`)}.`
}

/** Right files whose hooks do not run would be a riddle. */
function awaiting({ loaded, trust, review }: Workspace): readonly string[] {
  const waiting = loaded.hooks.filter((hook) => ['untrusted', 'changed'].includes(trust.status(hook))).length
  if (waiting === 0) return []
  const which = waiting === 1 ? '1 hook does' : `${waiting} hooks do`
  return [`${which} not run until approved: ${review}`]
}

type Uncovered = { readonly id: string; readonly gaps: readonly Gap[] }

/** Of the hooks that need an approval, what it would not cover. */
function findUncovered({ loaded, trust }: Workspace): readonly Uncovered[] {
  return written(loaded.hooks)
    .filter(trust.isGated)
    .map((hook) => ({ id: hook.id, gaps: trust.digest(hook).gaps }))
    .filter(({ gaps }) => gaps.length > 0)
}

function leftOpen(workspace: Workspace): readonly string[] {
  const found = findUncovered(workspace)
  if (found.length === 0) return []
  const lines = found.map(({ id, gaps }) => oneLine(`  ${id}: ${uncoveredLine(gaps) ?? ''}`))
  const isUsual = found.every(({ gaps }) => gaps.every(isUsualGap))
  const what = isUsual
    ? 'An approval does not cover what programs and scripts read by themselves:'
    : 'An approval does not cover everything that these hooks run:'
  return [what, ...lines, `${PIN_HINT}.`]
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function excerptOf({ place }: Issue): readonly string[] {
  const { file, line, column, length } = place
  const text = file === undefined ? undefined : textOf(file)
  return text === undefined || line === undefined
    ? []
    : excerpt(text, { line, column: column ?? 1, ...(length !== undefined && { length }) })
}

function textOf(file: string): string | undefined {
  const text = readText(systemFiles, file, limits.configBytes)
  return typeof text === 'string' ? text : undefined
}
