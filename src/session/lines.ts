import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { notice, type Issue } from '../core/issue.ts'
import { joinSignals } from '../core/join-signals.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Policy } from '../core/policy.ts'
import type { HookSide } from '../dialects/dialect.ts'
import { compared, unsettled, type WatchScripts } from '../engine/watch.ts'
import type { Handler } from '../handlers/handler.ts'

export type LineOptions = {
  /** Cancels the command, and takes the place of its time limit. */
  readonly signal?: AbortSignal
  /** Cancels it too, without doing that. */
  readonly end?: AbortSignal
}

export type LineParts = {
  readonly command: Handler
  readonly hookSide: (wire: string) => Promise<HookSide>
  readonly variables: (event: Event) => Readonly<Record<string, string>>
  /** Trust and switches, as for hooks. */
  readonly refuse: Policy['refuse']
  /** Follows the scripts of a command that was not refused. */
  readonly watch?: WatchScripts
  /** The environment with a PATH that leads to no program of the repository. */
  readonly safeEnv?: (env: Record<string, string>, hook: Hook) => Record<string, string>
  /** Completes an event of that name with where the session is. */
  readonly event: (name: string) => Event
  /** The longest a process may run at all. */
  readonly maxTimeoutMs: number
  /** For the log only: a status line that fails is not shown. */
  readonly onIssue?: (problem: Issue) => void
}

const NONE: readonly never[] = Object.freeze([])

/** The lines of a status line command for this status, which is written to it as JSON. */
export function runStatusLine(
  commands: readonly Hook[],
  status: unknown,
  options: LineParts & LineOptions,
): Promise<readonly string[]> {
  return runLines(commands, status, options)
}

/** The paths a file suggestion command offers for what was typed so far. */
export function suggestFiles(
  commands: readonly Hook[],
  query: string,
  options: LineParts & LineOptions,
): Promise<readonly string[]> {
  return runLines(commands, { query }, options)
}

/** Runs the first command that is not refused. Every end but exit 0 gives no lines. */
async function runLines(
  commands: readonly Hook[],
  input: unknown,
  options: LineParts & LineOptions,
): Promise<readonly string[]> {
  const hook = chosen(commands, options)
  if (hook === undefined || options.signal?.aborted) return NONE
  const event = options.event(hook.event)
  const watch = options.watch?.(hook, event)
  const variables = options.variables(event)
  const side = await options.hookSide(hook.wire)
  const safe = options.safeEnv ?? ((env: Record<string, string>) => env)
  const isSettled = watch?.settle === undefined || (await watch.settle())
  const run = (): Promise<Outcome> => {
    const { signal, drop } = joinSignals(options.signal, options.end)
    const step = {
      hook,
      event,
      input: `${JSON.stringify(input ?? null)}\n`,
      env: safe(environment(side, hook, { event, variables }), hook),
      variables,
      ...(side.inlineForms && { inlineForms: side.inlineForms }),
      timeoutMs: options.signal === undefined ? hook.timeoutMs : options.maxTimeoutMs,
      signal,
    }
    return options.command(step).finally(drop)
  }
  const outcome = isSettled ? compared(await run(), hook, watch) : unsettled(hook)
  if (outcome.kind === 'exited' && outcome.code === 0 && !outcome.swapped) return linesOf(outcome.stdout.text)
  options.onIssue?.(unused(hook, outcome))
  return NONE
}

function chosen(commands: readonly Hook[], { refuse, event, onIssue }: LineParts): Hook | undefined {
  for (const hook of commands) {
    const refusal =
      hook.handler.type === 'command' ? refuse(hook, event(hook.event)) : { why: 'it is no command' }
    if (refusal === undefined) return hook
    onIssue?.(notice('line.refused', placeOf(hook), `${named(hook)} was not run: ${refusal.why}.`))
  }
  return undefined
}

function environment(
  side: HookSide,
  hook: Hook,
  { event, variables }: { event: Event; variables: Readonly<Record<string, string>> },
): Record<string, string> {
  const own = hook.handler.type === 'command' ? hook.handler.env : undefined
  const all = { ...variables, ...side.environment(event, hook, variables), ...own }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(present)
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function unused(hook: Hook, outcome: Outcome): Issue {
  return notice('line.failed', placeOf(hook), `${named(hook)} gave nothing: ${why(outcome)}`)
}

function why(outcome: Outcome): string {
  if (outcome.swapped) return outcome.swapped.message
  switch (outcome.kind) {
    case 'exited':
      return outcome.code === null
        ? `it was ended by ${outcome.signal ?? 'a signal'}.`
        : `it exited with code ${outcome.code}.`
    case 'timed-out':
      return `it was stopped after ${outcome.afterMs / 1000} s.`
    case 'not-started':
    case 'failed':
      return outcome.issue.message
    case 'cancelled':
      return 'it was cancelled.'
    case 'answered':
    case 'backgrounded':
      return 'it did not run to its end.'
  }
}

function named({ event }: Hook): string {
  return `The command of "${event.replace(/^command:/, '')}"`
}

function placeOf({ id, source }: Hook): Issue['place'] {
  return { file: source.file, pointer: source.pointer, hook: id }
}
