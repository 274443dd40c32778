import type { DoubleQuotedChild, Word, WordPart } from 'unbash'

/** One word as the shell will see it. */
export type ReadWord = {
  readonly value: string
  /** The value, with `*` for each stretch that is only known at run time, and `\*` for a star. */
  readonly shape: string
  /** True when an expansion without quotes may make several words of it. */
  readonly splits: boolean
  /** True when a stretch that is only known at run time may hold slashes; what fits a glob never does. */
  readonly slashes: boolean
  /** True when the value is all there is: nothing is left to run time. */
  readonly known: boolean
  readonly pos: number
}

/** Quotes are removed, simple braces expanded, and `$IFS` splits, because that is all it is ever used for here. */
export function readWord(word: Word): readonly ReadWord[] {
  if (word.parts === undefined) return [plainWord(word.value, word.pos)]
  const done: Reading[] = []
  let open: readonly Reading[] = [NOTHING]
  for (const part of word.parts) {
    if (isFieldSeparator(part)) {
      done.push(...open)
      open = [NOTHING]
    } else open = extend(open, part)
  }
  return [...done, ...open]
    .filter(({ shape }) => shape !== '' || !done.length)
    .map((reading) => ({ ...reading, pos: word.pos }))
}

/** A word that is known as it stands. */
export function plainWord(value: string, pos: number): ReadWord {
  return { value, shape: escapeStars(value), splits: false, slashes: false, known: true, pos }
}

type Reading = Omit<ReadWord, 'pos'>

const NOTHING: Reading = { value: '', shape: '', splits: false, slashes: false, known: true }
const MAX_ALTERNATIVES = 64

function extend(open: readonly Reading[], part: WordPart): readonly Reading[] {
  const readings = part.type === 'BraceExpansion' ? alternatives(part.text) : [readPart(part)]
  if (open.length * readings.length > MAX_ALTERNATIVES) return extendEach(open, [splitting(part.text)])
  return extendEach(open, readings)
}

function extendEach(open: readonly Reading[], readings: readonly Reading[]): readonly Reading[] {
  return open.flatMap((first) => readings.map((next) => joinTwo(first, next)))
}

function joinTwo(first: Reading, next: Reading): Reading {
  return {
    value: first.value + next.value,
    shape: first.shape + next.shape,
    known: first.known && next.known,
    splits: first.splits || next.splits,
    slashes: first.slashes || next.slashes,
  }
}

function readPart(part: Exclude<WordPart, { type: 'BraceExpansion' }>): Reading {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return literal(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts)
    case 'Glob':
    case 'ExtendedGlob':
      return { ...unknown(part.text), slashes: false }
    case 'ProcessSubstitution':
    case 'ArithmeticExpansion':
      return unknown(part.text)
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
      return isFolder(part.text) ? unknown(part.text) : splitting(part.text)
  }
}

/** Within quotes only a list of words splits. */
function joined(parts: readonly DoubleQuotedChild[]): Reading {
  return parts
    .map((part) => {
      if (part.type === 'Literal') return literal(part.value)
      return /^\$@|[@[]/.test(part.text) ? splitting(part.text) : unknown(part.text)
    })
    .reduce(joinTwo, NOTHING)
}

function alternatives(text: string): readonly Reading[] {
  const inner = text.slice(1, -1)
  if (!inner.includes(',') || /[{}$`'"\\*?[\]]/.test(inner)) return [splitting(text)]
  return inner.split(',').map(literal)
}

function literal(value: string): Reading {
  return { value, shape: escapeStars(value), splits: false, slashes: false, known: true }
}

function unknown(text: string): Reading {
  return { value: text, shape: '*', splits: false, slashes: true, known: false }
}

function splitting(text: string): Reading {
  return { ...unknown(text), splits: true }
}

function escapeStars(value: string): string {
  return value.replaceAll('*', '\\*')
}

/** Variables that hold one folder, whatever the line; a line that sets one of them is in doubt. */
function isFolder(text: string): boolean {
  return /^\$\{?(?:HOME|PWD|OLDPWD)\}?$/.test(text)
}

function isFieldSeparator(part: WordPart): boolean {
  return (
    (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') && /^\$\{?IFS\}?$/.test(part.text)
  )
}
