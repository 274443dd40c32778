import type { Folder, Input, Program, Redirection, Unanalysable, Variable, Via, Word } from '../line.ts'
import { LIMITS } from '../limits.ts'
import type { TextReading } from '../reader.ts'

const REASONS = {
  'run-time-name': 'It runs a program whose name is only known at run time.',
  'run-time-text': 'It runs text that is only known at run time.',
  'unseen-script': 'It runs a script file whose text is not known here.',
  'hidden-code': 'It calls code of a class or an object that can run or delete anything.',
  syntax: 'It has a quote, comment or bracket that is never closed.',
  'too-large': 'It is too large to be analysed.',
  'too-deep': 'It is nested too deeply to be analysed.',
} as const

/** What a reader of a text for Windows reports. */
export type ReasonCode = keyof typeof REASONS

/** A program that is still being read. */
export type ProgramDraft = {
  readonly id: number
  name: string
  readonly words: Word[]
  readonly redirections: Redirection[]
  readonly variables: readonly Variable[]
  readonly folder: Folder
  input: Input
  readonly via: Via | undefined
}

/** What was read so far. */
export type Output = { readonly programs: ProgramDraft[]; readonly unanalysable: Unanalysable[] }

/** Reports what cannot be known; the same is said once for each program. */
export function report({ unanalysable }: Output, code: ReasonCode, program?: number): void {
  if (unanalysable.length >= LIMITS.doubts) return
  if (unanalysable.some((each) => each.code === code && each.program === program)) return
  unanalysable.push({ code, why: REASONS[code], ...(program !== undefined && { program }) })
}

/** Returns the reading of what was put together. */
export function toReading({ programs, unanalysable }: Output): TextReading {
  return { programs: programs.map(toProgram), unanalysable }
}

function toProgram({ via, ...rest }: ProgramDraft): Program {
  return { ...rest, ...(via && { via }), certain: true }
}
