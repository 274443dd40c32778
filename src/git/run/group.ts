import { Buffer } from 'node:buffer'
import { isIssue, type Issue } from '../../core/issue.ts'
import type { Slots } from '../../engine/slots.ts'
import type { Clock } from '../../ports/clock.ts'
import type { GitHook } from '../contracts/model.ts'
import { cancelled } from '../contracts/interrupted.ts'
import type { Chosen } from './choose.ts'
import type { LengthLimits } from './length.ts'
import { appendLog } from './log-file.ts'
import { runHook } from './one-hook.ts'
import type { GroupReport, HookReport } from './report.ts'
import type { Backend, CallResult, PrepareContext, Runnable } from '../contracts/runnable.ts'
import { withSlot } from './with-slot.ts'

/** What the hooks of one project share while they run. */
export type GroupContext = {
  readonly prepare: PrepareContext
  readonly slots: Slots
  /** Calls of one hook at once. */
  readonly batches: number
  readonly limits: LengthLimits
  readonly isDryRun: boolean
  readonly isVerbose: boolean
  readonly clock: Clock
  backendOf(hook: GitHook): Promise<Backend>
  /** No process of a hook may start before the work tree has been looked at. */
  looked(): Promise<Issue | undefined>
  /** Whether files that git tracks differ since this was asked last, or since that look. */
  hasChanged(): Promise<boolean | Issue>
  /** Whether something has changed that `hasChanged` did not see. */
  lastLook(): Promise<boolean | Issue>
  /** `report`: how a hook ended that came to its end. */
  onHook(change: 'started' | 'ended', hook: GitHook, report?: HookReport): void
  onGroup(report: GroupReport): void
  /** What `log_file` is relative to. */
  readonly configDir: string
  /** Settled before the first hook runs. Undefined: nothing to do. */
  namesOf(hook: GitHook): readonly string[] | undefined
}

type Ran = {
  readonly report: HookReport
  readonly runs: 'process' | 'in-process' | 'nothing'
  readonly hasWritten: boolean
}

/** Hooks of one priority, side by side. An issue ends the whole run. */
export async function runGroup(
  chosen: readonly Chosen[],
  context: GroupContext,
): Promise<GroupReport | Issue> {
  const ran = await Promise.all(chosen.map((each) => runChosen(each, context)))
  const problem = ran.find(isIssue)
  if (problem) return problem
  const all = ran as readonly Ran[]
  const isModified = await isGroupModified(all, context)
  if (isIssue(isModified)) return isModified
  const group = { hooks: all.map(({ report }) => report), isModified: false }
  return isModified ? withModification(group) : group
}

/** One hook alone has changed the files; of several nobody can tell. */
export function withModification({ hooks }: GroupReport): GroupReport {
  const [only, ...others] = hooks
  return only !== undefined && others.length === 0
    ? { hooks: [{ ...only, status: 'failed', isModifying: true }], isModified: false }
    : { hooks, isModified: true }
}

/** Hooks inside this process tell what they wrote; of others only the work tree does. */
async function isGroupModified(ran: readonly Ran[], { hasChanged }: GroupContext): Promise<boolean | Issue> {
  const hasWritten = ran.some((each) => each.hasWritten)
  if (!hasWritten && !ran.some(({ runs }) => runs === 'process')) return false
  const changed = await hasChanged()
  return isIssue(changed) ? changed : changed || hasWritten
}

async function runChosen({ hook, isSkipped }: Chosen, context: GroupContext): Promise<Ran | Issue> {
  if (isSkipped) return nothing(hook, { isWithoutFiles: false })
  const ran = await withSlot(context.slots, context.prepare.signal, () => runMatching(hook, context))
  return ran ?? cancelled(hook.id)
}

async function runMatching(hook: GitHook, context: GroupContext): Promise<Ran | Issue> {
  const names = context.namesOf(hook)
  if (names === undefined) return nothing(hook, { isWithoutFiles: true })
  context.onHook('started', hook)
  const startedAt = context.clock.elapsed()
  let report: HookReport | undefined
  try {
    const runnable = await (await context.backendOf(hook)).prepare(hook, context.prepare)
    if (isIssue(runnable)) return runnable
    const result = context.isDryRun ? dryRun(hook, names) : await call(hook, { runnable, names, context })
    if (runnable.kind === 'process') runnable.argv.dispose()
    if (isIssue(result)) return result
    const ms = context.clock.elapsed() - startedAt
    const ran = ranTo(hook, { result, ms, runs: context.isDryRun ? 'nothing' : runnable.kind })
    report = ran.report
    const problem = isTold(ran.report, context) ? appendLog(ran.report, context.configDir) : undefined
    return problem ?? ran
  } finally {
    context.onHook('ended', hook, report)
  }
}

/** A log file gets what would be shown without it. */
function isTold({ status, hook }: HookReport, { isVerbose }: GroupContext): boolean {
  return status === 'failed' || (status === 'passed' && (hook.verbose || isVerbose))
}

async function call(
  hook: GitHook,
  { runnable, names, context }: { runnable: Runnable; names: readonly string[]; context: GroupContext },
): Promise<CallResult | Issue> {
  const { prepare, limits, batches } = context
  const problem = runnable.kind === 'process' ? await context.looked() : undefined
  if (problem) return problem
  return runHook({
    hook,
    runnable,
    names,
    context: prepare,
    limits,
    concurrency: batches,
    scratchDir: prepare.scratchDir,
  })
}

function dryRun(hook: GitHook, names: readonly string[]): CallResult {
  if (names.length === 0) return { code: 0, output: '' }
  const lines = [
    `\`${hook.id}\` would be run on ${names.length} files:`,
    ...names.toSorted().map((name) => `- ${name}`),
  ]
  return { code: 0, output: lines.join('\n') }
}

function ranTo(
  hook: GitHook,
  { result, ms, runs }: { result: CallResult; ms: number; runs: Ran['runs'] },
): Ran {
  const passed = runs === 'nothing' ? 'dry-run' : 'passed'
  const report: HookReport = {
    hook,
    status: result.code === 0 ? passed : 'failed',
    isWithoutFiles: false,
    code: result.code,
    ms,
    output: Buffer.from(result.output),
    isModifying: false,
  }
  return { report, runs, hasWritten: result.hasWritten === true }
}

function nothing(hook: GitHook, { isWithoutFiles }: { readonly isWithoutFiles: boolean }): Ran {
  const report: HookReport = {
    hook,
    status: 'skipped',
    isWithoutFiles,
    code: 0,
    ms: 0,
    output: Buffer.alloc(0),
    isModifying: false,
  }
  return { report, runs: 'nothing', hasWritten: false }
}
