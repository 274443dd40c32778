import { pathToFileURL } from 'node:url'
import { isDecision } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import { noOutput, type FailureClass, type Outcome } from '../core/outcome.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileProblem } from '../ports/files.ts'
import { startThread, type CallEnd, type Thread } from '../process/thread.ts'
import type { Handler, StepInput } from './handler.ts'
import { modulePath } from './module-path.ts'
import type { ModulePool } from './module-pool.ts'
import { loadsTypeScript, stripTypes } from './strip-types.ts'

/** A module and the files it imports, as they are now. */
type Files = {
  readonly file: string
  readonly version: string
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

export type ModuleOptions = {
  readonly clock: Clock
  readonly pool: ModulePool
  readonly read: (file: string) => Files | FileProblem | undefined
  readonly limits: {
    readonly killGraceMs: number
    readonly outputBytes: number
    readonly moduleHeapMb: number
    readonly moduleStderrBytes: number
  }
}

/** Calls the default export of a file in a worker thread. */
export function createModuleHandler(options: ModuleOptions): Handler {
  const { clock, pool, read, limits } = options
  return async (step) => {
    const startedAt = clock.elapsed()
    const elapsed = (): number => clock.elapsed() - startedAt
    if (step.signal.aborted) return cancelled(step, 0)
    const files = read(modulePath(step.hook))
    if (files === undefined || 'problem' in files) return notStarted(missing(step.hook, files), elapsed())
    const key = keyOf(files, step)
    let found: { readonly thread: Thread; readonly isNew: boolean }
    try {
      const sources = loadsTypeScript() ? undefined : await stripTypes(files.bytes)
      found = pool.take(key, () =>
        startThread({
          url: pathToFileURL(files.file).href,
          env: step.env,
          answerLength: limits.outputBytes,
          heapMb: limits.moduleHeapMb,
          stderrBytes: limits.moduleStderrBytes,
          ...(sources && { sources }),
        }),
      )
    } catch (error) {
      return notStarted(unloaded(step.hook, messageOf(error)), elapsed())
    }
    const { thread, isNew } = found
    const { end, stopped } = await callIn(thread, step, limits.killGraceMs)
    // What was written while it was loaded may have been loaded.
    const isSame = !isNew || sameVersion(read(files.file), files)
    if (stopped === undefined && end?.kind === 'answered' && isSame) pool.keep(key, thread)
    else await pool.drop(thread)
    if (stopped === 'timeout') return timedOut(step, thread, elapsed())
    return end === undefined || stopped === 'cancel'
      ? cancelled(step, elapsed())
      : outcomeOf(end, { step, thread, ms: elapsed() })
  }
}

/** Another version, other variables or another approval: another thread. */
function keyOf({ file, version }: Files, { hook, env, variables, version: approved }: StepInput): string {
  const own = hook.handler.type === 'module' ? hook.handler.env : undefined
  return JSON.stringify([file, version, approved, variables ?? env, own])
}

function sameVersion(now: Files | FileProblem | undefined, { version }: Files): boolean {
  return now !== undefined && 'version' in now && now.version === version
}

/** setTimeout fires at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Ended = { readonly end?: CallEnd; readonly stopped?: 'timeout' | 'cancel' }

/** Asks the module to stop at its timeout or at a cancel, and waits a moment for it to do so. */
function callIn(
  thread: Thread,
  { hook: { handler }, event, env, signal, timeoutMs }: StepInput,
  graceMs: number,
): Promise<Ended> {
  return new Promise((done) => {
    let stopped: Ended['stopped']
    const stop = (why: 'timeout' | 'cancel', reason: string): void => {
      if (stopped !== undefined) return
      stopped = why
      thread.abort(reason)
      grace = setTimeout(() => settle(), graceMs)
    }
    const onCancel = (): void => stop('cancel', 'the answer is no longer wanted')
    const settle = (end?: CallEnd): void => {
      clearTimeout(timer)
      clearTimeout(grace)
      signal.removeEventListener('abort', onCancel)
      done({ ...(end && { end }), ...(stopped && { stopped }) })
    }
    let grace: NodeJS.Timeout | undefined
    const timer = setTimeout(
      () => stop('timeout', `no answer within ${timeoutMs} ms`),
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    )
    signal.addEventListener('abort', onCancel)
    const options = handler.type === 'module' ? handler.options : undefined
    void thread.call(sendable(event), env, options).then(settle)
    if (signal.aborted) onCancel()
  })
}

/** A part of a larger buffer would take all of that with it. */
function sendable(event: Event): Event {
  const { payload } = event
  if (payload === undefined || payload.bytes.byteLength === payload.bytes.buffer.byteLength) return event
  return { ...event, payload: { ...payload, bytes: payload.bytes.slice() } }
}

type Around = { readonly step: StepInput; readonly thread: Thread; readonly ms: number }

function outcomeOf(end: CallEnd, { step, thread, ms }: Around): Outcome {
  const { hook } = step
  const fail = (problem: Issue, failure?: FailureClass, detail = thread.stderr()): Outcome => ({
    kind: 'failed',
    issue: detail === '' ? problem : { ...problem, detail: shortened(detail, MAX_DETAIL) },
    ...(failure && { failure }),
    ms,
  })
  switch (end.kind) {
    case 'answered':
      return { kind: 'answered', body: bodyOf(end.text), ms }
    case 'unloaded':
      return notStarted({ ...unloaded(hook, end.message), ...detailOf(end.stack) }, ms)
    case 'threw':
      return fail(
        problemOf(hook, 'module.threw', `Its module threw: ${shortened(end.message)}`),
        undefined,
        end.stack,
      )
    case 'too-long':
      return fail(
        problemOf(hook, 'module.answer', `The answer of its module is longer than ${MAX_ANSWER}.`),
        'overflow',
      )
    case 'no-json':
      return fail(
        problemOf(hook, 'module.answer', `The answer of its module is not JSON: ${shortened(end.message)}.`),
        'protocol-error',
      )
    case 'uncloneable':
      return fail(
        problemOf(hook, 'input.unprepared', `Failed to prepare hook input: ${shortened(end.message)}`),
        'unprepared',
      )
    case 'ended':
      return fail(problemOf(hook, 'module.ended', endedText(end)))
  }
}

const MAX_ANSWER = '1 MiB'
const MAX_MESSAGE = 300
const MAX_DETAIL = 4_096

/** `failure` and `unheard` are words of the engine about an answer. */
function bodyOf(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || !isDecision((body as { decision?: unknown }).decision))
    return body
  const { failure: _f, unheard: _u, ...rest } = body as Readonly<Record<string, unknown>>
  return rest
}

