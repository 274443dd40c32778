import { parse, type DoubleQuotedChild, type HereDoc, type Word, type WordPart } from 'unbash'
import { expandBraces } from './braces.ts'
import { addPiece, addSplit, createFields, endField, type Fields } from './fields.ts'
import { expandParameter, lookUp } from './parameter.ts'
import { EMPTY, joinPieces, literal, pattern, unknown, type Piece } from './piece.ts'
import { takeStep, type Shell } from './shell.ts'
import { runNested, substitute } from './substitution.ts'

/** Returns the words that the shell makes of some. */
export function expandWords(words: readonly Word[], shell: Shell): readonly Piece[] {
  return words.flatMap((word) => expandWord(word, shell))
}

/** Returns the words that the shell makes of one. */
export function expandWord(word: Word, shell: Shell): readonly Piece[] {
  takeStep(shell.reading)
  if (word.parts === undefined) return [plain(word, shell)]
  if (word.parts.some(({ type }) => type === 'BraceExpansion')) return expandBraced(word, shell)
  return expandParts(word.parts, shell)
}

/** Returns the one word that the shell makes of a value or a file name, which it does not split. */
export function expandOne(word: Word, shell: Shell): Piece {
  takeStep(shell.reading)
  if (word.parts === undefined) return plain(word, shell)
  const fields = createFields('')
  addParts(fields, word.parts, shell)
  endField(fields)
  const [first = EMPTY, ...more] = fields.done
  return more.reduce((all, next) => joinPieces(joinPieces(all, literal(' ')), next), first)
}

/** Returns the text of a here-document. */
export function expandHereDoc({ body, delimiter }: HereDoc, shell: Shell): Piece {
  if (delimiter?.quoted === true) return literal(body.text)
  if (body.parts === undefined) return literal(unescapeHereDoc(body.text))
  const fields = createFields('')
  for (const part of body.parts) addQuoted(fields, part as DoubleQuotedChild, { shell, isInner: false })
  endField(fields)
  return fields.done[0] ?? EMPTY
}

