import type { Installer } from '../projects/programs.ts'
import type { Sign } from '../projects/signs.ts'

/** A program that formats one file, and how a project shows that it uses it. */
export type Formatter = {
  /** Name for the option `use` and for messages. */
  readonly name: string
  /** Endings of the files it formats, separated by blanks; one without a dot is a whole name. */
  readonly files: string
  /** Any one of these shows that the project uses it. */
  readonly shown: readonly Sign[]
  /** How it is installed. */
  readonly installer: Installer
  /** Its names; the first that is there is used. */
  readonly programs: readonly string[]
  /** Its arguments. `{file}` is the path, `{name}` the path below the folder, `{edition}` the edition of Rust. */
  readonly args: string
  /** True: it reads the text from its standard input and writes the new one to its output. Default: it changes the file. */
  readonly isFilter?: true
  /** True: it is started in the folder of the file. Default: in the one that shows it. */
  readonly isBeside?: true
  /** True: it corrects findings and lays out no code, so that any other formatter goes before it. Default: false. */
  readonly isLast?: true
  /** Exit code for findings that it cannot correct, which say nothing about the layout. Absent: none. */
  readonly findingsCode?: number
}

/** Signs that are files of these names; `*` stands for any characters. */
export const file = (...names: readonly string[]): readonly Sign[] => names.map((name) => ({ file: name }))

/** The sign that is a text in one of these files. */
export const text = (pattern: RegExp, ...names: readonly string[]): Sign => ({ text: pattern, in: names })

/** Files in which projects name the programs that they run. */
export const TASKS = [
  '.pre-commit-config.yaml',
  'Makefile',
  'justfile',
  'tox.ini',
  'noxfile.py',
  'lefthook.yml',
  'package.json',
]
