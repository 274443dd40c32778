import type { Folder, Program, Unanalysable, Word } from './line.ts'

/** What the shell knows when it begins to read a text. */
export type ReaderStart = {
  /** The folder in which it starts. */
  readonly folder: Folder
  /** Values of variables that the line has set before, by name. */
  readonly variables: ReadonlyMap<string, Word>
}

/** The programs that a shell would start for one text; what those programs run in turn is not in it. */
export type TextReading = {
  /** In the order of the text. Their ids are their indexes here. */
  readonly programs: readonly Program[]
  /** What could not be known. Its ids of programs are indexes in `programs`. */
  readonly unanalysable: readonly Unanalysable[]
}

/** Reads a text in one language. Never throws, and takes time that grows with the length of the text only. */
export type TextReader = (text: string, start: ReaderStart) => TextReading
