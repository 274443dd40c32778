import type { Answer } from '../core/decision.ts'
import type { Event } from '../core/event.ts'
import type { Scope } from '../core/hook.ts'
import type { Note } from '../core/outcome.ts'
import type { Files } from '../ports/files.ts'
import type { Options } from './manifest.ts'

/** How a program that a pack started ended. */
export type ToolRun =
  | {
      readonly kind: 'exited'
      readonly code: number
      /** Head and tail where it was too long. */
      readonly stdout: string
      readonly stderr: string
      /** Bytes of both streams that were beyond the cap and not kept. 0: the texts are everything. */
      readonly droppedBytes: number
    }
  | {
      readonly kind: 'timed-out'
      /** What it had written until then. */
      readonly stdout: string
      readonly stderr: string
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-started'; readonly why: string }

/** What the code of a pack may use. */
export type PackContext = {
  /** The options of the use, with defaults filled in. */
  readonly options: Options
  /** Where the use stands: what a project says may reach less than what the user says. */
  readonly scope: Scope
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** Milliseconds that the answer may take: the timeout of the hook, or less where the host waits for less. */
  readonly timeoutMs: number
  /** Variables of the process. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The home folder. */
  readonly home: string
  /** The private state folder, for what people read themselves; the pack's own notes belong into `store`. */
  readonly stateDir: string
  readonly platform: NodeJS.Platform
  /** Reads files. */
  readonly files: Files
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Texts that the pack keeps from one event to the next, by a name of its own; in the private state folder. */
  readonly store: {
    read(name: string): string | undefined
    write(name: string, text: string): void
  }
  /**
   * Runs a program without a shell: own process group, killed with all that it started at the timeout, output capped.
   * `file` is a path, or a name that is looked for on PATH but never in the project.
   */
  readonly run: (
    file: string,
    args: readonly string[],
    options: {
      readonly cwd: string
      readonly timeoutMs: number
      readonly input?: string
      /** Set besides those of the process; undefined removes one. */
      readonly variables?: Readonly<Record<string, string | undefined>>
      /** How much of each stream is kept. Default: 1 MiB. */
      readonly maxBytes?: number
    },
  ) => Promise<ToolRun>
  /**
   * Sends a POST request with JSON; for packs that tell somebody. Resolves with the status, or says why it failed in
   * words that do not hold the address.
   */
  readonly post: (url: string, body: unknown, timeoutMs: number) => Promise<number | { readonly why: string }>
}

/**
 * What a pack says about an event: undefined is no opinion. `note`: facts for the log, never content, such as what a
 * category that is only observed would have decided.
 */
export type PackAnswer = (Answer & { readonly note?: Note }) | undefined

/** The code of a pack. */
export type PackCode = (event: Event, context: PackContext) => PackAnswer | Promise<PackAnswer>
