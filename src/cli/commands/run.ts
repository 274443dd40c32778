import { eventSpec } from '../../dialects/event-spec.ts'
import type { Hook } from '../../core/hook.ts'
import { isIssue, issue, warning, type Issue } from '../../core/issue.ts'
import { escapeUnseen } from '../../core/unseen.ts'
import { openWorkspace, type Workspace } from '../../workspace/open.ts'
import { scratchRoot } from '../../workspace/handler-loaders.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { dialectNames, findEntry } from '../../dialects/registry.ts'
import { limits } from '../../engine/limits.ts'
import type { Run } from '../../engine/run.ts'
import type { DispatchOptions } from '../../engine/parts.ts'
import { recordOf } from '../../log/record.ts'
import { appendRun } from '../../log/store.ts'
import { lastValue, milliseconds, UsageError, type ParsedArgs } from '../args.ts'
import { canDeclare, heirOf, startBehind, withLate } from '../background.ts'
import { EXIT, type Invocation } from '../command.ts'
import { diagnostics } from '../diagnostics.ts'
import { watchCrashes, watchSignals, type Interruption } from '../signals.ts'
import { broke, fail, INTERRUPTED, sendJson, sendVerdict, type Call } from '../replies.ts'
import { heldBackBy } from '../send.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { issueLine } from '../render/issue-line.ts'
import { createSpinner } from '../render/spinner.ts'

/** The bridge a host calls: payload on stdin, the host's own reply on stdout, stderr and exit code. */
export async function run(invocation: Invocation): Promise<number> {
  const { args } = invocation
  const call: Call = { dialect: await chosenHost(args), invocation, event: lastValue(args, 'event') ?? '' }
  const options = dispatchOptions(args)
  const bytes = readPayload(invocation)
  const cleanUp = (): Promise<void> => removeScratch(call)
  const interruption = watchSignals(cleanUp)
  const unwatch = watchCrashes((error) => broke(error, call), cleanUp)
  try {
    if (isIssue(bytes)) return fail(bytes, call)
    return await handle(bytes, call, { options, interruption })
  } catch (error) {
    if (call.workspace === undefined) nameEvent(bytes, call)
    return broke(error, call)
  } finally {
    interruption.stop()
    unwatch()
  }
}

/** Which event it was decides how a failure is told when not even the configuration could be read. */
function nameEvent(bytes: Uint8Array | Issue, call: Call): void {
  const { cwd } = call.invocation.env
  const said = { startDir: cwd, projectDir: cwd, at: 0, ...(call.event !== '' && { event: call.event }) }
  const event = isIssue(bytes) ? bytes : call.dialect.decodeEvent({ bytes, ...said })
  if (isIssue(event)) return
  call.event = event.name
  call.decoded = event
}

type Handling = { readonly options: DispatchOptions; readonly interruption: Interruption }

async function handle(bytes: Uint8Array, call: Call, { options, interruption }: Handling): Promise<number> {
  const { dialect, invocation } = call
  const delegated: Hook[] = []
  const workspace = await openWorkspace({
    ...workspaceOptions(invocation, dialect.name),
    ...progress(invocation),
    delegate: (hook) => {
      delegated.push(hook)
      return { kind: 'backgrounded', ms: 0 }
    },
    heirOf: (hook, about, watch) => heirOf(hook, about, { watch, invocation }),
  })
  call.workspace = workspace
  const event = decode(bytes, { dialect, workspace, args: invocation.args })
  if (isIssue(event)) return fail(event, { ...call, event: event.event ?? call.event })
  call.event = event.name
  call.decoded = event
  const ran = await workspace.core.run(event, { ...options, signal: interruption.signal })
  call.ran = ran
  if (canDeclare(ran, delegated, call)) return declare(ran, delegated, { call, payload: bytes, interruption })
  const unstarted = delegated.length === 0 ? undefined : await startBehind(delegated, bytes, invocation)
  const issues = [
    ...(eventSpec(dialect, event) !== undefined ? [] : [unknownEvent(event.name, dialect)]),
    ...(event.issues ?? []),
    ...(unstarted === undefined ? [] : [unstarted]),
  ]
  const done = await withLate(withIssues(ran, issues), call)
  const unlogged = appendRun(workspace.state, recordOf(done.id, done))
  const code = interruption.by
    ? stopped(interruption.by, call)
    : await answer(done, { call, workspace, unlogged })
  await workspace.close()
  return code
}

type Declared = {
  readonly call: Call
  readonly payload: Uint8Array
  readonly interruption: Interruption
}

async function declare(
  ran: Run,
  hooks: readonly Hook[],
  { call: { dialect, invocation, workspace }, payload, interruption }: Declared,
): Promise<number> {
  const unlogged = workspace && appendRun(workspace.state, recordOf(ran.id, ran))
  const isWatched = invocation.io.watched
  if (workspace !== undefined)
    invocation.io.err(await diagnostics(ran, workspace, { unlogged, said: '', isWatched }))
  const { runDeclared } = await import('../delegate.ts')
  await runDeclared(hooks, { dialect, invocation, payload, signal: interruption.signal })
  return EXIT.ok
}

