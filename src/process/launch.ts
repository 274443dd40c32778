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
  /** Counted from before the spawn. Anything but a positive finite number is refused. */
  readonly timeoutMs: number
  /** Aborted with the reason `'earlier-step'` the outcome says so; any other reason is the host's. */
  readonly signal: AbortSignal
  /** What happens to descendants that outlive a normal exit. */
  readonly leftovers: 'terminate' | 'leave'
  /** Windows only: arguments are already quoted. */
  readonly verbatim?: boolean
  readonly limits: ProcessLimits
}
