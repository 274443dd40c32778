import type { BridgeFile, ConfigValue } from '../../dialects/bridge-spec.ts'

/** Formats that can be edited byte for byte. */
export type EditFormat = Exclude<BridgeFile['format'], 'program'>

/** Keys that lead from the top of a file to a value. */
export type KeyPath = readonly string[]

/** A file to be edited: its path for messages, and its format. */
export type EditedFile = { readonly file: string; readonly format: EditFormat }

/** One change of a config file. */
export type Edit =
  /** Adds an item at the end of a list; objects and the list are made where they are missing. */
  | { readonly kind: 'append'; readonly list: KeyPath; readonly value: ConfigValue }
  /** Puts another value in the place of an item. */
  | {
      readonly kind: 'replace'
      readonly list: KeyPath
      readonly index: number
      readonly value: ConfigValue
    }
  /** Takes an item away, and what traces say was made for it. */
  | { readonly kind: 'remove'; readonly list: KeyPath; readonly index: number }
  /** Sets a key that is missing. A key that is there keeps its value. */
  | { readonly kind: 'set'; readonly path: KeyPath; readonly value: ConfigValue }
  /** Takes a key away, and what traces say was made for it. A key that is missing stays so. */
  | { readonly kind: 'unset'; readonly path: KeyPath }

/** What stood in the place of an object or a list before an edit; with it a removal leaves the file as it was. */
export type Trace =
  | { readonly path: KeyPath; readonly was: 'absent' }
  /** It was there and held nothing. `text`: how it was written, such as `{}`. */
  | { readonly path: KeyPath; readonly was: 'empty'; readonly text: string }

/** A file after its edits. */
export type EditedConfig = { readonly text: string; readonly traces: readonly Trace[] }

/** A text to put in the place of another. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string }

/** Applies splices, which must not overlap; those at one offset keep their order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let at = 0
  const parts: string[] = []
  for (const { start, end, text: part } of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), part)
    at = end
  }
  return parts.join('') + text.slice(at)
}

export function isSamePath(one: KeyPath, other: KeyPath): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}

/** True for the text of an empty list or object; false for that of a file or a key without a value. */
export function isContainerText(text: string): boolean {
  return /^[[{]/.test(text)
}
