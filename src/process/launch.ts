import type { OnOutput } from './hear.ts'
import type { RunRecords } from './run-records.ts'

export type { OnOutput }

export type ProcessLimits = {
  readonly killGraceMs: number
  readonly sweepMs: number
  readonly settleMs: number
  readonly outputBytes: number
}

/** A running process, as far as somebody outside may steer it. All of it is harmless after its end. */
export type Running = {
  /** One line on its stdin. */
  write(line: string): void
  closeInput(): void
  /** A new limit, counted from now. */
  allow(ms: number): void
  /**
   * Another process goes on with it, for so many milliseconds from now, and the launch ends as `backgrounded`. Happens
   * when the whole input is delivered, and not at all where descriptors cannot be handed on or no process can be started.
   */
  handOver(heir: Heir, ms: number): void
}

/** A process that a running one can be given to. It gets the output of that one as descriptors; see `adopt`. */
export type Heir = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Returns what it reads on stdin. */
  readonly job: (held: HeldProcess) => string
}

/** A running process whose supervisor changes. */
export type HeldProcess = {
  readonly pid: number
  /** When it began. Absent on systems without `/proc`. */
  readonly start?: string
  /** Milliseconds it still has. */
  readonly ms: number
  readonly leftovers: 'terminate' | 'leave'
  /** What it wrote until now, in base64. */
  readonly stdout: string
  readonly stderr: string
  /** The path of its record, if it has one. */
  readonly record?: string
  /** Paths of files that go when it has ended. Default: none. */
  readonly files?: readonly string[]
}

/** How somebody listens to a process while it runs. */
export type Talk = {
  /** stdin stays open after the payload. */
  readonly keepInput: boolean
  /** The process runs. */
  started(running: Running): void
  /** The first line of stdout that is not blank, as far as it has come; false: heard enough of it. */
  opening(text: string, running: Running): boolean
  /** Every complete line of stdout of a process whose stdin stays open; false: heard enough. */
  line(text: string, running: Running): boolean
}

/** What ends a process for whoever started it. */
export type EndsAt = 'exit' | 'stdout-end'

/** The part of an AbortSignal that a process follows. */
export type Cancel = Pick<AbortSignal, 'aborted' | 'reason'> & {
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Everything one supervised process needs; nothing else reaches it. */
export type Launch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  /** While it starts, the mark of its record is among them. */
  readonly env: Record<string, string>
  readonly input: string | Uint8Array
  /** Counted from before the spawn. Anything but a positive finite number is refused. */
  readonly timeoutMs: number
  /** Aborted with the reason `'earlier-step'` the outcome says so; any other reason is the host's. */
  readonly signal: Cancel
  /** What happens to descendants that outlive a normal exit. */
  readonly leftovers: 'terminate' | 'leave'
  /**
   * `exit`: the process ends with its exit, and output that arrives within `limits.settleMs` still counts.
   * `stdout-end`: it ends when it has exited and no descendant holds its stdout open, or at the timeout.
   * Default: `exit`.
   */
  readonly endsAt?: EndsAt
  /**
   * Exit codes that say enough without the rest of stdout. With `stdout-end`, a process that exited with one of them
   * before its timeout counts as exited at the timeout, and what still holds its stdout is stopped. Default: none.
   */
  readonly finalCodes?: readonly number[]
  /** Windows only: arguments are already quoted. */
  readonly verbatim?: boolean
  readonly limits: ProcessLimits
  readonly talk?: Talk
  /** Files the process needs until its end, and that another supervisor has to remove then. Returns their paths. */
  readonly giveFiles?: (owner: number) => readonly string[]
  /** Where the process is written down while it runs. Absent: if we are killed, nobody ends it. */
  readonly records?: RunRecords
  /** Hears what the process writes, as text of whole characters; false: heard enough of that stream. */
  readonly onOutput?: OnOutput
}
