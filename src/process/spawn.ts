import type { Outcome } from '../core/outcome.ts'

export type ProcessLimits = {
  readonly killGraceMs: number
  readonly sweepMs: number
  readonly settleMs: number
  readonly outputBytes: number
}

/** Everything one supervised process needs; nothing else reaches it. */
export type Launch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string | Uint8Array
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** What happens to descendants that outlive a normal exit. */
  readonly leftovers: 'terminate' | 'leave'
  /** Windows only: arguments are already quoted. */
  readonly verbatim?: boolean
  readonly limits: ProcessLimits
}

/** Runs one process to its end. Never rejects. */
export function launch(_launch: Launch): Promise<Outcome> {
  throw new Error('written by process/')
}
