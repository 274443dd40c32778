import type { HostVariables } from './host-variables.ts'

/** What the text of a command says about the files that decide what it does. Plain data; no file was looked at. */
export type NamedFiles = {
  /** Paths as written, relative to the folder the command runs in. */
  readonly words: readonly string[]
  /** Names that programs look for in the working directory and in each folder above it. */
  readonly upward: readonly string[]
  /** Folders in which programs search for files by name; all files in them count. */
  readonly folders: readonly string[]
  /** Patterns that the shell turns into names of files that are run. */
  readonly globs: readonly string[]
  /** Files that say in their own text which other files are run. Each is also in `words` or `upward`. */
  readonly followed: readonly FollowedFile[]
  /** Words of programs that may run the files of a folder. */
  readonly operands?: readonly string[]
  /** Paths of programs, scripts and their folders that may lead out of the project. */
  readonly leaving?: readonly string[]
  /** Programs without a path, in the order of the text. */
  readonly programs: readonly string[]
  /** What the text does not let anyone know; an approval does not cover it. */
  readonly gaps: readonly Gap[]
}

/** Of a hook: also what the names of its host's variables are. */
export type HookNames = NamedFiles & {
  /** Variables of its host that hold paths. Absent: none. */
  readonly variables?: HostVariables
}

/** A text that names nothing. */
export const noNames: NamedFiles = {
  words: [],
  upward: [],
  folders: [],
  globs: [],
  followed: [],
  programs: [],
  gaps: [],
}

/** The part of a followed file whose imports count: all of it. */
export const MODULE = 'module'

/** A file whose text names further files that are run, such as `package.json`. */
export type FollowedFile = {
  /** Path of the file as the command names it. */
  readonly file: string
  /** Which part of the file is run: `main` of a package, `script NAME`, or `module` for what it imports. */
  readonly part: string
}

/** Something that an approval does not cover, and why. */
export type Gap =
  | {
      /** A program, script or folder whose name is known only at run time. */
      readonly kind: 'run-time'
      /** The expression as the command has it. */
      readonly what: string
    }
  | {
      /** Commands that a shell takes from its input. */
      readonly kind: 'input'
      /** The shell. */
      readonly what: string
    }
  | {
      /** Text that is not bash, or cannot be read as bash: only its words were looked at. */
      readonly kind: 'text'
      /** The command, or its shell. */
      readonly what: string
    }
  | {
      /** Programs, scripts and folders that are outside the project and not in a system folder. */
      readonly kind: 'outside'
      /** Its path. */
      readonly what: string
    }
  | {
      /** Installed packages: their code loads more of them. */
      readonly kind: 'packages'
      /** Folder of the packages. */
      readonly what: string
    }
  | {
      /** Code of a program that may load files by names it makes up. */
      readonly kind: 'code'
      /** The program that the code is given to. */
      readonly what: string
    }
  | {
      /** Programs found on PATH, outside the project. */
      readonly kind: 'programs'
      /** Name of the program. */
      readonly what: string
    }
  | {
      /** Files that the covered ones read or run on their own. */
      readonly kind: 'own-files'
      /** The file that reads or runs them. */
      readonly what: string
    }
  | {
      /** More or larger files than are read. */
      readonly kind: 'too-large'
      /** The file or folder. */
      readonly what: string
    }
  | {
      /** Files that exist and cannot be read. */
      readonly kind: 'unread'
      /** Path of the file. */
      readonly what: string
    }

/** True for what every script and program has, and no reader of a command can see. */
export function isUsualGap({ kind }: Gap): boolean {
  return kind === 'programs' || kind === 'own-files'
}

/** Returns one sentence for a person about what an approval leaves out; undefined when it covers everything. */
export function describeGaps(gaps: readonly Gap[]): string | undefined {
  const kinds = [...new Set(gaps.map(({ kind }) => kind))]
  const parts = kinds.map((kind) => {
    const all = [...new Set(gaps.filter((gap) => gap.kind === kind).map(({ what }) => what))]
    const shown = all.slice(0, MOST_SHOWN).join(', ')
    return PHRASES[kind](all.length > MOST_SHOWN ? `${shown} and ${all.length - MOST_SHOWN} more` : shown)
  })
  return parts.length === 0 ? undefined : parts.join('; ')
}

const MOST_SHOWN = 5

const PHRASES: Readonly<Record<Gap['kind'], (what: string) => string>> = {
  'run-time': (what) => `${what} (known only at run time)`,
  input: (what) => `commands that ${what} reads from its input`,
  text: (what) => `${what} (only its words were looked at)`,
  outside: (what) => `${what} (outside the project)`,
  packages: (what) => `code in ${what}`,
  code: (what) => `files that code given to ${what} may load`,
  'too-large': (what) => `${what} (too many or too large files)`,
  unread: (what) => `${what} (cannot be read)`,
  'own-files': (what) => `files that ${what} reads or runs itself`,
  programs: (what) => `programs on PATH (${what})`,
}
