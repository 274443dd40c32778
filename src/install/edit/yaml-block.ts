import type { Span, Tree } from '../../config/tree.ts'
import type { Splice } from './edit.ts'
import { isFlow } from './flow.ts'
import type { Located, Part } from './grammar.ts'
import { eolAt, eolBefore, layoutOf, lineEnd, lineStart, ownIndent } from './layout.ts'
import { notExact } from './refusal.ts'

/** Spaces up to the first character of a value in block style. */
export function blockIndent(text: string, start: number): string {
  return ' '.repeat(start - lineStart(text, start))
}

/** Spaces of one level: YAML allows no tabs. */
export function blockUnit(text: string): string {
  const { unit } = layoutOf(text)
  return unit.includes('\t') ? '  ' : unit
}

/** Puts lines below the last line of what ends at `end`, and below a comment on that line. */
export function linesAfter(text: string, end: number, lines: readonly string[]): Splice {
  const at = lineEnd(text, end)
  const eol = eolAt(text, at) || layoutOf(text).eol
  return { start: at, end: at, text: lines.map((line) => `${eol}${line}`).join('') }
}

/** Offset after the last character of a value, without the empty lines that follow it. */
export function contentEnd(text: string, tree: Tree): number {
  if (tree.isAlias !== true && tree.kind !== 'scalar' && !isFlow(text, tree)) {
    const last = tree.kind === 'list' ? tree.items.at(-1) : [...tree.entries.values()].at(-1)?.tree
    return last === undefined ? tree.end : contentEnd(text, last)
  }
  return isBlockScalar(text, tree) ? blockScalarEnd(text, tree) : tree.end
}

function isBlockScalar(text: string, { kind, start, end }: Tree): boolean {
  return kind === 'scalar' && end > start && /[|>]/.test(text[start] ?? '')
}

/** Empty lines after it are part of the text when the mark has a plus. */
function blockScalarEnd(text: string, { start, end }: Span): number {
  const keepsLines = /^[|>]\d?\+/.test(text.slice(start, start + 3))
  const written = text.slice(start, end)
  return keepsLines ? start + written.replace(/\r?\n$/, '').length : start + written.trimEnd().length
}

/** The lines of a part: from the start of the first to the end of the last, without its line end. */
export function partLines(text: string, { tree, path }: Located, part: Part): Span {
  const [start, end] = partSpan(text, tree, part)
  if (start === undefined || end === undefined || ownIndent(text, start) === undefined) throw notExact(path)
  return { start: lineStart(text, start), end: lineEnd(text, end) }
}

function partSpan(text: string, tree: Tree, part: Part): readonly [(number | undefined)?, number?] {
  if (tree.kind === 'list') {
    const item = tree.items[Number(part)]
    return item === undefined ? [] : [dashOf(text, tree, item), contentEnd(text, item)]
  }
  const entry = tree.kind === 'map' ? tree.entries.get(String(part)) : undefined
  return entry === undefined ? [] : [entry.key.start, contentEnd(text, entry.tree)]
}

/** The dash of an item stands in the column of the first one. */
function dashOf(text: string, list: Span, item: Span): number | undefined {
  const column = list.start - lineStart(text, list.start)
  let line = lineStart(text, item.start)
  while (line + column > list.start && text[line + column] !== '-') line = lineStart(text, line - 1)
  return text[line + column] === '-' ? line + column : undefined
}

/** Removes lines, and one of the line ends around them. */
export function cutLines(text: string, { start, end }: Span): Splice {
  const before = eolBefore(text, start)
  if (before !== undefined) return { start: before, end, text: '' }
  return { start, end: end + eolAt(text, end).length, text: '' }
}

/** Puts a value on the line of its key, which has none. */
export function afterKey(text: string, key: Span, value: string): Splice {
  const colon = text.indexOf(':', key.end) + 1
  return { start: colon, end: colon, text: ` ${value}` }
}

/** True when no comment stands on a line between a key and the first part below it. */
export function hasNoComment(text: string, container: Located): boolean {
  const { tree, key } = container
  const from = key === undefined ? tree.start : lineEnd(text, key.end)
  return !text.slice(from, Math.max(from, tree.start)).includes('#')
}
