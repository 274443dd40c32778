import { shown, SyntaxProblem } from './problem.ts'
import { read, readQualified, skipSpace, take, type Cursor } from './xml-names.ts'

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

type Open = { readonly name: string; readonly at: number; readonly prefixes: readonly string[] }

/** The elements that are open, and what their prefixes stand for. */
export type Elements = {
  readonly open: Open[]
  /** The namespaces a prefix was given, the last one counts. */
  readonly bound: Map<string, string[]>
}

export function noElements(): Elements {
  return { open: [], bound: new Map([['xml', [XML]]]) }
}

type Attribute = { readonly name: string; readonly value: string; readonly at: number }

/** Reads on after `<`. `checkValue` looks at the references of an attribute. */
export function readOpening(
  cursor: Cursor,
  elements: Elements,
  checkValue: (value: string, at: number) => void,
): void {
  const at = cursor.at
  const name = readQualified(cursor)
  if (name === undefined) throw unexpected(cursor, 'where the name of an element is expected')
  const attributes = readAttributes(cursor, checkValue)
  const isEmpty = take(cursor, '/>')
  if (!isEmpty && !take(cursor, '>')) throw unexpected(cursor, `inside the tag <${name}>`)
  const element = { name, at, prefixes: bindPrefixes(attributes, elements) }
  refuseUnbound(element, attributes, elements)
  elements.open.push(element)
  if (isEmpty) closeLast(elements)
}

/** Reads on after `</`. */
export function readClosing(cursor: Cursor, elements: Elements): void {
  const at = cursor.at
  const name = readQualified(cursor)
  const last = elements.open.at(-1)
  if (name === undefined) throw unexpected(cursor, 'where the name of an element is expected')
  if (last?.name !== name) {
    const expected = last === undefined ? 'no element is open' : `</${last.name}> is expected`
    throw new SyntaxProblem(`unexpected closing tag </${name}>, ${expected}`, at)
  }
  skipSpace(cursor)
  if (!take(cursor, '>')) throw unexpected(cursor, `inside the closing tag </${name}>`)
  closeLast(elements)
}

function closeLast({ open, bound }: Elements): void {
  for (const prefix of open.pop()?.prefixes ?? []) bound.get(prefix)?.pop()
}

const QUOTED = /"[^"<]*"|'[^'<]*'/y

function readAttributes(
  cursor: Cursor,
  checkValue: (value: string, at: number) => void,
): readonly Attribute[] {
  const attributes: Attribute[] = []
  while (skipSpace(cursor)) {
    const at = cursor.at
    const name = readQualified(cursor)
    if (name === undefined) break
    skipSpace(cursor)
    if (!take(cursor, '=')) throw unexpected(cursor, `where "=" is expected after attribute "${name}"`)
    skipSpace(cursor)
    const start = cursor.at + 1
    const quoted = read(cursor, QUOTED)
    if (quoted === undefined)
      throw unexpected(cursor, `where the quoted value of attribute "${name}" is expected`)
    const value = quoted.slice(1, -1)
    checkValue(value, start)
    attributes.push({ name, value, at })
  }
  return attributes
}

/** The prefixes this element gives a meaning to. */
function bindPrefixes(attributes: readonly Attribute[], { bound }: Elements): readonly string[] {
  const prefixes: string[] = []
  for (const { name, value, at } of attributes) {
    if (name === 'xmlns' && (value === XML || value === XMLNS)) {
      throw new SyntaxProblem(`"${value}" cannot be the default namespace`, at)
    }
    if (!name.startsWith('xmlns:')) continue
    const prefix = name.slice(6)
    refusePrefix(prefix, value, at)
    const known = bound.get(prefix)
    if (known) known.push(value)
    else bound.set(prefix, [value])
    prefixes.push(prefix)
  }
  return prefixes
}

function refusePrefix(prefix: string, value: string, at: number): void {
  if (prefix === 'xmlns' || (prefix === 'xml' && value !== XML)) {
    throw new SyntaxProblem(`the prefix "${prefix}" cannot be given another meaning`, at)
  }
  if (value === '') throw new SyntaxProblem(`the prefix "${prefix}" cannot be without a namespace`, at)
}

function refuseUnbound(element: Open, attributes: readonly Attribute[], { bound }: Elements): void {
  const prefix = prefixOf(element.name)
  if (prefix === 'xml' || (prefix !== undefined && bound.get(prefix)?.at(-1) === undefined)) {
    throw new SyntaxProblem(`the prefix of element "${element.name}" is not declared`, element.at)
  }
  const seen = new Set<string>()
  for (const { name, at } of attributes) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue
    const key = expanded(name, bound)
    if (key === undefined) throw new SyntaxProblem(`the prefix of attribute "${name}" is not declared`, at)
    if (seen.has(key)) throw new SyntaxProblem(`attribute "${name}" is given twice`, at)
    seen.add(key)
  }
}

/** Namespace and local name; undefined for a prefix without a meaning. */
function expanded(name: string, bound: Elements['bound']): string | undefined {
  const prefix = prefixOf(name)
  if (prefix === undefined) return name
  const namespace = bound.get(prefix)?.at(-1)
  return namespace === undefined ? undefined : `{${namespace}}${name.slice(prefix.length + 1)}`
}

function prefixOf(name: string): string | undefined {
  const at = name.indexOf(':')
  return at < 0 ? undefined : name.slice(0, at)
}

function unexpected(cursor: Cursor, where: string): SyntaxProblem {
  return new SyntaxProblem(`unexpected ${shown(cursor.text, cursor.at)} ${where}`, cursor.at)
}
