import { parseYamlToEdit } from '../../config/parse-yaml.ts'
import { valueOf, type MapTree, type Tree } from '../../config/tree.ts'
import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import { documentAfter, emptyDocument, indexOf } from './document.ts'
import { isContainerText, type Splice } from './edit.ts'
import { hashComment, insertPart, isAlone, isFlow, isHollow, removePart, type FlowText } from './flow.ts'
import type { Grammar, Located, ParsedFile, Part } from './grammar.ts'
import { layoutOf, lineEnd } from './layout.ts'
import { MAX_DEPTH } from './limits.ts'
import { notExact } from './refusal.ts'
import {
  afterKey,
  blockIndent,
  blockUnit,
  contentEnd,
  cutLines,
  hasNoComment,
  linesAfter,
  partLines,
} from './yaml-block.ts'
import { entryLines, itemLines, quoted, valueLines, yamlLine } from './yaml-text.ts'

export const yamlGrammar: Grammar = {
  parse: (text) => parseYamlToEdit(text, MAX_DEPTH),
  valueOf: (tree) => valueOf(tree, MAX_DEPTH),
  document: (text, value) => [documentAfter(text, valueLines(value, '', '  ').join(layoutOf(text).eol))],
  item: addItem,
  key: addKey,
  fill: fillKey,
  replaced: replaceItem,
  without: removeFrom,
  emptied: empty,
  hollow: ({ text }, tree) =>
    isFlow(text, tree) && isHollow(text, tree) ? text.slice(tree.start, tree.end) : undefined,
  isAlone: (file, at) =>
    isFlow(file.text, at.tree) ? isAlone(flowText(file), at.tree) : hasNoComment(file.text, at),
}

function flowText({ text }: ParsedFile): FlowText {
  // YAML wants the closing bracket deeper than the key, so nothing is opened over several lines.
  return { text, layout: layoutOf(text), syntax: { commentEnd: hashComment, opensLines: false } }
}

function addItem(file: ParsedFile, { tree }: Located, value: ConfigValue): readonly Splice[] {
  const { text } = file
  if (isFlow(text, tree)) return insertPart(flowText(file), tree, () => yamlLine(value))
  return [
    linesAfter(
      text,
      contentEnd(text, tree),
      itemLines(value, blockIndent(text, tree.start), blockUnit(text)),
    ),
  ]
}

function addKey(
  file: ParsedFile,
  { tree }: Located<MapTree>,
  { name, value }: { readonly name: string; readonly value: ConfigValue },
): readonly Splice[] {
  const { text } = file
  if (isFlow(text, tree)) return insertPart(flowText(file), tree, () => `${quoted(name)}: ${yamlLine(value)}`)
  const style = { indent: blockIndent(text, tree.start), unit: blockUnit(text) }
  return [linesAfter(text, contentEnd(text, tree), entryLines(name, value, style))]
}

/** Below a key that has nothing behind it but a comment. */
function fillKey({ text }: ParsedFile, { key, path }: Located, value: ConfigValue): readonly Splice[] {
  if (key === undefined || !/^[ \t]*:[ \t]*(?:#.*)?$/.test(text.slice(key.end, lineEnd(text, key.end))))
    throw notExact(path)
  const unit = blockUnit(text)
  return [linesAfter(text, key.end, valueLines(value, `${blockIndent(text, key.start)}${unit}`, unit))]
}

function replaceItem(
  { text }: ParsedFile,
  list: Located,
  { index, value }: { readonly index: number; readonly value: ConfigValue },
): readonly Splice[] {
  const { tree } = list
  const item = tree.kind === 'list' ? tree.items[index] : undefined
  if (item === undefined) return []
  if (isFlow(text, tree)) return [{ start: item.start, end: item.end, text: yamlLine(value) }]
  const lines = itemLines(value, blockIndent(text, tree.start), blockUnit(text))
  return [{ ...partLines(text, list, index), text: lines.join(layoutOf(text).eol) }]
}

function removeFrom(file: ParsedFile, container: Located, part: Part): readonly Splice[] {
  const { tree, key } = container
  const { text } = file
  if (isFlow(text, tree)) return removePart(flowText(file), tree, indexOf(tree, part))
  const cut = cutLines(text, partLines(text, container, part))
  const isLast =
    tree.kind === 'list' ? tree.items.length === 1 : tree.kind === 'map' && tree.entries.size === 1
  return isLast && key !== undefined ? [afterKey(text, key, emptyText(tree)), cut] : [cut]
}

function empty(file: ParsedFile, container: Located, before: string | undefined): readonly Splice[] {
  const { tree, key } = container
  const { text } = file
  if (key === undefined && before !== undefined && !isContainerText(before))
    return [emptyDocument(file, { start: tree.start, end: contentEnd(text, tree) }, before)]
  if (key === undefined || isFlow(text, tree))
    return [{ start: tree.start, end: contentEnd(text, tree), text: before ?? emptyText(tree) }]
  const cut = cutLines(text, partLines(text, container, tree.kind === 'map' ? firstKey(tree) : 0))
  const value = before ?? emptyText(tree)
  return value === '' ? [cut] : [afterKey(text, key, value), cut]
}

function firstKey({ entries }: MapTree): string {
  return [...entries.keys()][0] ?? ''
}

function emptyText({ kind }: Tree): string {
  return kind === 'list' ? '[]' : '{}'
}