/** The shell removes these backslashes before anybody reads the text. */
function unescapeHereDoc(text: string): string {
  return text.replace(/\\([$`\\])|\\\n/g, '$1')
}

function plain(word: Word, shell: Shell): Piece {
  return word.text.startsWith('~') ? withHome(word.value, shell) : literal(word.value)
}

/** Bash makes words of braces before it looks at anything else in them. */
function expandBraced(word: Word, shell: Shell): readonly Piece[] {
  const texts = expandBraces(word.text)
  if (texts === undefined) {
    runNested(word.parts ?? [], shell)
    return [{ ...unknown(word.text), splits: true }]
  }
  return texts.flatMap((text) => {
    if (text === '') return []
    takeStep(shell.reading, 4)
    const read = readOneWord(text)
    if (read === undefined) return [{ ...unknown(text), splits: true as const }]
    return read.parts === undefined ? [plain(read, shell)] : expandParts(read.parts, shell)
  })
}

/** A word of its own behind a program name; undefined when the text is not one word. */
function readOneWord(text: string): Word | undefined {
  const [statement] = parse(`: ${text}`).commands
  const command = statement?.command
  if (command?.type !== 'Command' || command.suffix.length !== 1) return undefined
  const [word] = command.suffix
  return word?.type === 'Word' ? word : undefined
}

function expandParts(parts: readonly WordPart[], shell: Shell): readonly Piece[] {
  const fields = createFields(separatorsOf(shell))
  addParts(fields, parts, shell)
  endField(fields)
  return fields.done
}

function separatorsOf(shell: Shell): string | undefined {
  const value = lookUp('IFS', shell)
  if (value === undefined) return ' \t\n'
  return value.known ? value.text : undefined
}

function addParts(fields: Fields, parts: readonly WordPart[], shell: Shell): void {
  for (const [at, part] of parts.entries()) {
    if (at === 0 && part.type === 'Literal' && part.text.startsWith('~')) addTilde(fields, part.value, shell)
    else addPart(fields, part, { shell, isInner: standsInside(parts, at) })
  }
}

/** Between letters, and in front of a dash, a variable that the line does not set is there to be empty. */
function standsInside(parts: readonly WordPart[], at: number): boolean {
  const [before, after] = [parts[at - 1], parts[at + 1]]
  if (after?.type !== 'Literal' || !/^[A-Za-z-]/.test(after.value)) return false
  return before === undefined
    ? after.value.startsWith('-')
    : before.type === 'Literal' && /[A-Za-z]$/.test(before.value)
}

type Place = { readonly shell: Shell; readonly isInner: boolean }

function addTilde(fields: Fields, value: string, shell: Shell): void {
  addPiece(fields, withHome(value, shell))
}

function addPart(fields: Fields, part: WordPart, { shell, isInner }: Place): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return addPiece(fields, literal(part.value))
    case 'DoubleQuoted':
    case 'LocaleString':
      if (part.parts.length === 0) addPiece(fields, EMPTY)
      for (const [at, child] of part.parts.entries())
        addQuoted(fields, child, { shell, isInner: standsInside(part.parts, at) })
      return undefined
    case 'Glob':
    case 'ExtendedGlob':
      runNested(part.parts ?? [], shell)
      return addPiece(fields, pattern(part.text))
    case 'BraceExpansion':
      runNested(part.parts ?? [], shell)
      return addPiece(fields, { ...unknown(part.text), splits: true })
    case 'ProcessSubstitution':
      runNested([part], shell)
      return addPiece(fields, unknown(part.text))
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
      return addExpansion(fields, part, { shell, isInner, isQuoted: false })
  }
}

function addQuoted(fields: Fields, part: DoubleQuotedChild, place: Place): void {
  if (part.type === 'Literal') addPiece(fields, literal(part.value))
  else addExpansion(fields, part, { ...place, isQuoted: true })
}

type Expansion = Exclude<DoubleQuotedChild, { type: 'Literal' }>
type Around = Place & { readonly isQuoted: boolean }

function addExpansion(fields: Fields, part: Expansion, { shell, isInner, isQuoted }: Around): void {
  const values = isInner && mayBeEmpty(part, shell) ? [EMPTY] : expansionOf(part, shell)
  const add = isQuoted ? addPiece : addSplit
  for (const [at, value] of values.entries()) {
    if (at > 0) endField(fields)
    add(fields, value)
  }
}

/** Read once as empty and once as not known. */
function mayBeEmpty(part: Expansion, { state, choices }: Shell): boolean {
  const name = part.type === 'ParameterExpansion' ? part.parameter : part.text.slice(1)
  const isPlain =
    part.type === 'SimpleExpansion' ||
    (part.type === 'ParameterExpansion' &&
      part.operation === undefined &&
      part.index === undefined &&
      part.prefix === undefined)
  return (
    isPlain &&
    /^(?!IFS$)[A-Za-z_]\w*$/.test(name) &&
    !state.variables.has(name) &&
    choices?.pick(`empty ${name}`, 2) === 0
  )
}

/** Most expansions have one value; a list of elements has one for each. */
function expansionOf(part: Expansion, shell: Shell): readonly Piece[] {
  switch (part.type) {
    case 'SimpleExpansion':
      return expandParameter({ name: part.text.slice(1), text: part.text }, shell, expandOne)
    case 'ParameterExpansion':
      return expandParameter({ name: part.parameter, text: part.text, part }, shell, expandOne)
    case 'CommandExpansion':
      return [substitute(part, shell)]
    case 'ArithmeticExpansion':
      runNested([part], shell)
      return [unknown(part.text)]
  }
}

/** `~` and `~/x` are the home folder, `~+` the current one; what another user has is not known. */
function withHome(text: string, shell: Shell): Piece {
  const [, user = '', rest = ''] = /^~([^/]*)([\s\S]*)$/.exec(text) ?? []
  const home = user === '' ? lookUp('HOME', shell) : undefined
  if (home?.known === true) return joinPieces(home, literal(rest))
  return joinPieces(unknown(`~${user}`), literal(rest))
}
