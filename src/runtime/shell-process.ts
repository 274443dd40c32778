import type { HookContext } from '../dialects/codex-runtime/contract.ts'
import type { Outcome, Output } from '../core/outcome.ts'
import { pathKey, safePath, unsafePath } from '../core/search-path.ts'
import { limits } from '../engine/limits.ts'
import { systemEnv } from '../ports/env.ts'
import { createWarn } from '../ports/warnings.ts'
import { launch } from '../process/spawn.ts'
import type { HookIssueClass } from './hook.ts'
import { ownSignal } from './own-signal.ts'
import { serializeContext } from './wire.ts'

export type ShellCommand = {
  /** The command line, run with `sh -c`. */
  readonly command: string
  /** Milliseconds until the process and its children are stopped. */
  readonly timeoutMs: number
  /** Variables of the process on top of the program's own. */
  readonly env: Readonly<Record<string, string>>
}

/** How the process of one call ended. A signal counts as code -1. */
export type Ending =
  | {
      readonly kind: 'exited'
      readonly code: number
      readonly stdout: Output
      readonly stderr: string
      /** Why the end of stdout may be missing. Absent: stdout was read to its end. */
      readonly unfinished?: string
    }
  | {
      readonly kind: 'failed'
      readonly class: HookIssueClass
      readonly message: string
      readonly stderr?: string
    }

const warn = createWarn()

/** `sh -c` in our own directory and environment, stopped with its whole group when its time is over. */
export async function runShell(
  { command, timeoutMs, env }: ShellCommand,
  context: HookContext,
  {
    signal,
    finalCodes,
  }: { readonly signal?: AbortSignal | undefined; readonly finalCodes: readonly number[] },
): Promise<Ending> {
  const input = serialized(context)
  if (typeof input !== 'string') return input
  const { cwd, variables } = systemEnv()
  const own = ownSignal(signal)
  const outcome = await launch({
    file: 'sh',
    args: ['-c', command],
    cwd,
    env: safeVariables({ ...variables, ...env }),
    input,
    timeoutMs,
    signal: own.signal,
    // The crate waits for the end of stdout, whoever holds it, and never reads stderr.
    endsAt: 'stdout-end',
    finalCodes,
    // What a hook leaves running on purpose is left alone, as it is there.
    leftovers: 'leave',
    limits,
  }).finally(own.drop)
  if ('warnings' in outcome) outcome.warnings?.forEach(({ message, hint }) => warn(message, hint))
  return toEnding(outcome)
}

/** The current folder may be a repository, and `sh` of it is not the one that is meant. */
function safeVariables(env: Record<string, string>): Record<string, string> {
  const key = pathKey(env, process.platform)
  const { path, dropped } = safePath(env[key], { platform: process.platform, isInside: () => false })
  const problem = unsafePath(dropped)
  if (problem) warn(problem.message, problem.hint)
  return { ...env, [key]: path }
}

function serialized(context: HookContext): string | Ending {
  try {
    return serializeContext(context)
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
    return { kind: 'failed', class: 'Internal', message: `context serialize failed: ${why}` }
  }
}

function toEnding(outcome: Outcome): Ending {
  switch (outcome.kind) {
    case 'exited':
      return {
        kind: 'exited',
        code: outcome.code ?? -1,
        stdout: outcome.stdout,
        stderr: outcome.stderr.text,
        ...(outcome.openAfterMs !== undefined && {
          unfinished: `stdout was still open after ${duration(outcome.openAfterMs)}`,
        }),
      }
    case 'timed-out':
      return {
        kind: 'failed',
        class: 'Timeout',
        message: `shell hook timed out after ${duration(outcome.afterMs)}`,
        stderr: outcome.stderr.text,
      }
    case 'not-started':
      return { kind: 'failed', class: 'Execution', message: `spawn failed: ${outcome.issue.message}` }
    case 'failed':
      return { kind: 'failed', class: 'Execution', message: `wait failed: ${outcome.issue.message}` }
    case 'cancelled':
      return { kind: 'failed', class: 'Execution', message: 'cancelled by the caller' }
    case 'answered':
    case 'backgrounded':
      throw new Error(`a process cannot end as ${outcome.kind}`)
  }
}

/** As Rust prints a duration. */
function duration(ms: number): string {
  if (ms >= 1_000) return `${ms / 1_000}s`
  return ms >= 1 ? `${ms}ms` : `${ms * 1_000}µs`
}
