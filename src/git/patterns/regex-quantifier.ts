import type { RegexReader } from './regex-reader.ts'
import { eat, peek, refuse, take } from './regex-reader.ts'
import type { RegexNode } from './regex-tree.ts'

type Counts = { readonly min: number; readonly max: number }

const SIGNS: Readonly<Record<string, Counts>> = {
  '*': { min: 0, max: Infinity },
  '+': { min: 1, max: Infinity },
  '?': { min: 0, max: 1 },
}
/** `{}` and everything else that is not a count is text. */
const BRACES = /\{(?:(\d+)|(\d*),(\d*))\}/y
const SPACED_BRACES = /\{\s*(?:(\d+)|(\d*)\s*,\s*(\d*))\s*\}/y
const MAX_COUNT = 1_000_000

export type QuantifierPlace = {
  /** Offset of the atom. */
  readonly start: number
  /** Passes over what `(?x)` ignores. */
  skip(): void
}

/** The atom with the `*`, `+?`, `{2,3}+` that follows it, if any. */
export function readQuantified(reader: RegexReader, atom: RegexNode, place: QuantifierPlace): RegexNode {
  const start = reader.at
  const counts = readCounts(reader)
  if (!counts) return atom
  checkCounts(reader, counts, start)
  if (reader.dialect === 'bytes' && isAssertion(atom) && reader.text[place.start] !== '(')
    refuseTarget(reader, place.start, start)
  if (reader.dialect === 'path') place.skip()
  const possessive = eat(reader, '+')
  const lazy = !possessive && eat(reader, '?') !== reader.flags.swapGreed
  const repeat: RegexNode = { kind: 'repeat', body: atom, ...counts, lazy }
  place.skip()
  refuseSecond(reader)
  return possessive ? { kind: 'atomic', body: { ...repeat, lazy: false } } : repeat
}

/** prek takes counts with nothing before them for text. */
export function startsCounts(reader: RegexReader, at: number): boolean {
  BRACES.lastIndex = at
  return BRACES.test(reader.text)
}

function readCounts(reader: RegexReader): Counts | undefined {
  const sign = SIGNS[peek(reader)]
  if (sign) {
    reader.at += 1
    return sign
  }
  const found = take(reader, reader.dialect === 'path' && reader.flags.verbose ? SPACED_BRACES : BRACES)
  if (!found) return undefined
  const [, exact, min, max] = found
  if (exact !== undefined) return { min: Number(exact), max: Number(exact) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}

function checkCounts(reader: RegexReader, { min, max }: Counts, at: number): void {
  if (min > max) {
    refuse(reader, `A repeat cannot be at least ${min} and at most ${max} times.`, {
      at,
      hint: 'Swap the numbers.',
    })
  } else if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity)) {
    refuse(reader, `A repeat can have counts up to ${MAX_COUNT}.`, { at, hint: 'Leave the upper count out.' })
  }
}

function refuseTarget(reader: RegexReader, from: number, at: number): void {
  refuse(reader, `"${reader.text.slice(from, at)}" cannot be repeated.`, {
    at,
    hint: 'It matches a place, not text.',
  })
}

/** Python refuses it, and prek takes a second `{2}` for text. */
function refuseSecond(reader: RegexReader): void {
  const at = reader.at
  if (readCounts(reader)) {
    refuse(reader, 'A repeat cannot be repeated.', {
      at,
      hint: 'Put the first one into a group: "(?:a{2}){3}".',
    })
  }
}

function isAssertion(node: RegexNode): boolean {
  return node.kind === 'plain' && !/^(?:\.|\[\^\\n\])$/.test(node.code)
}
