import { isIssue, issue, type Issue } from '../core/issue.ts'
import { within } from './deadline.ts'
import { endGroup, isGroupAlive } from './kill-tree.ts'
import type { Launch, ProcessLimits, Talk } from './launch.ts'
import { checkLaunch } from './launch-problems.ts'
import { createLines } from './lines.ts'
import { start, type Supervised } from './start.ts'
import { unrefStreams } from './streams.ts'

export type ServeSpec = Pick<Launch, 'file' | 'args' | 'cwd' | 'env'> & { readonly limits: ProcessLimits }

export type ServeListener = {
  /** One line of stdout, without its end. */
  line(text: string): void
  /** It is gone, and so is its group. Called once, also after `stop`. */
  ended(why: Issue): void
}

/** A process that answers line by line until it is stopped. */
export type Served = {
  /** Rejects when the process no longer reads. */
  send(line: string): Promise<void>
  /** Closes stdin, then TERM, grace, KILL of the whole group; settles within two seconds. */
  stop(): Promise<void>
}

const LONGEST_LINE = 16 * 1_048_576
/** Of stdout nothing needs to be kept, of stderr what a message may quote: the first and the last half. */
const KEPT_BYTES = 65_536
/** A good server goes when its stdin ends. */
const LEAVE_MS = 250
/** With the above, the sweep and the drain this stays below two seconds. */
const GRACE_MS = 800

/** Starts a process that lives until it is stopped, or until this one ends. It keeps nobody's event loop alive. */
export async function serve(spec: ServeSpec, listener: ServeListener): Promise<Served | Issue> {
  const checked = checkLaunch(asLaunch(spec))
  const run = isIssue(checked) ? checked : await start(checked)
  if (isIssue(run)) return run
  detach(run)
  const supervision = supervise(run, spec, listener)
  const lines = createLines(LONGEST_LINE, {
    line: listener.line,
    tooLong: () => void supervision.stop(tooLong(spec.file)),
  })
  run.streams.stdout.on('data', lines.add)
  return {
    send: (line) => send(run, line).catch((error: unknown) => rejectAtEnd(error, supervision)),
    stop: () => supervision.stop(),
  }
}

type Supervision = {
  stop(why?: Issue): Promise<void>
  /** Settles when the listener has been told of the end. */
  readonly ended: Promise<void>
}

function supervise(run: Supervised, spec: ServeSpec, listener: ServeListener): Supervision {
  let stopping: Promise<void> | undefined
  let tellEnd = (): void => {}
  const ended = new Promise<void>((resolve) => (tellEnd = resolve))
  const end = async (why: () => Issue): Promise<void> => {
    await endLeftovers(run, spec.limits)
    run.release('close')
    listener.ended(why())
    tellEnd()
  }
  run.child.once('exit', (code, signal) => {
    stopping ??= end(() => exited(run, spec.file, signal ?? `exit code ${code}`))
  })
  return {
    stop: (why = stopped(spec.file)) => (stopping ??= leave(run).then(() => end(() => why))),
    ended,
  }
}

/** The input of a process that ends is closed first; why it ends is known a moment later, and says more. */
async function rejectAtEnd(error: unknown, { ended }: Supervision): Promise<never> {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') await within(ended, GRACE_MS)
  throw error
}

/** The end of stdin is how a server hears that it is no longer needed. */
async function leave(run: Supervised): Promise<void> {
  run.streams.stdin?.end()
  await within(run.closed, LEAVE_MS)
}

async function endLeftovers(run: Supervised, limits: ProcessLimits): Promise<void> {
  const isOver = run.isClosed() || (hasExited(run) && (await within(run.closed, limits.settleMs)))
  if (isOver && !isGroupAlive(run.group)) return
  await endGroup(run.group, { graceMs: Math.min(limits.killGraceMs, GRACE_MS), sweepMs: limits.sweepMs })
  await within(run.closed, limits.settleMs)
}

function hasExited({ child }: Supervised): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function send({ streams: { stdin } }: Supervised, line: string): Promise<void> {
  if (stdin !== undefined && stdin.writableLength > LONGEST_LINE)
    return Promise.reject(new Error('the server does not read its input'))
  return new Promise((resolve, reject) => {
    if (!stdin?.writable) return reject(new Error('the server has closed its input'))
    stdin.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

/** Whoever waits for an answer has a timer of its own, so an idle server need not hold up a program's end. */
function detach({ child, streams }: Supervised): void {
  child.unref()
  unrefStreams(streams)
}

const LISTEN_ONLY: Talk = { keepInput: true, started: () => {}, opening: () => false, line: () => false }

function asLaunch(spec: ServeSpec): Launch {
  return {
    ...spec,
    limits: { ...spec.limits, outputBytes: KEPT_BYTES },
    input: '',
    timeoutMs: Number.MAX_SAFE_INTEGER,
    signal: new AbortController().signal,
    leftovers: 'terminate',
    talk: LISTEN_ONLY,
  }
}

function exited(run: Supervised, file: string, how: string): Issue {
  const stderr = run.output().stderr.text.trim()
  const problem = issue('serve.ended', {}, `Server process "${file}" ended (${how}).`)
  return stderr === '' ? problem : { ...problem, detail: stderr }
}

function stopped(file: string): Issue {
  return issue('serve.stopped', {}, `Server process "${file}" was stopped.`)
}

function tooLong(file: string): Issue {
  const message = `Server process "${file}" wrote a line longer than ${LONGEST_LINE} bytes and was stopped.`
  return issue('serve.line', {}, message)
}
