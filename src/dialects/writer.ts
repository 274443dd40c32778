import type { Hook } from '../core/hook.ts'

/**
 * What a loss does to the hook. `lost`: it is not in the new file. `weaker`: it stops less, or not for sure. `narrower`:
 * it runs for fewer events. `wider`: it runs for more. `note`: it stops what it stopped before.
 */
export type LossEffect = 'lost' | 'weaker' | 'narrower' | 'wider' | 'note'

/** Something about a hook that the format of another host cannot say. Never holds a value of a variable or header. */
export type Loss = {
  /** What it does to the hook. */
  readonly effect: LossEffect
  /** What is lost, as a word of the config or contract: `if`, `matcher`, `payload`, `onFailure`. */
  readonly part: string
  /** One clause without a full stop. */
  readonly why: string
}

/** A hook to be written for another host, and what its own host adds to it. */
export type SourceHook = {
  /** The hook as the reader of its own host has it. */
  readonly hook: Hook
  /** Program and arguments of a command, as its host starts it on a POSIX system; for a rule, what says the same. */
  readonly words?: readonly string[]
  /** Names of variables in `words`, written `${NAME}`, that its host fills in before it starts the program. */
  readonly variables?: readonly string[]
  /** What a failure of the hook becomes. */
  readonly failure: 'none' | 'ask' | 'deny'
}

/** A hook as the target has it. */
export type WrittenHook = {
  /** The target's own name of the event. */
  readonly event: string
  /** `group`: `entry` stands in the `hooks` of a group with the matcher. `entry`: it stands by itself. */
  readonly form: 'group' | 'entry'
  /** Matcher in the target's terms. Absent: every time. */
  readonly matcher?: string
  /** Keys and values of the handler or entry. */
  readonly entry: Readonly<Record<string, unknown>>
  /** The entry says what a failure becomes. Absent: the target's own rule for failures holds. */
  readonly saysFailure?: true
  /** What the entry does not say. */
  readonly losses: readonly Loss[]
}

/** Writes hooks in the format of one host: data and pure functions. Loads on demand. */
export type ConfigWriter = {
  /** How the file is written. `jsonc` and `yaml` carry comments. */
  readonly format: 'yaml' | 'json' | 'jsonc'
  /** Where the host looks for such a file in a project. */
  readonly file: string
  /** First lines, as comments, where the format has them. */
  readonly head?: readonly string[]
  /** Keys beside `hooks`, which follows them. */
  readonly top: Readonly<Record<string, unknown>>
  /** Hooks of every wire run there as they did: the payload and the native event do not change for them. */
  readonly runsEveryWire?: true
  /**
   * Returns what a hook of its wire loses in a file of another dialect, which cannot say the hook's `note`. Absent:
   * nothing.
   */
  readonly noteLoss?: (note: string) => Loss | undefined
  /** Variables that the host sets for hooks of its own files only, so that entries of another file do not get them. */
  readonly fileVariables?: readonly string[]
  /** Returns the hook in the target's terms; only losses when it cannot be said at all. */
  write(source: SourceHook): WrittenHook | UnwrittenHook
}

/** A hook that the target cannot have. */
export type UnwrittenHook = {
  /** Why it cannot. */
  readonly losses: readonly Loss[]
}

/** Returns the result for a hook that the target cannot have. */
export function unwritten(part: string, why: string): UnwrittenHook {
  return { losses: [{ effect: 'lost', part, why }] }
}
