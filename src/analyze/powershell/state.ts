import type { Folder, Variable, Word } from '../line.ts'
import type { Draft } from '../windows/draft.ts'
import type { Output, ProgramDraft } from '../windows/output.ts'

/** What the words of a statement are. `start`: none is read yet. */
export type StatementKind = 'start' | 'command' | 'expression'

/** A part of the text between brackets, or the whole of it, and the statement in it that is being read. */
export type CodeFrame = {
  readonly kind: 'code'
  /** What ends it. */
  readonly close: ')' | '}' | ''
  /** True: a table of names and values. */
  readonly isTable: boolean
  /** The program to which its result or its block goes. */
  readonly owner: ProgramDraft | undefined
  /** True: it stands in the middle of a word, or of a string. */
  readonly isPart: boolean
  statement: StatementKind
  /** True: `&` or `.` stands in front. */
  isCalled: boolean
  program: ProgramDraft | undefined
  /** The word that is being read. */
  word: Draft | undefined
  /** The words of an expression. */
  values: Word[]
  /** The file behind it belongs to a redirection. */
  redirects: 'read' | 'write' | 'append' | undefined
  /** The variable that gets the result. */
  assigned: string | undefined
  /** What the pipe in front of the statement brings. */
  piped: readonly number[]
  pipedText: Word | undefined
  /** True: the word behind `function` names it. */
  namesFunction: boolean
}

/** A string in double quotes, whose text goes into the word of the code around it. */
export type StringFrame = { readonly kind: 'string'; readonly close: '"' | '"@' }

/** All that is known while a text is read. */
export type Scan = {
  readonly text: string
  at: number
  readonly frames: (CodeFrame | StringFrame)[]
  readonly out: Output
  readonly variables: Map<string, Word>
  readonly aliases: Map<string, string>
  /** Variables of the environment, which programs get. */
  readonly environment: Variable[]
  folder: Folder
}

/** Returns the innermost code. */
export function currentCode({ frames }: Scan): CodeFrame {
  // The outermost frame is always code, and a string is never in a string.
  const last = frames.at(-1) as CodeFrame | StringFrame
  return last.kind === 'code' ? last : (frames.at(-2) as CodeFrame)
}

/** Returns code of which nothing is read yet. */
export function startCode(
  close: CodeFrame['close'],
  more: Partial<Pick<CodeFrame, 'isTable' | 'owner' | 'isPart'>> = {},
): CodeFrame {
  return {
    kind: 'code',
    close,
    isTable: false,
    owner: undefined,
    isPart: false,
    statement: 'start',
    isCalled: false,
    program: undefined,
    word: undefined,
    values: [],
    redirects: undefined,
    assigned: undefined,
    piped: [],
    pipedText: undefined,
    namesFunction: false,
    ...more,
  }
}
