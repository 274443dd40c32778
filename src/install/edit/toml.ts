import { parseToml } from '../../config/parse-toml.ts'
import { valueOf, type MapTree, type Tree } from '../../config/tree.ts'
import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import { documentAfter, emptyDocument, indexOf } from './document.ts'
import type { KeyPath, Splice } from './edit.ts'
import { hashComment, insertPart, isAlone, isFlow, isHollow, removePart, type FlowText } from './flow.ts'
import type { Grammar, Located, ParsedFile, Part } from './grammar.ts'
import { eolAt, layoutOf, lineEnd, lineStart, ownIndent } from './layout.ts'
import { MAX_DEPTH } from './limits.ts'
import { notExact } from './refusal.ts'
import { blockAt, blocksAfter, blocksBelow, blocksOf, cutBlock, type Block } from './toml-blocks.ts'
import { pairLine, tableLines, tomlLine, tomlPath, tomlTables } from './toml-text.ts'
import { cutLines, linesAfter } from './yaml-block.ts'

export const tomlGrammar: Grammar = {
  parse: (text) => parseToml(text, MAX_DEPTH),
  valueOf: (tree) => valueOf(tree, MAX_DEPTH),
  document: (text, value) => [documentAfter(text, documentText(text, value))],
  item: addItem,
  key: addKey,
  replaced: replaceItem,
  without: removeFrom,
  vanishes: ({ text }, { tree, path }) => !isFlow(text, tree) && blockAt(blocksOf(text), path) === undefined,
  emptied: empty,
  hollow: ({ text }, tree) =>
    isFlow(text, tree) && isHollow(text, tree) ? text.slice(tree.start, tree.end) : undefined,
  isAlone: (file, { tree }) => !isFlow(file.text, tree) || isAlone(flowText(file), tree),
}

function flowText({ text }: ParsedFile): FlowText {
  return { text, layout: layoutOf(text), syntax: { commentEnd: hashComment, opensLines: false } }
}

function documentText(text: string, value: ConfigValue): string {
  const { eol } = layoutOf(text)
  const entries = Object.entries(value).map(([name, part]) => ({ name, part: part as ConfigValue }))
  const blocks = entries.map(({ name, part }) => tomlTables([name], part) ?? [[pairLine(name, part)]])
  return blocks
    .flat()
    .map((lines) => lines.join(eol))
    .join(`${eol}${eol}`)
}

function addItem(file: ParsedFile, { tree, path }: Located, value: ConfigValue): readonly Splice[] {
  const { text } = file
  if (isFlow(text, tree)) return insertPart(flowText(file), tree, () => tomlLine(value))
  const last = blocksBelow(blocksOf(text), [...path, tree.kind === 'list' ? tree.items.length - 1 : 0]).at(-1)
  if (last === undefined || !isTable(value)) throw notExact(path)
  return [blocksAfter(text, last.end, [tableLines(`[[${tomlPath(path)}]]`, value)])]
}

function addKey(
  file: ParsedFile,
  { tree, path }: Located<MapTree>,
  { name, value }: { readonly name: string; readonly value: ConfigValue },
): readonly Splice[] {
  const { text } = file
  if (isFlow(text, tree)) return insertPart(flowText(file), tree, () => pairLine(name, value))
  const tables = tomlTables([...path, name], value)
  return tables === undefined
    ? addPair(text, path, pairLine(name, value))
    : [blocksAfter(text, text.trimEnd().length, tables)]
}

/** One line in the table of a path. */
function addPair(text: string, path: KeyPath, line: string): readonly Splice[] {
  const blocks = blocksOf(text)
  const block = blockAt(blocks, path)
  if (block === undefined) return [blocksAfter(text, text.trimEnd().length, [[`[${tomlPath(path)}]`, line]])]
  if (path.length > 0 || block.pairs.length > 0) return [linesAfter(text, block.end, [line])]
  const start = commentsAbove(text, blocks[1]?.start ?? text.length)
  const eol = eolAt(text, lineEnd(text, start)) || layoutOf(text).eol
  return [{ start, end: start, text: `${line}${eol}` }]
}

/** Start of the comment lines right above the line of `at`. */
function commentsAbove(text: string, at: number): number {
  let start = lineStart(text, at)
  while (start > 0 && /^[ \t]*#/.test(text.slice(lineStart(text, start - 1), start)))
    start = lineStart(text, start - 1)
  return start
}

function replaceItem(
  { text }: ParsedFile,
  { tree, path }: Located,
  { index, value }: { readonly index: number; readonly value: ConfigValue },
): readonly Splice[] {
  const item = tree.kind === 'list' ? tree.items[index] : undefined
  if (item === undefined) return []
  if (isFlow(text, tree)) return [{ start: item.start, end: item.end, text: tomlLine(value) }]
  const [first, ...more] = blocksBelow(blocksOf(text), [...path, index])
  if (first === undefined || !isTable(value)) throw notExact(path)
  const lines = tableLines(`[[${tomlPath(path)}]]`, value)
  return [
    { start: first.start, end: first.end, text: lines.join(layoutOf(text).eol) },
    ...more.map((block) => cutBlock(text, block)),
  ]
}

function removeFrom(file: ParsedFile, { tree, path }: Located, part: Part): readonly Splice[] {
  const { text } = file
  if (isFlow(text, tree)) return removePart(flowText(file), tree, indexOf(tree, part))
  const blocks = blocksOf(text)
  const below = blocksBelow(blocks, [...path, part])
  const pair = blockAt(blocks, path)?.pairs.find(({ name }) => name === part)
  if (pair === undefined) return below.map((block) => cutBlock(text, block))
  if (ownIndent(text, pair.start) === undefined) throw notExact(path)
  const lines = { start: lineStart(text, pair.start), end: lineEnd(text, pair.end) }
  // The first key of the file was put in front of what follows, so it goes with the line end behind it.
  const isFirst = path.length === 0 && blocks[0]?.pairs[0] === pair && eolAt(text, lines.end) !== ''
  return [
    isFirst ? { ...lines, end: lines.end + eolAt(text, lines.end).length, text: '' } : cutLines(text, lines),
  ]
}

function empty(file: ParsedFile, container: Located, before: string | undefined): readonly Splice[] {
  const { tree, path } = container
  const { text } = file
  if (path.length === 0 && before !== undefined)
    return [emptyDocument(file, contentSpan(blocksOf(text)), before)]
  if (isFlow(text, tree))
    return [{ start: tree.start, end: tree.end, text: before ?? (tree.kind === 'list' ? '[]' : '{}') }]
  return removeFrom(file, container, onlyPart(tree))
}

function contentSpan(blocks: readonly Block[]): { readonly start: number; readonly end: number } {
  const written = blocks.filter(({ end }) => end > 0)
  return { start: written[0]?.start ?? 0, end: written.at(-1)?.end ?? 0 }
}

function onlyPart(tree: Tree): Part {
  return tree.kind === 'map' ? ([...tree.entries.keys()][0] ?? '') : 0
}

function isTable(value: ConfigValue): value is Readonly<Record<string, ConfigValue>> {
  return typeof value === 'object' && !Array.isArray(value)
}
