import type { PatternProblem } from './problem.ts'
import { readClass } from './regex-class.ts'
import { codePoint, members } from './regex-charset.ts'
import { readGroup } from './regex-group.ts'
import { readQuantified, startsCounts } from './regex-quantifier.ts'
import type { RegexDialect, RegexFlags, RegexReader } from './regex-reader.ts'
import { atEnd, createReader, eat, next, peek, refuse, take } from './regex-reader.ts'
import { readSpecialEscape } from './regex-special.ts'
import type { RegexNode } from './regex-tree.ts'
import { choice, sequence } from './regex-tree.ts'

export type ParsedRegex = { readonly tree: RegexNode; readonly groups: number }

export function parseRegex(
  text: string,
  dialect: RegexDialect,
  flags: RegexFlags,
): ParsedRegex | PatternProblem {
  const reader = createReader(text, dialect, flags)
  const tree = readChoice(reader)
  if (!atEnd(reader)) {
    refuse(reader, '")" has no opening "(".', {
      at: reader.at,
      hint: 'Write "\\)" to match the sign itself.',
    })
  }
  return reader.problem ?? { tree, groups: reader.groups }
}

/** Most of most patterns: letters that nothing can repeat. */
const LETTERS = /[0-9A-Za-z_/]+(?![*+?{(#\s])/y

/** Everything up to the end or to a `)`. */
function readChoice(reader: RegexReader): RegexNode {
  const options = [readSequence(reader)]
  while (eat(reader, '|')) {
    reader.started = true
    options.push(readSequence(reader))
  }
  return choice(options)
}

function readSequence(reader: RegexReader): RegexNode {
  const items: RegexNode[] = []
  for (;;) {
    skipIgnored(reader)
    if (atEnd(reader) || /[|)]/.test(peek(reader))) return sequence(items)
    const letters = take(reader, LETTERS)?.[0]
    if (letters !== undefined) {
      reader.started = true
      for (const letter of letters) items.push(literal(reader, letter))
      continue
    }
    const start = reader.at
    const atom = readAtom(reader)
    if (!atom) continue
    skipIgnored(reader)
    items.push(readQuantified(reader, atom, { start, skip: () => skipIgnored(reader) }))
  }
}

/** Undefined for flags that stand alone. */
function readAtom(reader: RegexReader): RegexNode | undefined {
  const start = reader.at
  const character = next(reader)
  if (character === '(') return readGroup(reader, readChoice)
  reader.started = true
  if (character === '[') return { kind: 'set', set: readClass(reader), ignoreCase: reader.flags.ignoreCase }
  if (character === '\\') return readSpecialEscape(reader, start)
  if (/[*+?]/.test(character) || (reader.dialect === 'bytes' && startsCounts(reader, start))) {
    refuse(reader, `"${character}" has nothing to repeat.`, {
      at: start,
      hint: `Write "\\${character}" to match the sign itself, or ".*" for any text.`,
    })
  }
  return signOf(reader, character) ?? literal(reader, character)
}

function literal(reader: RegexReader, character: string): RegexNode {
  const set = members(codePoint(character.codePointAt(0) as number))
  return { kind: 'set', set, ignoreCase: reader.flags.ignoreCase }
}

/** JavaScript's own `.`, `^` and `$` know more ends of lines than `\n`. */
function signOf({ flags, dialect }: RegexReader, character: string): RegexNode | undefined {
  if (character === '.') return { kind: 'plain', code: flags.dotAll ? '.' : '[^\\n]' }
  if (character === '^') return { kind: 'plain', code: flags.multiline ? '(?<![^\\n])' : '^' }
  if (character !== '$') return undefined
  const end = dialect === 'bytes' ? '(?=\\n?$)' : '$'
  return { kind: 'plain', code: flags.multiline ? '(?![^\\n])' : end }
}

/** Comments, and the white space of `(?x)`: they may stand between an atom and its quantifier. */
function skipIgnored(reader: RegexReader): void {
  for (;;) {
    const start = reader.at
    if (eat(reader, '(?#')) skipComment(reader, start)
    else if (reader.flags.verbose) take(reader, /(?:[ \t\n\r\v\f]|#[^\n]*)+/y)
    if (reader.at === start || atEnd(reader)) return
  }
}

function skipComment(reader: RegexReader, start: number): void {
  if (!take(reader, /[^)]*\)/y)) refuse(reader, 'The comment "(?#" has no closing ")".', { at: start })
}