/**
 * What rules and finished hooks hold back stays held back. Ctrl-C is a person's: the conventional status otherwise,
 * unless they asked for a deny whatever happens. After other signals the hooks that did not answer have failed.
 */
function stopped(signal: NodeJS.Signals, call: Call): number {
  const problem = interrupted(signal)
  const isHeldBack = call.ran !== undefined && heldBackBy(call.ran.verdict) !== undefined
  if (call.ran && isHeldBack && !call.invocation.args.options.has('json'))
    return sendVerdict(call.ran, call, `hookwright: ${issueLine(problem)}\n`)
  const isStrict = lastValue(call.invocation.args, 'on-error') === 'deny'
  if (signal !== 'SIGINT' || isStrict) return fail(problem, call)
  call.invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
  return EXIT.interrupted
}

function withIssues(done: Run, issues: readonly Issue[]): Run {
  if (issues.length === 0) return done
  return { ...done, verdict: { ...done.verdict, issues: [...done.verdict.issues, ...issues] } }
}

/** Read before signals are watched: a blocked read could not be interrupted by a handler of ours. */
function readPayload({ io }: Invocation): Uint8Array | Issue {
  const bytes = attempt(() => io.readInput(limits.payloadBytes))
  if (bytes === 'too-large') return tooLarge()
  if (bytes !== 'terminal') return bytes
  throw new UsageError('run reads the payload from stdin; pipe it in, or use a file with `<`.')
}

function attempt<T>(read: () => T): T | Issue {
  try {
    return read()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return issue('payload.unreadable', {}, `The payload on stdin cannot be read (${code}).`)
  }
}

async function removeScratch({ workspace }: Call): Promise<void> {
  if (workspace === undefined) return
  const { removeAllScratch } = await import('../../ports/scratch.ts')
  removeAllScratch(scratchRoot(workspace.state))
}

export async function chosenHost(args: ParsedArgs): Promise<Dialect> {
  const name = lastValue(args, 'host')
  const profile = lastValue(args, 'profile')
  const entry = name === undefined ? undefined : findEntry(name)
  if (entry === undefined)
    throw new UsageError(`--host says who is calling; accepted: ${dialectNames.join(', ')}.`)
  if (profile !== undefined && entry.profiles?.includes(profile) !== true)
    throw new UsageError(`--profile is "${profile}"; ${entry.title} has no such profile.`)
  return entry.load(profile)
}

export function decode(
  bytes: Uint8Array,
  { dialect, workspace, args }: { dialect: Dialect; workspace: Workspace; args: ParsedArgs },
): ReturnType<Dialect['decodeEvent']> {
  const event = lastValue(args, 'event')
  const { startDir, projectDir } = workspace.places
  return dialect.decodeEvent({
    bytes,
    startDir,
    projectDir,
    at: workspace.clock.now(),
    ...(event !== undefined && { event }),
  })
}

export function dispatchOptions(args: ParsedArgs): { deadlineMs?: number; headless: boolean } {
  const deadlineMs = milliseconds(args, 'deadline')
  return { headless: args.options.has('headless'), ...(deadlineMs !== undefined && { deadlineMs }) }
}

type Answering = {
  readonly call: Call
  readonly workspace: Workspace
  readonly unlogged: Issue | undefined
}

async function answer(done: Run, { call, workspace, unlogged }: Answering): Promise<number> {
  const { dialect, invocation } = call
  const reply = dialect.encodeReply(done.plan.event, done.verdict)
  const isWatched = invocation.io.watched
  const notes = await diagnostics(done, workspace, { unlogged, said: reply.stderr, isWatched })
  if (!invocation.args.options.has('json')) return sendVerdict(done, call, notes)
  const { shownPlan, withShownHook } = await import('../render/shown-hook.ts')
  const told = { plan: shownPlan(done.plan), results: done.results.map(withShownHook) }
  const record = { ...done, ...told, reply, issues: workspace.loaded.issues }
  return sendJson(record, call, { stderr: `${reply.stderr}${notes}`, exitCode: EXIT.ok })
}

function progress({ io }: Invocation): { onProgress?: ReturnType<typeof createSpinner> } {
  return io.watched ? { onProgress: createSpinner(io) } : {}
}

/** A newer host may have more events; nothing in a config file can be about them yet. */
function unknownEvent(event: string, { title }: Dialect): Issue {
  return warning(
    'event.unknown',
    {},
    `"${escapeUnseen(event)}" is no event of ${title} that this version knows, so no hook ran.`,
  )
}

function tooLarge(): Issue {
  const mebibytes = limits.payloadBytes / 1_048_576
  return issue('payload.size', {}, `The payload on stdin is larger than ${mebibytes} MiB.`)
}

function interrupted(signal: string): Issue {
  return issue(INTERRUPTED, {}, `hookwright was stopped by ${signal} before its hooks had answered.`)
}
