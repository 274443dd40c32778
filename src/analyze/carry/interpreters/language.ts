import type { Quoting } from './strings.ts'

/**
 * How a call starts a program. `text`: its first argument is text for a shell. `words`: its arguments are the program
 * and its arguments, or one text. `exec`: a file, and arguments of which the first is a name. `mode`: the same behind
 * one more argument. `pipe`: text with `|` at one end, or behind an argument with it.
 */
export type Starts = 'text' | 'words' | 'exec' | 'mode' | 'pipe'

/** What is known of a language of an interpreter. */
export type CodeLanguage = {
  readonly quoting: Quoting
  /** Last parts of the names of calls that start programs. */
  readonly starts: Readonly<Record<string, Starts>>
  /** Last parts of the names of calls that read or change files or the system, with their full names. */
  readonly touches: Readonly<Record<string, string>>
  /** Calls that run text as code of the same language. */
  readonly evaluates: readonly string[]
  /** Calls that find something by a name that may be put together. */
  readonly finds: readonly string[]
  /** Names that mean something else unless the code names one of these, too. */
  readonly ambiguous?: Readonly<Record<string, RegExp>>
  /** True: a call needs no brackets around its arguments. */
  readonly bare?: true
  /** True: the name of a call stands behind its bracket. */
  readonly lisp?: true
  /** Other signs of code that hides what it does. */
  readonly hides?: RegExp
}

/** Makes a table of names from lines such as `shutil: rmtree move`. */
export function namesOf(lines: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(lines).flatMap(([module, names]) =>
      names.split(' ').map((name) => [name, module === '' ? name : `${module}.${name}`]),
    ),
  )
}

/** Makes a table of calls that start programs. */
export function startsOf(lines: Partial<Readonly<Record<Starts, string>>>): Readonly<Record<string, Starts>> {
  return Object.fromEntries(
    Object.entries(lines).flatMap(([how, names]) => names.split(' ').map((name) => [name, how as Starts])),
  )
}
