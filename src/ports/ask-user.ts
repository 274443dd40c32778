import type { Question } from '../core/question.ts'

/** Who asks, and about what. */
export type Asking = Question & {
  /** The hook's id. */
  readonly hook: string
  /** What the host calls it, such as `PreToolUse:Bash`. */
  readonly name: string
  /** The tool input, shortened to a line. */
  readonly summary?: string
}

/** The one door to a person: the key of the chosen option, or undefined when they cancel. */
export type AskUser = (
  asking: Asking,
  options: {
    /** Aborts when no answer is wanted any more; close the question then. */
    readonly signal: AbortSignal
  },
) => Promise<string | undefined>
