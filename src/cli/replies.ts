import { eventSpec, isUnseenGate } from '../dialects/event-spec.ts'
import { emptyVerdict, type Reply } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Workspace } from '../workspace/open.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Run } from '../engine/run.ts'
import { lastValue } from './args.ts'
import { EXIT, type Invocation } from './command.ts'
import { jsonText } from './json.ts'
import { diagnostics } from './diagnostics.ts'
import { issueLine } from './render/issue-line.ts'
import { heldBackBy, send } from './send.ts'
import { decideCancelled, decideUnrun } from './unrun.ts'

/** What is known of one call so far; a failure is told in as much detail as that allows. */
export type Call = {
  readonly dialect: Dialect
  readonly invocation: Invocation
  event: string
  workspace?: Workspace
  decoded?: Event
  /** Its verdict stands, whatever fails afterwards. */
  ran?: Run
  /** The exit code, once the reply is written. */
  replied?: number
}

/** Code of the issue for a run that a signal ended. */
const INTERRUPTED = 'run.interrupted'

function sendVerdict({ plan: { event }, verdict }: Run, call: Call, notes: string): number {
  const { dialect, invocation } = call
  const reply = dialect.encodeReply(event, verdict)
  const spec = eventSpec(dialect, event)
  const keepsGoing = spec?.endsTurn === true || spec?.effects.includes('keep-going')
  const reason = heldBackBy(verdict, keepsGoing)
  const spare = () => (reason === undefined ? reply : dialect.encodeWithoutStdout(event, reason))
  return (call.replied = send(reply, { io: invocation.io, notes, spare }))
}

type Sending = {
  readonly call: Call
  readonly workspace: Workspace
  /** Why the run is not in the log. */
  readonly unlogged: Issue | undefined
}

/** Encodes the verdict for the host; with `--json` the whole record of the run for a program. */
export async function sendRun(done: Run, { call, workspace, unlogged }: Sending): Promise<number> {
  const { dialect, invocation } = call
  const reply = dialect.encodeReply(done.plan.event, done.verdict)
  const isWatched = invocation.io.watched
  const notes = await diagnostics(done, workspace, { unlogged, said: reply.stderr, isWatched })
  if (!invocation.args.options.has('json')) return sendVerdict(done, call, notes)
  const { shownPlan, withShownHook } = await import('./render/shown-hook.ts')
  const told = { plan: shownPlan(done.plan), results: done.results.map(withShownHook) }
  const record = { ...done, ...told, reply, issues: workspace.loaded.issues }
  return sendJson(record, call, { stderr: `${reply.stderr}${notes}`, exitCode: EXIT.ok })
}

/**
 * What rules and finished hooks hold back stays held back. Ctrl-C is a person's: the conventional status otherwise,
 * unless they asked for a deny whatever happens. After other signals the hooks that did not answer have failed.
 */
export function sendStopped(signal: NodeJS.Signals, call: Call): number {
  const problem = interrupted(signal)
  const isHeldBack = call.ran !== undefined && heldBackBy(call.ran.verdict) !== undefined
  if (call.ran && isHeldBack && !call.invocation.args.options.has('json'))
    return sendVerdict(call.ran, call, `hookwright: ${issueLine(problem)}\n`)
  const isStrict = lastValue(call.invocation.args, 'on-error') === 'deny'
  if (signal !== 'SIGINT' || isStrict) return fail(problem, call)
  call.invocation.io.err(`hookwright: ${issueLine(problem)}\n`)
  return EXIT.interrupted
}

/** Whoever asked for a record is a program of ours, not a host: that it could not be written is a plain problem. */
function sendJson(
  value: object,
  { invocation }: Call,
  { stderr, exitCode }: Pick<Reply, 'stderr' | 'exitCode'>,
): number {
  const reply = { stdout: jsonText(value), stderr, exitCode }
  return send(reply, { io: invocation.io, notes: '', spare: () => ({ ...reply, exitCode: EXIT.problem }) })
}

/** A verdict that was reached is not lost to what fails after it: a deny would become a call that goes on. */
export function broke(error: unknown, call: Call): number {
  const problem = ownFault(error)
  const { io, args } = call.invocation
  const line = `hookwright: ${issueLine(problem)}\n`
  if (call.replied !== undefined) {
    io.err(line)
    return call.replied
  }
  return call.ran === undefined || args.options.has('json')
    ? fail(problem, call)
    : sendVerdict(call.ran, call, line)
}

export function fail(problem: Issue, call: Call): number {
  const { dialect, invocation, event } = call
  const decision = failureDecision(problem, call)
  const reply = failureReply(problem, call, decision)
  if (invocation.args.options.has('json'))
    return sendJson({ failure: problem, reply }, call, { stderr: '', exitCode: EXIT.problem })
  const notes = problem.detail === undefined ? '' : `${problem.detail}\n`
  const isHeldBack = decision !== 'none'
  const spare = () => (isHeldBack ? dialect.encodeWithoutStdout({ name: event }, reply.stderr.trim()) : reply)
  return (call.replied = send(reply, { io: invocation.io, notes, spare }))
}

function failureReply(problem: Issue, { dialect, event, decoded }: Call, decision: OwnDecision): Reply {
  const reply = dialect.encodeFailure({ name: event }, problem, decision === 'none' ? 'ignore' : 'deny')
  if (decision !== 'ask' || decoded === undefined) return reply
  const asked = dialect.encodeReply(decoded, { ...emptyVerdict, decision, reason: reply.stderr.trim() })
  return { ...asked, stderr: reply.stderr }
}

type OwnDecision = 'none' | 'ask' | 'deny'

/** `--on-error` is for the host; a hook that was to run may be stricter. */
function failureDecision(problem: Issue, call: Call): OwnDecision {
  const { dialect, invocation, workspace, decoded } = call
  if (lastValue(invocation.args, 'on-error') === 'deny' || isUnseenGate(dialect, problem)) return 'deny'
  if (decoded === undefined) return 'none'
  const decision =
    workspace === undefined
      ? unreadDecision(call)
      : problem.code === INTERRUPTED
        ? decideCancelled(call.ran?.results ?? [], workspace, problem)
        : decideUnrun(decoded, workspace, problem)
  if (decision === 'none' || decision === 'allow') return 'none'
  return decision === 'ask' && !invocation.args.options.has('headless') ? 'ask' : 'deny'
}

/** As with a file that cannot be loaded: whatever its hooks may have guarded asks first. */
function unreadDecision({ dialect, event, decoded }: Call): OwnDecision {
  return eventSpec(dialect, decoded ?? { name: event })?.gate ? 'ask' : 'none'
}

/** What the machine may be out of: descriptors, memory, room on a disk. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOSPC', 'EDQUOT'])

function ownFault(error: unknown): Issue {
  const message = `hookwright failed: ${error instanceof Error ? error.message : String(error)}`
  if (SHORTAGES.has((error as NodeJS.ErrnoException | undefined)?.code ?? ''))
    return issue('system.resources', {}, message, 'Free what the system is out of, or raise its limit.')
  const hint = 'This is a bug in hookwright: please report it with the lines below.'
  const problem = issue('internal', {}, message, hint)
  return error instanceof Error && error.stack !== undefined ? { ...problem, detail: error.stack } : problem
}

function interrupted(signal: string): Issue {
  return issue(INTERRUPTED, {}, `hookwright was stopped by ${signal} before its hooks had answered.`)
}