function endedText({ code, error }: Extract<CallEnd, { kind: 'ended' }>): string {
  if (error === undefined)
    return `Its module ended its worker with process.exit(${code}) instead of an answer.`
  if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'Its module needed more memory than a worker may have.'
  return `Its module failed outside of its call: ${shortened(messageOf(error))}`
}

function missing(hook: Hook, problem: FileProblem | undefined): Issue {
  const name = hook.handler.type === 'module' ? hook.handler.module : ''
  const why = problem === undefined ? 'was not found' : `cannot be read (${problem.detail})`
  const hint = 'Paths are relative to the folder of the config file.'
  return issue('module.missing', placeOf(hook), `Its module "${name}" ${why}.`, hint)
}

function unloaded(hook: Hook, message: string): Issue {
  return problemOf(hook, 'module.load', `Its module could not be loaded: ${shortened(message)}`)
}

function problemOf(hook: Hook, code: string, message: string): Issue {
  return issue(code, placeOf(hook), message)
}

function placeOf({ id, source: { file, pointer } }: Hook): Issue['place'] {
  return { file, pointer, hook: id }
}

function detailOf(stack: string | undefined): { readonly detail?: string } {
  return stack === undefined ? {} : { detail: shortened(stack, MAX_DETAIL) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The first line of a message. A longer text, such as a stack, is only cut. */
function shortened(text: string, most = MAX_MESSAGE): string {
  const line = most === MAX_MESSAGE ? (text.split('\n', 1)[0] ?? '') : text
  return line.length > most ? `${line.slice(0, most)}…` : line
}

function notStarted(problem: Issue, ms: number): Outcome {
  return { kind: 'not-started', issue: problem, ms }
}

function cancelled({ signal }: StepInput, ms: number): Outcome {
  return { kind: 'cancelled', by: signal.reason === 'earlier-step' ? 'earlier-step' : 'host', ms }
}

function timedOut({ timeoutMs }: StepInput, thread: Thread, ms: number): Outcome {
  const stderr = { ...noOutput, text: thread.stderr() }
  return { kind: 'timed-out', afterMs: timeoutMs, stdout: noOutput, stderr, ms }
}
