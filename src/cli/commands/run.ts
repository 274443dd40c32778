import { skippedLine } from '../../core/announce.ts'
import type { Reply } from '../../core/decision.ts'
import { isIssue, issue, type Issue } from '../../core/issue.ts'
import { openWorkspace, type Workspace } from '../../compose.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { dialectNames, dialects } from '../../dialects/index.ts'
import { limits } from '../../engine/limits.ts'
import type { Run } from '../../engine/engine.ts'
import { recordOf } from '../../log/record.ts'
import { appendRun } from '../../log/store.ts'
import { lastValue, milliseconds, UsageError, type ParsedArgs } from '../args.ts'
import { EXIT, type Invocation } from '../command.ts'
import { watchCrashes, watchSignals } from '../signals.ts'
import { workspaceOptions } from '../workspace-options.ts'
import { issueLine } from '../render/issue-line.ts'
import { createSpinner } from '../render/spinner.ts'

/** The bridge a host calls: payload on stdin, the host's own reply on stdout, stderr and exit code. */
export async function run(invocation: Invocation): Promise<number> {
  const { args, io } = invocation
  const dialect = chosenHost(args)
  const bytes = io.readInput(limits.payloadBytes)
  if (bytes === 'terminal') throw new UsageError('run reads the payload from stdin; pipe it in, or use a file with `<`.')
  const interruption = watchSignals()
  const failWith = (problem: Issue): number => fail(problem, { dialect, invocation })
  const unwatch = watchCrashes((error) => failWith(ownFault(error)))
  try {
    if (bytes === 'too-large') return failWith(tooLarge())
    const workspace = await openWorkspace({ ...workspaceOptions(invocation, dialect.name), ...progress(invocation) })
    const event = decode(bytes, { dialect, workspace, args })
    if (isIssue(event)) return failWith(event)
    const done = await workspace.core.run(event, { ...dispatchOptions(args), signal: interruption.signal })
    if (interruption.by === 'SIGINT') return EXIT.interrupted
    if (interruption.by) return failWith(interrupted(interruption.by))
    return answer(done, { dialect, workspace, invocation })
  } catch (error) {
    return failWith(ownFault(error))
  } finally {
    interruption.stop()
    unwatch()
  }
}

export function chosenHost(args: ParsedArgs): Dialect {
  const name = lastValue(args, 'host')
  const dialect = name === undefined ? undefined : dialects.get(name)
  if (dialect === undefined) throw new UsageError(`--host says who is calling; accepted: ${dialectNames.join(', ')}.`)
  return dialect
}

export function decode(
  bytes: Uint8Array,
  { dialect, workspace, args }: { dialect: Dialect; workspace: Workspace; args: ParsedArgs },
): ReturnType<Dialect['decodeEvent']> {
  const event = lastValue(args, 'event')
  const { startDir, projectDir } = workspace.places
  return dialect.decodeEvent({ bytes, startDir, projectDir, at: workspace.clock.now(), ...(event !== undefined && { event }) })
}

export function dispatchOptions(args: ParsedArgs): { deadlineMs?: number; headless: boolean } {
  const deadlineMs = milliseconds(args, 'deadline')
  return { headless: args.options.has('headless'), ...(deadlineMs !== undefined && { deadlineMs }) }
}

type Answering = { readonly dialect: Dialect; readonly workspace: Workspace; readonly invocation: Invocation }

function answer(done: Run, { dialect, workspace, invocation }: Answering): number {
  const reply = dialect.encodeReply(done.plan.event, done.verdict)
  const id = runId(done)
  const unlogged = appendRun(workspace.state, recordOf(id, done))
  const told = diagnostics(done, workspace, unlogged)
  const stderr = reply.stderr + told.map((line) => `hookwright: ${line}\n`).join('')
  if (!invocation.args.options.has('json')) return send({ ...reply, stderr }, invocation)
  const record = { id, ...done, reply, issues: workspace.loaded.issues }
  return send({ stdout: `${JSON.stringify(record, withoutWire)}\n`, stderr, exitCode: EXIT.ok }, invocation)
}

/** Everything that went wrong, one line each; stdout belongs to the host. */
function diagnostics(done: Run, workspace: Workspace, unlogged: Issue | undefined): readonly string[] {
  const loading = workspace.loaded.issues.filter((problem) => problem.severity === 'error')
  const issues = [...workspace.problems, ...loading, ...done.verdict.issues, ...(unlogged ? [unlogged] : [])]
  const lost = done.verdict.lost.map(({ what, why, hook }) => `${hook ?? 'the verdict'}: ${what} is lost, ${why}`)
  const skipped = skippedLine(done.plan)
  return [...issues.map(issueLine), ...lost, ...(skipped === undefined ? [] : [skipped])]
}

function fail(problem: Issue, { dialect, invocation }: { dialect: Dialect; invocation: Invocation }): number {
  const policy = lastValue(invocation.args, 'on-error') === 'deny' ? 'deny' : 'ignore'
  const name = lastValue(invocation.args, 'event') ?? ''
  const reply = dialect.encodeFailure({ name }, problem, policy)
  if (!invocation.args.options.has('json')) return send(reply, invocation)
  return send({ stdout: `${JSON.stringify({ failure: problem, reply })}\n`, stderr: '', exitCode: EXIT.problem }, invocation)
}

function send(reply: Reply, { io }: Invocation): number {
  if (reply.stdout !== '') io.out(reply.stdout)
  if (reply.stderr !== '') io.err(reply.stderr)
  return reply.exitCode
}

function progress({ io }: Invocation): { onProgress?: ReturnType<typeof createSpinner> } {
  return io.watched ? { onProgress: createSpinner(io) } : {}
}

/** Short, sortable by time, and unlikely to meet its twin in one log. */
function runId({ plan }: Run): string {
  return `${plan.event.at.toString(36)}${Math.floor(Math.random() * 46_656).toString(36).padStart(3, '0')}`
}

/** The payload's bytes are content, and the event says all of it already. */
function withoutWire(key: string, value: unknown): unknown {
  return key === 'wire' ? undefined : value
}

function tooLarge(): Issue {
  const mebibytes = limits.payloadBytes / 1_048_576
  return issue('payload.size', {}, `The payload on stdin is larger than ${mebibytes} MiB.`)
}

function interrupted(signal: string): Issue {
  return issue('run.interrupted', {}, `hookwright was stopped by ${signal} before its hooks had answered.`)
}

function ownFault(error: unknown): Issue {
  const problem = issue(
    'internal',
    {},
    `hookwright failed: ${error instanceof Error ? error.message : String(error)}`,
    'This is a bug in hookwright: please report it with the lines below.',
  )
  return error instanceof Error && error.stack !== undefined ? { ...problem, detail: error.stack } : problem
}
