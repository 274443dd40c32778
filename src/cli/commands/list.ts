import { describeHandler, type Hook } from '../../core/hook.ts'
import { isUsualGap, type Gap } from '../../core/named-files.ts'
import { describeMatcher } from '../../core/matcher.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { BROKEN_FILE_PREFIX } from '../../config/trust.ts'
import { lastRuns } from '../../log/store.ts'
import type { RunRecord } from '../../log/record.ts'
import { EXIT, type Invocation } from '../command.ts'
import { jsonText } from '../json.ts'
import { firedBy } from '../inspect-events.ts'
import { inspectImports } from '../inspect-imports.ts'
import { issueLine } from '../render/issue-line.ts'
import type { Io } from '../io.ts'
import { localTime } from '../render/local-time.ts'
import { createStyle } from '../render/style.ts'
import { localMinute } from '../render/when.ts'
import { table } from '../render/table.ts'
import { workspaceOptions } from '../workspace-options.ts'

type Row = {
  readonly id: string
  readonly event: string
  /** Dialects of the hosts that fire the event; empty for a file that could not be loaded. */
  readonly firedBy: readonly string[]
  readonly matcher: string
  readonly does: string
  readonly file: string
  readonly scope: string
  readonly trust: string
  /** Files of the project that its approval covers; absent where none is needed. */
  readonly covers?: number
  /** What its approval does not cover. */
  readonly uncovered?: readonly Gap[]
  readonly enabled: boolean
  /** Why it is off. */
  readonly off?: string
  /** When the user's switch ends. Absent: it has no end, or the hook is on. */
  readonly until?: string
  readonly last: LastRun | undefined
}

/** What the hook came to, and when. */
type LastRun = { readonly outcome: string; readonly at: string }

const LOOK_BACK = 2_000

export async function list(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const workspace = await openWorkspace(workspaceOptions(invocation))
  await workspace.trust.loadReader()
  const { runs } = lastRuns(workspace.state, LOOK_BACK)
  const rows = withoutRepeats(workspace.loaded.hooks).map((hook) => rowOf(hook, { workspace, runs }))
  const imports = await inspectImports(workspace.loaded.files, workspace)
  const remarks = [...workspace.switches.remarks(workspace.loaded.hooks), ...imports]
  for (const problem of [...workspace.problems, ...remarks, ...workspace.loaded.issues])
    io.err(`hookwright: ${issueLine(problem)}\n`)
  if (args.options.has('json')) io.out(jsonText({ hooks: rows }))
  else io.out(`${render(rows, workspace, io).join('\n')}\n`)
  return EXIT.ok
}

/** A file that could not be loaded stands before many gates; one row says so. */
function withoutRepeats(hooks: readonly Hook[]): readonly Hook[] {
  return hooks.filter(
    ({ id }, index) =>
      !id.startsWith(BROKEN_FILE_PREFIX) || hooks.findIndex((each) => each.id === id) === index,
  )
}

function gatesOf({ id, source }: Hook, { hooks, broken }: Workspace['loaded']): string {
  const isWhole = broken.some(({ issue, events }) => issue.place.file === source.file && events === undefined)
  if (isWhole) return 'every gate'
  return hooks.flatMap((each) => (each.id === id ? each.event : [])).join(', ')
}

function rowOf(hook: Hook, { workspace, runs }: { workspace: Workspace; runs: readonly RunRecord[] }): Row {
  return {
    id: hook.id,
    event: hook.id.startsWith(BROKEN_FILE_PREFIX) ? gatesOf(hook, workspace.loaded) : hook.event,
    firedBy: hook.id.startsWith(BROKEN_FILE_PREFIX) ? [] : firedBy(hook.event),
    matcher: describeMatcher(hook.matcher),
    does: describeHandler(hook.handler),
    file: hook.source.file,
    scope: hook.source.scope,
    trust: workspace.trust.status(hook),
    ...coverOf(hook, workspace),
    ...switchOf(hook, workspace),
    last: lastRun(hook, runs, workspace.places.projectDir),
  }
}

function switchOf(hook: Hook, { switches }: Workspace): Pick<Row, 'enabled' | 'off' | 'until'> {
  const refusal = switches.refuse(hook)
  if (refusal === undefined) return { enabled: true }
  const { until } = switches.offBy(hook) ?? {}
  const end = until === undefined ? {} : { until: new Date(until).toISOString() }
  return { enabled: false, off: refusal.why, ...end }
}

function coverOf(hook: Hook, { trust }: Workspace): Pick<Row, 'covers' | 'uncovered'> {
  if (!trust.isGated(hook)) return {}
  const { scripts, gaps } = trust.digest(hook)
  return { covers: scripts.length, uncovered: gaps }
}

/** Hooks of a project share ids with those of other projects, so only its own runs count. */
function lastRun(hook: Hook, runs: readonly RunRecord[], project: string): LastRun | undefined {
  const isHere = (run: RunRecord): boolean => hook.source.scope === 'user' || run.project === project
  const run = runs.findLast((each) => isHere(each) && each.hooks.some(({ id }) => id === hook.id))
  const record = run?.hooks.find(({ id }) => id === hook.id)
  return run === undefined || record === undefined ? undefined : { outcome: record.class, at: run.at }
}

function render(
  rows: readonly Row[],
  { places, loaded, withSources }: Workspace,
  { colour, columns }: Io,
): readonly string[] {
  if (rows.length === 0) {
    if (loaded.broken.length > 0)
      return ['No hook could be loaded.', `\`${withSources('hookwright check')}\` shows what is wrong.`]
    const where =
      loaded.files.length === 0
        ? `No config file was found for ${places.startDir}.`
        : 'The config files define no hook.'
    return [where, 'Write hooks in hookwright.yaml; `hookwright demo` shows what they can do.']
  }
  const cells = rows.map((row) => [
    row.id,
    row.event,
    row.matcher,
    row.enabled ? trustWord(row.trust) : offWord(row),
    coverWord(row),
    row.scope,
    row.last === undefined ? '-' : lastWord(row.last),
    row.does,
  ])
  const head = ['ID', 'EVENT', 'MATCHER', 'TRUST', 'COVERS', 'SCOPE', 'LAST RUN', 'DOES']
  return table(head, cells, createStyle(colour), columns)
}

/** `in part`: more than what every program and script reads by itself is left open; `trust show` says what. */
function coverWord({ covers, uncovered = [] }: Row): string {
  if (covers === undefined) return '-'
  const files = covers === 1 ? '1 file' : `${covers} files`
  if (uncovered.every(isUsualGap)) return files
  return covers === 0 ? 'in part' : `${files}, in part`
}

function lastWord({ outcome, at }: LastRun): string {
  const { day, time } = localTime(at)
  return `${outcome} ${day} ${time}`
}

function offWord({ until }: Row): string {
  return until === undefined ? 'off' : `off until ${localMinute(Date.parse(until))}`
}

function trustWord(trust: string): string {
  return trust === 'not-needed' ? 'own' : trust
}
