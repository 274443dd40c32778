/** One simple command: every text a pattern is tested against. */
export type Subcommand = {
  /** As written, and as unquoted words; leading assignments and redirections removed. */
  readonly texts: readonly string[]
  /** The same without its wrappers, the folder of the program, and git's own options. */
  readonly inner: readonly string[]
  /** Its words with `*` for each stretch that is only known at run time; undefined when all are known. */
  readonly shape?: string | undefined
}

/** A command line taken apart, or why it could not be. */
export type Analysis =
  | {
      readonly kind: 'commands'
      readonly commands: readonly Subcommand[]
      /** Commands in text that another program may give to a shell. */
      readonly guessed: readonly Subcommand[]
      /** Program names that are only known at run time, with `*` for each unknown stretch. */
      readonly shapes: readonly string[]
      /** Why what it runs cannot be read from the text, if so. */
      readonly doubt: string | undefined
      /** Texts another program may take commands from: a name in one of them may be run. */
      readonly mentions: readonly string[]
      /** It holds a substitution or a variable, so its final text is not known. */
      readonly unknown: boolean
      /** The commands and their literal words are all there is: no assignment, redirection, glob or function. */
      readonly plain: boolean
    }
  | { readonly kind: 'unanalysable'; readonly why: string }

export const MAX_COMMAND_LENGTH = 64 * 1024

export function unanalysable(why: string): Analysis {
  return { kind: 'unanalysable', why: `the command cannot be analysed: ${why}` }
}

export const tooLong: Analysis = unanalysable('it is longer than 64 KB')
