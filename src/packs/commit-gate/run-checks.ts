import type { PackContext, ToolRun } from '../code.ts'
import type { Check } from './check.ts'
import { TOTAL_SECONDS } from './manifest.ts'

/** How one check ended. */
export type CheckResult = { readonly check: Check; readonly seconds: number } & (
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly code: number; readonly output: string }
  /** It could not be run to its end. */
  | { readonly kind: 'unfinished'; readonly why: string; readonly output: string }
)

/** How checks are run. */
export type Running = {
  readonly timeoutSeconds: number
  readonly stopAtFirst: boolean
  readonly limit: TimeLimit
  readonly context: PackContext
}

/** The time that all checks of a call share. */
export type TimeLimit = { readonly totalSeconds: number; leftSeconds(): number }

/** Most seconds that are kept back to end what runs and to answer. */
const RESERVE = 20
/** The same as a part of the time, where the host waits for little. */
const RESERVED_PART = 0.2
const LEAST_RESERVE = 2

/** Starts the clock of a call that has to be answered within so many milliseconds. */
export function timeLimit(timeoutMs: number): TimeLimit {
  const totalSeconds = Math.min(TOTAL_SECONDS, timeoutMs / 1_000)
  const kept = Math.max(LEAST_RESERVE, Math.min(RESERVE, totalSeconds * RESERVED_PART))
  const end = performance.now() + (totalSeconds - Math.min(kept, totalSeconds / 2)) * 1_000
  return { totalSeconds, leftSeconds: () => (end - performance.now()) / 1_000 }
}

/** Of each stream: enough for the head and the tail. */
const MOST_BYTES = 262_144

/** Runs the checks one after the other. */
export async function runChecks(checks: readonly Check[], running: Running): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) {
    const result = await runCheck(check, running)
    results.push(result)
    if (running.context.signal.aborted || (result.kind === 'failed' && running.stopAtFirst)) break
  }
  return results
}

async function runCheck(check: Check, { context, limit, timeoutSeconds }: Running): Promise<CheckResult> {
  const startedAt = performance.now()
  const left = limit.leftSeconds()
  const seconds = Math.min(timeoutSeconds, left)
  const [file = '', ...args] = check.words
  const run: ToolRun =
    seconds <= 0
      ? { kind: 'timed-out', stdout: '', stderr: '' }
      : await context.run(file, args, {
          cwd: check.folder,
          timeoutMs: seconds * 1_000,
          maxBytes: MOST_BYTES,
          variables: QUIET,
        })
  const why = left < timeoutSeconds ? outOfAll(seconds, limit) : `it did not end within ${seconds} s`
  return { check, seconds: (performance.now() - startedAt) / 1_000, ...judged(run, check, why) }
}

function outOfAll(seconds: number, { totalSeconds }: TimeLimit): string {
  const all = `the ${Math.round(totalSeconds)} s that this call may take`
  const what =
    seconds <= 0
      ? `no time was left of ${all}`
      : `it did not end within the ${Math.round(seconds)} s left of ${all}`
  return `${what}; \`hookwright check\` says how much the agent allows`
}

/** Nobody is there to watch or to answer, and git of a test is not to find the repository of a calling git. */
const QUIET: Readonly<Record<string, string | undefined>> = {
  CI: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  CARGO_TERM_COLOR: 'never',
  DOTNET_NOLOGO: '1',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
}

type Judged =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly code: number; readonly output: string }
  | { readonly kind: 'unfinished'; readonly why: string; readonly output: string }

function judged(run: ToolRun, { words, passes = [] }: Check, outOfTime: string): Judged {
  switch (run.kind) {
    case 'not-started':
      return { kind: 'unfinished', why: `"${words[0]}" could not be started; ${INSTALL}`, output: run.why }
    case 'timed-out':
      return { kind: 'unfinished', why: outOfTime, output: outputOf(run) }
    case 'cancelled':
      return { kind: 'unfinished', why: 'it was cancelled', output: '' }
    case 'exited': {
      if (run.code === 0 || passes.includes(run.code)) return { kind: 'passed' }
      const output = outputOf(run)
      if (run.code === NOT_FOUND || MISSING.test(output))
        return { kind: 'unfinished', why: `a program that it needs is missing; ${INSTALL}`, output }
      return { kind: 'failed', code: run.code, output }
    }
  }
}

const INSTALL = 'install what it needs and commit again'
/** What a shell exits with when it finds no program of a name. */
const NOT_FOUND = 127
/** What cargo, uv, poetry and make say of a program that is not there. */
const MISSING =
  /^error: no such command: |^error: '[\w-]+' is not installed for the toolchain|^error: Failed to spawn: |^Command not found: |^make: \*\*\* .{0,200} Error 127$/m

function outputOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return [stdout, stderr].filter((text) => text.trim() !== '').join('\n')
}
