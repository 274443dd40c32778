import type { PatternProblem } from './pattern.ts'
import { readClass } from './regex-class.ts'
import { codePoint } from './regex-charset.ts'
import { readGroup } from './regex-group.ts'
import { readQuantified } from './regex-quantifier.ts'
import type { RegexDialect, RegexFlags, RegexReader } from './regex-reader.ts'
import { atEnd, createReader, eat, next, peek, refuse } from './regex-reader.ts'
import { readSpecialEscape } from './regex-special.ts'
import type { RegexNode } from './regex-tree.ts'
import { choice, sequence } from './regex-tree.ts'

export type ParsedRegex = { readonly tree: RegexNode; readonly groups: number }

const SPACE = /[ \t\n\r\v\f]/

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
    skipVerbose(reader)
    if (atEnd(reader) || /[|)]/.test(peek(reader))) return sequence(items)
    const start = reader.at
    const atom = readAtom(reader)
    if (!atom) continue
    skipVerbose(reader)
    items.push(readQuantified(reader, atom, { start, skip: () => skipVerbose(reader) }))
  }
}

/** Undefined for what matches nothing and cannot be repeated: flags and comments. */
function readAtom(reader: RegexReader): RegexNode | undefined {
  const start = reader.at
  const character = next(reader)
  if (character === '(') return readGroup(reader, readChoice)
  reader.started = true
  if (character === '[') return { kind: 'set', ...readClass(reader), ignoreCase: reader.flags.ignoreCase }
  if (character === '\\') return readSpecialEscape(reader, start)
  if (/[*+?]/.test(character)) {
    refuse(reader, `"${character}" has nothing to repeat.`, {
      at: start,
      hint: `Write "\\${character}" to match the sign itself, or ".*" for any text.`,
    })
  }
  return signOf(reader, character) ?? literal(reader, character)
}

function literal(reader: RegexReader, character: string): RegexNode {
  const body = codePoint(character.codePointAt(0) as number)
  return { kind: 'set', body, negated: false, ignoreCase: reader.flags.ignoreCase }
}

/** JavaScript's own `.`, `^` and `$` know more ends of lines than `\n`. */
function signOf({ flags, dialect }: RegexReader, character: string): RegexNode | undefined {
  if (character === '.') return { kind: 'plain', code: flags.dotAll ? '.' : '[^\\n]' }
  if (character === '^') return { kind: 'plain', code: flags.multiline ? '(?<![^\\n])' : '^' }
  if (character !== '$') return undefined
  const end = dialect === 'bytes' ? '(?=\\n?$)' : '$'
  return { kind: 'plain', code: flags.multiline ? '(?![^\\n])' : end }
}

/** White space and comments of `(?x)`. */
function skipVerbose(reader: RegexReader): void {
  while (reader.flags.verbose && !atEnd(reader)) {
    const character = peek(reader)
    if (character === '#') skipLine(reader)
    else if (SPACE.test(character)) reader.at += 1
    else return
  }
}

function skipLine(reader: RegexReader): void {
  const end = reader.text.indexOf('\n', reader.at)
  reader.at = end === -1 ? reader.text.length : end + 1
}
