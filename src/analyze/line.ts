/** One word of a command, as the program gets it. */
export type Word = {
  /** What the program gets. A part that is only known at run time stands as it is written, such as `$DIR/x`. */
  readonly text: string
  /** The same with `*` for each part that is only known at run time, and `\*` for a star. */
  readonly shape: string
  /** True: `text` is exactly what the program gets. False: a part of it is only known at run time. */
  readonly known: boolean
  /** True: the only unknown part is a pattern that the shell replaces with names of files, such as `src/*.ts`. */
  readonly isGlob: boolean
}

/** Where a program or a file stands in relation to the folder in which the line starts. */
export type Folder =
  | {
      /** The folder can be read from the line. */
      readonly kind: 'known'
      /** Relative to the folder in which the line starts, absolute, or below `~`. `.`: the line changes nothing. */
      readonly path: string
    }
  | {
      /** The line changes to a folder that is only known at run time. */
      readonly kind: 'unknown'
    }

/** A variable that the line sets for a program. */
export type Variable = {
  /** Name of the variable. */
  readonly name: string
  /** Its value. */
  readonly value: Word
}

/** A file that the shell opens for a program. */
export type Redirection = {
  /** Read, written from its start (`>`), written at its end (`>>`), or both read and written (`<>`). */
  readonly mode: 'read' | 'write' | 'append' | 'read-write'
  /** Path of the file. */
  readonly target: Word
}

/** Where a program has its standard input from. Several sources are possible; the last one counts. */
export type Input =
  | {
      /** From whatever the line itself reads: a terminal or nothing. */
      readonly from: 'line'
    }
  | {
      /** From programs that write into the pipe in front of it. */
      readonly from: 'pipe'
      /** Ids of these programs. */
      readonly programs: readonly number[]
    }
  | {
      /** From a here-document or a here-string. */
      readonly from: 'text'
      /** The text. */
      readonly text: Word
    }
  | {
      /** From a file. */
      readonly from: 'file'
      /** Path of the file. */
      readonly file: Word
    }

/** How a program is reached when the line does not start it directly. */
export type Via = {
  /**
   * `wrapper`: another program runs it (`sudo X`, `find -exec X`). `script`: it stands in shell text that another
   * program runs (`sh -c 'X'`). `substitution`: its output becomes words of another program. `function`, `alias`: it
   * stands in a function or an alias of the line. `code`: code of an interpreter starts it. `file`: it stands in a file
   * that the line runs, such as a script of package.json. `text`: text that another program may give to a shell.
   */
  readonly how: 'wrapper' | 'script' | 'substitution' | 'function' | 'alias' | 'code' | 'file' | 'text'
  /** Id of the program that runs it or gets its output. Absent: the shell itself does. */
  readonly program?: number
}

/** One program that the line would run. */
export type Program = {
  /** Its index in the list of programs. */
  readonly id: number
  /** Its name without the folder, in lower case on PowerShell and cmd, without `.exe`. Empty: only known at run time. */
  readonly name: string
  /** The program as it is written, and its arguments. */
  readonly words: readonly Word[]
  /** Variables that the line sets for it, in the order in which they are set. */
  readonly variables: readonly Variable[]
  /** Files that the shell opens for it. */
  readonly redirections: readonly Redirection[]
  /** The folder in which it runs. */
  readonly folder: Folder
  /** Where its standard input comes from. */
  readonly input: Input
  /** How it is reached. Absent: the line starts it. */
  readonly via?: Via
  /** True: the line runs it. False: it stands in text that another program may run, or not. */
  readonly certain: boolean
}

/** Something of the line that its text does not tell. */
export type Unanalysable = {
  /** What kind of thing it is, such as `run-time-name`, `unseen-script`, `decoded`, `syntax`, `too-large`. */
  readonly code: string
  /** One sentence for a person; holds no text of the line. */
  readonly why: string
  /** Id of the program it is about. Absent: the whole line. */
  readonly program?: number
}

export const LANGUAGES = ['bash', 'powershell', 'cmd'] as const
/** The language in which a command line is written. */
export type Language = (typeof LANGUAGES)[number]

/** A command line taken apart into the programs that it would run. */
export type LineAnalysis = {
  /** The language in which it was read. */
  readonly language: Language
  /** Every program, in the order of the text; what runs another one comes before it. */
  readonly programs: readonly Program[]
  /** What could not be known, and why. Empty: the programs are all there is. */
  readonly unanalysable: readonly Unanalysable[]
}

/** What the analysis may know besides the line. */
export type AnalyzeOptions = {
  /** The language of the line. Default: `bash`. */
  readonly language?: Language
  /**
   * Returns the text of a file that the line runs: a script, a package.json, a Makefile. The path is as the line has it,
   * relative to the folder in which the line starts or absolute; undefined: it cannot be read. Default: no file is read,
   * and what a script runs is not looked at.
   */
  readonly read?: (path: string) => string | undefined
  /** Values of variables that the line starts with. Default: none is known. */
  readonly variables?: Readonly<Record<string, string>>
}
