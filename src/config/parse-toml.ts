import { parseTOML, ParseError, type AST } from 'toml-eslint-parser'
import { shownKey } from '../core/misfit.ts'
import {
  addEntry,
  Malformed,
  MAX_TOKENS,
  tooDeep,
  tooMany,
  type MapTree,
  type Scalar,
  type Span,
  type Tree,
} from './tree.ts'

/** Undefined when there is nothing but comments. */
export function parseToml(text: string, maxDepth: number): Tree | undefined {
  refuseTooMany(text)
  const [top] = parseProgram(text, maxDepth).body
  if (top.body.length === 0) return undefined
  const root = emptyMap({ start: 0, end: text.length })
  for (const part of top.body) {
    if (part.type === 'TOMLKeyValue') addPair(root, part, { depth: 1, maxDepth })
    else addTable(root, part, maxDepth)
  }
  return root
}

/** The parser needs seconds for files with very many values; these characters bound their number from above. */
function refuseTooMany(text: string): void {
  let count = 0
  for (const { index } of text.matchAll(/[[,=.]/g)) {
    if (++count > MAX_TOKENS) throw tooMany(index, `${MAX_TOKENS} tokens`)
  }
}

/** The syntax tree, which also has the tables in the order of the file. Throws `Malformed`. */
export function parseProgram(text: string, maxDepth: number): AST.TOMLProgram {
  try {
    return parseTOML(text)
  } catch (error) {
    // The parser recurses: it runs out of stack long after our bound.
    if (error instanceof RangeError) throw tooDeep(0, maxDepth)
    if (!(error instanceof ParseError)) throw error
    const code = /multiple times/.test(error.message) ? 'config.duplicate-key' : 'config.syntax'
    throw new Malformed(`${error.message}.`, { code, offset: error.index })
  }
}

type Level = { readonly depth: number; readonly maxDepth: number }

/** `resolvedKey` already numbers the elements of arrays of tables. */
function addTable(root: MapTree, table: AST.TOMLTable, maxDepth: number): void {
  if (table.resolvedKey.length >= maxDepth) throw tooDeep(table.range[0], maxDepth)
  const names = table.key.keys
  let named = 0
  let tree: Tree = root
  table.resolvedKey.forEach((step, position) => {
    const key = spanOf(names[typeof step === 'string' ? named++ : named - 1] ?? table.key)
    const next = table.resolvedKey[position + 1]
    tree = child(tree, step, typeof next === 'number' ? emptyList(key) : emptyMap(key))
  })
  for (const pair of table.body) addPair(tree, pair, { depth: table.resolvedKey.length + 1, maxDepth })
}

function addPair(into: Tree, pair: AST.TOMLKeyValue, { depth, maxDepth }: Level): void {
  const { keys } = pair.key
  if (depth + keys.length > maxDepth + 1) throw tooDeep(pair.range[0], maxDepth)
  const map = keys
    .slice(0, -1)
    .reduce<Tree>((tree, key) => child(tree, nameOf(key), emptyMap(spanOf(key))), into)
  const last = keys.at(-1)
  if (last === undefined || map.kind !== 'map')
    throw new Malformed('A key is missing.', { offset: pair.range[0] })
  const tree = treeOf(pair.value, { depth: depth + keys.length - 1, maxDepth })
  addEntry(map, nameOf(last), { key: spanOf(last), tree })
}

/** The part of `tree` at `step`, put there if it is new. */
function child(tree: Tree, step: string | number, fresh: Tree): Tree {
  if (tree.kind === 'list' && typeof step === 'number') return (tree.items[step] ??= fresh)
  if (tree.kind !== 'map')
    throw new Malformed(`Key ${shownKey(String(step))} is already a value.`, { offset: fresh.start })
  const known = tree.entries.get(String(step))
  if (known !== undefined) return known.tree
  tree.entries.set(String(step), { key: fresh, tree: fresh })
  return fresh
}

function treeOf(node: AST.TOMLContentNode, level: Level): Tree {
  const span = spanOf(node)
  if (node.type === 'TOMLValue') return { kind: 'scalar', ...span, value: scalarOf(node) }
  if (level.depth >= level.maxDepth) throw tooDeep(span.start, level.maxDepth)
  const below = { ...level, depth: level.depth + 1 }
  if (node.type === 'TOMLArray') {
    return { kind: 'list', ...span, items: node.elements.map((item) => treeOf(item, below)) }
  }
  const map = emptyMap(span)
  for (const pair of node.body) addPair(map, pair, below)
  return map
}

/** No key of ours takes a date, so one stays the text it was written as. */
function scalarOf(node: AST.TOMLValue): Scalar {
  return node.value instanceof Date ? (node as AST.TOMLDateTimeValue).datetime : node.value
}

export function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value
}

function spanOf({ range: [start, end] }: { readonly range: readonly [number, number] }): Span {
  return { start, end }
}

function emptyMap({ start, end }: Span): MapTree {
  return { kind: 'map', start, end, entries: new Map() }
}

function emptyList({ start, end }: Span): Tree {
  return { kind: 'list', start, end, items: [] }
}
