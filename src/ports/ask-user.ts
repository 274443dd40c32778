import type { Question } from '../core/question.ts'

/** A question of a hook that runs, for a person to answer. */
export type Asking = Question & {
  /** Id of the hook that asks. */
  readonly hook: string
  /** What the host calls it, such as `PreToolUse:Bash`. */
  readonly name: string
  /** The tool input, shortened to a line. */
  readonly summary?: string
}

/** Asks a person the question of a hook. Returns the key of the chosen option, or undefined when they cancel. */
export type AskUser = (
  asking: Asking,
  options: {
    /** Aborts when no answer is wanted any more; close the question then. */
    readonly signal: AbortSignal
  },
) => Promise<string | undefined>
