import type { Folder, Input, Language, Program, Unanalysable, Variable, Via, Word } from './line.ts'

/** One thing that a program runs in turn. */
export type Carried =
  | {
      /** A program and its arguments, such as what `sudo` or `find -exec` starts. */
      readonly kind: 'words'
      readonly how: Via['how']
      /** The program and its arguments. A word that is added at run time, as by xargs, is one that is not known. */
      readonly words: readonly Word[]
      /** Set besides what the carrier itself has. Absent: nothing. */
      readonly variables?: readonly Variable[]
      /** The folder in which it runs. Absent: that of the carrier. */
      readonly folder?: Folder
      /** Where its standard input comes from. Absent: as that of the carrier. */
      readonly input?: Input
      /** True: it certainly runs. False: it may. */
      readonly certain: boolean
    }
  | {
      /** Text in a language that the analysis reads, such as the one of `sh -c`. */
      readonly kind: 'text'
      readonly how: Via['how']
      readonly language: Language
      readonly text: Word
      readonly folder?: Folder
      readonly certain: boolean
    }
  | {
      /** A call in the code of an interpreter that changes or runs something, such as `shutil.rmtree('x')`. */
      readonly kind: 'call'
      /** Name of the call with its module, such as `shutil.rmtree`. */
      readonly name: string
      /** Its arguments as far as they are literals. */
      readonly args: readonly Word[]
    }
  | {
      /** It runs something that nobody can read from the line. */
      readonly kind: 'unknown'
      readonly unanalysable: Omit<Unanalysable, 'program'>
    }

/** What is known besides the program itself. */
export type CarriedAround = {
  /** All programs found so far, by id. */
  readonly programs: readonly Program[]
  /** Returns the text of a file; undefined: it cannot be read, or the line changes it before. */
  readonly read: (path: string) => string | undefined
}

/** Returns what a program runs in turn. Empty: it runs nothing but itself. */
export type CarriedBy = (program: Program, around: CarriedAround) => readonly Carried[]
