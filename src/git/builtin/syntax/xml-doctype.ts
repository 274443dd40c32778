import { shown, SyntaxProblem } from './problem.ts'
import { isCharacter, read, readName, skipSpace, take, type Cursor } from './xml-names.ts'
import { skipComment, skipInstruction } from './xml-misc.ts'

/** By name; no text: an external one, which is never read. */
export type Entities = Map<string, { readonly text?: string }>

export type Doctype = { readonly entities: Entities; readonly parameters: Entities }

/** Reads on after `<!DOCTYPE`. Throws `SyntaxProblem`. */
export function readDoctype(cursor: Cursor, doctype: Doctype): void {
  skipSpace(cursor)
  if (readName(cursor) === undefined)
    throw unexpected(cursor, 'where the name of the document type is expected')
  if (skipSpace(cursor)) {
    readExternal(cursor)
    skipSpace(cursor)
    readSubsets(cursor, doctype)
  }
  if (!take(cursor, '>')) throw unexpected(cursor, 'inside the document type')
}

function readSubsets(cursor: Cursor, doctype: Doctype): void {
  while (take(cursor, '[')) {
    readSubset(cursor, doctype)
    if (!take(cursor, ']')) throw unexpected(cursor, 'inside the document type')
    skipSpace(cursor)
  }
}

const PUBLIC_ID = /"[^"<>&[\]]*"|'[^'<>&[\]]*'/y
const SYSTEM_ID = /"[^"<>&]*"|'[^'<>&]*'/y

function readExternal(cursor: Cursor): void {
  const isPublic = take(cursor, 'PUBLIC')
  if (!isPublic && !take(cursor, 'SYSTEM')) return
  skipSpace(cursor)
  if (isPublic) {
    if (read(cursor, PUBLIC_ID) === undefined)
      throw unexpected(cursor, 'where a public identifier is expected')
    skipSpace(cursor)
  }
  if (read(cursor, SYSTEM_ID) === undefined) throw unexpected(cursor, 'where a system identifier is expected')
}

const DECLARATION = /<!(?:ELEMENT|ATTLIST|NOTATION)(?=[ \t\r\n])/y

/** Stops at the first thing that does not belong there. */
function readSubset(cursor: Cursor, doctype: Doctype): void {
  for (;;) {
    skipSpace(cursor)
    if (take(cursor, '<!--')) skipComment(cursor)
    else if (take(cursor, '<?')) skipInstruction(cursor)
    else if (read(cursor, DECLARATION) !== undefined) skipDeclaration(cursor)
    else if (take(cursor, '<!ENTITY')) readEntity(cursor, doctype)
    else if (take(cursor, '%')) readParameter(cursor, doctype)
    else return
  }
}

/** Its text takes its place; it can only name parameters that were declared before it, so this ends. */
function readParameter(cursor: Cursor, doctype: Doctype): void {
  const text = parameterText(cursor, doctype)
  const inner: Cursor = { text, at: 0 }
  const at = cursor.at
  readSubset(inner, doctype)
  if (inner.at < text.length) throw new SyntaxProblem('the text of a parameter entity is no declaration', at)
}

function parameterText(cursor: Cursor, { parameters }: Doctype): string {
  const at = cursor.at
  const name = readName(cursor)
  const entity = name === undefined || !take(cursor, ';') ? undefined : parameters.get(name)
  if (!entity) throw new SyntaxProblem(`parameter entity "%${name ?? ''};" is not declared`, at)
  return entity.text ?? ''
}

const QUOTE_OR_END = /["'>]/g

/** Up to the ">" that is not inside quotes. */
function skipDeclaration(cursor: Cursor): void {
  const start = cursor.at
  for (;;) {
    QUOTE_OR_END.lastIndex = cursor.at
    const found = QUOTE_OR_END.exec(cursor.text)
    const end = found && (found[0] === '>' ? found.index : cursor.text.indexOf(found[0], found.index + 1))
    if (found === null || end === null || end < 0)
      throw new SyntaxProblem('a declaration is not closed', start)
    cursor.at = end + 1
    if (found[0] === '>') return
  }
}

function readEntity(cursor: Cursor, doctype: Doctype): void {
  if (!skipSpace(cursor)) throw unexpected(cursor, 'after <!ENTITY')
  const isParameter = take(cursor, '%')
  if (isParameter) skipSpace(cursor)
  const name = readName(cursor)
  if (name === undefined || !skipSpace(cursor)) throw unexpected(cursor, 'in the name of an entity')
  const isExternal = take(cursor, 'SYSTEM') || take(cursor, 'PUBLIC')
  const entity = isExternal ? {} : { text: readEntityText(cursor, doctype) }
  skipDeclaration(cursor)
  const table = isParameter ? doctype.parameters : doctype.entities
  if (!table.has(name)) table.set(name, entity)
}

/** Numbers and parameters are put in at once, other references when the entity is used. */
function readEntityText(cursor: Cursor, doctype: Doctype): string {
  const quote = cursor.text[cursor.at]
  if (quote !== '"' && quote !== "'") throw unexpected(cursor, 'where the text of an entity is expected')
  const start = cursor.at++
  let text = ''
  for (;;) {
    const mark = cursor.text[cursor.at++]
    if (mark === undefined) throw new SyntaxProblem('the text of an entity is not closed', start)
    if (mark === quote) return text
    if (mark === '%') text += parameterText(cursor, doctype)
    else if (mark === '&') text += referenceText(cursor, quote)
    else text += mark
    if (text.length > MAX_ENTITY) throw new SyntaxProblem('the text of an entity is too long', start)
  }
}

/** Guards against entities that multiply. */
export const MAX_ENTITY = 1_000_000

function referenceText(cursor: Cursor, quote: string): string {
  if (cursor.text[cursor.at] === quote) throw unexpected(cursor, 'after "&"')
  if (cursor.text[cursor.at] !== '#') return '&'
  return String.fromCodePoint(readNumber(cursor, false))
}

const NUMBER = /#(?:\d+|x[0-9a-fA-F]+);/y

/** The character of `#65;` or `#x41;`. */
export function readNumber(cursor: Cursor, isVersion11: boolean): number {
  const at = cursor.at
  const found = read(cursor, NUMBER)
  if (found === undefined) throw new SyntaxProblem('invalid character reference', at)
  const code = found[1] === 'x' ? Number.parseInt(found.slice(2), 16) : Number.parseInt(found.slice(1), 10)
  if (!isCharacter(code, isVersion11))
    throw new SyntaxProblem(`reference to an invalid character "&${found}"`, at)
  return code
}

function unexpected(cursor: Cursor, where: string): SyntaxProblem {
  return new SyntaxProblem(`unexpected ${shown(cursor.text, cursor.at)} ${where}`, cursor.at)
}
