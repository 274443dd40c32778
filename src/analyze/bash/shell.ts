import type { SyntaxNode } from 'unbash'
import type { Input, Program, Redirection, Unanalysable, Via } from '../line.ts'
import { LIMITS } from '../limits.ts'
import type { Choices } from './choices.ts'
import type { ShellFunction, State } from './state.ts'

/** What one reading of a text has found so far. */
export type Reading = {
  /** By the number under which each was announced; those that were not added, or not yet, have no words. */
  readonly programs: Program[]
  /** Their numbers in the order of the text. */
  readonly order: number[]
  readonly doubts: Unanalysable[]
  /** Programs by what they say, for commands that are read several times. */
  readonly seen: Map<string, Program>
  /** The text evaluates variables as arithmetic. */
  evaluates: boolean
  /** It holds a quoted subscript with a substitution. */
  hidesSubscript: boolean
  steps: number
  /** Counts places at which the line may go on in several ways. */
  branches: number
  /** All functions of the text. */
  readonly defined: ShellFunction[]
  /** Names of functions that were called. */
  readonly called: Set<string>
  /** Runs a command, a list of them or a script of the syntax tree. */
  readonly runNode: (node: SyntaxNode, shell: Shell) => void
  /** Reads a text that the line makes, and runs it in the same shell. */
  readonly runText: (text: string, shell: Shell) => void
}

/** A shell at one place of the line. */
export type Shell = {
  readonly reading: Reading
  readonly state: State
  /** How the programs here are reached. */
  readonly via: Via | undefined
  readonly certain: boolean
  readonly input: Input
  /** Redirections of the commands around. */
  readonly redirections: readonly Redirection[]
  /** Gets the numbers of the programs that write to where standard output goes here. */
  readonly writers: number[]
  /** Number of the program whose words are being read. */
  readonly owner: number | undefined
  /** Set while a command is read once for each value of its variables. */
  readonly choices: Choices | undefined
  readonly depth: number
  /** Functions that are being called, with their arguments. */
  readonly calls: readonly string[]
  /** The commands here are read more than once. */
  readonly repeats: boolean
}

/** Ends a reading at a bound; what was found so far stands. */
export class LimitError extends Error {
  readonly code: 'too-large' | 'too-deep'

  constructor(code: 'too-large' | 'too-deep') {
    super(code)
    this.code = code
  }
}

/** Counts the work; throws when there is too much of it. */
export function takeStep(reading: Reading, cost = 1): void {
  reading.steps += cost
  if (reading.steps > LIMITS.steps) throw new LimitError('too-large')
}

/** Returns a shell one level deeper; throws when that is too deep. */
export function deeper(shell: Shell, change: Partial<Shell> = {}): Shell {
  if (shell.depth >= LIMITS.depth) throw new LimitError('too-deep')
  return { ...shell, ...change, depth: shell.depth + 1 }
}

/** Notes each thing once that could not be known. */
export function addDoubt({ doubts }: Reading, code: string, why: string, program?: number): void {
  if (doubts.some((each) => each.code === code && each.program === program)) return
  if (doubts.length >= LIMITS.doubts) throw new LimitError('too-large')
  doubts.push(program === undefined ? { code, why } : { code, why, program })
}

const ANNOUNCED: Omit<Program, 'id'> = {
  name: '',
  words: [],
  variables: [],
  redirections: [],
  folder: { kind: 'unknown' },
  input: { from: 'line' },
  certain: false,
}

/** Returns the number of a program whose words are still to be read. */
export function announceProgram({ programs }: Reading): number {
  return programs.push({ ...ANNOUNCED, id: programs.length }) - 1
}

/** What a program is besides the shell in which it stands. */
export type Found = Pick<Program, 'id' | 'name' | 'words' | 'variables' | 'redirections' | 'input'> & {
  readonly certain?: boolean
  readonly via?: Via | undefined
  /** Its standard output goes into a file. */
  readonly isSilent?: boolean
}

/** Adds a program, at a place in the order of the text. Returns the one that says the same, if there is one. */
export function addProgram(shell: Shell, found: Found, at = shell.reading.order.length): Program {
  const { reading } = shell
  takeStep(reading, 4 + found.words.length)
  if (reading.order.length >= LIMITS.programs) throw new LimitError('too-large')
  const { isSilent = false, via = shell.via, ...own } = found
  const program: Program = {
    ...own,
    folder: shell.state.folder,
    certain: shell.certain && found.certain !== false,
    ...(via && { via }),
  }
  const same = shell.repeats ? reading.seen.get(keyOf(program)) : undefined
  if (same === undefined) {
    reading.programs[program.id] = program
    reading.order.splice(at, 0, program.id)
    if (shell.repeats) reading.seen.set(keyOf(program), program)
  }
  if (!isSilent) shell.writers.push((same ?? program).id)
  return same ?? program
}

function keyOf({ words, folder, redirections, variables, input }: Program): string {
  return JSON.stringify([words, folder, redirections, variables, input.from === 'pipe' ? 'pipe' : input])
}
