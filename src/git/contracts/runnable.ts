import type { Buffer } from 'node:buffer'
import type { Issue } from '../../core/issue.ts'
import type { Command } from '../../shells/shell.ts'
import type { GitHook } from './model.ts'
import type { Git } from './git.ts'

/** An entry as a command line that words can be added to: the hook's `args` and names of files. */
export type Argv = {
  /** Program first. */
  readonly words: readonly string[]
  /** The whole command. An issue for a word the program cannot be given. */
  command(more: readonly string[]): Command | Issue
  /** Removes what was made for this run only. */
  dispose(): void
}

/** What one call of a hook came to. */
export type CallResult = {
  readonly code: number
  readonly output: Buffer | string
  /** A hook that runs inside the process says itself that it wrote to files. */
  readonly hasWritten?: boolean
}

/** What every way of running a hook is given. */
export type CallContext = {
  /** The project's folder: names are relative to it, and processes run in it. */
  readonly cwd: string
  readonly git: Git
  readonly signal: AbortSignal
}

/** A hook that is ready: its environment is built and its entry understood. */
export type Runnable =
  | {
      readonly kind: 'process'
      readonly argv: Argv
      /** The whole environment of its processes. */
      readonly env: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'in-process'
      run(names: readonly string[], context: CallContext): Promise<CallResult | Issue>
    }

/** Everything a language needs to get a hook ready. */
export type PrepareContext = {
  readonly cwd: string
  readonly git: Git
  readonly signal: AbortSignal
  /** The environment of the process, with the variables of the stage. */
  readonly env: Readonly<Record<string, string>>
  readonly platform: NodeJS.Platform
  /** Folder for the scripts of `shell` entries. */
  readonly scratchDir: string
  /** Folder of clones, environments and patches. */
  readonly storeDir: string
  /** Hears what takes long: `Installing environment for URL`. */
  progress(text: string): void
}

/** One language: gets its hooks ready, and nothing else. Batching, order and output are the runner's. */
export type Backend = {
  prepare(hook: GitHook, context: PrepareContext): Promise<Runnable | Issue>
}
