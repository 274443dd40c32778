import type { Buffer } from 'node:buffer'
import type { Issue } from '../../core/issue.ts'
import type { GitHook } from '../model.ts'
import type { Git } from '../repository/git.ts'

/** A program with its first arguments; `args` of the hook and names of files follow. */
export type Argv = { readonly words: readonly string[]; readonly verbatim?: boolean }

/** What one call of a hook came to. */
export type CallResult = {
  readonly code: number
  readonly output: Buffer | string
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
      /** What the language adds to the environment, below the hook's own `env`. */
      readonly env: Readonly<Record<string, string>>
      /** Removes what was made for this run only. */
      dispose(): void
    }
  | {
      readonly kind: 'in-process'
      /** Whether the work tree may differ afterwards. */
      readonly modifies: boolean
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
