import type { Files } from '../../ports/files.ts'
import type { ModelCall, ModelTool } from '../../ports/model.ts'

/** Bounds of one call; what goes beyond is cut, and the cut is said. */
export const BOUNDS = {
  /** Of the text one call returns. */
  characters: 40_000,
  fileBytes: 2 * 1_048_576,
  /** Lines of one Read. */
  lines: 2_000,
  /** Of a line, shown or searched. */
  lineCharacters: 2_000,
  /** Paths or lines found. */
  results: 200,
  /** Files and folders looked at. */
  entries: 20_000,
  depth: 32,
  /** Read by one Grep. */
  searchBytes: 32 * 1_048_576,
  /** Spent in regular expressions by one Grep, and in one file of it. */
  searchMs: 1_000,
  searchFileMs: 250,
  patternCharacters: 1_000,
} as const

export type ToolInput = ModelCall['input']

/** What an agent may look at: regular files below the folders of the event, whatever links say, and its transcripts. */
export type Reach = {
  readonly files: Files
  /** The real path behind what the model wrote. Throws `Refused` outside. */
  resolve(path: string): string
  /** The text of a file at a real path. Throws `Refused` when it is not a text file. */
  read(real: string): string
  /** How a real path is told to the model: as it can use it in the next call. */
  show(real: string): string
}

export type ToolContext = {
  readonly reach: Reach
  readonly signal: AbortSignal
  /** Monotonic milliseconds. */
  elapsed(): number
}

export type ReadTool = ModelTool & {
  /** The text for the model. Refusals are thrown as `Refused`. */
  run(input: ToolInput, context: ToolContext): string | Promise<string>
}

/** A call that cannot be answered; the message is for the model, which may try another. */
export class Refused extends Error {
  override name = 'Refused'
}

export function textField(input: ToolInput, name: string): string | undefined {
  const value = input[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new Refused(`"${name}" must be text.`)
  return value
}

export function requiredText(input: ToolInput, name: string): string {
  const value = textField(input, name)
  if (value === undefined) throw new Refused(`"${name}" is needed.`)
  return value
}

export function countField(input: ToolInput, name: string): number | undefined {
  const value = input[name]
  if (value === undefined || value === null) return undefined
  if (!Number.isSafeInteger(value) || (value as number) < 1)
    throw new Refused(`"${name}" must be a whole number from 1 on.`)
  return value as number
}
