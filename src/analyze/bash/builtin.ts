import type { Piece } from './piece.ts'
import type { Shell } from './shell.ts'

/** A call of a builtin of the shell. */
export type BuiltinCall = {
  readonly name: string
  readonly args: readonly Piece[]
  readonly shell: Shell
  /** Number of the program that stands for it. */
  readonly program: number
}

/** Does to the shell what the builtin does. */
export type Builtin = (call: BuiltinCall) => void

/** What is known of builtins, by name. Names that share a row are separated by spaces. */
export type BuiltinRows = Readonly<Record<string, Builtin>>

/** Returns the arguments behind the options. */
export function operandsOf(args: readonly Piece[]): readonly Piece[] {
  const at = args.findIndex(({ text }) => text === '--' || !/^[-+]./.test(text))
  if (at === -1) return []
  return args.slice(args[at]?.text === '--' ? at + 1 : at)
}

/** True when an option has this letter. */
export function hasFlag(args: readonly Piece[], letter: string): boolean {
  const end = args.findIndex(({ text }) => text === '--' || !text.startsWith('-'))
  return args.slice(0, end === -1 ? args.length : end).some(({ text }) => text.includes(letter))
}
