import { shown, SyntaxProblem } from './problem.ts'
import type { XmlText } from './xml-bytes.ts'
import { MAX_ENTITY, readDoctype, readNumber, type Doctype } from './xml-doctype.ts'
import { noElements, readClosing, readOpening, type Elements } from './xml-elements.ts'
import { skipCdata, skipComment, skipInstruction } from './xml-misc.ts'
import { readName, refuseCharacters, skipSpace, take, type Cursor } from './xml-names.ts'

type State = Doctype & {
  readonly elements: Elements
  readonly isVersion11: boolean
  stage: 'before' | 'after-doctype' | 'root' | 'after'
  /** How often entities were put in for the reference that is being read. */
  expansions: number
  /** How much text entities have brought in. */
  expanded: number
}

/** As many as prek allows one reference to cause. */
const MAX_EXPANSIONS = 10
const MAX_EXPANDED = 64 * MAX_ENTITY

/** Well-formedness with namespaces; external entities are never read. Throws `SyntaxProblem`. */
export function checkXml({ text, start, isVersion11 }: XmlText): void {
  refuseCharacters(text)
  const state: State = {
    entities: new Map(),
    parameters: new Map(),
    elements: noElements(),
    isVersion11,
    stage: 'before',
    expansions: 0,
    expanded: 0,
  }
  readContent({ text, at: start }, state)
  const open = state.elements.open.at(-1)
  if (open) throw new SyntaxProblem(`the element <${open.name}> is not closed`, open.at)
  if (state.stage !== 'after') throw new SyntaxProblem('there is no root element', text.length)
}

/** Ends at the end of the text: of the file, or of an entity inside it. */
function readContent(cursor: Cursor, state: State): void {
  while (cursor.at < cursor.text.length) {
    if (state.stage === 'root') skipText(cursor)
    else skipSpace(cursor)
    if (cursor.at === cursor.text.length) return
    if (take(cursor, '<')) readMarkup(cursor, state)
    else if (state.stage === 'root' && take(cursor, '&')) readReference(cursor, state)
    else throw unexpected(cursor, 'outside of the root element')
  }
}

const STOP = /[<&]|\]\]>/g

function skipText(cursor: Cursor): void {
  STOP.lastIndex = cursor.at
  const stop = STOP.exec(cursor.text)
  cursor.at = stop?.index ?? cursor.text.length
  if (stop?.[0] === ']]>') throw new SyntaxProblem('"]]>" stands in text', stop.index)
}

function readMarkup(cursor: Cursor, state: State): void {
  if (take(cursor, '!--')) skipComment(cursor)
  else if (take(cursor, '?')) skipInstruction(cursor)
  else if (state.stage === 'before' && take(cursor, '!DOCTYPE')) {
    readDoctype(cursor, state)
    state.stage = 'after-doctype'
  } else if (state.stage === 'root') readInside(cursor, state)
  else readRoot(cursor, state)
}

function readRoot(cursor: Cursor, state: State): void {
  if (state.stage === 'after' || '!/'.includes(cursor.text[cursor.at] ?? '!')) {
    cursor.at -= 1
    throw unexpected(cursor, 'outside of the root element')
  }
  readElement(cursor, state)
}

function readInside(cursor: Cursor, state: State): void {
  if (take(cursor, '![CDATA[')) return skipCdata(cursor)
  if (!take(cursor, '/')) return readElement(cursor, state)
  readClosing(cursor, state.elements)
  if (state.elements.open.length === 0) state.stage = 'after'
}

function readElement(cursor: Cursor, state: State): void {
  readOpening(cursor, state.elements, (value, at) => checkValue(value, at, state))
  state.stage = state.elements.open.length === 0 ? 'after' : 'root'
}

/** Entities are looked up here and not looked into, as their text needs no balance in an attribute. */
function checkValue(value: string, offset: number, state: State): void {
  const cursor = { text: value, at: 0 }
  for (let at = value.indexOf('&'); at >= 0; at = value.indexOf('&', cursor.at)) {
    cursor.at = at + 1
    try {
      lookUp(cursor, state)
    } catch (error) {
      throw movedTo(offset + at, error)
    }
  }
}

function readReference(cursor: Cursor, state: State): void {
  const at = cursor.at - 1
  const isOuter = state.expansions === 0
  const text = lookUp(cursor, state)
  if (text === undefined) return
  state.expansions += 1
  state.expanded += text.length
  if (state.expansions > MAX_EXPANSIONS || state.expanded > MAX_EXPANDED) {
    throw new SyntaxProblem('entities expand to too much', at)
  }
  try {
    readContent({ text, at: 0 }, state)
  } catch (error) {
    throw movedTo(at, error)
  }
  if (isOuter) state.expansions = 0
}

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

/** Reads on after `&`; the text of a declared entity that is not plain. */
function lookUp(cursor: Cursor, state: State): string | undefined {
  if (cursor.text[cursor.at] === '#') {
    readNumber(cursor, state.isVersion11)
    return undefined
  }
  const at = cursor.at - 1
  const name = readName(cursor)
  if (name === undefined || !take(cursor, ';')) throw new SyntaxProblem('"&" does not start a reference', at)
  const entity = state.entities.get(name)
  if (entity) return entity.text
  if (!PREDEFINED.has(name)) throw new SyntaxProblem(`entity "&${name};" is not declared`, at)
  return undefined
}

/** A problem inside an entity is shown where the entity is used. */
function movedTo(offset: number, error: unknown): unknown {
  return error instanceof SyntaxProblem ? new SyntaxProblem(error.message, offset) : error
}

function unexpected(cursor: Cursor, where: string): SyntaxProblem {
  return new SyntaxProblem(`unexpected ${shown(cursor.text, cursor.at)} ${where}`, cursor.at)
}
