import type { HookContext, Reading } from '../dialects/codex-runtime/contract.ts'
import { readPostOutput, readPreOutput } from '../dialects/codex-runtime/output.ts'
import { limits } from '../engine/limits.ts'
import { NOOP, type HookAction, type HookCall, type HookIssue, type PostHook, type PreHook } from './hook.ts'
import { runShell, type Ending, type ShellCommand } from './shell-process.ts'

/** An external command as a hook, before and after. The phase it is called in says which contract holds. */
export type ShellCommandHook = PreHook &
  PostHook &
  ShellCommand & {
    pre(context: HookContext, call?: HookCall): Promise<HookAction | HookIssue>
    post(context: HookContext, call?: HookCall): Promise<HookIssue | void>
    withTimeout(timeoutMs: number): ShellCommandHook
    /** A later value of the same name wins. */
    withEnv(name: string, value: string): ShellCommandHook
  }

export type ShellCommandOptions = {
  /** Covers the start, stdin and the run. Default: 5 s. */
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
}

const DEFAULT_TIMEOUT_MS = 5_000

export function ShellCommandHook(
  name: string,
  command: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, env = {} }: ShellCommandOptions = {},
): ShellCommandHook {
  const shell = { command, timeoutMs, env }
  return Object.freeze({
    name,
    ...shell,
    async pre(context: HookContext, { signal }: HookCall = {}) {
      const ending = await runShell(shell, context, signal)
      return ending.kind === 'failed' ? issueOf(ending, name, context) : readPre(ending, name, context)
    },
    async post(context: HookContext, { signal }: HookCall = {}) {
      const ending = await runShell(shell, context, signal)
      return ending.kind === 'failed' ? issueOf(ending, name, context) : readPost(ending, name, context)
    },
    withTimeout: (ms: number) => ShellCommandHook(name, command, { timeoutMs: ms, env }),
    withEnv: (key: string, value: string) =>
      ShellCommandHook(name, command, { timeoutMs, env: { ...env, [key]: value } }),
  })
}

type Exited = Extract<Ending, { kind: 'exited' }>

function readPre(ending: Exited, hookName: string, context: HookContext): HookAction | HookIssue {
  const reading = readOutput(ending)
  switch (reading.kind) {
    case 'noop':
      return NOOP
    case 'mutate':
      return reading
    case 'block':
      return { ...reading, hookName, phase: context.phase, ...heard(ending.stderr) }
    case 'unreadable':
    case 'failed':
      return issueOf({ ...failure(reading), stderr: ending.stderr }, hookName, context)
  }
}

/** Half an answer could mean anything; half a reason is still a block. */
function readOutput({ code, stdout, isCut }: Exited): Reading {
  return code === 0 && isCut
    ? { kind: 'unreadable', problem: `it is longer than ${limits.outputBytes} bytes` }
    : readPreOutput(code, stdout)
}

function readPost(ending: Exited, hookName: string, context: HookContext): HookIssue | undefined {
  const reading = readPostOutput(ending.code)
  if (reading.kind !== 'failed') return undefined
  return issueOf({ ...failure(reading), stderr: ending.stderr }, hookName, context)
}

type Failed = Extract<Ending, { kind: 'failed' }>

function failure(reading: Extract<Reading, { kind: 'unreadable' | 'failed' }>): Failed {
  const message =
    reading.kind === 'failed' ? `exited with code ${reading.code}` : `stdout parse error: ${reading.problem}`
  return { kind: 'failed', class: 'Execution', message }
}

function issueOf(failed: Failed, hookName: string, { phase }: HookContext): HookIssue {
  return { hookName, phase, class: failed.class, message: failed.message, ...heard(failed.stderr ?? '') }
}

function heard(stderr: string): { readonly stderr?: string } {
  return stderr === '' ? {} : { stderr }
}
