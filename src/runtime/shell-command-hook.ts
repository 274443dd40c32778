import type { HookContext, Reading } from '../dialects/codex-runtime/contract.ts'
import { BLOCK_CODE, readPostOutput, readPreExit } from '../dialects/codex-runtime/output.ts'
import { limits } from '../engine/limits.ts'
import { NOOP, type HookAction, type HookCall, type HookIssue, type PostHook, type PreHook } from './hook.ts'
import { runShell, type Ending, type ShellCommand } from './shell-process.ts'

/** An external command as a hook, before and after. The phase it is called in says which contract holds. */
export type ShellCommandHook = PreHook &
  PostHook &
  ShellCommand & {
    /**
     * Runs the command before something happens: exit 0 goes on or changes, exit 2 blocks, everything else is a
     * problem.
     */
    pre(context: HookContext, call?: HookCall): Promise<HookAction | HookIssue>
    /** Runs the command after something happened; every exit code but 0 is a problem. */
    post(context: HookContext, call?: HookCall): Promise<HookIssue | void>
    /** Returns a copy with another timeout, in milliseconds. Throws a RangeError as the option does. */
    withTimeout(timeoutMs: number): ShellCommandHook
    /** Returns a copy with one more variable; a later value of the same name wins. */
    withEnv(name: string, value: string): ShellCommandHook
  }

/** Options of `ShellCommandHook`. */
export type ShellCommandOptions = {
  /**
   * Covers the start, stdin, the run and stdout up to its end. A finite number of milliseconds greater than 0; anything
   * else throws a RangeError. Default: 5 s.
   */
  readonly timeoutMs?: number
  /** Variables of the process on top of the program's own. Default: none. */
  readonly env?: Readonly<Record<string, string>>
}

const DEFAULT_TIMEOUT_MS = 5_000

/** Makes a hook of a command line, run with `sh -c` and the context as JSON on stdin. Usable before and after. */
export function ShellCommandHook(
  name: string,
  command: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, env = {} }: ShellCommandOptions = {},
): ShellCommandHook {
  const shell = { command, timeoutMs: checkedTimeout(timeoutMs, { hook: name, option: 'timeoutMs' }), env }
  return Object.freeze({
    name,
    ...shell,
    async pre(context: HookContext, { signal }: HookCall = {}) {
      // A refusal is known from the exit code alone, so a timeout after it does not undo it.
      const ending = await runShell(shell, context, { signal, finalCodes: [BLOCK_CODE] })
      return ending.kind === 'failed' ? issueOf(ending, name, context) : readPre(ending, name, context)
    },
    async post(context: HookContext, { signal }: HookCall = {}) {
      const ending = await runShell(shell, context, { signal, finalCodes: [] })
      return ending.kind === 'failed' ? issueOf(ending, name, context) : readPost(ending, name, context)
    },
    withTimeout(ms: number) {
      const checked = checkedTimeout(ms, { hook: name, option: 'withTimeout' })
      return ShellCommandHook(name, command, { timeoutMs: checked, env })
    },
    withEnv: (key: string, value: string) =>
      ShellCommandHook(name, command, { timeoutMs, env: { ...env, [key]: value } }),
  })
}

function checkedTimeout(ms: unknown, from: { readonly hook: string; readonly option: string }): number {
  if (typeof ms === 'number' && Number.isFinite(ms) && ms > 0) return ms
  const written = typeof ms === 'string' ? JSON.stringify(ms) : String(ms)
  throw new RangeError(
    `ShellCommandHook "${from.hook}": ${from.option} must be a finite number of milliseconds greater than 0, not ${written}.`,
  )
}

type Exited = Extract<Ending, { kind: 'exited' }>

function readPre(ending: Exited, hookName: string, context: HookContext): HookAction | HookIssue {
  const reading = readPreExit(ending.code, ending.stdout)
  switch (reading.kind) {
    case 'noop':
      return NOOP
    case 'mutate':
      return reading
    case 'block':
      return {
        ...reading,
        hookName,
        phase: context.phase,
        ...heard(ending.stderr),
        ...unfinished(ending, hookName, context),
      }
    case 'unreadable':
    case 'too-long':
    case 'failed':
      return issueOf({ ...failure(reading), stderr: ending.stderr }, hookName, context)
  }
}

function readPost(ending: Exited, hookName: string, context: HookContext): HookIssue | undefined {
  const reading = readPostOutput(ending.code)
  if (reading.kind !== 'failed') return undefined
  return issueOf({ ...failure(reading), stderr: ending.stderr }, hookName, context)
}

/** The block stands; that its message may be cut is an issue beside it. */
function unfinished(ending: Exited, hookName: string, context: HookContext): { readonly issue?: HookIssue } {
  if (ending.unfinished === undefined) return {}
  const message = `blocked with exit code ${BLOCK_CODE}, but ${ending.unfinished}: the end of the message may be missing`
  return { issue: issueOf({ kind: 'failed', class: 'Timeout', message }, hookName, context) }
}

type Failed = Extract<Ending, { kind: 'failed' }>

function failure(reading: Extract<Reading, { kind: 'unreadable' | 'too-long' | 'failed' }>): Failed {
  return { kind: 'failed', class: 'Execution', message: failureMessage(reading) }
}

function failureMessage(reading: Parameters<typeof failure>[0]): string {
  switch (reading.kind) {
    case 'failed':
      return `exited with code ${reading.code}`
    case 'unreadable':
      return `stdout parse error: ${reading.problem}`
    case 'too-long':
      return `stdout parse error: it is too long: ${reading.droppedBytes} bytes were left out, because at most ${limits.outputBytes} bytes of stdout are kept`
  }
}

function issueOf(failed: Failed, hookName: string, { phase }: HookContext): HookIssue {
  return { hookName, phase, class: failed.class, message: failed.message, ...heard(failed.stderr ?? '') }
}

function heard(stderr: string): { readonly stderr?: string } {
  return stderr === '' ? {} : { stderr }
}
