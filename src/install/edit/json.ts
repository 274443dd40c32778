import { parseJsonToEdit } from '../../config/parse-json.ts'
import { valueOf } from '../../config/tree.ts'
import type { ConfigValue } from '../../dialects/bridge-spec.ts'
import {
  insertPart,
  isAlone,
  isHollow,
  removePart,
  type FlowSyntax,
  type FlowText,
  type WritePart,
} from './flow.ts'
import { documentAfter, emptyDocument, indexOf } from './document.ts'
import type { Grammar, ParsedFile } from './grammar.ts'
import { layoutOf, lineIndent, ownIndent } from './layout.ts'
import { isContainerText, type Splice } from './edit.ts'
import type { Tree } from '../../config/tree.ts'
import { MAX_DEPTH } from './limits.ts'

const SYNTAX: FlowSyntax = { commentEnd, opensLines: true }

export function jsonGrammar(hasComments: boolean): Grammar {
  return {
    parse: (text) => parseJsonToEdit(text, MAX_DEPTH, hasComments),
    valueOf: (tree) => valueOf(tree, MAX_DEPTH, Infinity),
    document: (text, value) => [documentAfter(text, writeJson(text, value))],
    item: (file, { tree }, value) => insertPart(flowText(file), tree, partWriter(file, value)),
    key: (file, { tree }, { name, value }) => insertPart(flowText(file), tree, partWriter(file, value, name)),
    replaced: (file, { tree }, { index, value }) => replace(file, tree, { index, value }),
    without: (file, { tree }, part) => removePart(flowText(file), tree, indexOf(tree, part)),
    emptied: (file, { tree, path }, text) =>
      path.length === 0 && text !== undefined && !isContainerText(text)
        ? [emptyDocument(file, tree, text)]
        : [{ start: tree.start, end: tree.end, text: text ?? (tree.kind === 'list' ? '[]' : '{}') }],
    hollow: ({ text }, tree) => (isHollow(text, tree) ? text.slice(tree.start, tree.end) : undefined),
    isAlone: (file, { tree }) => isAlone(flowText(file), tree),
  }
}

function flowText({ text }: ParsedFile): FlowText {
  return { text, layout: layoutOf(text), syntax: SYNTAX }
}

function replace(
  { text }: ParsedFile,
  tree: Tree,
  { index, value }: { readonly index: number; readonly value: ConfigValue },
): readonly Splice[] {
  const item = tree.kind === 'list' ? tree.items[index] : undefined
  if (item === undefined) return []
  const layout = layoutOf(text)
  const hasLines = ownIndent(text, item.start) !== undefined || /\n/.test(text.slice(item.start, item.end))
  const indent = hasLines ? lineIndent(text, item.start) : undefined
  return [{ ...item, text: writeLines(value, { ...layout, indent }) }]
}

function partWriter({ text }: ParsedFile, value: ConfigValue, name?: string): WritePart {
  const layout = layoutOf(text)
  return (indent, eol) => {
    const written = writeLines(value, { ...layout, indent, eol })
    return name === undefined ? written : `${JSON.stringify(name)}:${layout.isSpaced ? ' ' : ''}${written}`
  }
}

type Style = {
  readonly indent: string | undefined
  readonly unit: string
  readonly eol: string
  readonly isSpaced: boolean
}

function writeLines(value: ConfigValue, { indent, unit, eol, isSpaced }: Style): string {
  if (indent === undefined) return isSpaced ? writeSpaced(value) : JSON.stringify(value)
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${eol}${indent}`)
}

function writeJson(text: string, value: ConfigValue): string {
  return writeLines(value, { ...layoutOf(text), indent: '' })
}

/** On one line, with a space after each comma and colon. */
function writeSpaced(value: ConfigValue): string {
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(writeSpaced).join(', ')}]`
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${writeSpaced(part)}`)
  return `{${parts.join(', ')}}`
}

function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    const end = /\r?\n/.exec(text.slice(at))?.index
    return end === undefined ? text.length : at + end
  }
  const end = text.startsWith('/*', at) ? text.indexOf('*/', at + 2) : -1
  return end < 0 ? undefined : end + 2
}
