import { accessSync, constants } from 'node:fs'
import { parseConfig } from '../config/parse.ts'
import type { Hook } from '../core/hook.ts'
import type { Issue } from '../core/issue.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { limits } from '../engine/limits.ts'
import { readText, systemFiles } from '../ports/files.ts'
import { modelFromVariables } from '../ports/model-settings.ts'
import type { Workspace } from '../workspace/open.ts'
import type { HostsChecked } from './check-hosts.ts'
import { createEntryPlaces } from './entry-places.ts'
import { formsOf } from './hook-forms.ts'
import { inspectBranch } from './inspect-branch.ts'
import { inspectBridges } from './inspect-bridges.ts'
import { inspectCommands } from './inspect-commands.ts'
import type { InspectContext } from './inspect-context.ts'
import { inspectEvents } from './inspect-events.ts'
import { findOnPath, inspectHook } from './inspect.ts'
import { inspectLimits } from './inspect-limits.ts'
import { inspectMatchers } from './inspect-matchers.ts'
import { inspectPairs } from './inspect-pairs.ts'
import { inspectPins } from './inspect-pins.ts'
import { inspectScripts } from './inspect-scripts.ts'
import { inspectCutTimeouts, inspectLongTimeouts, longestTimeouts } from './inspect-timeouts.ts'
import { inspectUnbridged } from './inspect-unbridged.ts'
import { sharpen } from './sharpen.ts'

type Subject = {
  readonly workspace: Workspace
  readonly hosts: readonly Dialect[]
  readonly read: HostsChecked
  /** Hooks of the sources, without those that stand in for a broken file. */
  readonly ours: readonly Hook[]
  /** Hooks of the hosts' own files that are to be judged too. */
  readonly theirs: readonly Hook[]
  /** All files here are looked at, and the hosts are those that have some. */
  readonly isInUse: boolean
}

type Inspected = {
  readonly issues: readonly Issue[]
  /** Scripts that were looked at. */
  readonly files: readonly string[]
  /** Issues pointed at the keys that they are about. */
  readonly sharp: (issues: readonly Issue[]) => readonly Issue[]
}

/** Problems that no reader of one file can see. */
export async function inspectEverything(subject: Subject): Promise<Inspected> {
  const { workspace, hosts, read, ours, theirs, isInUse } = subject
  const { places, env, loaded, switches } = workspace
  const { dialects } = read
  const around = {
    places,
    files: systemFiles,
    mayRun,
    formOf: await formsOf({ workspace, ours: loaded.hooks, theirs, dialects }),
    onPath: onPathOf(workspace),
  }
  const at = createEntryPlaces({ ...around, dialects })
  const all = [...loaded.hooks, ...theirs]
  const commands = inspectCommands([...ours, ...theirs], { ...around, dialects, at })
  const longest = await longestTimeouts(dialects.values())
  const issues = [
    ...switches.remarks(loaded.hooks),
    // First, because these know the place inside the command; what others see as well is left out.
    ...commands.issues,
    ...all.flatMap((hook) => inspectHook(hook, around)),
    ...(await inspectScripts([...ours, ...theirs], { ...around, dialects, at })),
    ...loaded.hooks.flatMap((hook) => inspectPins(hook, around)),
    ...inspectPairs(all, { ...around, dialects }),
    ...inspectBranch(loaded.hooks, { ...around, dialects }),
    ...inspectBridges(loaded.hooks, { ...around, dialects }),
    ...inspectLimits(ours, { ...around, dialects, model: modelFromVariables(env.variables), serversIn }),
    ...inspectEvents(
      ours,
      hosts.map(({ name }) => name),
    ),
    ...inspectMatchers([...ours, ...theirs], at),
    ...inspectLongTimeouts([...ours, ...theirs], at),
    ...inspectCutTimeouts({ ours, theirs }, { at, bridges: read.bridges, longest }),
    ...(isInUse ? inspectUnbridged(ours, { hosts, bridges: read.bridges }) : []),
  ]
  const sharp = (found: readonly Issue[]): readonly Issue[] => sharpen(found, all, at)
  return { issues: sharp(issues), files: commands.files, sharp }
}

/** Each program is looked for once; many hooks name the same ones. */
function onPathOf({ places }: Workspace): InspectContext['onPath'] {
  const found = new Map<string, string | undefined>()
  return (program) => {
    if (!found.has(program)) found.set(program, findOnPath(program, { places, files: systemFiles }))
    return found.get(program)
  }
}

function serversIn(file: string): readonly string[] {
  const text = readText(systemFiles, file, limits.configBytes)
  const { value } = parseConfig(typeof text === 'string' ? text : '', file)
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
