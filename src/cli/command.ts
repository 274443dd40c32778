import type { ModulePool } from '../handlers/module-pool.ts'
import type { Clock } from '../ports/clock.ts'
import type { Env } from '../ports/env.ts'
import type { OptionSpec, ParsedArgs } from './args.ts'
import type { Io } from './io.ts'

/** Everything a command is given. */
export type Invocation = {
  readonly args: ParsedArgs
  readonly io: Io
  readonly env: Env
  /** Ends the command, for callers that live longer than it. Absent: the signals of this process do. */
  readonly signal?: AbortSignal
  /** Knows when the call began. Absent: it began with this process. */
  readonly clock?: Clock
  /** Threads of modules that live longer than the call. Absent: they end with it. */
  readonly modules?: ModulePool
}

/** Returns the exit code. */
export type CommandRun = (invocation: Invocation) => Promise<number>

/** What a shell may offer for a word. */
export type Completes = 'hooks' | 'git-hooks' | 'packs' | 'files' | 'nothing'

export type CommandSpec = {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Called by hookwright itself, so people are not told of it. */
  readonly isInternal?: boolean
  readonly options: readonly OptionSpec[]
  /** Most positional arguments it takes. */
  readonly positionals: number
  /** What its first word may be, such as `show` of `trust show`. */
  readonly actions?: readonly string[]
  /** True: its first word may also be what `completes` says. Default: false. */
  readonly isActionOptional?: boolean
  /** What an argument names, for shell completion. Default: a file. */
  readonly completes?: Completes
  load(): Promise<CommandRun>
  /** What follows its name; a command that has these is never run itself. */
  subcommands?(): Promise<readonly CommandSpec[]>
  /** What its exit codes mean, for help. Default: 0, 1 for a problem and that of a bad command line. */
  readonly exits?: string
  /** Its exit code for a bad command line, where a contract says another one. */
  readonly usageExit?: number
  /** Its exit code when its code cannot be loaded, by the words of the command line. Default: 1. */
  readonly crashExit?: (words: readonly string[]) => number
}

export const EXIT = { ok: 0, problem: 1, usage: 64, interrupted: 130 } as const
