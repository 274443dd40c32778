import type { DoubleQuotedChild, Word, WordPart } from 'unbash'

/** One word as the shell will see it. In `shape`, `*` stands for whatever is only known at run time. */
export type ReadWord = { readonly value: string; readonly shape: string; readonly pos: number }

/** Quotes are removed, simple braces expanded, and `$IFS` splits, because that is all it is ever used for here. */
export function readWord(word: Word): readonly ReadWord[] {
  if (word.parts === undefined) return [{ value: word.value, shape: word.value, pos: word.pos }]
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
    .map((r) => ({ ...r, pos: word.pos }))
}

type Reading = { readonly value: string; readonly shape: string }

const NOTHING: Reading = { value: '', shape: '' }
const MAX_ALTERNATIVES = 64

function extend(open: readonly Reading[], part: WordPart): readonly Reading[] {
  const readings = part.type === 'BraceExpansion' ? alternatives(part.text) : [readPart(part)]
  if (open.length * readings.length > MAX_ALTERNATIVES) return extendEach(open, [unknown(part.text)])
  return extendEach(open, readings)
}

function extendEach(open: readonly Reading[], readings: readonly Reading[]): readonly Reading[] {
  return open.flatMap((head) =>
    readings.map((tail) => ({ value: head.value + tail.value, shape: head.shape + tail.shape })),
  )
}

function readPart(part: Exclude<WordPart, { type: 'BraceExpansion' }>): Reading {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { value: part.value, shape: part.value }
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts)
    case 'Glob':
      return { value: part.value, shape: '*' }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
    case 'ExtendedGlob':
      return unknown(part.text)
  }
}

function joined(parts: readonly DoubleQuotedChild[]): Reading {
  const readings = parts.map(readPart)
  return { value: readings.map((r) => r.value).join(''), shape: readings.map((r) => r.shape).join('') }
}

function alternatives(text: string): readonly Reading[] {
  const inner = text.slice(1, -1)
  if (!inner.includes(',') || /[{}$`'"\\]/.test(inner)) return [unknown(text)]
  return inner.split(',').map((value) => ({ value, shape: value }))
}

function unknown(text: string): Reading {
  return { value: text, shape: '*' }
}

function isFieldSeparator(part: WordPart): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$IFS'
  return part.type === 'ParameterExpansion' && part.parameter === 'IFS'
}
