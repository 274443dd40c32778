import type { Carried, CarriedAround } from '../carried.ts'
import type { Program, Word } from '../line.ts'

/** One program of the line, and what a row of a table may look at. */
export type Command = {
  readonly name: string
  /** The words behind the program. */
  readonly args: readonly Word[]
  readonly program: Program
  readonly around: CarriedAround
}

/** Returns what a program runs in turn. */
export type Carrier = (command: Command) => readonly Carried[]

/** What is known of programs, by name. Names that share a row are separated by spaces. */
export type CarrierRows = Readonly<Record<string, Carrier>>

type Text = Extract<Carried, { kind: 'text' }>
type Words = Extract<Carried, { kind: 'words' }>

/** Returns a program that another one certainly starts. Nothing when there are no words. */
export function startsWords(words: readonly Word[], more: Partial<Words> = {}): readonly Carried[] {
  return words.length === 0 ? [] : [{ kind: 'words', how: 'wrapper', words, certain: true, ...more }]
}

/** Returns text that a shell certainly reads. */
export function runsText(text: Word | undefined, more: Partial<Text> = {}): readonly Carried[] {
  if (text === undefined || text.text.trim() === '') return []
  return [{ kind: 'text', how: 'script', language: 'bash', text, certain: true, ...more }]
}

/** Returns what each of the texts starts. */
export function runsTexts(texts: readonly Word[], more: Partial<Text> = {}): readonly Carried[] {
  return texts.flatMap((text) => runsText(text, more))
}
